// Converts a sentence to one JSON object.
import type { Processed } from './pipeline.js'

/** The JSON that the command prints and the server sends for a sentence. Unknown values are null. */
export function sentenceJson({ sentence, offsets, parse }: Processed, confidence: boolean) {
  const { forms, lemmas, upos, xpos, feats, heads, deprels, misc } = sentence
  const known = (text: string | undefined) => (text === undefined || text === '_' ? null : text)
  const words = forms.map((form, i) => ({
    id: i + 1,
    form,
    lemma: known(lemmas[i]),
    upos: known(upos[i]),
    xpos: known(xpos[i]),
    feats: known(feats[i]),
    head: heads[i] < 0 ? null : heads[i],
    deprel: known(deprels[i]),
    ...(misc[i] !== '_' && { misc: misc[i] }),
    ...(offsets !== null && { start: offsets[2 * i], end: offsets[2 * i + 1] }),
    ...(confidence && parse !== null && certainty(parse, i)),
  }))
  const tokens = sentence.otherRows
    .filter(({ kind }) => kind === 'range')
    .map(({ id, form }) => {
      const [first, last] = id.split('-').map(Number)
      return { first: first, last: last, form }
    })
  return {
    id: sentence.id ?? null,
    text: sentence.text ?? null,
    ...(parse !== null && {
      status: parse.status,
      value: parse.value,
      bound: parse.bound,
      gap: parse.gap,
      ...(parse.dropped !== undefined && { dropped: parse.dropped }),
    }),
    words,
    ...(parse?.alternatives !== undefined && {
      alternatives: parse.alternatives.map(({ heads, deprels, status, value, bound, gap, dropped }) => ({
        heads: Array.from(heads),
        deprels,
        status,
        value,
        bound,
        gap,
        ...(dropped !== undefined && { dropped }),
      })),
    }),
    ...(tokens.length > 0 && { multiwordTokens: tokens }),
  }
}

function certainty({ confidence, margin }: NonNullable<Processed['parse']>, i: number) {
  const lead = margin?.[i]
  return {
    confidence: Number(confidence[i].toFixed(4)),
    // A word with only one possible head has no other head to compare with.
    ...(lead !== undefined && { margin: Number.isFinite(lead) ? Number(lead.toPrecision(6)) : null }),
  }
}
