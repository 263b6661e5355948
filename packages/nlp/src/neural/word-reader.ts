// Reads one sentence at a time: one pass through the network, whose results stay until the next sentence.
// The tagger and the parser of a pipeline share it.
import { ParleyError } from '@parleyjs/core'
import {
  ByteParameters,
  linear,
  type NetworkWeights,
  Tape,
  type Tensor,
  type Workspace,
} from '@parleyjs/learn'
import { workspaceBeside } from '@parleyjs/learn/internal'
import { ArcBlocks } from './arc-blocks.js'
import { batchOf, type EncodedWords } from './batch.js'
import { contextsOf, relationScores, WordLayers } from './network.js'
import type { NetworkModel } from './network-model.js'
import { NETWORK_TABLES, networkShapes, type WordLabel } from './sizes.js'
import { windowBatch, windowsOf } from './windows.js'

/** Pieces that are read at once; training saw no longer sentences. */
const MOST_PIECES = 400
/** Words whose relations are scored together. */
const RELATION_BLOCK = 64

/** What is computed once per sentence, when it is first needed. */
interface RelationVectors {
  readonly head: Tensor
  readonly modifier: Tensor
}

export class WordReader {
  private readonly memory: Workspace
  private readonly parameters: NetworkWeights
  private tape: Tape | null = null
  private forms: readonly string[] = []
  private words: Tensor | null = null
  private blocks: ArcBlocks | null = null
  private relationVectors: RelationVectors | null = null

  /** `simd`: whether WebAssembly may be used; the results have the same bits. */
  constructor(
    readonly model: NetworkModel,
    simd = true,
  ) {
    this.memory = workspaceBeside(model.arrays.forms.buffer, simd)
    const shapes = networkShapes(model.sizes)
    this.parameters = new ByteParameters(this.memory, shapes, model, NETWORK_TABLES)
  }

  /** Number of words of the sentence. */
  get length(): number {
    return this.forms.length
  }

  /** Takes a sentence; if it is the last one again, its results are still there. */
  read(forms: readonly string[]): void {
    const isSame = forms.length === this.forms.length && forms.every((form, i) => form === this.forms[i])
    if (this.words !== null && isSame) return
    this.forget()
    const tape = new Tape(this.memory)
    this.tape = tape
    const encoded = this.model.encoder.encode(forms)
    this.words = this.vectors(tape, encoded)
    this.forms = [...forms]
  }

  /** Scores of a kind of labels: a row for each word, without the root. */
  labels(kind: WordLabel): Float32Array {
    const count = this.model.names[kind].length
    if (count === 0 || this.length === 0) return new Float32Array(0)
    return this.using((tape, layers, words) => this.copy(tape, layers.layer(words, kind)).subarray(count))
  }

  /** The arcs of the sentence. */
  get arcs(): ArcBlocks {
    this.blocks ??= this.arcBlocks()
    return this.blocks
  }

  /**
   * Scores of all relations for arcs: modifier, head, modifier, head, … with ascending modifiers. A row for
   * each arc.
   */
  relations(pairs: ArrayLike<number>): Float32Array {
    const count = this.model.names.relations.length
    const scores = new Float32Array((pairs.length / 2) * count)
    this.relationVectors ??= this.vectorsOfRelations()
    const { head, modifier } = this.relationVectors
    for (let from = 0; from < pairs.length; ) {
      const first = pairs[from]
      let to = from
      while (to < pairs.length && pairs[to] < first + RELATION_BLOCK) to += 2
      const own = Int32Array.from(
        { length: to - from },
        (_, i) => pairs[from + i] - (i % 2 === 0 ? first : 0),
      )
      const found = this.using((tape, layers) => {
        const rows = rowsOf(modifier, first, Math.min(modifier.rows, first + RELATION_BLOCK))
        const together = layers.layer(rows, 'relation')
        const alone = layers.layer(rows, 'relation.alone')
        return this.copy(tape, relationScores(tape, together, alone, head, own))
      })
      scores.set(found, (from / 2) * count)
      from = to
    }
    return scores
  }

  private arcBlocks(): ArcBlocks {
    const [head, modifier] = this.keeping((tape, layers, words) => {
      const head = tape.only(() => layers.bent(words, 'arc.head'))
      const { parameters } = this
      const modifier = tape.only(() =>
        linear(tape, layers.bent(words, 'arc.modifier'), parameters.matrix('arc'), parameters.of('arc.bias')),
      )
      return [head, modifier]
    })
    return new ArcBlocks(head, modifier, {
      compute: (make) => this.using((tape) => this.copy(tape, make(tape))),
      floats: () => this.memory.floats,
    })
  }

  private vectorsOfRelations(): RelationVectors {
    return this.keeping((tape, layers, words) => ({
      head: tape.only(() => layers.bent(words, 'relation.head')),
      modifier: tape.only(() => layers.bent(words, 'relation.modifier')),
    }))
  }

  /** All that is known of each word, from windows over the pieces where there are too many of them. */
  private vectors(tape: Tape, encoded: EncodedWords): Tensor {
    const { sizes } = this.model
    const { shapes, characters } = encoded
    const vectors = tape.tensor(shapes.length, this.parameters.matrix('upos').rows)
    const layers = new WordLayers(tape, this.parameters)
    for (const window of windowsOf(encoded, Math.min(MOST_PIECES, sizes.positions))) {
      const { mark } = this.memory
      const { first, end } = window
      const own = { pieces: [], starts: [], shapes: shapes.slice(first, end) }
      const batch = batchOf([{ ...own, characters: characters.slice(first, end) }])
      const contexts = contextsOf(tape, this.parameters, sizes, windowBatch(encoded, window))
      const { at, rows, step } = layers.words(contexts, batch)
      const to = (vectors.at >> 2) + first * vectors.step
      this.memory.floats.copyWithin(to, at >> 2, (at >> 2) + rows * step)
      this.memory.release(mark)
    }
    return vectors
  }

  /** Computes something whose memory stays until the next sentence. */
  private keeping<T>(make: (tape: Tape, layers: WordLayers, words: Tensor) => T): T {
    const { tape, words } = this
    if (tape === null || words === null)
      throw new ParleyError('bad-argument', 'The network has read no sentence yet. Call read first.')
    return make(tape, new WordLayers(tape, this.parameters), words)
  }

  /** Computes something whose memory is released at once. */
  private using<T>(make: (tape: Tape, layers: WordLayers, words: Tensor) => T): T {
    const { mark } = this.memory
    try {
      return this.keeping(make)
    } finally {
      this.memory.release(mark)
    }
  }

  /** A copy of a matrix, row by row. Refuses numbers that are not finite, which damaged weights give. */
  private copy(tape: Tape, { at, rows, columns, step }: Tensor): Float32Array {
    const { floats } = tape.memory
    const copy = new Float32Array(rows * columns)
    for (let i = 0; i < rows; i++) {
      const begin = (at >> 2) + i * step
      copy.set(floats.subarray(begin, begin + columns), i * columns)
    }
    if (copy.every(Number.isFinite)) return copy
    throw new ParleyError(
      'bad-input',
      'The network of this model gives scores that are not finite numbers: its weights are damaged. Train it again.',
      this.model.file === undefined ? {} : { file: this.model.file },
    )
  }

  /** Releases what the last sentence used. */
  private forget(): void {
    this.tape?.clear()
    this.tape = null
    this.words = null
    this.blocks = null
    this.relationVectors = null
  }
}

/** Some rows of a matrix, in place. */
export function rowsOf(x: Tensor, from: number, to: number): Tensor {
  return { ...x, at: x.at + 4 * from * x.step, rows: to - from }
}
