// The sources of a command line for the runner: opens files, and checks that the command accepts their
// format.
import { ParleyError } from '@parleyjs/core'
import type { InputKind, RunnerSource, SentenceJob, Sink } from '@parleyjs/runner'
import { readChunks } from '@parleyjs/runner/internal'
import { print } from './print.js'
import { say } from './say.js'
import type { Source } from './text-sources.js'
import { UsageError } from './usage-error.js'

/** How sentences are read, tagged and parsed. */
export type TextJob = SentenceJob & {
  /** Whether bracketed trees are accepted, for their words and tags (XPOS). */
  readonly brackets?: boolean
}

/** Standard output; notes go to standard error, in order with the sentences. */
export const OUTPUT: Sink = { write: print, note: say }

/** A job that refuses formats that do not fit the options of the command. */
export function jobFor(job: TextJob): SentenceJob {
  return { ...job, notePrefix: 'parley: ', accept: (kind, source) => requireFit(kind, source, job) }
}

/** The sources of a command line, opened one after the other. */
export function* opened(sources: readonly Source[], { input }: TextJob): Generator<RunnerSource> {
  for (const source of sources) {
    if ('file' in source) yield { file: source.file, chunks: readChunks(source.file) }
    else if (input === 'conllu' || input === 'mrg')
      throw new UsageError(`--input ${input} goes with files, not with a text.`, 'parse')
    else yield source
  }
}

/** Throws unless the options of the command fit the format of a source. */
function requireFit(kind: InputKind, source: RunnerSource, { tags, tokens, brackets }: TextJob): void {
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
