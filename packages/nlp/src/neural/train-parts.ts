// Trains the scores of parts beyond arcs over a network that stays as it is: max-margin by cost-augmented
// trees (paper 1, section 5). Sentences are read with dropout, or the network, which learned from them, would
// be too sure of its arcs for parts to learn anything.
import { Random } from '@parleyjs/core/internal'
import { DataParallel, multilinear, type Parameters, Tape } from '@parleyjs/learn'
import { PartDecoder } from '../tasks/parse/parts/part-decoder.js'
import { UNLIMITED } from '../tasks/parse/parts/part-limits.js'
import type { PartName } from '../tasks/parse/parts/parts.js'
import { partsOnlyIn, RECORD, treeParts } from '../tasks/parse/parts/tree-parts.js'
import type { SentenceArcs } from '../tasks/parse/tree-scores.js'
import { ArcList } from '../tasks/parse/trees/arc-list.js'
import type { Sentence } from '../text/conllu/sentence.js'
import { NetworkScores } from './network-scores.js'
import { partShapes, type RoleSet, roleSets } from './part-roles.js'
import { PartVectors, roleTensors } from './part-vectors.js'
import type { WordReader } from './word-reader.js'

export interface TrainPartsOptions {
  readonly parts: readonly PartName[]
  readonly epochs?: number
  readonly rate?: number
  /** What a wrong head costs. */
  readonly cost?: number
  /** Sentences per step. */
  readonly batch?: number
  readonly seed?: number
  readonly onEpoch?: (epoch: number, loss: number, parameters: Parameters) => void
}

/** What the network says about a sentence, kept for all epochs. */
interface ReadSentence extends SentenceArcs {
  /** Rows of all words, and a last one of zeros. */
  readonly words: readonly Float32Array[]
  /** Score of each arc; `score` has costs added. */
  readonly plain: Float64Array
  readonly gold: readonly number[]
}

/** Learns the layers of parts; `reader` reads with dropout. The result has the parameters of `partShapes`. */
export async function trainParts(
  reader: WordReader,
  sentences: readonly Sentence[],
  { parts, epochs = 4, rate = 1e-3, cost = 1, batch = 16, seed = 1, onEpoch }: TrainPartsOptions,
): Promise<Parameters> {
  const read = sentences.filter(isTree).map((sentence) => readSentence(reader, sentence))
  const sets = roleSets(parts)
  const lesson = new PartLesson(parts, sets, cost, reader.model.singleRoot)
  const training = new DataParallel<ReadSentence>({
    shapes: partShapes(parts, read[0].words[0].length),
    learnPiece: (parameters, sentence) => lesson.learn(parameters, sentence, 1 / batch),
  })
  const { parameters } = training
  const random = Random.of(seed)
  for (const [name, [rows, columns]] of Object.entries(parameters.shapes))
    if (rows > 1)
      parameters.set(
        name,
        Float32Array.from({ length: rows * columns }, () => (2 * random.uniform() - 1) / Math.sqrt(rows)),
      )
  const steps = epochs * Math.ceil(read.length / batch)
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const order = Int32Array.from(read.keys())
    random.shuffle(order)
    let loss = 0
    for (let from = 0; from < order.length; from += batch) {
      const pieces = Array.from(order.subarray(from, from + batch), (i) => read[i])
      loss += batch * (await training.step(pieces, { rate: rate * (1 - training.steps / steps), clip: 5 }))
    }
    onEpoch?.(epoch, loss / read.length, parameters)
  }
  return parameters
}

function isTree({ heads, length }: Sentence): boolean {
  return length > 1 && heads.every((head) => Number.isInteger(head))
}

function readSentence(reader: WordReader, { forms, heads }: Sentence): ReadSentence {
  const scores = new NetworkScores(reader)
  scores.load({ forms: [...forms] })
  scores.pruneToTree({ singleRoot: reader.model.singleRoot, projective: false })
  scores.scoreArcs(undefined)
  const arcs = new ArcList()
  arcs.clear(forms.length)
  for (let m = 1; m <= forms.length; m++) {
    for (let a = scores.arcs.start[m]; a < scores.arcs.start[m + 1]; a++)
      arcs.add(scores.arcs.head[a], m, scores.arcs.probability[a])
    arcs.end(m)
  }
  const plain = scores.score.slice(0, arcs.count)
  return { arcs, plain, score: plain.slice(), length: forms.length, words: reader.rows(), gold: [...heads] }
}

/** Learns from one sentence at a time. */
class PartLesson {
  private readonly vectors: PartVectors
  private tensors: ReturnType<typeof roleTensors> = []
  private floats: Float32Array = new Float32Array(0)

  constructor(
    private readonly parts: readonly PartName[],
    private readonly sets: readonly RoleSet[],
    private readonly cost: number,
    private readonly singleRoot: boolean,
  ) {
    this.vectors = new PartVectors((vectors) => vectors.take(this.tensors, this.floats))
  }

  /** Adds slopes; returns the loss: how much better the best tree with costs scores than the right one. */
  learn(parameters: Parameters, sentence: ReadSentence, weight: number): number {
    const { sets, parts, vectors } = this
    const { gold, arcs, plain, score } = sentence
    const tape = new Tape(parameters.memory, true)
    this.tensors = roleTensors(tape, parameters, sets, tape.put(sentence.words))
    this.floats = tape.memory.floats
    for (let a = 0; a < arcs.count; a++)
      score[a] = plain[a] + (gold[arcs.modifier[a] - 1] === arcs.head[a] ? 0 : this.cost)
    const decoder = new PartDecoder(sentence, parts, vectors)
    decoder.load()
    const shape = { singleRoot: this.singleRoot, projective: false }
    const { chosen } = decoder.decode({ shape, maxIterations: 50 })
    const heads = gold.map((_, i) => arcs.head[chosen[i + 1]])
    const all = new Set(parts)
    const [found, right] = [treeParts(heads, all, UNLIMITED), treeParts(gold, all, UNLIMITED)]
    const wrong = partsOnlyIn(found, right, gold.length)
    const missed = partsOnlyIn(right, found, gold.length)
    let loss = 0
    gold.forEach((head, i) => {
      const a = arcs.find(head, i + 1)
      // Arcs that pruning lost have no score; their words do not count.
      if (a >= 0) loss += score[chosen[i + 1]] - plain[a]
    })
    for (const [list, sign] of [
      [wrong, 1],
      [missed, -1],
    ] as const)
      for (let i = 0; i < list.length; i += RECORD)
        loss += sign * vectors.score(list[i], list[i + 1], list[i + 2], list[i + 3], list[i + 4])
    for (const { set, roles } of this.tensors) {
      const tuples: number[] = []
      const signs: number[][] = []
      for (const [list, sign] of [
        [wrong, weight],
        [missed, -weight],
      ] as const)
        for (let i = 0; i < list.length; i += RECORD) {
          if (list[i] !== set.kind || (set.names[0].startsWith('part.sibling') && list[i + 4] !== set.side))
            continue
          for (let r = 0; r < roles.length; r++) tuples.push(list[i + 1 + r])
          signs.push([sign])
        }
      if (signs.length > 0) tape.addSlopes(multilinear(tape, roles, tuples), signs)
    }
    tape.backward()
    tape.clear()
    return weight * loss
  }
}
