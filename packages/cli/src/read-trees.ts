// Reads bracketed trees from a file.
import { ParleyError } from '@parleyjs/core'
import { cleanTree, type PennTree, readPenn } from '@parleyjs/nlp'
import { readChunks } from '@parleyjs/runner/internal'

/** All trees of a file, without traces and function tags. A file without trees is refused. */
export async function readCleanTrees(file: string): Promise<PennTree[]> {
  const trees: PennTree[] = []
  for await (const tree of readPenn(readChunks(file), { file })) {
    const clean = cleanTree(tree)
    if (clean !== null) trees.push(clean)
  }
  if (trees.length === 0) throw new ParleyError('bad-input', 'There are no trees in this file.', { file })
  return trees
}
