// Optimality of a point for the quadratic step max_{z ∈ polytope} own(z) + x·z − η/2 ‖z − p‖², tested with
// the list of the polytope's vertices.

import type { FactorCase } from './factor-case.js'
import { highs } from './highs.js'

export interface Step {
  x: Float64Array
  /** Target per link (the same number for links of one slot). */
  p: Float64Array
  eta: number
}

/** Sum of the absolute numbers that a step adds up; rounding errors are a small fraction of it. */
export function stepSize(c: FactorCase, step: Step): number {
  let size = 3 * c.size
  for (let l = 0; l < c.links; l++) size += Math.abs(step.x[l]) + step.eta * (1 + Math.abs(step.p[l]))
  return size
}

/**
 * The largest gain of any vertex over z along the gradient at z: 0 at the solution, and nowhere else in the
 * polytope (the variational inequality of a concave problem). `own` is the own score of z.
 */
export function optimalityGap(c: FactorCase, step: Step, z: Float64Array, own: number): number {
  let gap = Number.NEGATIVE_INFINITY
  for (const vertex of c.vertices) {
    let gain = vertex.own - own
    for (let l = 0; l < c.links; l++) {
      const gradient = step.x[l] - step.eta * (z[l] - step.p[l])
      gain += gradient * (vertex.z[l] - z[l])
    }
    if (gain > gap) gap = gain
  }
  return gap
}

/** The objective of the quadratic step at z. */
export function objective(c: FactorCase, step: Step, z: Float64Array, own: number): number {
  let sum = own
  for (let l = 0; l < c.links; l++) sum += step.x[l] * z[l] - 0.5 * step.eta * (z[l] - step.p[l]) ** 2
  return sum
}

/**
 * The best own score of a distribution over vertices whose mean is z, found by HiGHS; null if there is none,
 * so that z lies outside the polytope.
 */
export function envelope(c: FactorCase, z: Float64Array): number | null {
  const scale = c.size > 0 ? 1 / c.size : 1
  const lines = ['max', `obj: ${sum(c.vertices.map((v, k) => [v.own * scale, `q${k}`]))}`, 'subject to']
  for (let l = 0; l < c.links; l++) {
    const terms = sum(c.vertices.map((v, k) => [v.z[l], `q${k}`]))
    lines.push(`${terms} >= ${number(z[l] - 1e-8)}`, `${terms} <= ${number(z[l] + 1e-8)}`)
  }
  lines.push(`${c.vertices.map((_, k) => `+ 1 q${k}`).join(' ')} = 1`, 'end')
  const result = highs.solve(lines.join('\n'), { output_flag: false, primal_feasibility_tolerance: 1e-10 })
  return result.Status === 'Optimal' ? result.ObjectiveValue / scale : null
}

/** The solution of the quadratic step by HiGHS; null if its quadratic solver fails (it does at some ties). */
export function solveByHighs(c: FactorCase, step: Step): Float64Array | null {
  const scale = 1 / stepSize(c, step)
  const lines = ['min']
  const linear: [number, string][] = c.vertices.map((v, k) => [-v.own * scale, `q${k}`])
  const quadratic: string[] = []
  for (let l = 0; l < c.links; l++) {
    linear.push([-(step.x[l] + step.eta * step.p[l]) * scale, `z${l}`])
    quadratic.push(`${number(step.eta * scale)} z${l} ^ 2`)
  }
  lines.push(`obj: ${sum(linear)} + [ ${quadratic.join(' + ')} ] / 2`, 'subject to')
  for (let l = 0; l < c.links; l++)
    lines.push(
      `${sum([...c.vertices.map((v, k): [number, string] => [v.z[l], `q${k}`]), [-1, `z${l}`]])} = 0`,
    )
  lines.push(`${c.vertices.map((_, k) => `+ 1 q${k}`).join(' ')} = 1`, 'bounds')
  for (let l = 0; l < c.links; l++) lines.push(`0 <= z${l} <= 1`)
  lines.push('end')
  let result: ReturnType<typeof highs.solve>
  try {
    result = highs.solve(lines.join('\n'), { output_flag: false })
  } catch {
    return null
  }
  if (result.Status !== 'Optimal') return null
  return Float64Array.from({ length: c.links }, (_, l) => {
    const column = result.Columns[`z${l}`]
    return column !== undefined && 'Primal' in column ? column.Primal : Number.NaN
  })
}

function sum(terms: readonly (readonly [number, string])[]): string {
  const parts = terms.filter(([coefficient]) => coefficient !== 0).map(([a, name]) => `${number(a)} ${name}`)
  return parts.length === 0 ? `0 ${terms[0][1]}` : parts.join(' ')
}

/** A number with its sign, as the LP format requires. */
function number(value: number): string {
  return value < 0 ? `- ${-value}` : `+ ${value}`
}
