// The laws of a custom factor's operations. Each check returns a counterexample in words, or null.
import { type Configuration, type Known, list } from './known-configurations.js'

/** Allowed rounding error, relative to the sum of the absolute scores. */
const ROUNDING = 1e-11
/** Contents of output buffers before a call: a factor must write every entry. */
const GARBAGE = [7, Number.NaN]

/** Scores of one trial, and the total that `maximize` found. */
export interface Trial {
  readonly scores: Float64Array
  readonly total: number
}

export function totalOf({ on, own }: Configuration, scores: ArrayLike<number>): number {
  let sum = own
  for (let i = 0; i < on.length; i++) if (on[i] === 1) sum += scores[i]
  return sum
}

/** Calls `maximize` and compares its configuration with all known ones. */
export function checkMaximize(known: Known, scores: Float64Array, done: Trial[]): string | null {
  const under = `\`maximize\` under the scores ${list(scores)}`
  const found = new Float64Array(known.links).fill(GARBAGE[done.length % 2])
  const given = scores.slice()
  const own = known.factor.maximize(given, found)
  if (isChanged(given, scores))
    return `${under} changes them to ${list(given)}. It must leave them as they are.`
  if (own === Number.NEGATIVE_INFINITY) {
    for (const { on } of known)
      return `${under} returns −Infinity (nothing is allowed), but ${list(on)} is allowed.`
    done.push({ scores, total: own })
    return null
  }
  if (!Number.isFinite(own)) return `${under} returns ${own}; it must return the own score of what it found.`
  const wrong = found.findIndex((value) => value !== 0 && value !== 1)
  if (wrong >= 0) return `${under} writes ${found[wrong]} for link ${wrong}; every link must be 0 or 1.`
  const slack = rounding(known, scores)
  const before = known.get(found)
  if (before === undefined) {
    if (known.complete) return `${under} finds ${list(found)}, which is not allowed.`
    known.add(found, own)
  } else if (Math.abs(own - before.own) > slack)
    return `${under} returns ${own} as the own score of ${list(found)}; it is ${before.own}. The own score must not contain the scores of the links.`
  const total = totalOf({ on: found, own }, scores)
  for (const other of known) {
    const better = totalOf(other, scores)
    if (better > total + slack)
      return `${under} finds ${list(found)}, which scores ${total} in all; ${list(other.on)} scores ${better}.`
  }
  done.push({ scores, total })
  return null
}

/** Repeats all trials in reverse order: what a factor remembers must not change its answers. */
export function checkReplay(known: Known, done: readonly Trial[]): string | null {
  const found = new Float64Array(known.links)
  for (let t = done.length - 1; t >= 0; t--) {
    const { scores, total } = done[t]
    const own = known.factor.maximize(scores.slice(), found)
    const again = own === Number.NEGATIVE_INFINITY ? own : totalOf({ on: found, own }, scores)
    if (again === total || Math.abs(again - total) <= rounding(known, scores)) continue
    return (
      `\`maximize\` under the scores ${list(scores)} found ${total} in all, and ${again} when asked again after other ` +
      'scores. What it remembers must not change its answer.'
    )
  }
  return null
}

/** Compares `maxMarginals` with the best known configuration for each value of each link. */
export function checkMaxMarginals(known: Known, scores: Float64Array): string | null {
  const under = `\`maxMarginals\` under the scores ${list(scores)}`
  const { links } = known
  const [on, off] = [new Float64Array(links).fill(GARBAGE[0]), new Float64Array(links).fill(GARBAGE[1])]
  const given = scores.slice()
  const best = known.factor.maxMarginals!(given, on, off)
  if (isChanged(given, scores))
    return `${under} changes them to ${list(given)}. It must leave them as they are.`
  const slack = rounding(known, scores)
  const wanted = bests(known, scores)
  const differs = (value: number, least: number) =>
    known.complete
      ? !same(value, least, slack)
      : !(value >= least - slack && value < Number.POSITIVE_INFINITY)
  const relation = known.complete ? 'it is' : 'it is at least'
  for (let i = 0; i < links; i++) {
    if (differs(on[i], wanted.on[i]))
      return `${under} writes ${on[i]} for link ${i} at 1; ${relation} ${wanted.on[i]}.`
    if (differs(off[i], wanted.off[i]))
      return `${under} writes ${off[i]} for link ${i} at 0; ${relation} ${wanted.off[i]}.`
  }
  return differs(best, wanted.best)
    ? `${under} returns ${best} as the best of all; ${relation} ${wanted.best}.`
    : null
}

/** Compares `marginals` with the sum over all allowed configurations. */
export function checkMarginals(known: Known, scores: Float64Array): string | null {
  const under = `\`marginals\` under the scores ${list(scores)}`
  const { links } = known
  const found = new Float64Array(links).fill(GARBAGE[1])
  const given = scores.slice()
  const log = known.factor.marginals!(given, found)
  if (isChanged(given, scores))
    return `${under} changes them to ${list(given)}. It must leave them as they are.`
  const { best } = bests(known, scores)
  if (best === Number.NEGATIVE_INFINITY)
    return log === best ? null : `${under} returns ${log}, but nothing is allowed: it must be −Infinity.`
  const wanted = new Float64Array(links)
  let sum = 0
  for (const one of known) {
    const weight = Math.exp(totalOf(one, scores) - best)
    sum += weight
    for (let i = 0; i < links; i++) wanted[i] += weight * one.on[i]
  }
  const slack = rounding(known, scores) + 1e-9
  if (!same(log, best + Math.log(sum), slack))
    return `${under} returns ${log}; the logarithm of the sum is ${best + Math.log(sum)}.`
  for (let i = 0; i < links; i++)
    if (!same(found[i], wanted[i] / sum, slack))
      return `${under} writes ${found[i]} for link ${i}; it is ${wanted[i] / sum}.`
  return null
}

/** The best known totals: with each link at 1, with each link at 0, and of all. */
function bests(known: Known, scores: Float64Array) {
  const on = new Float64Array(known.links).fill(Number.NEGATIVE_INFINITY)
  const off = on.slice()
  let best = Number.NEGATIVE_INFINITY
  for (const one of known) {
    const total = totalOf(one, scores)
    best = Math.max(best, total)
    for (let i = 0; i < on.length; i++) {
      const side = one.on[i] === 1 ? on : off
      side[i] = Math.max(side[i], total)
    }
  }
  return { on, off, best }
}

function rounding(known: Known, scores: Float64Array): number {
  let size = 1e-3
  for (const score of scores) size += Math.abs(score)
  let own = 0
  for (const one of known) own = Math.max(own, Math.abs(one.own))
  return ROUNDING * (size + own)
}

function isChanged(now: Float64Array, before: Float64Array): boolean {
  return now.some((score, i) => !Object.is(score, before[i]))
}

function same(a: number, b: number, slack: number): boolean {
  return a === b || Math.abs(a - b) <= slack
}
