// The network on small sizes: its slopes against finite differences, sentences beside others, and learning by
// heart.
import { Random } from '@parleyjs/core/internal'
import { DataParallel, Parameters, Tape, Workspace } from '@parleyjs/learn'
import { describe, expect, it } from 'vitest'
import { batchOf, WordEncoder } from './batch.js'
import { batchesOf } from './batches.js'
import { type Lesson, learnWords, type TrueWords } from './loss.js'
import { scoreWords } from './network.js'
import { type NetworkSizes, networkShapes } from './sizes.js'
import { teach } from './teach.js'
import { WordPieces } from './word-pieces.js'

const VOCABULARY = ['[UNK]', '[CLS]', '[SEP]', 'dog', '##s', 'bark', 'see', 'old', 'loud', '##ly', '.']
const encoder = new WordEncoder(new WordPieces(VOCABULARY), ['D', 'o', 'g', 's', 'b', 'a', 'r', 'k'])
const sizes: NetworkSizes = {
  ...{ width: 16, inner: 24, heads: 2, layers: 1, pieces: VOCABULARY.length, positions: 20 },
  ...{ characters: encoder.characterCount, relations: 3 },
  ...{ upos: 4, xpos: 1, feats: 2, lemmas: 1 },
}
const sentence = (forms: string[], heads: number[], tags: number[], relations: number[]): TrueWords => ({
  ...encoder.encode(forms),
  heads: [-1, ...heads],
  relations: [-1, ...relations],
  labels: {
    upos: [-1, ...tags],
    xpos: [-1, ...tags.map(() => 0)],
    feats: [-1, ...tags.map((tag) => tag % 2)],
    lemmas: [-1, ...tags.map(() => 0)],
  },
})
const SENTENCES = [
  sentence(['Dogs', 'bark', 'loudly', '.'], [2, 0, 2, 2], [0, 1, 2, 3], [1, 0, 2, 2]),
  sentence(['Old', 'dogs', 'see', 'dogs'], [2, 3, 0, 3], [2, 0, 1, 0], [2, 1, 0, 1]),
]

function fill(parameters: Parameters, seed = 2): void {
  const random = Random.of(seed)
  for (const [name, [rows, columns]] of Object.entries(networkShapes(sizes)))
    parameters.set(
      name,
      Array.from({ length: rows * columns }, () => 0.6 * (random.uniform() - 0.5)),
    )
}

describe('the network', () => {
  it('reads words as pieces, shapes and characters', () => {
    const { pieces, starts, shapes, characters } = encoder.encode(['Dogs', 'BARK', 'x9', '.'])
    expect(pieces).toEqual([1, 3, 4, 5, 0, 10, 2])
    expect(starts).toEqual([0, 1, 3, 4, 5, 6])
    expect(shapes).toEqual([0, 2, 3, 5, 6])
    expect(characters).toEqual([[0], [2, 3, 4, 5], [1, 1, 1, 1], [1, 1], [1]])
  })

  it('has the slopes of finite differences, with a teacher beside the truth', () => {
    const teacher = new Parameters(new Workspace(), networkShapes(sizes))
    fill(teacher, 3)
    const taught = SENTENCES.map((sentence) => teach(teacher, sizes, sentence))
    const lesson: Lesson = { sentences: taught, weight: 1 / 8 }
    const options = { sizes, encoderDrop: 0, wordDrop: 0, taughtShare: 0.5 }
    const parameters = new Parameters(new Workspace(), networkShapes(sizes))
    fill(parameters)
    learnWords(parameters, lesson, 1, options)
    const changed = new Parameters(new Workspace(), networkShapes(sizes))
    fill(changed)
    for (const name of Object.keys(networkShapes(sizes))) {
      const slopes = parameters.slopes(name)
      const before = changed.get(name)
      for (let i = 0; i < before.length; i += Math.ceil(before.length / 5)) {
        // Rectified numbers have kinks: a difference of one size may reach across one.
        const errors = [1 / 2048, 1 / 512, 1 / 128].map((delta) => {
          const [up, down] = [1, -1].map((sign) => {
            const moved = before.slice()
            moved[i] += sign * delta
            changed.set(name, moved)
            return learnWords(changed, lesson, 1, options)
          })
          return Math.abs(slopes[i] - (up - down) / (2 * delta))
        })
        expect(Math.min(...errors), name).toBeLessThan(0.004 * (1 + Math.abs(slopes[i])))
      }
      changed.set(name, before)
    }
  })

  it('learns from a teacher alone what the teacher says', async () => {
    const teacher = new Parameters(new Workspace(), networkShapes(sizes))
    fill(teacher, 5)
    const unlabelled = SENTENCES.map(({ pieces, starts, shapes, characters }) =>
      teach(teacher, sizes, { pieces, starts, shapes, characters }),
    )
    const options = { sizes, encoderDrop: 0, wordDrop: 0, taughtShare: 1 }
    const training = new DataParallel({
      shapes: networkShapes(sizes),
      learnPiece: (parameters: Parameters, piece: Lesson, seed) =>
        learnWords(parameters, piece, seed, options),
    })
    fill(training.parameters)
    for (let i = 0; i < 200; i++)
      await training.step([{ sentences: unlabelled, weight: 1 / 8 }], { rate: 0.01, clip: 5 })
    for (const [s, sentence] of unlabelled.entries()) {
      const said = teach(training.parameters, sizes, SENTENCES[s])
      expect(said.taught?.heads.starts).toEqual(sentence.taught?.heads.starts)
      const apart = Array.from(sentence.taught!.upos.shares, (share, i) =>
        Math.abs(share - said.taught!.upos.shares[i]),
      )
      expect(Math.max(...apart)).toBeLessThan(0.05)
    }
  })

  it('scores a sentence the same beside others', () => {
    const parameters = new Parameters(new Workspace(), networkShapes(sizes))
    fill(parameters)
    const scores = (sentences: readonly TrueWords[]) => {
      const tape = new Tape(parameters.memory)
      const { labels: labelsOf, arcs, relations } = scoreWords(tape, parameters, sizes, batchOf(sentences))
      const last = 5 * (sentences.length - 1)
      const labels = tape.read(relations([last + 1, last + 2, last + 3, last]))
      return { tags: tape.read(labelsOf('upos')).slice(last), arcs: tape.read(arcs).slice(last), labels }
    }
    expect(scores(SENTENCES)).toEqual(scores(SENTENCES.slice(1)))
  })

  it('learns two sentences by heart, in lessons of one sentence', async () => {
    const training = new DataParallel({
      shapes: networkShapes(sizes),
      learnPiece: (parameters: Parameters, piece: Lesson, seed) =>
        learnWords(parameters, piece, seed, { sizes, encoderDrop: 0.1, wordDrop: 0.1 }),
    })
    fill(training.parameters)
    const random = Random.of(4)
    for (let i = 0; i < 150; i++)
      for (const batch of batchesOf(SENTENCES, { size: 20, part: 8 }, random)) {
        expect(batch.length).toBe(2)
        await training.step(batch, { rate: 0.01, clip: 5 })
      }
    const tape = new Tape(training.parameters.memory)
    const { arcs, labels } = scoreWords(tape, training.parameters, sizes, batchOf(SENTENCES))
    const best = (row: number[]) => row.indexOf(Math.max(...row))
    expect(tape.read(arcs).map(best).slice(1, 5)).toEqual([2, 0, 2, 2])
    expect(tape.read(labels('upos')).map(best).slice(6)).toEqual([2, 0, 1, 0])
  })
})
