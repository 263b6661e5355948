// Run by the browser test in Node and in the browser: parses sentences with a model and returns all numbers
// as bits, so that the test detects a difference in the last bit.

const TEXT = `We learned a lesson in 1987 about volatility. I don't know what she'd have done, but the "old" dog that we saw
yesterday didn't bark at 3:30 p.m.

Der Hund schläft. 私は学生です。 ذهب الولد إلى المدرسة. 😀👍🏽!`

/** Parses with the model in `bytes`, which must be unpacked. */
export function parsing(nlp, bytes) {
  const pipeline = nlp.readPipeline(bytes)
  return Array.from(pipeline.process(TEXT, { k: 2 }), ({ sentence, offsets, parse }) => ({
    conllu: sentence.toString(),
    offsets: Array.from(offsets),
    status: parse.status,
    numbers: bits([parse.value, parse.bound, parse.gap]),
    margins: bits(parse.margin),
    confidences: Array.from(parse.confidence),
    next: parse.alternatives.map(({ heads, deprels, value }) =>
      [...heads, ...deprels, bits([value])].join(' '),
    ),
  }))
}

function bits(numbers) {
  const view = new DataView(new ArrayBuffer(8))
  return Array.from(numbers, (x) => {
    view.setFloat64(0, x)
    return view.getBigUint64(0).toString(16).padStart(16, '0')
  }).join(' ')
}
