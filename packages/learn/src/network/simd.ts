// The kernels in WebAssembly: assembled and compiled at first use.
import { assemble } from '../wasm/assembler.js'
import { lazyModule } from '../wasm/lazy-module.js'
import type { Kernels } from './kernels.js'
import { adam } from './simd-adam.js'
import { addPairs, arcSlopes, scoreArcs } from './simd-arcs.js'
import { addPositive, addRows, positive, prefixSums, products } from './simd-matrix.js'

const KERNELS = [products, addRows, positive, addPositive, prefixSums, scoreArcs, addPairs, arcSlopes, adam]

/** The kernels over a memory, or null where WebAssembly or its SIMD is missing or forbidden. */
export function simdKernels(memory: WebAssembly.Memory, isShared = false): Kernels | null {
  const module = isShared ? sharedModule() : simdModule()
  if (module === null) return null
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels
}

/** The module as bytes. */
export function simdBytes(isShared = false): Uint8Array<ArrayBuffer> {
  return assemble(KERNELS, isShared)
}

export const simdModule = lazyModule(simdBytes)
const sharedModule = lazyModule(() => simdBytes(true))
