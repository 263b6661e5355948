// Two running commands, one with a worker and one with several, that receive the same sentences alternately
// through standard input: how much faster the second is once both are warm. Turns of a few seconds are
// compared with each other, so that the current speed of the machine matters little; `threads.js` compares
// whole commands, including their start.
//
//   PARLEY_DATA=… node bench/dist/scale/warm-threads.js [--workers 2] [--sentences 2000] [--turns 20]
//     [--other OTHER/packages/cli/bin/parley.js]
//
// --other compares with the command of another build instead, with the same number of workers.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { median } from '../median.js'
import { readTreebank } from '../parsing/treebanks.js'
import { COMMAND } from './measure-command.js'

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    sentences: { type: 'string', default: '2000' },
    turns: { type: 'string', default: '20' },
    other: { type: 'string' },
  },
})
/** Number of turns that are not counted. */
const WARM_UP = 4

/** A command that waits for sentences. */
class Running {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>
  private readonly pieces: string[] = []
  private last = ''
  private left = 0
  private done: () => void = () => {}

  constructor(command: string, workers: string) {
    this.child = spawn(
      process.execPath,
      [command, 'parse', '-', '--input', 'conllu', '--tags', 'predict', '--workers', workers],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    this.child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      this.pieces.push(piece)
      // A sentence ends with an empty line, which may come in two pieces.
      this.left -= count(piece, this.last)
      this.last = piece.at(-1)!
      if (this.left === 0) this.done()
    })
  }

  /** Parses sentences; returns the seconds and the result. */
  async parse(sentences: readonly string[]): Promise<{ seconds: number; text: string }> {
    this.left = sentences.length
    const finished = new Promise<void>((resolve) => {
      this.done = resolve
    })
    const start = performance.now()
    this.child.stdin.write(sentences.join(''))
    await finished
    const seconds = (performance.now() - start) / 1000
    return { seconds, text: this.pieces.splice(0).join('') }
  }

  end(): void {
    this.child.stdin.end()
  }
}

/** Number of empty lines that end in a piece of text, given the character before it. */
function count(piece: string, before: string): number {
  let lines = before === '\n' && piece[0] === '\n' ? 1 : 0
  for (let at = piece.indexOf('\n\n'); at >= 0; at = piece.indexOf('\n\n', at + 2)) lines++
  return lines
}

const all = readTreebank('en_ewt', 'train').map((sentence) => sentence.toString())
const { other } = values
const one = new Running(other ?? COMMAND, other === undefined ? '1' : values.workers)
const several = new Running(COMMAND, values.workers)
const ratios: number[] = []
const totals = [0, 0]
for (let turn = -WARM_UP; turn < Number(values.turns); turn++) {
  const sentences = Array.from(
    { length: Number(values.sentences) },
    (_, i) => all[((turn + WARM_UP) * Number(values.sentences) + i) % all.length],
  )
  const isOdd = turn % 2 !== 0
  const first = await (isOdd ? several : one).parse(sentences)
  const second = await (isOdd ? one : several).parse(sentences)
  if (first.text !== second.text) throw new Error('The two commands gave different bytes.')
  const [alone, together] = isOdd ? [second, first] : [first, second]
  if (turn < 0) continue
  ratios.push(alone.seconds / together.seconds)
  totals[0] += alone.seconds
  totals[1] += together.seconds
  process.stderr.write(`${alone.seconds.toFixed(2)} s, ${together.seconds.toFixed(2)} s\n`)
}
one.end()
several.end()
const sorted = [...ratios].sort((a, b) => a - b)
const quartile = (share: number) => sorted[Math.round(share * (sorted.length - 1))].toFixed(2)
const who =
  other === undefined ? `${values.workers} workers are` : `With --workers ${values.workers} this build is`
const than = other === undefined ? 'one' : 'the other'
console.log(
  `${who} ${median(ratios).toFixed(2)} times as fast as ${than} once both are warm (median of ${ratios.length} turns of ${values.sentences} sentences; quartiles ${quartile(0.25)} and ${quartile(0.75)}; of all turns together ${(totals[0] / totals[1]).toFixed(2)}), with the same bytes.`,
)
