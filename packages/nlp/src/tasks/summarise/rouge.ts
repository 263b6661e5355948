// ROUGE (Lin 2004): how many n-grams of reference summaries a summary has. ROUGE-SU4 counts pairs of words
// with at most four others between them, and single words.
import { stem } from './stem.js'

export type RougeName = 'ROUGE-1' | 'ROUGE-2' | 'ROUGE-SU4'
export const ROUGE_NAMES: readonly RougeName[] = ['ROUGE-1', 'ROUGE-2', 'ROUGE-SU4']

export interface RougeScore {
  readonly recall: number
  readonly precision: number
  readonly f1: number
}

/** Maximum number of words between the two words of a pair. */
const SKIP = 4

/**
 * The scores of a summary against one or more references: n-grams are compared with each reference, clipped
 * to its counts, and the scores are means over references. Words are stemmed runs of letters and digits, in
 * lower case.
 *
 * @example
 * rouge('The cat sat.', ['A cat sat down.'])['ROUGE-1'].recall // 0.5
 */
export function rouge(summary: string, references: readonly string[]): Record<RougeName, RougeScore> {
  const own = rougeWords(summary)
  const others = references.map(rougeWords)
  return {
    'ROUGE-1': mean(own, others, (words) => words),
    'ROUGE-2': mean(own, others, bigrams),
    'ROUGE-SU4': mean(own, others, skipBigramsAndWords),
  }
}

/** The words that ROUGE compares. */
export function rougeWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)
}

function bigrams(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => `${words[i]} ${word}`)
}

function skipBigramsAndWords(words: readonly string[]): string[] {
  const grams = [...words]
  for (let i = 0; i < words.length; i++)
    for (let j = i + 1; j <= i + 1 + SKIP && j < words.length; j++) grams.push(`${words[i]} ${words[j]}`)
  return grams
}

function mean(
  own: readonly string[],
  references: readonly (readonly string[])[],
  gramsOf: (words: readonly string[]) => readonly string[],
): RougeScore {
  const grams = gramsOf(own)
  let recall = 0
  let precision = 0
  let f1 = 0
  for (const reference of references) {
    const wanted = gramsOf(reference)
    const matches = common(grams, wanted)
    if (matches === 0) continue
    recall += matches / wanted.length
    precision += matches / grams.length
    f1 += (2 * matches) / (grams.length + wanted.length)
  }
  const n = Math.max(1, references.length)
  return { recall: recall / n, precision: precision / n, f1: f1 / n }
}

/** The size of the intersection of two multisets. */
function common(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const gram of b) left.set(gram, (left.get(gram) ?? 0) + 1)
  let matches = 0
  for (const gram of a) {
    const count = left.get(gram) ?? 0
    if (count === 0) continue
    left.set(gram, count - 1)
    matches++
  }
  return matches
}
