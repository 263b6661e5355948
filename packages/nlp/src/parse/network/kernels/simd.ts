// The kernels in WebAssembly, four numbers at a time.
import { assemble, type Code, f32, f32x4, i32, type Kernel, type Local, whileBelow } from './assembler.js'
import { ARC_ENTRY, type Kernels, WIDTH } from './kernels.js'

/** Vectors of a row. */
const VECTORS = WIDTH / 4
const ROW = 4 * WIDTH

const addresses = (count: number) => new Array<'i32'>(count).fill('i32')
const times = (count: number, code: (i: number) => Code): Code =>
  Array.from({ length: count }, (_, i) => code(i)).flat()
const zero = f32x4.splat(f32.const(0))

/** Blocks of 4 rows and 8 columns keep eight sums in registers; the columns of a block of b stay in the cache for all rows. */
const products: Kernel = {
  name: 'products',
  parameters: addresses(10),
  body: ([a, aRow, aColumn, rows, b, bStep, columns, length, y, yStep], local) => {
    const bEnd = local('i32')
    const [aAt, yAt, yTail, yEnd, k, kEnd] = addresses(6).map(local)
    const pointers = addresses(4).map(local)
    const sums = Array.from({ length: 8 }, () => local('v128'))
    const [b0, b1, p] = [local('v128'), local('v128'), local('v128')]
    /** So many rows of y, eight columns. */
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

const addRows: Kernel = {
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

const positive: Kernel = {
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

const addPositive: Kernel = {
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

const prefixSums: Kernel = {
  name: 'prefixSums',
  parameters: addresses(4),
  body: ([x, xStep, rows, y], local) => {
    const end = local('i32')
    return [
      end.set(i32.add(y.get, i32.mul(rows.get, i32.const(ROW)))),
      times(VECTORS, (v) => f32x4.store(y.get, zero, 16 * v)),
      whileBelow(
        y,
        end.get,
        times(VECTORS, (v) =>
          f32x4.store(y.get, f32x4.add(f32x4.load(y.get, 16 * v), f32x4.load(x.get, 16 * v)), ROW + 16 * v),
        ),
        x.step(xStep.get),
        y.step(i32.const(ROW)),
      ),
    ]
  },
}

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

const scoreArcs: Kernel = {
  name: 'scoreArcs',
  parameters: addresses(4),
  body: ([list, count, weights, out], local) => {
    const end = local('i32')
    const total = local('v128')
    const { read, sum } = arcEntry(list, local)
    const lane = (i: number) => f32x4.lane(total.get, i)
    return [
      end.set(i32.add(list.get, i32.mul(count.get, i32.const(4 * ARC_ENTRY)))),
      whileBelow(
        list,
        end.get,
        read,
        total.set(zero),
        times(VECTORS, (v) => {
          const product = f32x4.mul(f32x4.load(weights.get, 16 * v), f32x4.pmax(zero, sum(v)))
          return total.set(f32x4.add(total.get, product))
        }),
        f32.store(out.get, f32.add(f32.add(lane(0), lane(1)), f32.add(lane(2), lane(3)))),
        list.step(i32.const(4 * ARC_ENTRY)),
        out.step(i32.const(4)),
      ),
    ]
  },
}

const addPairs: Kernel = {
  name: 'addPairs',
  parameters: addresses(3),
  body: ([list, count, y], local) => {
    const [end, a, b] = addresses(3).map(local)
    return [
      end.set(i32.add(list.get, i32.shl(count.get, i32.const(3)))),
      whileBelow(
        list,
        end.get,
        a.set(i32.load(list.get)),
        b.set(i32.load(list.get, 4)),
        times(VECTORS, (v) => {
          const sum = f32x4.add(f32x4.load(a.get, 16 * v), f32x4.load(b.get, 16 * v))
          return f32x4.store(y.get, f32x4.pmax(zero, sum), 16 * v)
        }),
        list.step(i32.const(8)),
        y.step(i32.const(ROW)),
      ),
    ]
  },
}

let compiled: WebAssembly.Module | null | undefined

/** The kernels over a memory, or null where WebAssembly or its vectors are missing or forbidden. */
export function simdKernels(memory: WebAssembly.Memory): Kernels | null {
  const module = simdModule()
  if (module === null) return null
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels
}

/** Compiled once, at first use. */
export function simdModule(): WebAssembly.Module | null {
  if (compiled !== undefined) return compiled
  try {
    const kernels = [products, addRows, positive, addPositive, prefixSums, scoreArcs, addPairs]
    compiled = new WebAssembly.Module(assemble(kernels))
  } catch {
    compiled = null
  }
  return compiled
}
