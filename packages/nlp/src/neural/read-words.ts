// What the network says about sentences: labels of words, greedy heads and relations. For measuring while
// training; parsing looks for the best tree.
import { type NetworkWeights, Parameters, Tape, Workspace } from '@parleyjs/learn'
import { batchOf } from './batch.js'
import type { TrueWords } from './loss.js'
import { scoreWords } from './network.js'
import { type NetworkSizes, WORD_LABELS } from './sizes.js'

/**
 * The scores of a network in training, from a copy: the main thread of a training has no memory for passes
 * through the network.
 */
export function greedyScores(
  trained: Parameters,
  sizes: NetworkSizes,
  sentences: readonly TrueWords[],
): Record<string, number> {
  const copy = new Parameters(new Workspace(), trained.shapes)
  for (const name of Object.keys(trained.shapes)) copy.set(name, trained.get(name))
  return greedyScoresOf(copy, sizes, sentences)
}

/** Shares of words that are right, in percent; heads are each word's best one, without a tree. */
export function greedyScoresOf(
  parameters: NetworkWeights,
  sizes: NetworkSizes,
  sentences: readonly TrueWords[],
): Record<string, number> {
  const right: Record<string, number> = Object.fromEntries(
    ['uas', 'las', ...WORD_LABELS].map((name) => [name, 0]),
  )
  let words = 0
  for (let from = 0; from < sentences.length; from += PART) {
    const part = sentences.slice(from, from + PART)
    const batch = batchOf(part)
    const tape = new Tape(parameters.memory)
    const scores = scoreWords(tape, parameters, sizes, batch)
    const arcs = tape.read(scores.arcs)
    const heads = part.flatMap(({ shapes }, s) =>
      shapes.map((_, m) => best(arcs[batch.wordStarts[s] + m], shapes.length, m)),
    )
    const pairs = part.flatMap(({ shapes }, s) => {
      const start = batch.wordStarts[s]
      return shapes.flatMap((_, m) => [start + m, start + heads[start + m]])
    })
    const relations = tape.read(scores.relations(pairs)).map((row) => best(row, row.length))
    const labels = Object.fromEntries(
      WORD_LABELS.map((kind) => [kind, tape.read(scores.labels(kind)).map((row) => best(row, row.length))]),
    )
    part.forEach((sentence, s) => {
      for (let m = 1; m < sentence.shapes.length; m++) {
        const row = batch.wordStarts[s] + m
        words++
        for (const kind of WORD_LABELS) if (labels[kind][row] === sentence.labels[kind][m]) right[kind]++
        if (heads[row] !== sentence.heads[m]) continue
        right.uas++
        if (relations[row] === sentence.relations[m]) right.las++
      }
    })
    tape.clear()
  }
  return Object.fromEntries(Object.entries(right).map(([name, n]) => [name, (100 * n) / Math.max(1, words)]))
}

const PART = 16

function best(row: readonly number[], count: number, but = -1): number {
  let found = but === 0 ? 1 : 0
  for (let i = 0; i < count; i++) if (i !== but && row[i] > row[found]) found = i
  return found
}
