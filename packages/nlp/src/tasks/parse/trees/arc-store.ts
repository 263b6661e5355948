// A cache of the arcs that survive pruning. The pruners are fixed while weights and network are trained, so
// each sentence is pruned once.
import type { TrainingSentence } from '../interface/parser-input.js'
import type { ArcList } from './arc-list.js'

/** Maximum sentence length: heads are stored in 16 bits. */
const LONGEST = 65535

/** Arcs by sentence, without probabilities: number of heads of each word, then all heads. */
export class ArcStore {
  private readonly kept = new Map<TrainingSentence, Uint16Array>()

  /** Writes the arcs of a sentence; false if they are not stored. */
  fill(sentence: TrainingSentence, arcs: ArcList): boolean {
    const kept = this.kept.get(sentence)
    if (kept === undefined) return false
    const n = sentence.forms.length
    arcs.clear(n)
    let at = n
    for (let m = 1; m <= n; m++) {
      for (const end = at + kept[m - 1]; at < end; at++) arcs.add(kept[at], m, 0)
      arcs.end(m)
    }
    return true
  }

  keep(sentence: TrainingSentence, { count, start, head }: ArcList): void {
    const n = sentence.forms.length
    if (n > LONGEST) return
    const kept = new Uint16Array(n + count)
    for (let m = 1; m <= n; m++) kept[m - 1] = start[m + 1] - start[m]
    for (let a = 0; a < count; a++) kept[n + a] = head[a]
    this.kept.set(sentence, kept)
  }
}
