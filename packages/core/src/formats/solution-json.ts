// Converts solutions to data for JSON, which has no infinities and no typed arrays: numbers that are not
// finite become null.
import type { Explanation } from '../result/explain.js'
import type { Solution } from '../result/solution.js'

type Numbers = Pick<Solution, 'status' | 'value' | 'bound' | 'gap'>

/** Status, value, bound and gap, as data for JSON. */
export function numbersJson({ status, value, bound, gap }: Numbers) {
  return { status, value: finite(value), bound: finite(bound), gap: finite(gap) }
}

/** Like `numbersJson`, with the assignment. */
export function answerJson(answer: Numbers & Pick<Solution, 'assignment'>) {
  const { assignment } = answer
  return { ...numbersJson(answer), assignment: assignment === null ? null : Array.from(assignment) }
}

/** The result of `explain`, as data for JSON. */
export function explanationJson({ total, constant, variables, factors }: Explanation) {
  return {
    total,
    constant,
    variables: variables.map(({ index, name, value, score }) => ({
      index,
      name: name ?? null,
      value,
      score,
    })),
    factors: factors.map(({ index, name, kind, score, satisfied }) => ({
      index,
      name: name ?? null,
      kind,
      score: finite(score),
      satisfied,
    })),
  }
}

function finite(x: number): number | null {
  return Number.isFinite(x) ? x : null
}
