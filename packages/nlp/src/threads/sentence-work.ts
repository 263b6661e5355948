// Processes one sentence, in the main thread or in a thread of a pool.
import { ParleyError } from '@parleyjs/core'
import type { SentenceDemands } from '../pipeline/constraints.js'
import type { Pipeline, Processed, TreeOptions } from '../pipeline/pipeline.js'
import type { Sentence } from '../text/conllu/sentence.js'
import type { SplitSentence } from './sentence-pool.js'

/** Tags and parses a sentence that is split into words; errors name its origin. */
export function processSplit(
  pipeline: Pipeline,
  { sentence, offsets, tags, file }: SplitSentence,
  trees: TreeOptions,
  demands?: () => SentenceDemands | undefined,
): Processed {
  const options = { ...trees, ...(tags !== undefined && { tags }) }
  const { parse } = placed(file, sentence, () =>
    pipeline.processSentence(sentence, { ...options, demands: demands?.() }),
  )
  return { sentence, offsets, parse }
}

/** Adds the file and the line to an error about a sentence. */
function placed(file: string | undefined, sentence: Sentence, process: () => Processed): Processed {
  try {
    return process()
  } catch (error) {
    if (file === undefined || !(error instanceof ParleyError)) throw error
    throw new ParleyError(error.code, error.message, { file, line: sentence.line, ...error.place })
  }
}
