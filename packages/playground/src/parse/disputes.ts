// Finds the arcs about which factors disagree after an iteration.
import type { Study, StudyStep } from './parse-types.js'

/** An arc, the beliefs of all factors that know it, and the largest difference between them. */
export interface Dispute {
  readonly arc: number
  readonly votes: readonly { readonly factor: number; readonly vote: number }[]
  readonly spread: number
}

/** Beliefs that differ by at most this much count as agreement. */
const AGREEMENT = 0.01

/** The disputed arcs, the most disputed first. */
export function disputesIn(
  { factors }: Pick<Study, 'factors'>,
  { votes }: Pick<StudyStep, 'votes'>,
): Dispute[] {
  const byArc = new Map<number, { factor: number; vote: number }[]>()
  let link = 0
  factors.forEach(({ arcs }, factor) => {
    for (const arc of arcs) {
      const vote = votes[link++]
      if (Number.isNaN(vote)) continue
      const list = byArc.get(arc)
      if (list === undefined) byArc.set(arc, [{ factor, vote }])
      else list.push({ factor, vote })
    }
  })
  const disputes: Dispute[] = []
  for (const [arc, list] of byArc) {
    const all = list.map(({ vote }) => vote)
    const spread = Math.max(...all) - Math.min(...all)
    if (spread > AGREEMENT) disputes.push({ arc, votes: list, spread })
  }
  return disputes.sort((a, b) => b.spread - a.spread || a.arc - b.arc)
}
