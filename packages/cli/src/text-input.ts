// Reads sentences from the sources of a command line: opens files, and checks that the command accepts their
// format.
import { ParleyError } from '@parleyjs/core'
import type { Pipeline, Processed } from '@parleyjs/nlp'
import type { Note, SplitSentence } from '@parleyjs/nlp/internal'
import {
  type InputKind,
  processSource as process,
  type RunnerSource,
  readSentences,
  type SentenceJob,
} from '@parleyjs/runner'
import { readChunks } from './read-chunks.js'
import { say } from './say.js'
import type { Source } from './text-sources.js'
import { UsageError } from './usage-error.js'

/** How sentences are read, tagged and parsed. */
export type TextJob = Omit<SentenceJob, 'accept' | 'notePrefix'> & {
  /** Whether bracketed trees are accepted, for their words and tags (XPOS). */
  readonly brackets?: boolean
}

/** The sentences of a source, tagged and parsed, after `before` sentences of other sources. */
export async function* processSource(
  pipeline: Pipeline,
  source: Source,
  job: TextJob,
  before = 0,
): AsyncGenerator<Processed, void, undefined> {
  yield* process(pipeline, open(source, job), jobOn(source, job), say, before)
}

/**
 * The sentences of a source, split into words but not tagged. Notes go to standard error, in order with the
 * sentences.
 */
export async function* readSource(
  splitter: Pick<Pipeline, 'splitStream'>,
  source: Source,
  job: TextJob,
): AsyncGenerator<SplitSentence | Note, void, undefined> {
  yield* readSentences(splitter, open(source, job), jobOn(source, job))
}

function open(source: Source, { input }: TextJob): RunnerSource {
  if ('file' in source) return { file: source.file, chunks: readChunks(source.file) }
  if (input === 'conllu' || input === 'mrg')
    throw new UsageError(`--input ${input} goes with files, not with a text.`, 'parse')
  return source
}

function jobOn(source: Source, job: TextJob): SentenceJob {
  return { ...job, notePrefix: 'parley: ', accept: (kind) => requireFit(kind, source, job) }
}

/** Throws unless the options of the command fit the format of a source. */
function requireFit(kind: InputKind, source: Source, { tags, tokens, brackets }: TextJob): void {
  if (kind !== 'conllu' && kind !== 'mrg' && tags === 'keep')
    throw new UsageError('--tags keep goes with CoNLL-U: a text has no tags to keep.', 'parse')
  if (kind !== 'mrg') return
  if (brackets !== true)
    throw new ParleyError(
      'bad-input',
      'This looks like bracketed trees. Their words can be parsed with: parley parse --constituency. If it is text after all, say so with --input text.',
      'file' in source ? { file: source.file } : {},
    )
  if (tokens === 'predict')
    throw new UsageError(
      '--tokens predict goes with CoNLL-U: bracketed trees have no text to split.',
      'parse',
    )
}
