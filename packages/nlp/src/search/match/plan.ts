// Chooses the order in which variables get their words: first those with rare words, then those that are
// reached from them by the relation with the fewest words.
import type { Condition, Value } from '../pattern/syntax.js'
import { RELATIONS } from './relations.js'
import type { Link, Scope } from './scopes.js'

/** How a variable gets its candidates: from the word of another, or from all words. */
export interface PlanStep {
  readonly variable: number
  readonly source: { readonly link: Link; readonly from: number } | null
}

/** Words of a sentence without any condition. */
const ALL_WORDS = 30
/** Share of words that have a given value, by column; for the order only. */
const SHARES = [0.05, 0.01, 0.01, 0.1, 0.05, 0.1, 0.1, 0.05, 0.1, 0.1]

/** The order for the variables of a scope; those of the scopes around it have their words. */
export function planOf(scope: Scope): PlanStep[] {
  const left = new Set(scope.own)
  const steps: PlanStep[] = []
  while (left.size > 0) {
    let best: PlanStep | null = null
    let fewest = Number.POSITIVE_INFINITY
    for (const variable of left) {
      const share = shareOf(scope.conditions.get(variable) ?? [])
      for (const source of [null, ...sourcesOf(scope, variable, left)]) {
        const words = source === null ? ALL_WORDS : usualWords(source.link, source.from)
        const cost = words * (share + 0.01)
        if (cost >= fewest) continue
        fewest = cost
        best = { variable, source }
      }
    }
    steps.push(best!)
    left.delete(best!.variable)
  }
  return steps
}

/** The links to a variable from variables that have their words. */
function sourcesOf({ links }: Scope, variable: number, left: ReadonlySet<number>): PlanStep['source'][] {
  return links.flatMap((link) => {
    if (link.to === variable && !left.has(link.from)) return [{ link, from: link.from }]
    return link.from === variable && !left.has(link.to) ? [{ link, from: link.to }] : []
  })
}

function usualWords({ from, operator, labels }: Link, start: number): number {
  const { inverse, usual } = RELATIONS[operator]
  return (start === from ? usual : RELATIONS[inverse].usual) * (labels === null ? 1 : 0.2)
}

function shareOf(conditions: readonly Condition[]): number {
  return conditions.reduce((share, { field, negated, values }) => {
    if (negated || values === null) return share * 0.8
    return (
      share *
      Math.min(
        1,
        values.reduce((sum, value) => sum + shareOfValue(field, value), 0),
      )
    )
  }, 1)
}

function shareOfValue(field: number, { kind }: Value): number {
  return kind === 'text' ? SHARES[field] : 0.3
}
