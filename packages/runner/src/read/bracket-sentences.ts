// Reads sentences from bracketed trees: their words and tags, without the trees.
import { ParleyError } from '@parleyjs/core'
import { cleanTree, makeSentence, type Processed, readPenn } from '@parleyjs/nlp'
import { treeLeaves } from '@parleyjs/nlp/internal'

/** The sentences of a file of trees, with their tags as XPOS. Traces are not words and are dropped. */
export async function* bracketSentences(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
): AsyncGenerator<Processed, void, undefined> {
  let count = 0
  for await (const tree of readPenn(chunks, { file, decode: true })) {
    const clean = cleanTree(tree)
    if (clean === null) continue
    count++
    const words = treeLeaves(clean).map(({ label, word }) => ({ form: word, xpos: label }))
    yield { sentence: makeSentence(words), offsets: null, parse: null }
  }
  if (count === 0) throw new ParleyError('bad-input', 'There are no trees with words in this file.', { file })
}
