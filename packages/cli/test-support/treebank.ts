// A treebank of a few sentences, for models that are trained within a test.

type Word = readonly [form: string, lemma: string, upos: string, head: number, deprel: string]

const SUBJECTS: readonly (readonly [string, string])[] = [
  ['Dogs', 'dog'],
  ['Cats', 'cat'],
  ['Birds', 'bird'],
]
const VERBS: readonly (readonly [string, string])[] = [
  ['chase', 'chase'],
  ['see', 'see'],
  ['like', 'like'],
]

function sentence(words: readonly Word[], id: number): string {
  const last = words.length - 1
  const text = words.map(([form], i) => (i === 0 || i === last ? form : ` ${form}`)).join('')
  const rows = words.map(([form, lemma, upos, head, deprel], i) =>
    [i + 1, form, lemma, upos, '_', '_', head, deprel, '_', i === last - 1 ? 'SpaceAfter=No' : '_'].join(
      '\t',
    ),
  )
  return `# sent_id = ${id}\n# text = ${text}\n${rows.join('\n')}\n\n`
}

/** "Dogs chase old birds." and its likes, as CoNLL-U: 18 sentences. */
export function tinyTreebank(): string {
  const sentences: string[] = []
  for (const [subject, lemma] of SUBJECTS)
    for (const [verb, infinitive] of VERBS)
      for (const adjective of ['old', 'small']) {
        const words: Word[] = [
          [subject, lemma, 'NOUN', 2, 'nsubj'],
          [verb, infinitive, 'VERB', 0, 'root'],
          [adjective, adjective, 'ADJ', 4, 'amod'],
          ['birds', 'bird', 'NOUN', 2, 'obj'],
          ['.', '.', 'PUNCT', 2, 'punct'],
        ]
        sentences.push(sentence(words, sentences.length + 1))
      }
  return sentences.join('')
}
