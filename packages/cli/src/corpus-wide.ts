// `parley tag --corpus-wide` and `parley parse --corpus-wide`: all sentences are read into compact form, solved together, and
// written in a second pass; the tagger and the parser of the model fill in what the answer leaves open.
import { parseJson } from '@parley/core'
import {
  type Change,
  MAX_PENALTY,
  type Processed,
  ROOT_VALUE,
  requireConsensusSets,
  type Sentence,
  sentenceJson,
} from '@parley/nlp'
import { choice, flag, number, type Parsed, text } from './args.js'
import { CorpusProgress } from './corpus-wide-progress.js'
import { SentenceStore } from './corpus-wide-store.js'
import { type Answer, parseTask, placedSets, type Task, tagTask } from './corpus-wide-tasks.js'
import { EXIT } from './failure.js'
import { loadModel } from './load-model.js'
import { print } from './print.js'
import { readBytes } from './read-graph.js'
import { KEEP_OR_PREDICT, TEXT_INPUTS } from './text-commands.js'
import { processSource, type TextJob } from './text-input.js'
import { type Source, textSources } from './text-sources.js'
import { UsageError } from './usage-error.js'

type Name = 'tag' | 'parse'

/** The options that go with --corpus-wide. */
const KNOWN = [
  'corpus-wide',
  'model',
  'input',
  'tokens',
  'tags',
  'format',
  'json',
  'sets',
  'penalty',
  'rounds',
  'offsets',
]
const FORMATS = ['conllu', 'json'] as const

/** Runs the command and returns its exit code. */
export async function corpusWideCommand(name: Name, parsed: Parsed): Promise<number> {
  const foreign = Object.keys(parsed.values).find((option) => !KNOWN.includes(option))
  if (foreign !== undefined)
    throw new UsageError(`--${foreign} is about single sentences: it does not go with --corpus-wide.`, name)
  const asJson = flag(parsed, 'json') || choice(name, parsed, 'format', FORMATS) === 'json'
  const penalty = number(name, parsed, 'penalty', { least: 0, whole: false })
  if (penalty !== undefined && penalty > MAX_PENALTY)
    throw new UsageError(`--penalty ${penalty}: ${MAX_PENALTY} outweighs every score, and is the most.`, name)
  const maxIterations = number(name, parsed, 'rounds', { least: 0, whole: true })
  const sets = await readSets(text(parsed, 'sets'))
  const sources = textSources(name, parsed.positionals, process.stdin.isTTY === true)
  const pipeline = await loadModel(text(parsed, 'model'))
  const task = name === 'tag' ? tagTask(pipeline) : parseTask(pipeline)
  const store = new SentenceStore()
  const progress = new CorpusProgress()
  let read: Counts
  let answer: Answer
  try {
    read = await gather(task, store, sources, jobOf(name, parsed), progress)
    answer = placedSets(text(parsed, 'sets') ?? '', () =>
      task.solve(
        { sets, penalty },
        { ...(maxIterations !== undefined && { maxIterations }), onIteration: (row) => progress.round(row) },
      ),
    )
  } finally {
    progress.end()
  }
  const complete = (sentence: Sentence, at: number): Processed => {
    const demands = answer.demands(at, sentence)
    // What the first pass found stands where nothing changed.
    if (demands === undefined && !(name === 'parse' && asJson))
      return { sentence, offsets: null, parse: null }
    return pipeline.processSentence(sentence, {
      tags: name === 'tag' ? 'predict' : 'keep',
      parse: name === 'parse',
      demands,
    })
  }
  await write(name, store, answer, asJson, complete)
  if (asJson) await print(`${JSON.stringify(summary(read, task, store, answer))}\n`)
  return EXIT.ok
}

interface Counts {
  readonly sentences: number
  readonly words: number
}

/** The first pass: every sentence goes into the task, and packed into the store. */
async function gather(
  task: Task,
  store: SentenceStore,
  sources: readonly Source[],
  job: TextJob,
  progress: CorpusProgress,
): Promise<Counts> {
  let words = 0
  let sentences = 0
  for (const source of sources)
    for await (const { sentence } of processSource(task.reader, source, job)) {
      task.add(sentence)
      store.add(sentence)
      words += sentence.length
      if (++sentences % 100 === 0) progress.show(`${sentences} sentences, ${words} words`)
    }
  return { sentences, words }
}

function jobOf(name: Name, parsed: Parsed): TextJob {
  const tags = name === 'tag' ? 'predict' : choice('parse', parsed, 'tags', KEEP_OR_PREDICT)
  return {
    input: choice(name, parsed, 'input', TEXT_INPUTS),
    tokens: choice(name, parsed, 'tokens', KEEP_OR_PREDICT) ?? 'keep',
    tags,
    tag: true,
    trees: { parse: name === 'parse' },
    offsets: flag(parsed, 'offsets'),
  }
}

async function readSets(file: string | undefined) {
  if (file === undefined) return undefined
  const source = Buffer.from(await readBytes(file)).toString('utf8')
  return placedSets(file, () => requireConsensusSets(parseJson(source, file)))
}

/** The second pass: every sentence with its changes. */
async function write(
  name: Name,
  store: SentenceStore,
  { changes }: Answer,
  asJson: boolean,
  complete: (sentence: Sentence, at: number) => Processed,
): Promise<void> {
  const queue = changes[Symbol.iterator]()
  let next = queue.next()
  let at = 0
  for (const sentence of store.sentences()) {
    const own: Change[] = []
    for (; next.done !== true && next.value.sentence === at; next = queue.next()) own.push(next.value)
    const processed = complete(sentence, at++)
    const made = own.filter((change) => cameAbout(change, name, processed.sentence))
    if (asJson) {
      const because = made.map(({ sentence: _, word, ...change }) => ({ id: word + 1, ...change }))
      await print(`${JSON.stringify({ ...sentenceJson(processed, false), changes: because })}\n`)
    } else {
      if (made.length > 0) sentence.setComment('corpus_wide', made.map(inShort).join(' '))
      await print(sentence.toString())
    }
  }
}

/** Whether a word has what was demanded: what a sentence demands of its own words goes first. */
function cameAbout({ word, after }: Change, name: Name, { upos, heads }: Sentence): boolean {
  if (name === 'tag') return upos[word] === after
  const head = heads[word]!
  return (head === 0 ? ROOT_VALUE : upos[head - 1]) === after
}

function inShort({ word, before, after }: Change): string {
  return `${word + 1}:${before}>${after}`
}

function summary({ sentences, words }: Counts, task: Task, store: SentenceStore, { result, sets }: Answer) {
  const { status, value, bound, gap, iterations, calls } = result.solution
  const perSentence = Math.round((task.bytes + store.bytes + sets.bytes) / Math.max(1, sentences))
  const corpus = {
    sentences,
    words,
    sets: sets.length,
    members: sets.memberCount,
    bytesPerSentence: perSentence,
  }
  return { corpusWide: { ...corpus, status, value, bound, gap, rounds: iterations, calls } }
}
