// Baselines: whole sentences in the order of a score, as long as they fit the budget; sentences that do not
// fit are skipped.
import { rougeWords } from '@parleyjs/nlp/internal'
import { seeded } from '../random.js'

/** A sentence that may be chosen. */
export interface BaselineSentence {
  readonly text: string
  readonly words: number
  readonly document: number
  readonly position: number
}

export type Baseline = (sentences: readonly BaselineSentence[]) => Float64Array

/** The first sentence of every document, then the second ones and so on. */
export const lead: Baseline = (sentences) =>
  Float64Array.from(sentences, ({ document, position }) => -position * 1e6 - document)

/** Sentences in a random order, the same for the same seed. */
export function randomOrder(seed: number): Baseline {
  return (sentences) => {
    const { uniform } = seeded(seed)
    return Float64Array.from(sentences, () => uniform())
  }
}

/**
 * TextRank (Mihalcea and Tarau 2004): similarity is common words over the sum of the logarithms of lengths.
 */
export const textRank: Baseline = (sentences) => {
  const words = sentences.map(({ text }) => new Set(rougeWords(text)))
  return pageRank(sentences.length, (i, j) => {
    const [a, b] = [words[i], words[j]]
    if (a.size < 2 || b.size < 2) return 0
    let common = 0
    for (const word of a) if (b.has(word)) common++
    return common / (Math.log(a.size) + Math.log(b.size))
  })
}

/** Smaller cosines count as no similarity (LexRank, section 3.2). */
const THRESHOLD = 0.1

/** LexRank (Erkan and Radev 2004), continuous: similarity is the cosine of tf-idf vectors. */
export const lexRank: Baseline = (sentences) => {
  const words = sentences.map(({ text }) => rougeWords(text))
  const inSentences = new Map<string, number>()
  for (const list of words)
    for (const word of new Set(list)) inSentences.set(word, (inSentences.get(word) ?? 0) + 1)
  const vectors = words.map((list) => {
    const vector = new Map<string, number>()
    for (const word of list)
      vector.set(word, (vector.get(word) ?? 0) + Math.log(sentences.length / inSentences.get(word)!))
    return vector
  })
  const lengths = vectors.map((v) => Math.sqrt(dot(v, v)))
  return pageRank(sentences.length, (i, j) => {
    const cosine = dot(vectors[i], vectors[j]) / (lengths[i] * lengths[j] || 1)
    return cosine >= THRESHOLD ? cosine : 0
  })
}

function dot(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [word, value] of a) sum += value * (b.get(word) ?? 0)
  return sum
}

/** The stationary distribution of a random walk along similarities, with jumps, by 50 steps. */
function pageRank(count: number, similarity: (i: number, j: number) => number): Float64Array {
  const DAMPING = 0.85
  const weights = Array.from({ length: count }, (_, i) =>
    Float64Array.from({ length: count }, (__, j) => (i === j ? 0 : similarity(i, j))),
  )
  const sums = weights.map((row) => row.reduce((a, b) => a + b, 0))
  let rank: Float64Array = new Float64Array(count).fill(1 / count)
  for (let step = 0; step < 50; step++) {
    const next = new Float64Array(count).fill((1 - DAMPING) / count)
    for (let i = 0; i < count; i++)
      for (let j = 0; j < count; j++)
        next[j] += DAMPING * rank[i] * (sums[i] === 0 ? 1 / count : weights[i][j] / sums[i])
    rank = next
  }
  return rank
}

/** The summary: the best sentences that fit, in reading order, without repetitions. */
export function pickSentences(
  sentences: readonly BaselineSentence[],
  scores: Float64Array,
  budget: number,
): string {
  const order = sentences.map((_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b)
  const seen = new Set<string>()
  const chosen: number[] = []
  let left = budget
  for (const i of order) {
    const { text, words } = sentences[i]
    if (words > left || words === 0 || seen.has(text)) continue
    seen.add(text)
    chosen.push(i)
    left -= words
  }
  return chosen
    .sort((a, b) => a - b)
    .map((i) => sentences[i].text)
    .join(' ')
}
