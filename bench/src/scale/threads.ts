// Worker threads against none: parsing and training with one and with several workers, in alternation;
// wall-clock time, processor time of all threads and of the busiest, peak memory, and whether the bytes are
// the same. Of several rounds: the fastest run of each, and the median of the rounds' ratios. Wall-clock
// times need an otherwise idle machine; the time that the host withheld from a virtual machine is printed
// beside them.
//
//   PARLEY_DATA=… node bench/dist/scale/threads.js parse [--model M] [--sentences 20000] [--workers 1,2]
//     [--repeats 2] [--one-core] [--turns 4] [--apart]
//   PARLEY_DATA=… node bench/dist/scale/threads.js train [--treebank da_cdt] [--sentences 500]
//     [--workers 1,2] [--apart] [-- --no-network …]
//
// --one-core also runs one worker on one core, where the engine's threads for compilation and garbage
// collection have no other core (Linux). --turns lets all runs of a round alternate, one worker for some
// seconds, two workers for half as long, and so on, so that all see the same state of the machine. --apart
// also runs as many processes of one worker at the same time, which share only the machine: their slowdown
// against a single process is what the machine costs, whatever the program does.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from '../median.js'
import { readTreebank } from '../parsing/treebanks.js'
import { brief, markdownTable } from '../table.js'
import { type Command, type Measured, measureByTurns, measureCommand } from './measure-command.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    treebank: { type: 'string' },
    sentences: { type: 'string' },
    workers: { type: 'string', default: '1,2' },
    repeats: { type: 'string', default: '1' },
    apart: { type: 'boolean', default: false },
    'one-core': { type: 'boolean', default: false },
    turns: { type: 'string' },
  },
})
const [what, ...more] = positionals
if (what !== 'parse' && what !== 'train') {
  console.error('Say parse or train.')
  process.exit(2)
}
/** A run of the command, with the checksum of its result. */
type Run = Measured & { readonly sum: string }

const workers = values.workers.split(',').map(Number)
/** The runs of a round: numbers of workers, and whether they have only one core. */
const kinds: (readonly [workers: number, onOneCore: boolean])[] = [
  ...workers.map((n) => [n, false] as const),
  ...(values['one-core'] ? [[1, true] as const] : []),
]
const folder = mkdtempSync(join(tmpdir(), 'parley-threads-'))
try {
  const wanted = Number(values.sentences ?? (what === 'parse' ? 20_000 : 500))
  const all = readTreebank(values.treebank ?? (what === 'parse' ? 'en_ewt' : 'da_cdt'), 'train')
  const sentences = Array.from({ length: what === 'parse' ? wanted : Math.min(wanted, all.length) }, (_, i) =>
    all[i % all.length].toString(),
  )
  const file = join(folder, 'sentences.conllu')
  writeFileSync(file, sentences.join(''))
  const rounds: Run[][] = []
  for (let k = 0; k < Number(values.repeats); k++) {
    // The first and the last run alternate in beginning.
    const order = k % 2 === 0 ? [...kinds.keys()] : [...kinds.keys()].reverse()
    const commands = order.map((i) => {
      const [n, onOneCore] = kinds[i]
      return { args: argumentsFor(file, outOf(i), n), onOneCore, seconds: Number(values.turns) / n }
    })
    const measured = values.turns === undefined ? await oneByOne(commands) : await measureByTurns(commands)
    const round: Run[] = []
    order.forEach((i, at) => {
      const one = measured[at]
      const sum =
        what === 'parse'
          ? one.output
          : createHash('sha256')
              .update(readFileSync(outOf(i)))
              .digest('hex')
      round[i] = { ...one, sum }
    })
    const times = round.map(
      ({ seconds, stolenSeconds }) => `${brief(seconds)} s (${brief(stolenSeconds)} s stolen)`,
    )
    process.stderr.write(`${times.join(', ')}\n`)
    rounds.push(round)
  }
  const least = (i: number, key: 'seconds' | 'cpuSeconds' | 'busiestSeconds') =>
    Math.min(...rounds.map((round) => round[i][key]))
  const total = (i: number) => rounds.reduce((sum, round) => sum + round[i].seconds, 0)
  const rows = kinds.map(([n, onOneCore], i) => [
    onOneCore ? `${n} on one core` : n,
    brief(least(i, 'seconds')),
    brief(least(i, 'cpuSeconds')),
    brief(least(i, 'busiestSeconds')),
    Number((least(0, 'seconds') / least(i, 'seconds')).toFixed(2)),
    Number(median(rounds.map((round) => round[0].seconds / round[i].seconds)).toFixed(2)),
    Number((total(0) / total(i)).toFixed(2)),
    Math.round(Math.max(...rounds.map((round) => round[i].peakMegabytes))),
    rounds.every((round) => round[i].sum === rounds[0][0].sum) ? 'yes' : 'NO',
  ])
  console.log(
    markdownTable(
      [
        'workers',
        's',
        'processor s',
        'busiest thread s',
        'times as fast',
        'median of the rounds',
        'in all',
        'peak MB',
        'same bytes',
      ],
      rows,
    ),
  )
  if (values.apart) {
    const count = workers.at(-1)!
    const apart = Array.from({ length: count }, (_, i) => measureCommand(argumentsFor(file, outOf(i), 1)))
    const slowest = Math.max(...(await Promise.all(apart)).map(({ seconds }) => seconds))
    const most = ((count * least(0, 'seconds')) / slowest).toFixed(2)
    console.log(
      `\n${count} processes of one worker at the same time took ${brief(slowest)} s: so much work is done ${most} times as fast as one after the other.`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function oneByOne(commands: readonly Command[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const { args, onOneCore } of commands) measured.push(await measureCommand(args, onOneCore))
  return measured
}

function outOf(i: number): string {
  return join(folder, `out${i}`)
}

function argumentsFor(file: string, out: string, n: number): string[] {
  return what === 'parse' ? parseArguments(file, n) : trainArguments(file, out, n)
}

function parseArguments(file: string, n: number): string[] {
  const model = values.model === undefined ? [] : ['--model', values.model]
  return ['parse', file, '--tags', 'predict', ...model, '--workers', String(n), ...more]
}

function trainArguments(file: string, out: string, n: number): string[] {
  return [
    'train',
    'pipeline',
    '--train',
    file,
    '--name',
    'a bench',
    '--out',
    out,
    '--workers',
    String(n),
    ...more,
  ]
}
