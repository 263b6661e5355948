// Kernels over rows and matrices, four numbers at a time.
import { type Code, f32x4, i32, type Kernel, whileBelow } from '../wasm/assembler.js'
import { addresses, eachVector, ROW, times, zero } from './simd-code.js'

/**
 * Blocks of 4 rows and 8 columns keep eight sums in registers; the columns of a block of b stay in the cache
 * for all rows.
 */
export const products: Kernel = {
  name: 'products',
  parameters: addresses(10),
  body: ([a, aRow, aColumn, rows, b, bStep, columns, length, y, yStep], local) => {
    const bEnd = local('i32')
    const [aAt, yAt, yTail, yEnd, k, kEnd] = addresses(6).map(local)
    const pointers = addresses(4).map(local)
    const sums = Array.from({ length: 8 }, () => local('v128'))
    const [b0, b1, p] = [local('v128'), local('v128'), local('v128')]
    /** Computes `count` rows and eight columns of y. */
    const block = (count: number): Code => {
      const yRow = (i: number) => i32.add(yAt.get, i32.mul(yStep.get, i32.const(i)))
      return [
        ...times(count, (i) => [
          ...pointers[i].set(i32.add(aAt.get, i32.mul(aRow.get, i32.const(i)))),
          ...sums[2 * i].set(f32x4.load(yRow(i))),
          ...sums[2 * i + 1].set(f32x4.load(yRow(i), 16)),
        ]),
        ...k.set(b.get),
        ...whileBelow(
          k,
          kEnd.get,
          b0.set(f32x4.load(k.get)),
          b1.set(f32x4.load(k.get, 16)),
          times(count, (i) => [
            ...p.set(f32x4.loadSplat(pointers[i].get)),
            ...sums[2 * i].set(f32x4.add(sums[2 * i].get, f32x4.mul(p.get, b0.get))),
            ...sums[2 * i + 1].set(f32x4.add(sums[2 * i + 1].get, f32x4.mul(p.get, b1.get))),
            ...pointers[i].step(aColumn.get),
          ]),
          k.step(bStep.get),
        ),
        ...times(count, (i) => [
          ...f32x4.store(yRow(i), sums[2 * i].get),
          ...f32x4.store(yRow(i), sums[2 * i + 1].get, 16),
        ]),
        ...aAt.step(i32.mul(aRow.get, i32.const(count))),
        ...yAt.step(i32.mul(yStep.get, i32.const(count))),
      ]
    }
    return [
      bEnd.set(i32.add(b.get, i32.shl(columns.get, i32.const(2)))),
      whileBelow(
        b,
        bEnd.get,
        aAt.set(a.get),
        yAt.set(y.get),
        kEnd.set(i32.add(b.get, i32.mul(bStep.get, length.get))),
        yTail.set(i32.add(y.get, i32.mul(yStep.get, i32.and(rows.get, i32.const(-4))))),
        yEnd.set(i32.add(y.get, i32.mul(yStep.get, rows.get))),
        whileBelow(yAt, yTail.get, block(4)),
        whileBelow(yAt, yEnd.get, block(1)),
        b.step(i32.const(32)),
        y.step(i32.const(32)),
      ),
    ]
  },
}

export const addRows: Kernel = {
  name: 'addRows',
  parameters: addresses(4),
  body: ([list, count, length, y], local) => {
    const [at, end, entry, listEnd, row] = addresses(5).map(local)
    const sums = Array.from({ length: 4 }, () => local('v128'))
    return [
      listEnd.set(i32.add(list.get, i32.shl(count.get, i32.const(2)))),
      end.set(i32.shl(length.get, i32.const(2))),
      whileBelow(
        at,
        end.get,
        times(4, (v) => sums[v].set(f32x4.load(i32.add(y.get, at.get), 16 * v))),
        entry.set(list.get),
        whileBelow(
          entry,
          listEnd.get,
          row.set(i32.add(i32.load(entry.get), at.get)),
          times(4, (v) => sums[v].set(f32x4.add(sums[v].get, f32x4.load(row.get, 16 * v)))),
          entry.step(i32.const(4)),
        ),
        times(4, (v) => f32x4.store(i32.add(y.get, at.get), sums[v].get, 16 * v)),
        at.step(i32.const(64)),
      ),
    ]
  },
}

export const positive: Kernel = {
  name: 'positive',
  parameters: addresses(2),
  body: ([length, y], local) => {
    const end = local('i32')
    return [
      end.set(i32.add(y.get, i32.shl(length.get, i32.const(2)))),
      whileBelow(y, end.get, f32x4.store(y.get, f32x4.pmax(zero, f32x4.load(y.get))), y.step(i32.const(16))),
    ]
  },
}

export const addPositive: Kernel = {
  name: 'addPositive',
  parameters: addresses(3),
  body: ([x, length, y], local) => {
    const end = local('i32')
    return [
      end.set(i32.add(y.get, i32.shl(length.get, i32.const(2)))),
      whileBelow(
        y,
        end.get,
        f32x4.store(y.get, f32x4.add(f32x4.load(x.get), f32x4.pmax(zero, f32x4.load(y.get)))),
        x.step(i32.const(16)),
        y.step(i32.const(16)),
      ),
    ]
  },
}

export const prefixSums: Kernel = {
  name: 'prefixSums',
  parameters: addresses(4),
  body: ([x, xStep, rows, y], local) => {
    const [end, counter] = addresses(2).map(local)
    return [
      end.set(i32.add(y.get, i32.mul(rows.get, i32.const(ROW)))),
      eachVector(counter, [y], 4, (v) => f32x4.store(y.get, zero, 16 * v)),
      y.step(i32.const(-ROW)),
      whileBelow(
        y,
        end.get,
        eachVector(counter, [x, y], 4, (v) =>
          f32x4.store(y.get, f32x4.add(f32x4.load(y.get, 16 * v), f32x4.load(x.get, 16 * v)), ROW + 16 * v),
        ),
        x.step(i32.sub(xStep.get, i32.const(ROW))),
      ),
    ]
  },
}
