// The engine's optimising compiler works in threads of its own. Where a second or two is all the work there is, half of all processor
// time goes into it, and on a machine with two cores it takes that from the parser. What takes longer is worth its while.
import { setFlagsFromString } from 'node:v8'
import { fileSize, type Source } from './text-sources.js'

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
 * Makes the optimising compiler of Node 20's engine copy less (a sixth of what it would by default) from one function into another,
 * which is a third of its work, and costs a twentieth of the speed from then on. Later engines have a quicker compiler before it, where this gained nothing.
 */
export function compileLess(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--max-inlined-bytecode-size-cumulative=150')
}
