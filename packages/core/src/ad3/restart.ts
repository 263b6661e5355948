// A restart of Halpern's iteration: the current targets become the new anchors.
import type { Problem } from '../problem/problem.js'
import type { Ad3State } from './state.js'

type Restarted = Pick<Problem, 'slotStart' | 'slotLinks'>
type State = Pick<Ad3State, 'target' | 'anchor' | 'p'>

/** Beliefs of slots and scores of links at the last restart. */
export interface LastRestart {
  readonly restartP: Float64Array
  readonly restartX: Float32Array
}

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
  { slotStart, slotLinks }: Restarted,
  { target, anchor, p }: State,
  { restartP, restartX }: LastRestart,
  eta: number,
  moved: Int32Array,
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
