// Searches sentences in CoNLL-U for a pattern.
import { TreePattern } from '@parleyjs/nlp'
import { TreeSearch } from '@parleyjs/nlp/internal'
import { foundJson } from '@parleyjs/runner'
import type { SearchTask } from './task.js'

/** Maximum number of sentences in an answer. */
const MOST_SENTENCES = 1000

/** The answer as JSON. The task ends when `goOn` returns false. */
export function runSearch(task: SearchTask, goOn: () => boolean): object {
  const { conllu, limit, max = MOST_SENTENCES } = task
  const pattern = new TreePattern(task.pattern)
  const search = new TreeSearch(pattern, { limit })
  const sentences: object[] = []
  let isWhole = true
  for (const found of search.scan(conllu)) {
    if (sentences.length === max || !goOn()) {
      isWhole = false
      break
    }
    sentences.push(foundJson({ found, pattern }))
  }
  if (isWhole) search.scanner.end()
  return { sentences, searched: search.count, complete: isWhole }
}
