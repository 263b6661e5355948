// `parley cluster`: submit, worker, status, stop, resume; corpora as a whole: corpus-wide, corpus-worker.

import { StorageError } from '@parleyjs/cluster'
import { didYouMean } from '@parleyjs/core/internal'
import { flag, type Parsed, parseCommand } from '../args.js'
import { EXIT } from '../failure.js'
import { helpText } from '../help.js'
import { UsageError } from '../usage-error.js'
import { CLUSTER_COMMAND } from './cluster-options.js'

type Run = (parsed: Parsed, args: readonly string[]) => Promise<number>
const ROOTS = ['input-root', 'output-root']
const SUBMIT_ONLY = Object.keys(CLUSTER_COMMAND.options).filter(
  (option) =>
    !['redis', 'out', 'concurrency', 'lease', 'json', 'queue', 'key-file', ...ROOTS].includes(option),
)
const CORPUS_ONLY = ['parts', 'sets', 'penalty', 'rounds']
const CORPUS = [
  'redis',
  'key-file',
  'task',
  'out',
  'model',
  'input',
  'format',
  'tags',
  'offsets',
  'json',
  ...CORPUS_ONLY,
]
const NOT_CORPUS = Object.keys(CLUSTER_COMMAND.options).filter((option) => !CORPUS.includes(option))
const ACTIONS: Readonly<Record<string, { readonly run: Run; readonly without: readonly string[] }>> = {
  submit: {
    run: async (...given) => (await import('./submit.js')).submitCommand(...given),
    without: [...CORPUS_ONLY, ...ROOTS],
  },
  worker: {
    run: async (...given) => (await import('./worker.js')).workerCommand(...given),
    without: [...SUBMIT_ONLY, 'out', 'json', 'queue'],
  },
  status: {
    run: async (...given) => (await import('./status.js')).statusCommand(...given),
    without: [...SUBMIT_ONLY, ...ROOTS, 'key-file', 'concurrency', 'lease', 'queue'],
  },
  list: {
    run: async (...given) => (await import('./status.js')).statusCommand(...given),
    without: [...SUBMIT_ONLY, ...ROOTS, 'key-file', 'concurrency', 'lease', 'queue'],
  },
  stop: {
    run: async (...given) => (await import('./status.js')).stopCommand(...given),
    without: [...SUBMIT_ONLY, ...ROOTS, 'key-file', 'out', 'concurrency', 'lease', 'queue'],
  },
  resume: {
    run: async (...given) => (await import('./submit.js')).resumeCommand(...given),
    without: [...SUBMIT_ONLY, ...ROOTS],
  },
  'corpus-wide': {
    run: async (...given) => (await import('./corpus.js')).corpusWideAction(...given),
    without: NOT_CORPUS,
  },
  'corpus-worker': {
    run: async (...given) => (await import('./corpus.js')).corpusWorkerAction(...given),
    without: [...SUBMIT_ONLY, 'out', 'json', 'queue', 'concurrency'],
  },
}

/** Runs the command and returns its exit code. */
export async function clusterCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('cluster', args)
  const [word, ...rest] = parsed.positionals
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('cluster'))
    return EXIT.ok
  }
  const action = word !== undefined && Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined
  if (action === undefined) throw unknownAction(word)
  const foreign = action.without.find((option) => parsed.values[option] !== undefined)
  if (foreign !== undefined)
    throw new UsageError(`--${foreign} does not go with: parley cluster ${word}.`, 'cluster')
  try {
    return await action.run(parsed, rest)
  } catch (error) {
    if (error instanceof StorageError) throw new UsageError(error.message)
    throw error
  }
}

function unknownAction(word: string | undefined): UsageError {
  const words = Object.keys(ACTIONS)
  const near = word === undefined ? '' : didYouMean(word, words)
  const said = word === undefined ? 'What to do was not said' : `cluster does not know "${word}"`
  return new UsageError(`${said}: one of ${words.join(', ')}.${near}`, 'cluster')
}
