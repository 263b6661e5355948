// The scores of a classifier in WebAssembly: what `LinearModel.score` does, with the weights of eight labels in one addition. Weights are
// integers, so that both ways give the same sums.
import {
  assemble,
  choose,
  i16x8,
  i32,
  i32x4,
  type Kernel,
  repeatWhile,
  until,
  whileBelow,
} from '../wasm/assembler.js'
import { lazyModule } from '../wasm/lazy-module.js'
import { type MemoryPart, partBeside, Room } from '../wasm/room.js'
import {
  BLOCK,
  BLOCK_MASK,
  LAST_BLOCK,
  MIDDLE,
  MOVED,
  MOVED_BITS,
  UNIT,
  WEIGHT_BITS,
} from './linear-format.js'

/** Addresses are in bytes. */
interface ScoreKernel {
  /** Adds to the scores, and takes `list` for the features that it finds. Scores from `from` to `to` become 0 before: whole blocks. */
  score(
    features: number,
    count: number,
    table: number,
    restBits: number,
    rows: number,
    list: number,
    scores: number,
    from: number,
    to: number,
  ): void
}

const score: Kernel = {
  name: 'score',
  parameters: new Array<'i32'>(9).fill('i32'),
  body: ([features, count, table, restBits, rows, list, scores, from, to], local) => {
    const [end, found, at, tag, there, tagBits, restMask, tagMask] = Array.from({ length: 8 }, () =>
      local('i32'),
    )
    const weights = local('v128')
    const zeros = local('v128')
    const mask = (bits: readonly number[]) => i32.sub(i32.shl(i32.const(1), [...bits]), i32.const(1))
    const isHere = i32.eq(i32.and(there.get, tagMask.get), tag.get)
    const isBehind = i32.ltU(i32.and(there.get, i32.const(MOVED)), i32.and(tag.get, i32.const(MOVED)))
    const addTo = (offset: number, four: ReturnType<typeof i32x4.add>) =>
      i32x4.store(at.get, i32x4.add(i32x4.load(at.get, offset), four), offset)
    return [
      tagBits.set(i32.add(restBits.get, i32.const(MOVED_BITS))),
      restMask.set(mask(restBits.get as number[])),
      tagMask.set(mask(tagBits.get as number[])),
      whileBelow(from, to.get, i32x4.store(from.get, zeros.get), from.step(i32.const(16))),
      // All places are touched before any is looked at, and so are rows: the processor waits for many at once.
      end.set(i32.add(features.get, i32.shl(count.get, i32.const(2)))),
      at.set(features.get),
      whileBelow(
        at,
        end.get,
        tag.step(
          i32.load(i32.add(table.get, i32.shl(i32.shrU(i32.load(at.get), restBits.get), i32.const(2)))),
        ),
        at.step(i32.const(4)),
      ),
      i32.store(list.get, tag.get),
      found.set(list.get),
      whileBelow(
        features,
        end.get,
        there.set(i32.load(features.get)),
        at.set(i32.add(table.get, i32.shl(i32.shrU(there.get, restBits.get), i32.const(2)))),
        tag.set(i32.or(i32.shl(i32.and(there.get, restMask.get), i32.const(MOVED_BITS)), i32.const(1))),
        there.set(i32.load(at.get)),
        until(
          i32.or(isHere, isBehind),
          at.step(i32.const(4)),
          tag.step(i32.const(1)),
          there.set(i32.load(at.get)),
        ),
        i32.store(found.get, i32.shrU(there.get, tagBits.get)),
        found.step(i32.shl(isHere, i32.const(2))),
        features.step(i32.const(4)),
      ),
      at.set(list.get),
      whileBelow(
        at,
        found.get,
        there.set(i32.load(at.get)),
        tag.step(
          i32.load(
            i32.add(
              rows.get,
              i32.mul(
                i32.mul(i32.shrU(there.get, i32.const(1)), i32.const(UNIT)),
                i32.sub(i32.const(1), i32.and(there.get, i32.const(1))),
              ),
            ),
          ),
        ),
        at.step(i32.const(4)),
      ),
      i32.store(found.get, tag.get),
      whileBelow(
        list,
        found.get,
        there.set(i32.load(list.get)),
        choose(
          i32.and(there.get, i32.const(1)),
          [
            at.set(
              i32.add(scores.get, i32.shl(i32.shrU(there.get, i32.const(WEIGHT_BITS + 1)), i32.const(2))),
            ),
            i32.store(
              at.get,
              i32.add(
                i32.load(at.get),
                i32.sub(
                  i32.and(i32.shrU(there.get, i32.const(1)), i32.const(2 * MIDDLE - 1)),
                  i32.const(MIDDLE),
                ),
              ),
            ),
          ],
          [
            tag.set(i32.add(rows.get, i32.mul(i32.shrU(there.get, i32.const(1)), i32.const(UNIT)))),
            repeatWhile(
              i32.eq(i32.and(there.get, i32.const(LAST_BLOCK)), i32.const(0)),
              there.set(i32.loadPair(tag.get)),
              // A label's score has four bytes.
              at.set(
                i32.add(scores.get, i32.mul(i32.and(there.get, i32.const(BLOCK_MASK)), i32.const(4 * BLOCK))),
              ),
              weights.set(i16x8.loadBytes(tag.get, UNIT - BLOCK)),
              addTo(0, i32x4.extendLow(weights.get)),
              addTo(16, i32x4.extendHigh(weights.get)),
              tag.step(i32.const(UNIT)),
            ),
          ],
        ),
        list.step(i32.const(4)),
      ),
    ]
  },
}

const scoreModule = lazyModule(() => assemble([score], true))

/** Where a classifier lies in a memory. */
export interface ClassifierPlace {
  readonly memory: ScoreMemory
  readonly table: Int32Array
  readonly rows: Int8Array
}

/** The memory of some classifiers that score one after the other. */
export class ScoreMemory extends Room {
  private readonly kernel: ScoreKernel
  private features: Int32Array
  private list: Int32Array
  private scores: Int32Array

  private constructor(part: MemoryPart) {
    super(part)
    this.kernel = new WebAssembly.Instance(scoreModule()!, { env: { memory: part.memory } })
      .exports as unknown as ScoreKernel
    this.features = this.integers(128)
    this.list = this.integers(129)
    this.scores = this.integers(1024)
  }

  /** A memory for classifiers like those in this buffer, as `TableMemory.around` has one; null where there is none. */
  static around(buffer: ArrayBufferLike): ScoreMemory | null {
    const part = scoreModule() && partBeside(buffer)
    return part && new ScoreMemory(part)
  }

  /** Takes a classifier in: it is copied, unless it lies here. */
  place(table: Int32Array, rows: Int8Array, labels: number): ClassifierPlace {
    const room = (labels + BLOCK - 1) & -BLOCK
    if (this.scores.length < room) this.scores = this.integers(room)
    const bytes = this.bytes(new Uint8Array(table.buffer, table.byteOffset, table.byteLength))
    const own = this.bytes(rows)
    return {
      memory: this,
      table: new Int32Array(bytes.buffer, bytes.byteOffset, table.length),
      rows: new Int8Array(own.buffer, own.byteOffset, rows.length),
    }
  }

  /** Scores labels of a classifier that was placed here, as `LinearModel.score` does. */
  score(
    { table, rows }: ClassifierPlace,
    restBits: number,
    features: Int32Array,
    count: number,
    scores: Int32Array,
    from: number,
    to: number,
  ): void {
    if (this.features.length < count) {
      this.features = this.integers(2 * count)
      this.list = this.integers(2 * count + 1)
    }
    const { features: asked, list, scores: made } = this
    for (let i = 0; i < count; i++) asked[i] = features[i]
    this.kernel.score(
      asked.byteOffset,
      count,
      table.byteOffset,
      restBits,
      rows.byteOffset,
      list.byteOffset,
      made.byteOffset,
      made.byteOffset + 4 * (from & -BLOCK),
      made.byteOffset + 4 * ((to + BLOCK - 1) & -BLOCK),
    )
    for (let y = from; y < to; y++) scores[y] = made[y]
  }
}
