// How much two cores of this machine slow each other down, whatever the program: a loop of arithmetic, and
// loops of random reads within some kilobytes, alone and while another thread does the same, in alternating
// half seconds. The result bounds the speed of two threads.
//
//   node bench/dist/scale/two-cores.js [--kilobytes 0,256,1024,4096,8192] [--seconds 20]
import { parseArgs } from 'node:util'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { median } from '../median.js'
import { markdownTable } from '../table.js'

/**
 * Indices in the shared memory: the work done by each thread; at `WORKING`, whether the second one is to
 * work.
 */
const DONE = [0, 1] as const
const WORKING = 2
const ROUND = 100_000
const TURN = 500

interface Loop {
  readonly shared: Int32Array
  readonly which: 0 | 1
  readonly kilobytes: number
}

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      kilobytes: { type: 'string', default: '0,256,1024,4096,8192' },
      seconds: { type: 'string', default: '20' },
    },
  })
  const rows: (string | number)[][] = []
  for (const kilobytes of values.kilobytes.split(',').map(Number))
    rows.push(await measure(kilobytes, Number(values.seconds)))
  console.log(
    markdownTable(
      [
        'random reads within',
        'alone, million/s',
        'slower beside another',
        'quartiles',
        'two threads at best',
      ],
      rows,
    ),
  )
} else loop(workerData as Loop)

async function measure(kilobytes: number, seconds: number): Promise<(string | number)[]> {
  const shared = new Int32Array(new SharedArrayBuffer(12))
  const threads = DONE.map(
    (which) => new Worker(new URL(import.meta.url), { workerData: { shared, which, kilobytes } }),
  )
  await turn(shared, true)
  const alone: number[] = []
  const slower: number[] = []
  let before = await turn(shared, false)
  for (let k = 0; k < (seconds * 1000) / (2 * TURN); k++) {
    const beside = await turn(shared, true)
    const after = await turn(shared, false)
    alone.push(after)
    slower.push((before + after) / 2 / beside)
    before = after
  }
  await Promise.all(threads.map((thread) => thread.terminate()))
  slower.sort((a, b) => a - b)
  const percent = (ratio: number) => `${(100 * (ratio - 1)).toFixed(0)} %`
  const at = (share: number) => slower[Math.floor(share * (slower.length - 1))]
  return [
    kilobytes === 0 ? 'nothing: arithmetic' : `${kilobytes} kB`,
    Math.round(median(alone)),
    percent(median(slower)),
    `${percent(at(0.25))} to ${percent(at(0.75))}`,
    (2 / median(slower)).toFixed(2),
  ]
}

/** Millions of steps per second of the first thread, with or without the second one working. */
async function turn(shared: Int32Array, isBeside: boolean): Promise<number> {
  Atomics.store(shared, WORKING, isBeside ? 1 : 0)
  Atomics.notify(shared, WORKING)
  await pause(TURN / 10)
  const [done, begun] = [Atomics.load(shared, DONE[0]), performance.now()]
  await pause(TURN)
  const rounds = (Atomics.load(shared, DONE[0]) - done) | 0
  return (rounds * ROUND) / 1000 / (performance.now() - begun)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function loop({ shared, which, kilobytes }: Loop): never {
  const table = new Int32Array(Math.max(1, kilobytes * 256)).map((_, i) => i * 7)
  let state = 1
  let sum = 0
  for (;;) {
    if (which === 1) Atomics.wait(shared, WORKING, 0)
    ;[state, sum] = kilobytes === 0 ? arithmetic(state, sum) : reads(table, state, sum)
    Atomics.add(shared, DONE[which], 1)
  }
}

function arithmetic(state: number, start: number): [number, number] {
  let [x, sum] = [state, start]
  for (let i = 0; i < ROUND; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) | 0
    sum = (sum + (x >>> 7) + (x >>> 11)) ^ i
  }
  return [x, sum]
}

function reads(table: Int32Array, state: number, start: number): [number, number] {
  const mask = table.length - 1
  let [x, sum] = [state, start]
  for (let i = 0; i < ROUND; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) | 0
    sum = (sum + table[(x >>> 7) & mask] + table[(x >>> 11) & mask]) | 0
  }
  return [x, sum]
}
