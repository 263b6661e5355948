// Suggestions for misspelt words.

/** The closest candidate with at most two typing errors; null if there is none. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null
  let fewest = Math.min(3, word.length)
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue
    const edits = distance(word, candidate)
    if (edits < fewest) {
      fewest = edits
      best = candidate
    }
  }
  return best
}

/** " Did you mean …?" with the closest candidate, or an empty string. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates)
  return near === null ? '' : ` Did you mean ${near}?`
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]
}
