// Mini-batches of sentences of similar length, in a random order.
import type { Random } from '@parleyjs/core/internal'
import type { Lesson, TrueWords } from './loss.js'

/** Lengths are blurred by this, so that batches differ from epoch to epoch. */
const BLUR = 3

/**
 * Batches of about `size` pieces, each cut to lessons of about `part` pieces, since a lesson is what a thread
 * has in memory.
 */
export function batchesOf(
  sentences: readonly TrueWords[],
  { size, part }: { readonly size: number; readonly part: number },
  random: Random,
): Lesson[][] {
  const keyed = sentences.map((sentence) => ({
    sentence,
    key: sentence.pieces.length + BLUR * random.uniform(),
  }))
  keyed.sort((a, b) => a.key - b.key)
  const batches = cut(
    keyed.map(({ sentence }) => sentence),
    size,
  )
  const order = Int32Array.from(batches.keys())
  random.shuffle(order)
  return Array.from(order, (place) => {
    const batch = batches[place]
    const words = batch.reduce((sum, { heads }) => sum + heads.length - 1, 0)
    return cut(batch, part).map((own) => ({ sentences: own, weight: 1 / words }))
  })
}

function cut(sentences: readonly TrueWords[], size: number): TrueWords[][] {
  const groups: TrueWords[][] = []
  let room = 0
  for (const sentence of sentences) {
    if (groups.length === 0 || sentence.pieces.length > room) {
      groups.push([])
      room = size
    }
    groups[groups.length - 1].push(sentence)
    room -= sentence.pieces.length
  }
  return groups
}
