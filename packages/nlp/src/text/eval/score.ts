// Counts, and the precision, recall and F1 computed from them.

/** One metric. */
export interface Score {
  readonly correct: number
  /** Number of words (tokens, sentences) that count in the gold file, and in the system's. */
  readonly gold: number
  readonly system: number
  /**
   * Number of counted gold words that are aligned with a word of the system; null where nothing is aligned.
   */
  readonly aligned: number | null
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** `correct / aligned`: the accuracy on aligned words. */
  readonly alignedAccuracy: number | null
}

/** Computes the scores from counts; a division by 0 gives 0. */
export function makeScore(correct: number, gold: number, system: number, aligned: number | null): Score {
  return {
    correct,
    gold,
    system,
    aligned,
    precision: ratio(correct, system),
    recall: ratio(correct, gold),
    f1: ratio(2 * correct, gold + system),
    alignedAccuracy: aligned === null ? null : ratio(correct, aligned),
  }
}

/** Number of equal spans; both lists are ordered pairs of start and end. */
export function scoreSpans(gold: readonly number[], system: readonly number[]): Score {
  let correct = 0
  for (let g = 0, s = 0; g < gold.length && s < system.length; ) {
    const difference = gold[g] - system[s]
    if (difference === 0 && gold[g + 1] === system[s + 1]) correct++
    if (difference <= 0) g += 2
    if (difference >= 0) s += 2
  }
  return makeScore(correct, gold.length / 2, system.length / 2, null)
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
