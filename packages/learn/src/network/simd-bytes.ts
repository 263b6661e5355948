// Products with bytes in WebAssembly: one instruction multiplies eight pairs of 16-bit numbers and adds
// neighbours.
import {
  assemble,
  type Code,
  f32,
  f32x4,
  i16x8,
  i32,
  i32x4,
  type Kernel,
  type Local,
  select,
  whileBelow,
} from '../wasm/assembler.js'
import { lazyModule } from '../wasm/lazy-module.js'
import { type ByteKernels, LEAST } from './byte-kernels.js'
import { EXP } from './row-kernels.js'
import { addresses, all, times } from './simd-code.js'

const { add, mul, load, store, splat } = f32x4

const roundRows: Kernel = {
  name: 'roundRows',
  parameters: [...addresses(4), 'f32', ...addresses(2)],
  body: ([x, xStep, rows, columns, most, halves, scales], local) => {
    const [at, end, stop, bytes, isUsed] = addresses(5).map(local)
    const [sizes, factor, low, high] = Array.from({ length: 4 }, () => local('v128'))
    const largest = local('f32')
    const lane = (i: number) => f32x4.lane(sizes.get, i)
    /** The whole number next to a product; adding a certain number puts it into the last bits. */
    const rounded = (offset: number): Code =>
      i32x4.sub(add(mul(load(at.get, offset), factor.get), all(EXP.round)), all(EXP.round))
    const masked = (value: Code): Code => f32x4.and(value, i32x4.splat(i32.sub(i32.const(0), isUsed.get)))
    return [
      bytes.set(i32.shl(columns.get, i32.const(2))),
      stop.set(i32.add(scales.get, i32.shl(rows.get, i32.const(2)))),
      whileBelow(
        scales,
        stop.get,
        at.set(x.get),
        end.set(i32.add(x.get, bytes.get)),
        sizes.set(all(0)),
        // The bits of sizes are in the order of the sizes, and not-a-number is greater than all of them.
        whileBelow(
          at,
          end.get,
          sizes.set(i32x4.max(sizes.get, f32x4.abs(load(at.get)))),
          sizes.set(i32x4.max(sizes.get, f32x4.abs(load(at.get, 16)))),
          at.step(i32.const(32)),
        ),
        largest.set(f32.max(f32.max(lane(0), lane(1)), f32.max(lane(2), lane(3)))),
        isUsed.set(
          i32.and(
            f32.gt(largest.get, f32.const(LEAST)),
            f32.lt(largest.get, f32.const(Number.POSITIVE_INFINITY)),
          ),
        ),
        factor.set(splat(f32.div(most.get, largest.get))),
        f32.store(
          scales.get,
          select(
            f32.const(0),
            f32.add(f32.sub(largest.get, largest.get), f32.div(largest.get, most.get)),
            f32.le(largest.get, f32.const(LEAST)),
          ),
        ),
        at.set(x.get),
        whileBelow(
          at,
          end.get,
          low.set(masked(rounded(0))),
          high.set(masked(rounded(16))),
          store(halves.get, i16x8.narrow(low.get, high.get)),
          halves.step(i32.const(16)),
          at.step(i32.const(32)),
        ),
        x.step(xStep.get),
        scales.step(i32.const(4)),
      ),
    ]
  },
}

/**
 * Blocks of up to 4 rows and 8 columns keep their sums in registers. The inner loop is not unrolled: V8 would
 * load everything first, and registers would not suffice.
 */
const byteProducts: Kernel = {
  name: 'byteProducts',
  parameters: addresses(10),
  body: ([halves, rows, length, bytes, columns, scales, columnScales, bias, y, yStep], local) => {
    const [aAt, aRow, scaleAt, yAt, yStop, yFours, yTwos, yEnd, k, kEnd] = addresses(10).map(local)
    const pointers = addresses(4).map(local)
    const sums = Array.from({ length: 8 }, () => local('v128'))
    const [w0, w1, p] = [local('v128'), local('v128'), local('v128')]
    const addTo = (sum: Local, w: Local): Code => sum.set(i32x4.add(sum.get, i32x4.dot(p.get, w.get)))
    /** Computes `count` rows and eight columns of y. */
    const block = (count: number): Code => {
      const yRow = (i: number) => i32.add(yAt.get, i32.mul(yStep.get, i32.const(i)))
      const result = (i: number, half: number): Code => {
        const scale = mul(f32x4.loadSplat(scaleAt.get, 4 * i), load(columnScales.get, 16 * half))
        const sum = mul(f32x4.convert(sums[2 * i + half].get), scale)
        return store(yRow(i), add(sum, load(bias.get, 16 * half)), 16 * half)
      }
      return [
        ...times(count, (i) => [
          ...pointers[i].set(i32.add(aAt.get, i32.mul(aRow.get, i32.const(i)))),
          ...sums[2 * i].set(all(0)),
          ...sums[2 * i + 1].set(all(0)),
        ]),
        ...k.set(bytes.get),
        ...whileBelow(
          k,
          kEnd.get,
          w0.set(i16x8.loadBytes(k.get)),
          w1.set(i16x8.loadBytes(k.get, 8)),
          times(count, (i) => [
            ...p.set(f32x4.loadSplat(pointers[i].get)),
            ...addTo(sums[2 * i], w0),
            ...addTo(sums[2 * i + 1], w1),
            ...pointers[i].step(i32.const(4)),
          ]),
          k.step(i32.const(16)),
        ),
        ...times(count, (i) => [...result(i, 0), ...result(i, 1)]),
        ...aAt.step(i32.mul(aRow.get, i32.const(count))),
        ...scaleAt.step(i32.const(4 * count)),
        ...yAt.step(i32.mul(yStep.get, i32.const(count))),
      ]
    }
    const rowEnd = (mask: number) => i32.add(y.get, i32.mul(yStep.get, i32.and(rows.get, i32.const(mask))))
    return [
      aRow.set(i32.shl(length.get, i32.const(1))),
      yStop.set(i32.add(y.get, i32.shl(columns.get, i32.const(2)))),
      whileBelow(
        y,
        yStop.get,
        aAt.set(halves.get),
        scaleAt.set(scales.get),
        yAt.set(y.get),
        kEnd.set(i32.add(bytes.get, i32.shl(length.get, i32.const(3)))),
        yFours.set(rowEnd(-4)),
        yTwos.set(rowEnd(-2)),
        yEnd.set(rowEnd(-1)),
        whileBelow(yAt, yFours.get, block(4)),
        whileBelow(yAt, yTwos.get, block(2)),
        whileBelow(yAt, yEnd.get, block(1)),
        bytes.set(kEnd.get),
        ...[y, columnScales, bias].map((pointer) => pointer.step(i32.const(32))),
      ),
    ]
  },
}

/** The module as bytes. */
export function packedBytes(isShared = false): Uint8Array<ArrayBuffer> {
  return assemble([roundRows, byteProducts], isShared)
}

const packedModule = lazyModule(packedBytes)
const sharedModule = lazyModule(() => packedBytes(true))

/** The loops over a memory, or null where WebAssembly or its SIMD is missing or forbidden. */
export function packedKernels(memory: WebAssembly.Memory, isShared = false): ByteKernels | null {
  const module = isShared ? sharedModule() : packedModule()
  if (module === null) return null
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as ByteKernels
}
