// Searches a corpus and also gives the sentences around those with matches.
import { type FoundTree, readConllu, type Sentence, type TreePattern } from '@parleyjs/nlp'

type Reading = Extract<Parameters<typeof readConllu>[1], { readonly strict: false }>

/** A sentence with matches, a sentence beside one, or a gap. */
export type Neighbour = { readonly found: FoundTree } | { readonly beside: Sentence } | { readonly gap: true }

/** Like `searchTrees`, with up to `around` sentences before and after. Reads all sentences. */
export async function* searchWithContext(
  pattern: TreePattern,
  chunks: AsyncIterable<Uint8Array>,
  options: Reading & { readonly limit?: number | undefined },
  around: number,
): AsyncGenerator<Neighbour, number, undefined> {
  let before: Sentence[] = []
  let number = 0
  let last = Number.NEGATIVE_INFINITY
  /** The number of the last sentence that was given. */
  let given = 0
  for await (const sentence of readConllu(chunks, options)) {
    number++
    const found = pattern.find(sentence, options)
    if (found.matches.length > 0 || !found.complete) {
      if (given > 0 && number - before.length > given + 1) yield { gap: true }
      for (const beside of before) yield { beside }
      yield { found: { ...found, sentence, number } }
      before = []
      last = given = number
    } else if (number - last <= around) {
      yield { beside: sentence }
      given = number
    } else {
      before.push(sentence)
      if (before.length > around) before.shift()
    }
  }
  return number
}
