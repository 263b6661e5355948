// Tunes the JavaScript engine by the amount of work and the number of threads. The gains were measured on the
// engine of Node 20 only (docs/decisions/017-compiler-flags.md); the compiler flags of later engines stay as
// they are.
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fileSize, type Source } from './text-sources.js'

const isKnown = process.versions.v8.startsWith('11.')

/** Maximum size of CoNLL-U input, in bytes, that counts as short for one worker. */
const SHORT = 2_000_000
/** The same for several workers: each compiles all functions itself, and no core is idle meanwhile. */
const SHORT_FOR_THREADS = 6_000_000
/** Ratio of the size of a word in CoNLL-U to its size in text. */
const CONLLU_BYTES = 10

/** Whether the size of all input is known, and is short for this number of workers. */
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
 * Reduces inlining to a sixth of the default, for short work that would spend half of all processor time in
 * the optimising compiler. Inlining is a third of the compiler's work; without it the code is 5 % slower.
 */
export function compileLess(): void {
  if (isKnown) setFlagsFromString('--max-inlined-bytecode-size-cumulative=150')
}

/**
 * Sets flags for the threads that are started after this call, when the main thread leaves the work to them.
 * If they use all cores, each compiles in its own thread: compiler threads of the engine would compete for
 * the cores while the workers run unoptimised code.
 */
export function prepareThreads(count: number): void {
  if (!isKnown) return
  if (count >= availableParallelism()) setFlagsFromString('--no-concurrent-recompilation')
  // In megabytes. Threads start with a young generation of the size that it would soon reach: see
  // `staySmall`.
  setFlagsFromString('--min-semi-space-size=8')
}

/**
 * Reduces the memory of a main thread that only reads and writes, once its threads run: collects the garbage
 * of the start, which is tens of megabytes, and stops the growth of the young generation.
 */
export function staySmall(): void {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  collectGarbage()
  // The start of every thread resets this flag.
  if (isKnown) setFlagsFromString('--semi-space-growth-factor=1')
}
