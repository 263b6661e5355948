// Aligns the words of the system with the words of the gold file: by characters, and by forms inside
// multiword tokens.
import type { Word } from './corpus.js'

/** The aligned word on the other side, or −1. */
export interface Alignment {
  /** Index of the system's word, for each gold word. */
  readonly systemOf: Int32Array
  /** Index of the gold word, for each word of the system. */
  readonly goldOf: Int32Array
  readonly count: number
}

/**
 * Aligns the words of two files over the same characters. Outside of multiword tokens, words with the same
 * span are aligned. Around multiword tokens, the smallest span is taken that no multiword token of either
 * side crosses; inside it, the words are aligned by the longest common subsequence of their lower-case forms.
 */
export function alignWords(gold: readonly Word[], system: readonly Word[]): Alignment {
  const systemOf = new Int32Array(gold.length).fill(-1)
  const goldOf = new Int32Array(system.length).fill(-1)
  let count = 0
  const pair = (g: number, s: number) => {
    systemOf[g] = s
    goldOf[s] = g
    count++
  }
  let g = 0
  let s = 0
  while (g < gold.length && s < system.length) {
    const a = gold[g]
    const b = system[s]
    if (a.inRange || b.inRange) {
      const span = multiwordSpan(gold, system, g, s)
      commonSubsequence(gold, system, span, pair)
      g = span.goldEnd
      s = span.systemEnd
    } else if (a.start === b.start && a.end === b.end) pair(g++, s++)
    else if (a.start <= b.start) g++
    else s++
  }
  return { systemOf, goldOf, count }
}

interface Span {
  readonly goldStart: number
  readonly goldEnd: number
  readonly systemStart: number
  readonly systemEnd: number
}

/** The words of the smallest span around the multiword token at `g` or `s`. */
function multiwordSpan(gold: readonly Word[], system: readonly Word[], g: number, s: number): Span {
  let end: number
  if (gold[g].inRange) {
    end = gold[g].end
    // A word of the other side that began earlier is outside of the span.
    if (!system[s].inRange && system[s].start < gold[g].start) s++
  } else {
    end = system[s].end
    if (!gold[g].inRange && gold[g].start < system[s].start) g++
  }
  const goldStart = g
  const systemStart = s
  while (!beyond(gold[g], end) || !beyond(system[s], end)) {
    const takeGold = g < gold.length && (s >= system.length || gold[g].start <= system[s].start)
    const word = takeGold ? gold[g++] : system[s++]
    if (word.inRange && word.end > end) end = word.end
  }
  return { goldStart, goldEnd: g, systemStart, systemEnd: s }
}

function beyond(word: Word | undefined, end: number): boolean {
  return word === undefined || (word.inRange ? word.start >= end : word.end > end)
}

/** Aligns the words of a longest common subsequence of forms; of several, the earliest. */
function commonSubsequence(
  gold: readonly Word[],
  system: readonly Word[],
  { goldStart, goldEnd, systemStart, systemEnd }: Span,
  pair: (g: number, s: number) => void,
): void {
  const n = goldEnd - goldStart
  const m = systemEnd - systemStart
  if (n === 0 || m === 0) return
  const left = gold.slice(goldStart, goldEnd).map((word) => word.form.toLowerCase())
  const right = system.slice(systemStart, systemEnd).map((word) => word.form.toLowerCase())
  // length[i][j] is the length of the longest common subsequence of left[i…] and right[j…]; the last row and
  // column are zero.
  const width = m + 1
  const length = new Int32Array((n + 1) * width)
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--)
      length[i * width + j] =
        left[i] === right[j]
          ? 1 + length[(i + 1) * width + j + 1]
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1])
  for (let i = 0, j = 0; i < n && j < m; ) {
    if (left[i] === right[j]) pair(goldStart + i++, systemStart + j++)
    else if (length[i * width + j] === length[(i + 1) * width + j]) i++
    else j++
  }
}
