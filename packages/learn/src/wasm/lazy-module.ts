// WebAssembly modules that are assembled and compiled at first use.

/** Compiles a module once; null where WebAssembly, its SIMD or shared memory is missing or forbidden. */
export function lazyModule(bytes: () => Uint8Array<ArrayBuffer>): () => WebAssembly.Module | null {
  let compiled: WebAssembly.Module | null | undefined
  return () => {
    if (compiled !== undefined) return compiled
    try {
      compiled = new WebAssembly.Module(bytes())
    } catch {
      compiled = null
    }
    return compiled
  }
}
