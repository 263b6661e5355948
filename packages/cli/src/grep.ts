// `parley grep`: searches treebanks for a pattern.
import { ParleyError } from '@parleyjs/core'
import { type FoundTree, searchTrees, TreePattern } from '@parleyjs/nlp'
import { Deviations, foundConllu, foundJson, foundText } from '@parleyjs/runner'
import { flag, type Parsed, parseCommand, text } from './args.js'
import { EXIT } from './failure.js'
import { type Neighbour, searchWithContext } from './grep-context.js'
import { Counts } from './grep-counts.js'
import { helpText } from './help.js'
import { print } from './print.js'
import { readChunks } from './read-chunks.js'
import { say, visible } from './say.js'
import { taskValues } from './task-values.js'
import { UsageError } from './usage-error.js'

type Values = ReturnType<typeof valuesOf>

/** Numbers of sentences and matches in a file. */
interface Tally {
  readonly file: string
  /** Number of sentences in the file. */
  searched: number
  sentences: number
  matches: number
}

/** Runs the command and returns its exit code. */
export async function grepCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('grep', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('grep'))
    return EXIT.ok
  }
  const [given, ...files] = parsed.positionals
  const pattern = patternOf(given)
  const values = valuesOf(parsed)
  const by = text(parsed, 'by')
  const counts = by === undefined ? null : new Counts(by, pattern)
  const tallies: Tally[] = []
  const sources = sourcesOf(files)
  let left = values.max ?? Number.POSITIVE_INFINITY
  for (const file of sources) {
    const tally: Tally = { file, searched: 0, sentences: 0, matches: 0 }
    tallies.push(tally)
    const shown = sources.length > 1 ? file : undefined
    for await (const one of searched(pattern, file, values, tally)) {
      if ('found' in one) {
        tally.sentences++
        tally.matches += one.found.matches.length
        counts?.add(one.found)
      }
      if (counts === null && values.count !== true) await print(output(one, pattern, shown, values))
      // The sentences after the last match are not shown.
      if ('found' in one && --left === 0) {
        tally.searched = one.found.number
        break
      }
    }
    if (left === 0) break
  }
  await print(ending(tallies, counts, values))
  return tallies.some(({ sentences }) => sentences > 0) ? EXIT.ok : EXIT.faulty
}

function valuesOf(parsed: Parsed) {
  const values = taskValues('grep', parsed, 'search', 'command')
  const json = flag(parsed, 'json')
  if (json && values.format !== undefined && values.format !== 'json')
    throw new UsageError('--json and --format exclude each other.', 'grep')
  return { ...values, format: json ? ('json' as const) : (values.format ?? ('text' as const)) }
}

/** Compiles the pattern. The message about a mistake shows it in the pattern. */
function patternOf(given: string | undefined): TreePattern {
  if (given === undefined) throw new UsageError('No PATTERN was given.', 'grep')
  try {
    return new TreePattern(given)
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    const { column } = error.place
    if (column === undefined || given.length > 200 || /[\n\t]/.test(given)) throw error
    const before = visible(given.slice(0, column - 1))
    throw new ParleyError(
      error.code,
      `${error.message}\n  ${visible(given)}\n  ${' '.repeat(before.length)}^`,
      error.place,
    )
  }
}

function sourcesOf(files: readonly string[]): readonly string[] {
  if (files.length > 0) {
    if (files.filter((file) => file === '-').length > 1)
      throw new UsageError('Only one file can be standard input (-).', 'grep')
    return files
  }
  if (process.stdin.isTTY === true) throw new UsageError('No FILE was given.', 'grep')
  return ['-']
}

/** The sentences of a file with matches, and those around them. */
async function* searched(
  pattern: TreePattern,
  file: string,
  { context, limit }: Values,
  tally: Tally,
): AsyncGenerator<Neighbour, void, undefined> {
  const deviations = new Deviations(file)
  const options = { strict: false, onWarning: deviations.add, file, limit } as const
  const chunks = readChunks(file)
  if (context !== undefined) tally.searched = yield* searchWithContext(pattern, chunks, options, context)
  else tally.searched = yield* asNeighbours(searchTrees(pattern, chunks, options))
  say(deviations.describe('parley: '))
}

async function* asNeighbours(
  search: AsyncGenerator<FoundTree, number, undefined>,
): AsyncGenerator<Neighbour, number, undefined> {
  try {
    for (;;) {
      const next = await search.next()
      if (next.done) return next.value
      yield { found: next.value }
    }
  } finally {
    await search.return(0)
  }
}

function output(one: Neighbour, pattern: TreePattern, file: string | undefined, { format }: Values): string {
  if ('found' in one) {
    const found = { found: one.found, pattern, file }
    if (format === 'json') return `${JSON.stringify(foundJson(found))}\n`
    return format === 'conllu' ? foundConllu(found) : foundText(found, colours())
  }
  if (format === 'json') return ''
  if ('gap' in one) return format === 'text' ? '--\n' : ''
  if (format === 'conllu') return one.beside.toString()
  const none = { matches: [], complete: true, sentence: one.beside, number: 0 }
  return foundText({ found: none, pattern, file }, false)
}

function colours(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR
}

function ending(tallies: readonly Tally[], counts: Counts | null, { format, count }: Values): string {
  const json = format === 'json'
  if (counts !== null)
    return json ? `${JSON.stringify({ files: tallies, counts: counts.table })}\n` : counts.toString()
  if (count !== true) return ''
  if (json) return `${JSON.stringify({ files: tallies })}\n`
  return tallies
    .map(
      ({ file, searched: all, sentences, matches }) =>
        `${visible(file)}: ${matches} matches in ${sentences} of ${all} sentences\n`,
    )
    .join('')
}
