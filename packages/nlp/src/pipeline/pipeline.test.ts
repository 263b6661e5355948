// The pipeline around its stages: streaming, offsets, stages that are missing or turned off. The stages
// themselves are stand-ins here; their results are tested in their own folders.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseConllu } from '../text/conllu/read.js'
import { writeConllu } from '../text/conllu/write.js'
import { Pipeline } from './pipeline.js'
import { sentenceWriter } from './sentence-writer.js'
import type { ParserStage, TaggerStage, TokenizerStage } from './stages.js'
import { TextSentences } from './text-sentences.js'

/** Words are letters, everything else stands alone; a sentence ends with a full stop. */
const tokenizer: TokenizerStage = {
  *tokenize(text) {
    let tokens = []
    for (const match of text.matchAll(/[\p{L}']+|[^\s\p{L}']/gu)) {
      const [form] = match
      const end = match.index + form.length
      const words = form === "don't" ? ['do', "n't"] : [form]
      tokens.push({ form, start: match.index, end, spaceAfter: /\s/.test(text[end] ?? ''), words })
      if (form !== '.') continue
      yield { tokens }
      tokens = []
    }
    if (tokens.length > 0) yield { tokens }
  },
}
const tagger: TaggerStage = {
  tag: (forms) => ({
    upos: forms.map((form) => (/\p{L}/u.test(form) ? 'X' : 'PUNCT')),
    xpos: forms.map(() => '_'),
    feats: forms.map(() => '_'),
    lemmas: forms.map((form) => form.toLowerCase()),
  }),
}
const parser: ParserStage = {
  parse: ({ forms, upos }) => ({
    heads: forms.map((_, i) => i),
    deprels: upos.map((tag, i) => (i === 0 ? 'root' : tag === 'PUNCT' ? 'punct' : 'dep')),
    status: 'optimal',
    value: 2,
    bound: 2,
    gap: 0,
    confidence: forms.map(() => 0.5),
  }),
}
const all = new Pipeline({ tokenizer, tagger, parser })

/** Cuts a text at the given positions. */
function pieces(text: string, places: readonly number[]): string[] {
  const cuts = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...cuts].map((cut, i) => text.slice(cut, cuts[i] ?? text.length))
}

const texts = fc
  .array(fc.constantFrom('Ab', 'c', ' ', '\n', '\n\n', '\n \r\n', '.', ' ', '😀', "don't", '\t'), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''))

describe('text in pieces', () => {
  test('gives the same sentences as in one, even where paragraphs are longer than what is looked at', () => {
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.integer({ min: 4, max: 40 }),
        (text, places, limit) => {
          const read = (parts: readonly string[]) => {
            const sentences = new TextSentences(tokenizer, limit)
            return [...parts.flatMap((part) => [...sentences.push(part)]), ...sentences.end()]
          }
          const whole = read([text])
          expect(read(pieces(text, places))).toEqual(whole)
          // Nothing is lost, and every offset is right.
          let at = 0
          for (const { form, start, end } of whole.flatMap(({ tokens }) => tokens)) {
            expect(text.slice(start, end)).toBe(form)
            expect(text.slice(at, start).trim()).toBe('')
            at = end
          }
          expect(text.slice(at).trim()).toBe('')
        },
      ),
      { numRuns: 500 },
    )
  })

  test('an endless paragraph is not kept in memory', () => {
    const sentences = new TextSentences(tokenizer, 100)
    let count = 0
    for (let i = 0; i < 2000; i++)
      for (const { tokens } of sentences.push('one two three. ')) count += tokens.length
    expect(count).toBeGreaterThan(7900)
    expect(JSON.stringify(sentences).length).toBeLessThan(1000)
  })

  test('an empty line ends a sentence; a byte-order mark is no part of the text', async () => {
    const found = []
    for await (const { sentence, offsets } of all.processStream(['\ufeffA b', '\n\nC d. E']))
      found.push([sentence.comments.join(' '), ...offsets!])
    expect(found).toEqual([
      ['# newpar id = p1 # sent_id = 1 # text = A b', 1, 2, 3, 4],
      ['# newpar id = p2 # sent_id = 2 # text = C d.', 6, 7, 8, 9, 9, 10],
      ['# sent_id = 3 # text = E', 11, 12],
    ])
  })

  test('sentences that are only split have offsets into the larger text, too', async () => {
    const found = []
    for await (const { offsets } of all.splitStream(['A b.'], { start: 90 })) found.push(...offsets!)
    expect(found).toEqual([90, 91, 92, 93, 93, 94])
  })
})

describe('a text', () => {
  test('becomes CoNLL-U with multiword tokens, spaces and offsets', () => {
    const [first, ...others] = all.process("I don't go.", { offsets: true })
    expect(others).toEqual([])
    expect(first.sentence.toString()).toBe(
      [
        '# newpar id = p1',
        '# sent_id = 1',
        "# text = I don't go.",
        '1\tI\ti\tX\t_\t_\t0\troot\t_\tTokenRange=0:1',
        "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tTokenRange=2:7",
        '2\tdo\tdo\tX\t_\t_\t1\tdep\t_\t_',
        "3\tn't\tn't\tX\t_\t_\t2\tdep\t_\t_",
        '4\tgo\tgo\tX\t_\t_\t3\tdep\t_\tSpaceAfter=No|TokenRange=8:10',
        '5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\tSpaceAfter=No|TokenRange=10:11',
        '',
        '',
      ].join('\n'),
    )
    expect(Array.from(first.offsets!)).toEqual([0, 1, 2, 7, 2, 7, 8, 10, 10, 11])
    expect(first.parse).toEqual({
      status: 'optimal',
      value: 2,
      bound: 2,
      gap: 0,
      confidence: [0.5, 0.5, 0.5, 0.5, 0.5],
    })
  })

  test('is strict CoNLL-U for any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const sentences = [...all.process(text)].map(({ sentence }) => sentence)
        const written = writeConllu(sentences)
        expect(writeConllu(parseConllu(written, { strict: false, onWarning: () => {} }))).toBe(written)
      }),
    )
  })

  test('stages can be switched off', () => {
    const [tokens] = all.process('A b', { tag: false, parse: false })
    expect(tokens.sentence.upos).toEqual(['_', '_'])
    expect(tokens.sentence.heads).toEqual(Int32Array.of(-1, -1))
    expect(tokens.parse).toBeNull()
    const [tags] = all.process('A b', { parse: false })
    expect(tags.sentence.upos).toEqual(['X', 'X'])
    expect([...all.process(' \n\n ')]).toEqual([])
  })
})

describe('a sentence', () => {
  const given =
    '1\tGo\tGO\tVERB\tVB\tMood=Imp\t0\troot\t0:root\tx=y\n2\ton\t_\tADV\t_\t_\t1\tadvmod\t_\t_\n\n'

  test('keeps its tags if it has them, and loses its enhanced dependencies with its tree', () => {
    const { sentence } = all.processSentence(parseConllu(given)[0])
    expect(sentence.toString()).toBe(given.replace('0:root', '_').replace('advmod', 'dep'))
  })

  test('may demand heads and relations in MISC', () => {
    const seen: unknown[] = []
    const asked = new Pipeline({
      parser: {
        parse(words, constraints) {
          seen.push(constraints)
          return parser.parse(words)
        },
      },
    })
    asked.processSentence(parseConllu(given)[0])
    asked.processSentence(
      parseConllu(given.replace('x=y', 'ForceHead=0|x=y|ForbidHead=2|ForceDeprel=root'))[0],
    )
    expect(seen).toEqual([undefined, { heads: [0, null], deprels: ['root', null], forbidden: [[2, 1]] }])
    asked.processSentence(parseConllu(given.replace('x=y', 'ForbidDeprel=obj,iobj'))[0])
    expect(seen[2]).toEqual({
      heads: [null, null],
      deprels: [null, null],
      forbidden: [],
      forbiddenDeprels: [['obj', 'iobj'], null],
    })
    for (const wrong of ['ForceHead=1', 'ForceHead=3', 'ForbidHead=2,x', 'ForceHead='])
      expect(() => asked.processSentence(parseConllu(given.replace('x=y', wrong))[0])).toThrow(
        /in MISC of word 1/,
      )
  })

  test('may demand tags in MISC', () => {
    const seen: unknown[] = []
    const asked = new Pipeline({
      tagger: {
        tag(forms, options) {
          seen.push(options)
          return tagger.tag(forms)
        },
      },
    })
    for (const misc of ['x=y', 'ForceUpos=VERB', 'a=b|ForbidUpos=NOUN,PROPN'])
      asked.processSentence(parseConllu(given.replace('x=y', misc))[0], { tags: 'predict' })
    expect(seen).toEqual([
      undefined,
      { fixed: ['VERB', null] },
      { fixed: [null, null], forbidden: [['NOUN', 'PROPN'], null] },
    ])
  })

  test('keeps tags only if they meet the demands on them', () => {
    const keeper = new Pipeline({ tagger })
    const keep = (misc: string, demands = {}) =>
      keeper.processSentence(parseConllu(given.replace('x=y', misc))[0], { tags: 'keep', demands })
    const own = parseConllu(given)[0].upos[0]
    keep(`ForceUpos=${own}|ForbidUpos=SYM`, { upos: [own] })
    expect(() => keep('ForceUpos=SYM')).toThrow(/Word 1 must have the tag SYM, but the tags .* are kept/)
    expect(() => keep(`ForbidUpos=X,${own}`)).toThrow(/Word 1 may not have the tag .*, but the tags/)
    expect(() => keep('_', { upos: [null, 'SYM'] })).toThrow(/Word 2 must have the tag SYM/)
    expect(() => keep('_', { forbiddenUpos: [[own]] })).toThrow(/Word 1 may not have/)
  })

  test('refuses demands of tags that neither the tagger nor Universal Dependencies know', () => {
    const asked = new Pipeline({ tagger: { uposNames: ['N', 'V'], tag: (forms) => tagger.tag(forms) } })
    const demand = (misc: string) =>
      asked.processSentence(parseConllu(given.replace('x=y', misc))[0], { tags: 'predict' })
    for (const misc of ['ForceUpos=V', 'ForceUpos=VERB', 'ForbidUpos=N,X']) demand(misc)
    expect(() => demand('ForceUpos=Verb')).toThrow(/The tag "Verb" demanded of word 1 is unknown.* 2 others/)
    expect(() => demand('ForbidUpos=N,Nuon')).toThrow(/"Nuon" demanded of word 1/)
  })

  test('may be given demands from outside, which join those of MISC', () => {
    const seen: unknown[] = []
    const asked = new Pipeline({
      tokenizer,
      tagger: {
        tag(forms, options) {
          seen.push(options)
          return tagger.tag(forms)
        },
      },
      parser: {
        parse(words, options) {
          seen.push(options)
          return parser.parse(words)
        },
      },
    })
    const [sentence] = parseConllu(given.replace('x=y', 'ForbidHead=2|ForbidUpos=NOUN'))
    const demands = { heads: [0], forbidden: [[0, 2]] as const, upos: [null, 'ADV'], forbiddenUpos: [['X']] }
    asked.processSentence(sentence, { tags: 'predict', demands })
    expect(seen.splice(0)).toEqual([
      { fixed: [null, 'ADV'], forbidden: [['X', 'NOUN'], null] },
      {
        heads: [0, null],
        deprels: [null, null],
        forbidden: [
          [0, 2],
          [2, 1],
        ],
      },
    ])
    const second = (_: unknown, number: number) => (number === 2 ? { deprels: ['dep'] } : undefined)
    expect([...asked.process('A b. C d.', { tag: false, demands: second })]).toHaveLength(2)
    expect(seen).toEqual([
      undefined,
      { heads: [null, null, null], deprels: ['dep', null, null], forbidden: [] },
    ])
  })

  test('may get several trees, by a parser with settings', () => {
    const seen: unknown[] = []
    const tree = (sentence: Parameters<ParserStage['parse']>[0]) => parser.parse(sentence)
    const both = new Pipeline({
      parser: {
        parse(sentence, options) {
          seen.push(options)
          return tree(sentence)
        },
        parseBest(sentence, k, options) {
          seen.push([k, options])
          return [tree(sentence), { ...tree(sentence), heads: [2, 0], value: 1 }]
        },
      },
    })
    const read = () => parseConllu(given)[0]
    expect(both.processSentence(read(), { parser: { maxIterations: 3 } }).parse!.alternatives).toBeUndefined()
    const { sentence, parse } = both.processSentence(read(), { k: 2 })
    expect(Array.from(sentence.heads)).toEqual([0, 1])
    expect(parse!.alternatives!.map(({ heads, value }) => [heads, value])).toEqual([[[2, 0], 1]])
    expect(seen).toEqual([{ maxIterations: 3 }, [2, undefined]])
    expect(() => all.processSentence(read(), { k: 2 })).toThrow(/finds only the best one/)
  })

  test('gets tags when asked, or when it has none', () => {
    const predicted = all.processSentence(parseConllu(given)[0], { tags: 'predict', parse: false }).sentence
    expect(predicted.upos).toEqual(['X', 'X'])
    expect(predicted.lemmas).toEqual(['go', 'on'])
    expect(predicted.deps[0]).toBe('0:root')
    const bare = given.replace('VERB', '_').replace('ADV', '_')
    expect(all.processSentence(parseConllu(bare)[0]).sentence.upos).toEqual(['X', 'X'])
    expect(all.processSentence(parseConllu(bare)[0], { tags: 'keep' }).sentence.upos).toEqual(['_', '_'])
  })
})

describe('enhanced dependencies', () => {
  const rows = [
    '# sent_id = 1',
    '0.1\t_\t_\tX\t_\t_\t_\t_\t1:dep\t_',
    '1\tGo\t_\tX\t_\t_\t0\troot\t0:root\t_',
    '1.1\tgo\t_\tX\t_\t_\t_\t_\t1:conj\tCopyOf=1',
    '2-3\tab\t_\t_\t_\t_\t_\t_\t_\t_',
    '2\ta\t_\tX\t_\t_\t1\tobj\t1.1:obj\tSpaceAfter=No',
    '3\tb\t_\tX\t_\t_\t1\tobj\t1:obj|1.1:obj\t_',
    '3.1\tc\t_\tX\t_\t_\t_\t_\t1.1:obj\t_',
  ]
  const file = `${rows.join('\n')}\n\n`

  test('go with the tree they belong to, and empty nodes with them', () => {
    const [sentence] = parseConllu(file)
    const text = all.processSentence(sentence).sentence.toString()
    expect(text.split('\n').slice(0, -2)).toEqual([
      '# sent_id = 1',
      '1\tGo\t_\tX\t_\t_\t0\troot\t_\t_',
      '2-3\tab\t_\t_\t_\t_\t_\t_\t_\t_',
      '2\ta\t_\tX\t_\t_\t1\tdep\t_\tSpaceAfter=No',
      '3\tb\t_\tX\t_\t_\t2\tdep\t_\t_',
    ])
    expect(sentence.rows.map(({ id }) => id)).toEqual(['1', '2-3', '2', '3'])
    expect(sentence.otherRows.map(({ id }) => id)).toEqual(['2-3'])
    expect(writeConllu(parseConllu(text))).toBe(text)
    expect(() => sentence.pack()).toThrow(/has been changed/)
  })

  test('go even where words have none, and stay where the tree stays', () => {
    const [bare] = parseConllu('1\tGo\t_\tX\t_\t_\t0\troot\t_\t_\n1.1\tx\t_\t_\t_\t_\t_\t_\t1:dep\t_\n\n')
    bare.removeEnhanced()
    expect(bare.toString()).toBe('1\tGo\t_\tX\t_\t_\t0\troot\t_\t_\n\n')
    const [tagged] = parseConllu(file)
    const { sentence } = all.processSentence(tagged, { tags: 'predict', parse: false })
    expect(sentence.rows).toHaveLength(7)
    expect(sentence.deps).toEqual(['0:root', '1.1:obj', '1:obj|1.1:obj'])
  })
})

describe('parts that a sentence is too large for', () => {
  const limited: ParserStage = {
    parse: (sentence) => ({
      ...parser.parse(sentence),
      status: 'fractional',
      gap: 3,
      bound: 5,
      dropped: ['path', 'tri-sibling'],
    }),
  }
  const [large] = [...new Pipeline({ tokenizer, tagger, parser: limited }).process('Ab c.')]
  const plain = { depth: 'trees', confidence: false, color: false } as const

  test('are said in every format, wanted or not', () => {
    expect(sentenceWriter({ format: 'conllu', ...plain })(large)).toMatch(
      /^# parse_dropped = path,tri-sibling$/m,
    )
    expect(JSON.parse(sentenceWriter({ format: 'json', ...plain })(large))).toMatchObject({
      status: 'fractional',
      gap: 3,
      dropped: ['path', 'tri-sibling'],
    })
    expect(sentenceWriter({ format: 'pretty', ...plain })(large)).toMatch(
      /^fractional, gap 3, too long for parts: path, tri-sibling$/m,
    )
  })

  test('are not said of a tree that lacks none, though its file says so', () => {
    const [sentence] = parseConllu('# parse_dropped = path\n1\tGo\t_\tX\t_\t_\t0\troot\t_\t_\n\n')
    const text = sentenceWriter({ format: 'conllu', ...plain })(all.processSentence(sentence))
    expect(text).toBe('1\tGo\t_\tX\t_\t_\t0\troot\t_\t_\n\n')
    const [small] = [...all.process('Ab c.')]
    expect(sentenceWriter({ format: 'conllu', ...plain })(small)).not.toContain('dropped')
    expect(sentenceWriter({ format: 'json', ...plain })(small)).not.toContain('dropped')
  })
})

test('a missing stage is named', () => {
  const some = new Pipeline({ tagger })
  expect(() => [...some.process('a')]).toThrow(/cannot split text .* no tokenizer\./)
  const [sentence] = parseConllu('1\tGo\t_\t_\t_\t_\t_\t_\t_\t_\n\n')
  expect(() => some.processSentence(sentence, { parse: true })).toThrow(/no parser\./)
  expect(some.processSentence(sentence).parse).toBeNull()
  expect(() => new Pipeline({}).processSentence(sentence, { tags: 'predict' })).toThrow(/no tagger\./)
})

describe('turns for the event loop', () => {
  /** Slow, like a large model. */
  const slow: TaggerStage = {
    tag(forms) {
      const end = performance.now() + 4
      while (performance.now() < end);
      return tagger.tag(forms)
    },
  }
  const pipeline = new Pipeline({ tokenizer, tagger: slow, parser })
  const text = 'A b c. '.repeat(60)

  /** Times a timer fires while a stream is read. */
  async function ticks(stream: AsyncIterable<unknown>): Promise<{ fired: number; found: number }> {
    let fired = 0
    let found = 0
    const timer = setInterval(() => fired++, 1)
    for await (const _ of stream) found++
    clearInterval(timer)
    return { fired, found }
  }

  test('come between the sentences of one piece', async () => {
    const { fired, found } = await ticks(pipeline.processStream([text]))
    expect(found).toBe(60)
    // 60 sentences of 4 ms; a turn every 12 ms.
    expect(fired).toBeGreaterThan(8)
  })

  test('come between sentences that are given', async () => {
    const given = Array.from(all.process(text), ({ sentence }) => sentence)
    const { fired, found } = await ticks(pipeline.processSentences(given, { tags: 'predict' }))
    expect(found).toBe(60)
    expect(fired).toBeGreaterThan(8)
  })

  test('let a signal end the stream', async () => {
    const signal = AbortSignal.timeout(50)
    let found = 0
    const read = async () => {
      for await (const _ of pipeline.processStream([text], { signal })) found++
    }
    await expect(read()).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(60)
    const given = Array.from(all.process(text), ({ sentence }) => sentence)
    const late = pipeline.processSentences(given, { signal })
    await expect(late.next()).rejects.toBe(signal.reason)
  })
})
