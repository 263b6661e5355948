// A small assembler for WebAssembly: an expression is its bytes, built by functions named after the
// instructions. It covers loops over SIMD vectors of four 32-bit numbers and sums over tables.

/** Code as nested lists of bytes; an expression leaves a value on the stack, a statement does not. */
export type Code = readonly (number | Code)[]
export type Type = 'i32' | 'f32' | 'f64' | 'v128'

const TYPES: Readonly<Record<Type, number>> = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b }
const SIMD = 0xfd
const VOID = 0x40
const END = 0x0b

/** A variable of a function. */
export class Local {
  constructor(
    readonly index: number,
    readonly type: Type,
  ) {}

  get get(): Code {
    return [0x20, ...unsigned(this.index)]
  }

  set(value: Code): Code {
    return [value, 0x21, ...unsigned(this.index)]
  }

  /** Adds to an integer. */
  step(by: Code): Code {
    return this.set(i32.add(this.get, by))
  }
}

const binary =
  (...opcode: number[]) =>
  (a: Code, b: Code): Code => [a, b, ...opcode]
const unary =
  (...opcode: number[]) =>
  (a: Code): Code => [a, ...opcode]
/** A place in memory with a constant offset; the alignment is only a hint. */
const load =
  (align: number, ...opcode: number[]) =>
  (at: Code, offset = 0): Code => [at, ...opcode, align, ...unsigned(offset)]
const store =
  (align: number, ...opcode: number[]) =>
  (at: Code, value: Code, offset = 0): Code => [at, value, ...opcode, align, ...unsigned(offset)]

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  load: load(2, 0x28),
  /** Loads a byte, as a number from 0 to 255. */
  loadByte: load(0, 0x2d),
  /** Loads two bytes, as a number from 0 to 65,535. */
  loadPair: load(1, 0x2f),
  store: store(2, 0x36),
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  and: binary(0x71),
  or: binary(0x72),
  eq: binary(0x46),
  shl: binary(0x74),
  shrU: binary(0x76),
  ltU: binary(0x49),
  geU: binary(0x4f),
}

/** The first value if the condition is not zero, or else the second. */
export const select = (a: Code, b: Code, condition: Code): Code => [a, b, condition, 0x1b]

export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  load: load(2, 0x2a),
  store: store(2, 0x38),
  add: binary(0x92),
  sub: binary(0x93),
  mul: binary(0x94),
  div: binary(0x95),
  max: binary(0x97),
  sqrt: unary(0x91),
  /** The float nearest to a signed integer. */
  convert: unary(0xb2),
  ne: binary(0x5c),
  lt: binary(0x5d),
  gt: binary(0x5e),
  le: binary(0x5f),
}

export const f64 = {
  load: load(3, 0x2b),
  store: store(3, 0x39),
  const: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  add: binary(0xa0),
  mul: binary(0xa2),
  /** The same number as a 64-bit float, and the nearest 32-bit float. */
  promote: unary(0xbb),
  demote: unary(0xb6),
}

export const f64x2 = {
  /** Loads two 32-bit floats as 64-bit ones. */
  loadPromoted: (at: Code, offset = 0): Code => [load(3, SIMD, 0x5d)(at, offset), SIMD, 0x5f],
  lane: (a: Code, lane: number): Code => [a, SIMD, 0x21, lane],
  add: binary(SIMD, ...unsigned(0xf0)),
  mul: binary(SIMD, ...unsigned(0xf2)),
}

export const i32x4 = {
  load: load(4, SIMD, 0x00),
  store: store(4, SIMD, 0x0b),
  splat: unary(SIMD, 0x11),
  add: binary(SIMD, ...unsigned(0xae)),
  sub: binary(SIMD, ...unsigned(0xb1)),
  /** The larger one of signed numbers. */
  max: binary(SIMD, ...unsigned(0xb8)),
  /** The sums of two neighbouring products each of signed numbers of 16 bits. */
  dot: binary(SIMD, ...unsigned(0xba)),
  /** Shifts all lanes by the same number of bits. */
  shl: binary(SIMD, ...unsigned(0xab)),
  shrU: binary(SIMD, ...unsigned(0xad)),
  /** Widens the first four of eight 16-bit numbers; `extendHigh` widens the others. */
  extendLow: unary(SIMD, ...unsigned(0xa7)),
  extendHigh: unary(SIMD, ...unsigned(0xa8)),
}

export const i16x8 = {
  /** Loads eight signed bytes and widens them to 16 bits. */
  loadBytes: load(0, SIMD, 0x01),
  /** Two vectors of 32-bit numbers as one of 16 bits, cut to their range. */
  narrow: binary(SIMD, ...unsigned(0x85)),
}

export const f32x4 = {
  load: load(4, SIMD, 0x00),
  /** Loads one number into all lanes. */
  loadSplat: load(2, SIMD, 0x09),
  store: store(4, SIMD, 0x0b),
  splat: unary(SIMD, 0x13),
  lane: (a: Code, lane: number): Code => [a, SIMD, 0x1f, lane],
  gt: binary(SIMD, 0x44),
  and: binary(SIMD, 0x4e),
  /** The bits of a where the mask has 1, those of b elsewhere. */
  select: (a: Code, b: Code, mask: Code): Code => [a, b, mask, SIMD, 0x52],
  abs: unary(SIMD, ...unsigned(0xe0)),
  sqrt: unary(SIMD, ...unsigned(0xe3)),
  add: binary(SIMD, ...unsigned(0xe4)),
  sub: binary(SIMD, ...unsigned(0xe5)),
  mul: binary(SIMD, ...unsigned(0xe6)),
  div: binary(SIMD, ...unsigned(0xe7)),
  /** The floats nearest to signed integers. */
  convert: unary(SIMD, ...unsigned(0xfa)),
  /** a < b ? b : a */
  pmax: binary(SIMD, ...unsigned(0xeb)),
}

/** Repeats code while a variable is below an end. */
export function whileBelow(variable: Local, end: Code, ...body: readonly Code[]): Code {
  return [
    ...[0x02, VOID, i32.geU(variable.get, end), 0x0d, 0],
    ...[0x03, VOID, ...body, i32.ltU(variable.get, end), 0x0d, 0, END],
    END,
  ]
}

/** Repeats code until a condition is not zero; the condition is tested first. */
export function until(condition: Code, ...body: readonly Code[]): Code {
  return [0x02, VOID, 0x03, VOID, condition, 0x0d, 1, ...body, 0x0c, 0, END, END]
}

/** Repeats code while a condition is not zero; the condition is tested last. */
export function repeatWhile(condition: Code, ...body: readonly Code[]): Code {
  return [0x03, VOID, ...body, condition, 0x0d, 0, END]
}

/** Runs code if a condition is not zero. */
export function when(condition: Code, ...body: readonly Code[]): Code {
  return [condition, 0x04, VOID, ...body, END]
}

/** Runs `then` if a condition is not zero, `otherwise` if it is. */
export function choose(condition: Code, then: Code, otherwise: Code): Code {
  return [condition, 0x04, VOID, then, 0x05, otherwise, END]
}

/** A function: its parameters, its result type, if any, and the builder of its code. */
export interface Kernel {
  readonly name: string
  readonly parameters: readonly Type[]
  readonly result?: Type
  readonly body: (parameters: readonly Local[], local: (type: Type) => Local) => readonly Code[]
}

/** Maximum number of 65,536-byte pages with 32-bit addresses. */
const MOST_PAGES = 65536

/** The module with these functions over a memory imported as `env.memory`; `shared` if threads share it. */
export function assemble(kernels: readonly Kernel[], shared = false): Uint8Array<ArrayBuffer> {
  const types = kernels.map(({ parameters, result }) => [
    ...[0x60, ...list(parameters.map((type) => [TYPES[type]]))],
    ...list(result === undefined ? [] : [[TYPES[result]]]),
  ])
  const limits = shared ? [0x03, ...unsigned(1), ...unsigned(MOST_PAGES)] : [0x00, ...unsigned(1)]
  const memory = [...text('env'), ...text('memory'), 0x02, ...limits]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([memory])),
    ...section(3, list(kernels.map((_, i) => unsigned(i)))),
    ...section(7, list(kernels.map(({ name }, i) => [...text(name), 0x00, ...unsigned(i)]))),
    ...section(10, list(kernels.map(codeOf))),
  ])
}

function codeOf({ parameters, body }: Kernel): number[] {
  const own: Type[] = []
  const local = (type: Type) => new Local(parameters.length + own.push(type) - 1, type)
  const code = body(
    parameters.map((type, i) => new Local(i, type)),
    local,
  )
  const bytes = list(own.map((type) => [1, TYPES[type]]))
  flatten(code, bytes)
  bytes.push(END)
  return [...unsigned(bytes.length), ...bytes]
}

function flatten(code: Code, into: number[]): void {
  for (const part of code)
    if (typeof part === 'number') into.push(part)
    else flatten(part, into)
}

function section(id: number, bytes: readonly number[]): number[] {
  return [id, ...unsigned(bytes.length), ...bytes]
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

function text(name: string): number[] {
  return list(Array.from(name, (letter) => [letter.charCodeAt(0)]))
}

/** Encodes an unsigned integer as LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  return [...bytes, rest]
}

function signed(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest < -64 || rest > 63) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>= 7
  }
  return [...bytes, rest & 0x7f]
}
