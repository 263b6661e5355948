// What the kernels in WebAssembly are written with.
import { type Code, f32, f32x4 } from './assembler.js'
import { WIDTH } from './kernels.js'

/** Vectors of a row, and its bytes. */
export const VECTORS = WIDTH / 4
export const ROW = 4 * WIDTH

export const zero = f32x4.splat(f32.const(0))

export function addresses(count: number): 'i32'[] {
  return new Array<'i32'>(count).fill('i32')
}

/** Code again and again, for vectors, rows or whatever i stands for. */
export function times(count: number, code: (i: number) => Code): Code {
  return Array.from({ length: count }, (_, i) => code(i)).flat()
}
