// The scores of a classifier in WebAssembly: `LinearModel.score`, adding the weights of eight labels at once.
// Weights are integers, so both implementations give the same sums.
import {
  assemble,
  type Code,
  choose,
  i16x8,
  i32,
  i32x4,
  type Kernel,
  type Local,
  repeatWhile,
  until,
  whileBelow,
} from '../wasm/assembler.js'
import { lazyModule } from '../wasm/lazy-module.js'
import { type MemoryPart, partBeside, Room } from '../wasm/room.js'
import {
  BLOCK,
  BLOCK_BITS,
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
  /**
   * Adds the weights to the scores, after setting the scores from `from` to `to` (whole blocks) to 0. `list`
   * is a buffer for the payloads of the features that are found.
   */
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

/** Size in bytes of `count` 32-bit words. */
const words = (count: Code): Code => i32.shl(count, i32.const(2))
/** A mask of the lowest `bits` bits. */
const lowest = (bits: Code): Code => i32.sub(i32.shl(i32.const(1), bits), i32.const(1))
/** Whether a payload holds a weight; if not, `rowOf` is the offset of its row. */
const isSingle = (payload: Local): Code => i32.and(payload.get, i32.const(1))
const rowOf = (payload: Local): Code => i32.mul(i32.shrU(payload.get, i32.const(1)), i32.const(UNIT))

const score: Kernel = {
  name: 'score',
  parameters: new Array<'i32'>(9).fill('i32'),
  body: ([features, count, table, restBits, rows, list, scores, from, to], local) => {
    const [end, found, at, tag, entry, tagBits, touched] = Array.from({ length: 7 }, () => local('i32'))
    const weights = local('v128')
    const zeros = local('v128')
    const placeOf = (feature: Code) => i32.add(table.get, words(i32.shrU(feature, restBits.get)))
    const isHere = i32.eq(i32.and(entry.get, lowest(tagBits.get)), tag.get)
    const isBehind = i32.ltU(i32.and(entry.get, i32.const(MOVED)), i32.and(tag.get, i32.const(MOVED)))
    const addFour = (offset: number, four: Code) =>
      i32x4.store(at.get, i32x4.add(i32x4.load(at.get, offset), four), offset)
    const touchPlaces = [
      at.set(features.get),
      whileBelow(at, end.get, touched.step(i32.load(placeOf(i32.load(at.get)))), at.step(i32.const(4))),
    ]
    const findPayloads = whileBelow(
      features,
      end.get,
      entry.set(i32.load(features.get)),
      at.set(placeOf(entry.get)),
      tag.set(i32.or(i32.shl(i32.and(entry.get, lowest(restBits.get)), i32.const(MOVED_BITS)), i32.const(1))),
      entry.set(i32.load(at.get)),
      until(
        i32.or(isHere, isBehind),
        at.step(i32.const(4)),
        tag.step(i32.const(1)),
        entry.set(i32.load(at.get)),
      ),
      i32.store(found.get, i32.shrU(entry.get, tagBits.get)),
      found.step(words(isHere)),
      features.step(i32.const(4)),
    )
    const touchRows = [
      at.set(list.get),
      whileBelow(
        at,
        found.get,
        entry.set(i32.load(at.get)),
        // A payload with a weight reads the first row instead: there is no branch.
        touched.step(
          i32.load(i32.add(rows.get, i32.mul(rowOf(entry), i32.sub(i32.const(1), isSingle(entry))))),
        ),
        at.step(i32.const(4)),
      ),
    ]
    const addWeight = [
      at.set(i32.add(scores.get, words(i32.shrU(entry.get, i32.const(WEIGHT_BITS + 1))))),
      i32.store(
        at.get,
        i32.add(
          i32.load(at.get),
          i32.sub(i32.and(i32.shrU(entry.get, i32.const(1)), i32.const(2 * MIDDLE - 1)), i32.const(MIDDLE)),
        ),
      ),
    ]
    const addRow = [
      tag.set(i32.add(rows.get, rowOf(entry))),
      repeatWhile(
        i32.eq(i32.and(entry.get, i32.const(LAST_BLOCK)), i32.const(0)),
        entry.set(i32.loadPair(tag.get)),
        at.set(
          i32.add(
            scores.get,
            words(i32.shl(i32.and(entry.get, i32.const(BLOCK_MASK)), i32.const(BLOCK_BITS))),
          ),
        ),
        weights.set(i16x8.loadBytes(tag.get, UNIT - BLOCK)),
        addFour(0, i32x4.extendLow(weights.get)),
        addFour(16, i32x4.extendHigh(weights.get)),
        tag.step(i32.const(UNIT)),
      ),
    ]
    return [
      tagBits.set(i32.add(restBits.get, i32.const(MOVED_BITS))),
      end.set(i32.add(features.get, words(count.get))),
      found.set(list.get),
      whileBelow(from, to.get, i32x4.store(from.get, zeros.get), from.step(i32.const(16))),
      // All table entries are prefetched before any is used, and so are the rows: the cache misses overlap.
      touchPlaces,
      findPayloads,
      touchRows,
      whileBelow(
        list,
        found.get,
        entry.set(i32.load(list.get)),
        choose(isSingle(entry), addWeight, addRow),
        list.step(i32.const(4)),
      ),
      // Store the sum of the prefetching loads, or the compiler would remove them.
      i32.store(found.get, touched.get),
    ]
  },
}

const scoreModule = lazyModule(() => assemble([score], true))

/** Addresses of a classifier in a memory. */
export interface ClassifierPlace {
  readonly memory: ScoreMemory
  readonly table: Int32Array
  readonly rows: Int8Array
}

/** A memory shared by classifiers that score one at a time. */
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

  /**
   * A memory for the classifiers in `buffer`; null where WebAssembly is unavailable. Compare
   * `TableMemory.around`.
   */
  static around(buffer: ArrayBufferLike): ScoreMemory | null {
    const part = scoreModule() && partBeside(buffer)
    return part && new ScoreMemory(part)
  }

  /** Places a classifier in this memory: copies it unless it is here already. */
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
