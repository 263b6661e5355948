// Compares two systems on the same topics by the scores of each topic: recall and F1 of each kind of ROUGE.
import { rouge } from '@parleyjs/nlp'
import { ROUGE_NAMES } from '@parleyjs/nlp/internal'
import { seeded } from '../random.js'

export const SCORE_NAMES: readonly string[] = ROUGE_NAMES.flatMap((kind) => [`${kind} recall`, 'F1'])

/** Recall and F1 of each kind, in percent. */
export function scoresOf(summary: string, references: readonly string[]): number[] {
  const found = rouge(summary, references)
  return ROUGE_NAMES.flatMap((kind) => [100 * found[kind].recall, 100 * found[kind].f1])
}

export function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}

/** The means of each score over topics, as cells of a table. */
export function meanCells(scores: readonly (readonly number[])[]): string[] {
  return SCORE_NAMES.map((_, k) => mean(scores.map((row) => row[k])).toFixed(2))
}

/**
 * How much better compressive summaries are than extractive ones, as a sentence: by the mean of the six
 * numbers of a topic.
 */
export function comparison(
  compressive: readonly (readonly number[])[],
  extractive: readonly (readonly number[])[],
): string {
  const gains = compressive.map((row, t) => mean(row) - mean(extractive[t]))
  const { below } = seeded(1)
  const resampled = Array.from({ length: 5000 }, () => mean(gains.map(() => gains[below(gains.length)])))
  resampled.sort((a, b) => a - b)
  const [low, high] = [0.025, 0.975].map((q) => resampled[Math.floor(q * resampled.length)].toFixed(2))
  const better = gains.filter((g) => g > 0).length
  const worse = gains.filter((g) => g < 0).length
  return `By the mean of the six numbers, the compressive summary is better than the extractive one on ${better} topics and worse on ${worse}; the mean difference is ${mean(gains).toFixed(2)}, with a bootstrap interval (95 %) from ${low} to ${high}.`
}
