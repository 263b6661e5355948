// Kernels over lists of arcs, four numbers at a time.
import { type Code, f32, f32x4, i32, type Kernel, type Local, when, whileBelow } from '../wasm/assembler.js'
import { ARC_ENTRY } from './kernels.js'
import { addresses, eachVector, ROW, times, zero } from './simd-code.js'

/** The five rows of an entry of arcs, and what the network makes of vector v of them. */
function arcEntry(entry: Local, local: (type: 'i32' | 'v128') => Local) {
  const rows = addresses(5).map(local)
  const share = local('v128')
  const [first, second, third, to, from] = rows
  const read: Code = [
    ...times(5, (i) => rows[i].set(i32.load(entry.get, 4 * i))),
    ...share.set(f32x4.loadSplat(entry.get, 20)),
  ]
  const sum = (v: number): Code => {
    const of = (row: Local) => f32x4.load(row.get, 16 * v)
    const words = f32x4.mul(share.get, f32x4.sub(of(to), of(from)))
    return f32x4.add(f32x4.add(f32x4.add(of(first), of(second)), of(third)), words)
  }
  return { rows, share, read, sum }
}

export const scoreArcs: Kernel = {
  name: 'scoreArcs',
  parameters: addresses(4),
  body: ([list, count, weights, out], local) => {
    const [end, counter] = addresses(2).map(local)
    const total = local('v128')
    const { rows, read, sum } = arcEntry(list, local)
    const lane = (i: number) => f32x4.lane(total.get, i)
    return [
      end.set(i32.add(list.get, i32.mul(count.get, i32.const(4 * ARC_ENTRY)))),
      whileBelow(
        list,
        end.get,
        read,
        total.set(zero),
        eachVector(counter, [...rows, weights], 4, (v) => {
          const product = f32x4.mul(f32x4.load(weights.get, 16 * v), f32x4.pmax(zero, sum(v)))
          return total.set(f32x4.add(total.get, product))
        }),
        weights.step(i32.const(-ROW)),
        f32.store(out.get, f32.add(f32.add(lane(0), lane(1)), f32.add(lane(2), lane(3)))),
        list.step(i32.const(4 * ARC_ENTRY)),
        out.step(i32.const(4)),
      ),
    ]
  },
}

export const addPairs: Kernel = {
  name: 'addPairs',
  parameters: addresses(3),
  body: ([list, count, y], local) => {
    const [end, counter, a, b] = addresses(4).map(local)
    return [
      end.set(i32.add(list.get, i32.shl(count.get, i32.const(3)))),
      whileBelow(
        list,
        end.get,
        a.set(i32.load(list.get)),
        b.set(i32.load(list.get, 4)),
        eachVector(counter, [a, b, y], 4, (v) => {
          const sum = f32x4.add(f32x4.load(a.get, 16 * v), f32x4.load(b.get, 16 * v))
          return f32x4.store(y.get, f32x4.pmax(zero, sum), 16 * v)
        }),
        list.step(i32.const(8)),
      ),
    ]
  },
}

export const arcSlopes: Kernel = {
  name: 'arcSlopes',
  parameters: addresses(8),
  body: ([list, count, slopes, weights, dWeights, toRows, toThird, toSums], local) => {
    const [end, counter] = addresses(2).map(local)
    const [slope, z, open, dz, shared] = Array.from({ length: 5 }, () => local('v128'))
    const { rows, share, read, sum } = arcEntry(list, local)
    const addTo = (row: Local, v: number, value: Code): Code =>
      f32x4.store(row.get, f32x4.add(f32x4.load(row.get, 16 * v), value), 16 * v)
    // Where the gradient of each row is.
    const gradients = addresses(5).map(local)
    const away = [toRows, toRows, toThird, toSums, toSums]
    const [dFirst, dSecond, dThird, dTo, dFrom] = gradients
    return [
      end.set(i32.add(list.get, i32.mul(count.get, i32.const(4 * ARC_ENTRY)))),
      whileBelow(
        list,
        end.get,
        when(
          f32.ne(f32.load(slopes.get), f32.const(0)),
          read,
          slope.set(f32x4.loadSplat(slopes.get)),
          times(5, (i) => gradients[i].set(i32.add(rows[i].get, away[i].get))),
          eachVector(counter, [...rows, ...gradients, weights, dWeights], 1, (v) => [
            ...z.set(sum(v)),
            ...open.set(f32x4.gt(z.get, zero)),
            ...addTo(dWeights, v, f32x4.and(open.get, f32x4.mul(slope.get, z.get))),
            ...dz.set(f32x4.and(open.get, f32x4.mul(slope.get, f32x4.load(weights.get, 16 * v)))),
            ...shared.set(f32x4.mul(share.get, dz.get)),
            ...addTo(dFirst, v, dz.get),
            ...addTo(dSecond, v, dz.get),
            ...addTo(dThird, v, dz.get),
            ...addTo(dTo, v, shared.get),
            ...f32x4.store(dFrom.get, f32x4.sub(f32x4.load(dFrom.get, 16 * v), shared.get), 16 * v),
          ]),
          weights.step(i32.const(-ROW)),
          dWeights.step(i32.const(-ROW)),
        ),
        list.step(i32.const(4 * ARC_ENTRY)),
        slopes.step(i32.const(4)),
      ),
    ]
  },
}
