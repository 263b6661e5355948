// Building blocks of the kernels in WebAssembly.
import { type Code, f32, f32x4, i32, type Local, whileBelow } from '../wasm/assembler.js'
import { WIDTH } from './kernels.js'

/** Bytes of a row. */
export const ROW = 4 * WIDTH

/** A number in all four lanes. */
export const all = (value: number): Code => f32x4.splat(f32.const(value))

export const zero = all(0)

export function addresses(count: number): 'i32'[] {
  return new Array<'i32'>(count).fill('i32')
}

/** Unrolls code for i = 0 … count − 1. */
export function times(count: number, code: (i: number) => Code): Code {
  return Array.from({ length: count }, (_, i) => code(i))
}

/**
 * A loop over the vectors of a row, `some` at a time: `code` reads vector v after the pointers, which advance
 * by a row. Full unrolling would exceed the 4,096 bytes that some browsers compile synchronously.
 */
export function eachVector(
  counter: Local,
  pointers: readonly Local[],
  some: number,
  code: (v: number) => Code,
): Code {
  return [
    counter.set(i32.const(0)),
    whileBelow(
      counter,
      i32.const(ROW),
      times(some, code),
      ...[...pointers, counter].map((pointer) => pointer.step(i32.const(16 * some))),
    ),
  ]
}
