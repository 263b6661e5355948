// The loops over rows in WebAssembly, four numbers at a time.

import {
  assemble,
  type Code,
  f32,
  f32x4,
  f64,
  f64x2,
  i32,
  type Kernel,
  type Local,
  whileBelow,
} from '../wasm/assembler.js'
import { lazyModule } from '../wasm/lazy-module.js'
import { DIVISOR, EPSILON, LEAST_MEAN, type RowKernels } from './row-kernels.js'
import { addresses, all, zero } from './simd-code.js'
import { exponential, normal } from './simd-exp.js'

const { add, sub, mul, load, store, splat, pmax } = f32x4
const times4 = (count: Local) => i32.shl(count.get, i32.const(2))
const add2 = (a: Local, b: Local) => i32.add(a.get, b.get)

/** The sum of four lanes: in pairs. */
function total(lanes: Local): Code {
  const [a, b, c, d] = [0, 1, 2, 3].map((lane) => f32x4.lane(lanes.get, lane))
  return f32.add(f32.add(a, b), f32.add(c, d))
}

/**
 * Runs code for each vector of a row: `at` goes from `from` by vectors for `bytes` bytes, with other pointers
 * beside it.
 */
function along(
  at: Local,
  end: Local,
  from: Code,
  bytes: Code,
  others: readonly Local[],
  ...code: Code[]
): Code {
  return [
    at.set(from),
    end.set(i32.add(at.get, bytes)),
    whileBelow(at, end.get, code, ...[at, ...others].map((pointer) => pointer.step(i32.const(16)))),
  ]
}

const softmax: Kernel = {
  name: 'softmax',
  parameters: [...addresses(4), 'f32'],
  body: ([x, rows, columns, step, share], local) => {
    const [at, end, stop, bytes] = addresses(4).map(local)
    const [value, power, r, sums, largest, factor] = Array.from({ length: 6 }, () => local('v128'))
    const most = [0, 1, 2, 3].map((lane) => f32x4.lane(largest.get, lane))
    return [
      bytes.set(times4(columns)),
      stop.set(i32.add(x.get, i32.mul(rows.get, step.get))),
      factor.set(splat(share.get)),
      whileBelow(
        x,
        stop.get,
        largest.set(load(x.get)),
        along(at, end, x.get, bytes.get, [], largest.set(pmax(largest.get, load(at.get)))),
        largest.set(splat(f32.max(f32.max(most[0], most[1]), f32.max(most[2], most[3])))),
        sums.set(zero),
        along(
          at,
          end,
          x.get,
          bytes.get,
          [],
          [
            value.set(mul(factor.get, sub(load(at.get), largest.get))),
            exponential(value, power, r),
            store(at.get, value.get),
            sums.set(add(sums.get, value.get)),
          ],
        ),
        sums.set(splat(f32.div(f32.const(1), total(sums)))),
        along(at, end, x.get, bytes.get, [], store(at.get, mul(load(at.get), sums.get))),
        x.step(step.get),
      ),
    ]
  },
}

const softmaxBack: Kernel = {
  name: 'softmaxBack',
  parameters: [...addresses(5), 'f32'],
  body: ([p, slopes, rows, columns, step, share], local) => {
    const [at, end, stop, bytes, to] = addresses(5).map(local)
    const [sums, factor] = [local('v128'), local('v128')]
    const slope = load(i32.add(at.get, to.get))
    return [
      bytes.set(times4(columns)),
      to.set(i32.sub(slopes.get, p.get)),
      stop.set(i32.add(p.get, i32.mul(rows.get, step.get))),
      factor.set(splat(share.get)),
      whileBelow(
        p,
        stop.get,
        sums.set(zero),
        along(at, end, p.get, bytes.get, [], sums.set(add(sums.get, mul(load(at.get), slope)))),
        sums.set(splat(total(sums))),
        along(
          at,
          end,
          p.get,
          bytes.get,
          [],
          store(i32.add(at.get, to.get), mul(mul(factor.get, load(at.get)), sub(slope, sums.get))),
        ),
        p.step(step.get),
      ),
    ]
  },
}

const normalise: Kernel = {
  name: 'normalise',
  parameters: addresses(8),
  body: ([x, rows, columns, gain, bias, hat, inverse, y], local) => {
    const [at, end, stop, bytes, g, toBias] = addresses(6).map(local)
    const [sums, mean, spread] = Array.from({ length: 3 }, () => local('v128'))
    const [value, part] = [local('v128'), local('f32')]
    const off = sub(load(at.get), mean.get)
    const shifted = (pointer: Local) => i32.sub(add2(at, pointer), x.get)
    return [
      bytes.set(times4(columns)),
      stop.set(i32.add(x.get, i32.mul(rows.get, bytes.get))),
      toBias.set(i32.sub(bias.get, gain.get)),
      part.set(f32.div(f32.const(1), f32.convert(columns.get))),
      whileBelow(
        x,
        stop.get,
        sums.set(zero),
        along(at, end, x.get, bytes.get, [], sums.set(add(sums.get, load(at.get)))),
        mean.set(splat(f32.mul(total(sums), part.get))),
        sums.set(zero),
        along(
          at,
          end,
          x.get,
          bytes.get,
          [],
          value.set(off),
          sums.set(add(sums.get, mul(value.get, value.get))),
        ),
        spread.set(
          splat(f32.div(f32.const(1), f32.sqrt(f32.add(f32.mul(total(sums), part.get), f32.const(EPSILON))))),
        ),
        f32.store(inverse.get, f32x4.lane(spread.get, 0)),
        g.set(gain.get),
        along(
          at,
          end,
          x.get,
          bytes.get,
          [g],
          [
            value.set(mul(off, spread.get)),
            store(shifted(hat), value.get),
            store(shifted(y), add(mul(load(g.get), value.get), load(add2(g, toBias)))),
          ],
        ),
        ...[x, hat, y].map((pointer) => pointer.step(bytes.get)),
        inverse.step(i32.const(4)),
      ),
    ]
  },
}

const normaliseBack: Kernel = {
  name: 'normaliseBack',
  parameters: addresses(9),
  body: ([dy, rows, columns, gain, hat, inverse, dx, dGain, dBias], local) => {
    const [at, end, stop, bytes, g] = addresses(5).map(local)
    const [sums, more, slope, weight, hats, spread] = Array.from({ length: 6 }, () => local('v128'))
    const part = local('f32')
    const shifted = (pointer: Local) => i32.sub(add2(at, pointer), dy.get)
    const beside = (pointer: Local) => i32.sub(add2(g, pointer), gain.get)
    return [
      bytes.set(times4(columns)),
      stop.set(i32.add(dy.get, i32.mul(rows.get, bytes.get))),
      part.set(f32.div(f32.const(1), f32.convert(columns.get))),
      whileBelow(
        dy,
        stop.get,
        sums.set(zero),
        more.set(zero),
        g.set(gain.get),
        along(
          at,
          end,
          dy.get,
          bytes.get,
          [g],
          [
            slope.set(load(at.get)),
            weight.set(load(g.get)),
            hats.set(mul(slope.get, load(shifted(hat)))),
            store(beside(dGain), add(load(beside(dGain)), hats.get)),
            store(beside(dBias), add(load(beside(dBias)), slope.get)),
            sums.set(add(sums.get, mul(slope.get, weight.get))),
            more.set(add(more.get, mul(hats.get, weight.get))),
          ],
        ),
        sums.set(splat(f32.mul(total(sums), part.get))),
        more.set(splat(f32.mul(total(more), part.get))),
        spread.set(splat(f32.load(inverse.get))),
        g.set(gain.get),
        along(
          at,
          end,
          dy.get,
          bytes.get,
          [g],
          [
            slope.set(sub(mul(load(at.get), load(g.get)), sums.get)),
            slope.set(mul(spread.get, sub(slope.get, mul(load(shifted(hat)), more.get)))),
            store(shifted(dx), add(load(shifted(dx)), slope.get)),
          ],
        ),
        ...[dy, hat, dx].map((pointer) => pointer.step(bytes.get)),
        inverse.step(i32.const(4)),
      ),
    ]
  },
}

/** bell := exp(−x²/2) */
const bellOf = (x: Local, bell: Local, power: Local, r: Local): Code => [
  bell.set(mul(all(-0.5), mul(x.get, x.get))),
  exponential(bell, power, r),
]

const gelu: Kernel = {
  name: 'gelu',
  parameters: addresses(3),
  body: ([x, count, y], local) => {
    const end = local('i32')
    const [value, bell, power, r] = Array.from({ length: 4 }, () => local('v128'))
    return [
      end.set(i32.add(x.get, times4(count))),
      whileBelow(
        x,
        end.get,
        value.set(load(x.get)),
        bellOf(value, bell, power, r),
        normal(value, bell, r),
        store(y.get, mul(value.get, r.get)),
        ...[x, y].map((pointer) => pointer.step(i32.const(16))),
      ),
    ]
  },
}

const geluBack: Kernel = {
  name: 'geluBack',
  parameters: addresses(4),
  body: ([x, count, dy, dx], local) => {
    const end = local('i32')
    const [value, bell, power, r] = Array.from({ length: 4 }, () => local('v128'))
    const density = all(1 / Math.sqrt(2 * Math.PI))
    return [
      end.set(i32.add(x.get, times4(count))),
      whileBelow(
        x,
        end.get,
        value.set(load(x.get)),
        bellOf(value, bell, power, r),
        normal(value, bell, r),
        r.set(add(r.get, mul(mul(value.get, bell.get), density))),
        store(dx.get, add(load(dx.get), mul(load(dy.get), r.get))),
        ...[x, dy, dx].map((pointer) => pointer.step(i32.const(16))),
      ),
    ]
  },
}

const sums: Kernel = {
  name: 'sums',
  parameters: addresses(4),
  body: ([a, b, count, y], local) => {
    const end = local('i32')
    return [
      end.set(i32.add(a.get, times4(count))),
      whileBelow(
        a,
        end.get,
        store(y.get, add(load(a.get), load(b.get))),
        ...[a, b, y].map((pointer) => pointer.step(i32.const(16))),
      ),
    ]
  },
}

const dots: Kernel = {
  name: 'dots',
  parameters: addresses(5),
  body: ([a, count, length, b, y], local) => {
    const [at, stop, fours, end] = addresses(4).map(local)
    const [low, high] = [local('v128'), local('v128')]
    const first = local('f64')
    const addTo = (lanes: Local, offset: number) => {
      const product = f64x2.mul(f64x2.loadPromoted(a.get, offset), f64x2.loadPromoted(at.get, offset))
      return lanes.set(f64x2.add(lanes.get, product))
    }
    const product = f64.mul(f64.promote(f32.load(a.get)), f64.promote(f32.load(at.get)))
    const others = f64.add(f64x2.lane(high.get, 0), f64x2.lane(high.get, 1))
    return [
      stop.set(i32.add(y.get, times4(count))),
      end.set(i32.add(b.get, times4(length))),
      fours.set(i32.add(b.get, i32.shl(i32.and(length.get, i32.const(-4)), i32.const(2)))),
      whileBelow(
        y,
        stop.get,
        at.set(b.get),
        low.set(zero),
        high.set(zero),
        whileBelow(
          at,
          fours.get,
          addTo(low, 0),
          addTo(high, 8),
          ...[a, at].map((pointer) => pointer.step(i32.const(16))),
        ),
        first.set(f64x2.lane(low.get, 0)),
        whileBelow(
          at,
          end.get,
          first.set(f64.add(first.get, product)),
          ...[a, at].map((pointer) => pointer.step(i32.const(4))),
        ),
        f32.store(y.get, f64.demote(f64.add(f64.add(first.get, f64x2.lane(low.get, 1)), others))),
        y.step(i32.const(4)),
      ),
    ]
  },
}

const adamW: Kernel = {
  name: 'adamW',
  parameters: [...addresses(5), ...new Array<'f32'>(5).fill('f32')],
  body: ([w, count, toSlopes, toMean, toSquares, rate, shrink, keep, meanShare, squaresShare], local) => {
    const end = local('i32')
    const [slope, m, v] = Array.from({ length: 3 }, () => local('v128'))
    const shifted = (by: Local) => i32.add(w.get, by.get)
    return [
      end.set(i32.add(w.get, times4(count))),
      whileBelow(
        w,
        end.get,
        slope.set(mul(load(shifted(toSlopes)), splat(shrink.get))),
        m.set(load(shifted(toMean))),
        m.set(add(m.get, mul(splat(meanShare.get), sub(slope.get, m.get)))),
        m.set(f32x4.and(m.get, f32x4.gt(f32x4.abs(m.get), all(LEAST_MEAN)))),
        v.set(load(shifted(toSquares))),
        v.set(add(v.get, mul(splat(squaresShare.get), sub(mul(slope.get, slope.get), v.get)))),
        v.set(f32x4.and(v.get, f32x4.gt(v.get, all(LEAST_MEAN)))),
        slope.set(f32x4.div(mul(splat(rate.get), m.get), add(f32x4.sqrt(v.get), all(DIVISOR)))),
        store(w.get, sub(mul(load(w.get), splat(keep.get)), slope.get)),
        store(shifted(toMean), m.get),
        store(shifted(toSquares), v.get),
        w.step(i32.const(16)),
      ),
    ]
  },
}

/** The module as bytes. */
export function rowBytes(isShared = false): Uint8Array<ArrayBuffer> {
  return assemble(
    [softmax, softmaxBack, normalise, normaliseBack, gelu, geluBack, sums, dots, adamW],
    isShared,
  )
}

const rowModule = lazyModule(rowBytes)
const sharedModule = lazyModule(() => rowBytes(true))

/** The loops over a memory, or null where WebAssembly or its SIMD is missing or forbidden. */
export function simdRows(memory: WebAssembly.Memory, isShared = false): RowKernels | null {
  const module = isShared ? sharedModule() : rowModule()
  if (module === null) return null
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as RowKernels
}
