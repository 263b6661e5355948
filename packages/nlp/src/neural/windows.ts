// Windows over the pieces of a long sentence: an encoder reads a limited number of pieces at once. Windows
// overlap by half, and each word is read where it is further from the edges.
import type { EncodedWords, WordBatch } from './batch.js'

/** A window: the words from `from` to before `to`, of which those from `first` to before `end` are kept. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly end: number
}

/** The windows of a sentence whose encoder reads `most` pieces; the words kept are 0, 1, 2 … in order. */
export function windowsOf({ starts, pieces }: EncodedWords, most: number): Window[] {
  const words = starts.length - 1
  if (pieces.length <= most) return [{ from: 0, to: words, first: 0, end: words }]
  // Every window begins with the root's piece and ends with the piece that ends sentences.
  const capacity = most - 2
  const spans: { from: number; to: number }[] = []
  for (let from = 1; ; ) {
    let to = from + 1
    while (to < words && starts[to + 1] - starts[from] <= capacity) to++
    spans.push({ from, to })
    if (to === words) break
    const half = starts[from] + capacity / 2
    let next = from + 1
    while (next < to && starts[next] < half) next++
    from = next
  }
  return spans.map(({ from, to }, i) => ({
    from,
    to,
    first: i === 0 ? 0 : middle(spans[i - 1].to, from),
    end: i + 1 === spans.length ? to : middle(to, spans[i + 1].from),
  }))
}

/** The middle of an overlap. */
function middle(to: number, from: number): number {
  return Math.ceil((from + to) / 2)
}

/** The pieces of a window for the encoder: those of the root, of its words, and the end. */
export function windowBatch(
  { pieces, starts }: EncodedWords,
  { from, to, first, end }: Window,
): Pick<WordBatch, 'pieces' | 'pieceStarts' | 'wordPieces' | 'wordRuns'> {
  const begin = Math.max(1, from)
  const offset = starts[begin] - 1
  const own = [pieces[0], ...pieces.slice(starts[begin], starts[to]), pieces[pieces.length - 1]]
  const runs = [0]
  for (let word = begin; word <= to; word++) runs.push(starts[word] - offset)
  return {
    pieces: Int32Array.from(own),
    pieceStarts: Int32Array.of(0, own.length),
    wordPieces: Int32Array.from([...runs, own.length]),
    wordRuns: Int32Array.from({ length: end - first }, (_, i) =>
      first + i === 0 ? 0 : first + i - begin + 1,
    ),
  }
}
