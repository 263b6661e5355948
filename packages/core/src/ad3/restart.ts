// A restart of Halpern's iteration: the current targets become the new anchors.
import type { Ad3Memory } from './memory.js'

/** Squared distances since the last restart, over links. */
export interface Travelled {
  beliefs: number
  multipliers: number
}

/**
 * Sets new anchors at the slots moved[from … to), and measures how far their beliefs and multipliers have
 * travelled.
 */
export function restartSlots(
  { slotStart, slotLinks, target, anchor, p, restartP, restartX, moved }: Ad3Memory,
  eta: number,
  from: number,
  to: number,
  travelled: Travelled,
): void {
  let beliefs = 0
  let multipliers = 0
  for (let k = from; k < to; k++) {
    const s = moved[k]
    const first = slotStart[s]
    const end = slotStart[s + 1]
    const belief = p[s]
    const way = belief - restartP[s]
    restartP[s] = belief
    beliefs += (end - first) * way * way
    for (let j = first; j < end; j++) {
      const l = slotLinks[j]
      anchor[l] = target[l]
      const x = eta * (target[l] - belief)
      const d = x - restartX[l]
      restartX[l] = x
      multipliers += d * d
    }
  }
  travelled.beliefs = beliefs
  travelled.multipliers = multipliers
}
