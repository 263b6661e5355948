// What the engine is told, for what it cannot know: how much work there is, and for how many threads. Only of Node 20's engine is it
// known by measurement what that gains (docs/decisions/017-compiler-flags.md); later ones are left alone.
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fileSize, type Source } from './text-sources.js'

const isKnown = process.versions.v8.startsWith('11.')

/** Bytes of CoNLL-U that are soon done by one worker. */
const SHORT = 2_000_000
/** By several: all of them have everything compiled for themselves, and no core is idle meanwhile. */
const SHORT_FOR_THREADS = 6_000_000
/** A word of CoNLL-U takes so many times the bytes of a word of text. */
const CONLLU_BYTES = 10

/** Whether all of the input is known, and so many workers are soon done with it. */
export function isShort(sources: readonly Source[], workers: number): boolean {
  let bytes = 0
  for (const source of sources) {
    if ('file' in source && source.file === '-') return false
    const isConllu = 'file' in source && source.file.endsWith('.conllu')
    bytes += fileSize(source) * (isConllu ? 1 : CONLLU_BYTES)
  }
  return bytes < (workers > 1 ? SHORT_FOR_THREADS : SHORT)
}

/**
 * For work that is soon done: half of all processor time would go into the optimising compiler. Makes it copy less (a sixth of what it
 * would by default) from one function into another, which is a third of its work, and costs a twentieth of the speed from then on.
 */
export function compileLess(): void {
  if (isKnown) setFlagsFromString('--max-inlined-bytecode-size-cumulative=150')
}

/**
 * For threads that are started from now on, beside a main thread that leaves the work to them. If they take all cores, each compiles
 * for itself instead of in threads of the engine, which would take the cores from them while they run slow code.
 */
export function prepareThreads(count: number): void {
  if (!isKnown) return
  if (count >= availableParallelism()) setFlagsFromString('--no-concurrent-recompilation')
  // In megabytes. Threads begin with as much room for new things as they would have soon: see `staySmall`.
  setFlagsFromString('--min-semi-space-size=8')
}

/**
 * For a main thread that only reads and writes, once its threads run: gives back what it needed to begin, tens of megabytes that would
 * be found only when much more has come together, and lets its room for new things grow no further.
 */
export function staySmall(): void {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collectGarbage()
  // Every thread that starts puts this back.
  if (isKnown) setFlagsFromString('--semi-space-growth-factor=1')
}
