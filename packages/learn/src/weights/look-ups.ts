// Sums of weights in WebAssembly. In JavaScript, summing the entries of a byte table takes two fifths of the
// parsing time, since each access checks the array's type and length. Sums have the same order as in
// weights.ts and pruner.ts, so both implementations give the same bits.
import {
  assemble,
  type Code,
  f64,
  i32,
  i32x4,
  type Kernel,
  type Local,
  when,
  whileBelow,
} from '../wasm/assembler.js'
import { lazyModule } from '../wasm/lazy-module.js'

/**
 * Addresses are in bytes. A table is given by the address of its bytes and that of the 256 values (64-bit
 * floats) they encode.
 */
export interface LookUps {
  /**
   * The numbers of words in a role: out[i · count + k] := value · factors[k], where the value is the integer
   * at `values` + i · step + views[k].
   */
  numbers(
    values: number,
    step: number,
    words: number,
    views: number,
    factors: number,
    count: number,
    out: number,
  ): void

  /** out[k] := (a[k] + b[k] + c[k] + d[k] + salt) >>> shift for k < count, and for up to three k more. */
  places(
    a: number,
    b: number,
    c: number,
    d: number,
    count: number,
    salt: number,
    shift: number,
    out: number,
  ): void

  /**
   * The sum of a part's weights: at the `places` of a, b, c and d, and at the first `again` of them moved on
   * by `apart`. The places are written to `list`.
   */
  part(
    a: number,
    b: number,
    c: number,
    d: number,
    count: number,
    salt: number,
    shift: number,
    again: number,
    apart: number,
    codes: number,
    steps: number,
    list: number,
  ): number

  /**
   * The sum of an arc's weights: at (head[k] + modifier[k] + salt) >>> shift and, moved on by `far`, once
   * more, for k < count; at (plainHead[k] + plainModifier[k] + salt) >>> shift for k < plainCount; and at
   * `more` further places. These stand in `list` after space for all places except those moved on. Both
   * counts are multiples of 4.
   */
  arc(
    head: number,
    modifier: number,
    count: number,
    plainHead: number,
    plainModifier: number,
    plainCount: number,
    salt: number,
    far: number,
    shift: number,
    more: number,
    codes: number,
    steps: number,
    list: number,
  ): number

  /**
   * Scores all heads: out[h] := the sum of the weights at ((head[k] + row[k]) >>> shift) + far for k < count,
   * a multiple of 4, and at two places more. The numbers of each head follow those of the one before. Entry h
   * of `entries` is four words: the address of the row, `far`, and the two places.
   */
  heads(
    head: number,
    count: number,
    entries: number,
    words: number,
    shift: number,
    codes: number,
    steps: number,
    list: number,
    out: number,
  ): void

  /** out[i] := the sum of the weights at all places of a list, each moved on by offsets[i]. */
  rows(
    list: number,
    count: number,
    offsets: number,
    rows: number,
    codes: number,
    steps: number,
    out: number,
  ): void
}

/** Words of an entry in the list of heads. */
export const HEAD_ENTRY = 4

/** The weight of a byte in a table. */
function weight(steps: Local, byte: Code): Code {
  return f64.load(i32.add(steps.get, i32.shl(byte, i32.const(3))))
}

/**
 * Two sums over the places from a pointer to an end, of alternating places, in the order of `Weights.score`.
 */
function sumOf(codes: Local, steps: Local, sums: readonly [Local, Local]) {
  const add = (sum: Local, place: Code): Code =>
    sum.set(f64.add(sum.get, weight(steps, i32.loadByte(i32.add(codes.get, place)))))
  const next = (at: Local, i: number) => add(sums[i & 1], i32.load(at.get, 4 * i))
  const list = (at: Local, end: Local): Code => [
    whileBelow(
      at,
      i32.sub(end.get, i32.const(12)),
      ...[0, 1, 2, 3].map((i) => next(at, i)),
      at.step(i32.const(16)),
    ),
    whileBelow(at, i32.sub(end.get, i32.const(4)), next(at, 0), next(at, 1), at.step(i32.const(8))),
    when(i32.ltU(at.get, end.get), next(at, 0), at.step(i32.const(4))),
  ]
  return { add, list, total: f64.add(sums[0].get, sums[1].get) }
}

/** Writes the places of some words' numbers, four at a time, from `out` to `end`; all pointers move on. */
function fill(words: readonly Local[], salt: Local, shift: Local, out: Local, end: Code): Code {
  const sum = words.map((word) => i32x4.load(word.get)).reduce((a, b) => i32x4.add(a, b))
  return whileBelow(
    out,
    end,
    i32x4.store(out.get, i32x4.shrU(i32x4.add(sum, salt.get), shift.get)),
    ...[...words, out].map((pointer) => pointer.step(i32.const(16))),
  )
}

const bytes = (count: Local): Code => i32.shl(count.get, i32.const(2))
const integers = (count: number) => new Array<'i32'>(count).fill('i32')

const numbers: Kernel = {
  name: 'numbers',
  parameters: integers(7),
  body: ([values, step, words, views, factors, count, out], local) => {
    const [last, view, factor, end] = integers(4).map(local)
    return [
      last.set(i32.add(values.get, i32.mul(words.get, step.get))),
      end.set(i32.add(views.get, bytes(count))),
      whileBelow(
        values,
        last.get,
        view.set(views.get),
        factor.set(factors.get),
        whileBelow(
          view,
          end.get,
          i32.store(
            out.get,
            i32.mul(i32.load(i32.add(values.get, i32.load(view.get))), i32.load(factor.get)),
          ),
          ...[view, factor, out].map((pointer) => pointer.step(i32.const(4))),
        ),
        values.step(step.get),
      ),
    ]
  },
}

const places: Kernel = {
  name: 'places',
  parameters: integers(8),
  body: ([a, b, c, d, count, salt, shift, out], local) => {
    const salts = local('v128')
    const end = local('i32')
    return [
      salts.set(i32x4.splat(salt.get)),
      end.set(i32.add(out.get, bytes(count))),
      fill([a, b, c, d], salts, shift, out, end.get),
    ]
  },
}

const part: Kernel = {
  name: 'part',
  parameters: integers(12),
  result: 'f64',
  body: ([a, b, c, d, count, salt, shift, again, apart, codes, steps, list], local) => {
    const salts = local('v128')
    const [out, end, from] = integers(3).map(local)
    const sum = sumOf(codes, steps, [local('f64'), local('f64')])
    return [
      salts.set(i32x4.splat(salt.get)),
      out.set(list.get),
      end.set(i32.add(list.get, bytes(count))),
      fill([a, b, c, d], salts, shift, out, end.get),
      from.set(list.get),
      out.set(end.get),
      end.set(i32.add(end.get, bytes(again))),
      whileBelow(
        out,
        end.get,
        i32.store(out.get, i32.add(i32.load(from.get), apart.get)),
        from.step(i32.const(4)),
        out.step(i32.const(4)),
      ),
      sum.list(list, end),
      sum.total,
    ]
  },
}

const arc: Kernel = {
  name: 'arc',
  parameters: integers(13),
  result: 'f64',
  body: (
    [head, modifier, count, plainHead, plainModifier, plainCount, salt, far, shift, more, codes, steps, list],
    local,
  ) => {
    const salts = local('v128')
    const [out, middle, end, place] = integers(4).map(local)
    const [a, b] = [local('f64'), local('f64')]
    const sum = sumOf(codes, steps, [a, b])
    return [
      salts.set(i32x4.splat(salt.get)),
      out.set(list.get),
      middle.set(i32.add(list.get, bytes(count))),
      fill([head, modifier], salts, shift, out, middle.get),
      end.set(i32.add(middle.get, bytes(plainCount))),
      fill([plainHead, plainModifier], salts, shift, out, end.get),
      end.set(i32.add(end.get, bytes(more))),
      whileBelow(
        list,
        middle.get,
        place.set(i32.load(list.get)),
        sum.add(a, place.get),
        sum.add(b, i32.add(place.get, far.get)),
        list.step(i32.const(4)),
      ),
      sum.list(list, end),
      sum.total,
    ]
  },
}

const heads: Kernel = {
  name: 'heads',
  parameters: integers(9),
  body: ([head, count, entries, words, shift, codes, steps, list, out], local) => {
    const far = local('v128')
    const [last, at, end, row] = integers(4).map(local)
    const [a, b] = [local('f64'), local('f64')]
    const sum = sumOf(codes, steps, [a, b])
    return [
      last.set(i32.add(entries.get, i32.shl(words.get, i32.const(4)))),
      end.set(i32.add(list.get, bytes(count))),
      whileBelow(
        entries,
        last.get,
        row.set(i32.load(entries.get)),
        far.set(i32x4.splat(i32.load(entries.get, 4))),
        at.set(list.get),
        whileBelow(
          at,
          end.get,
          i32x4.store(
            at.get,
            i32x4.add(i32x4.shrU(i32x4.add(i32x4.load(head.get), i32x4.load(row.get)), shift.get), far.get),
          ),
          ...[head, row, at].map((pointer) => pointer.step(i32.const(16))),
        ),
        a.set(f64.const(0)),
        b.set(f64.const(0)),
        sum.add(a, i32.load(entries.get, 8)),
        sum.add(b, i32.load(entries.get, 12)),
        at.set(list.get),
        sum.list(at, end),
        f64.store(out.get, sum.total),
        entries.step(i32.const(4 * HEAD_ENTRY)),
        out.step(i32.const(8)),
      ),
    ]
  },
}

const rows: Kernel = {
  name: 'rows',
  parameters: integers(7),
  body: ([list, count, offsets, rowCount, codes, steps, out], local) => {
    const [at, end, last, place] = integers(4).map(local)
    /** Code for `width` rows at a time. */
    const some = (width: number): Code => {
      const starts = integers(width).map(local)
      const sums = Array.from({ length: width }, () => local('f64'))
      return whileBelow(
        offsets,
        i32.sub(last.get, i32.const(4 * (width - 1))),
        starts.map((start, i) => start.set(i32.add(codes.get, i32.load(offsets.get, 4 * i)))),
        sums.map((sum) => sum.set(f64.const(0))),
        at.set(list.get),
        whileBelow(
          at,
          end.get,
          place.set(i32.load(at.get)),
          sums.map((sum, i) =>
            sum.set(f64.add(sum.get, weight(steps, i32.loadByte(i32.add(starts[i].get, place.get))))),
          ),
          at.step(i32.const(4)),
        ),
        sums.map((sum, i) => f64.store(out.get, sum.get, 8 * i)),
        offsets.step(i32.const(4 * width)),
        out.step(i32.const(8 * width)),
      )
    }
    return [
      end.set(i32.add(list.get, bytes(count))),
      last.set(i32.add(offsets.get, bytes(rowCount))),
      some(4),
      some(1),
    ]
  },
}

const KERNELS = [numbers, places, part, arc, heads, rows]

/** The module as bytes. */
export function lookUpBytes(): Uint8Array<ArrayBuffer> {
  return assemble(KERNELS, true)
}

const lookUpModule = lazyModule(lookUpBytes)

/** Whether look-ups in WebAssembly are available. */
export function hasLookUps(): boolean {
  return lookUpModule() !== null
}

/** The look-ups over a memory. */
export function lookUpsIn(memory: WebAssembly.Memory): LookUps {
  return new WebAssembly.Instance(lookUpModule()!, { env: { memory } }).exports as unknown as LookUps
}
