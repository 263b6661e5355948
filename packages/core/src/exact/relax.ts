// A bound by AD³ at a node of the search, with a warm start from the parent node.

import { Ad3Engine } from '../ad3/engine.js'
import { finishSteps, STEP, type Steps } from '../limits/steps.js'
import type { Problem } from '../problem/problem.js'
import { workOfAll } from '../problem/work.js'

/** A starting point: multipliers by the graph's literals, beliefs by its slots, and the penalty. */
export interface Warmth {
  x: Float64Array
  beliefs: Float64Array
  eta: number
}

export interface Goal {
  /** A bound at or below this closes the node. */
  cutoff: number
  /** Solved when the relaxed value is within slack + relative · |bound| of the bound. */
  slack: number
  relative: number
  maxIterations: number
  /** Whether to stop early when the bound makes little progress. */
  impatient: boolean
  stop(): boolean
}

export interface Relaxation {
  bound: number
  /** The link scores that prove the bound. */
  x: Float64Array
  beliefs: Float64Array
  eta: number
  iterations: number
}

/** In `PATIENCE` iterations the bound must cover this share of its distance from the cutoff. */
const PROGRESS = 0.05
const PATIENCE = 20

export function relax(problem: Problem, start: Warmth | undefined, goal: Goal): Relaxation {
  return finishSteps(relaxSteps(problem, start, goal))
}

/** Solves the relaxation by AD³ up to the goal. If stopped, it ends with the bound so far. */
export function* relaxSteps(problem: Problem, start: Warmth | undefined, goal: Goal): Steps<Relaxation> {
  const engine = Ad3Engine.solo(problem, start === undefined ? {} : { penalty: start.eta })
  if (start !== undefined) engine.start(warmLinks(problem, start.x), warmBeliefs(problem, start.beliefs))
  const x = new Float64Array(engine.x.length)
  let bound = Number.POSITIVE_INFINITY
  let lastBound = Number.POSITIVE_INFINITY
  let lastIteration = 0
  const effort = workOfAll(problem)
  let work = 0
  for (;;) {
    work += effort
    if (work >= STEP) {
      work = 0
      // The first bound is always evaluated.
      if ((yield) && bound < Number.POSITIVE_INFINITY) break
    }
    const due = engine.iteration >= goal.maxIterations || engine.settled
    if (engine.iteration % 10 === 0 || due) {
      const dual = engine.dual()
      if (dual < bound) {
        bound = dual
        x.set(engine.x)
      }
      if (due || bound <= goal.cutoff) break
      if (engine.iteration > 0) {
        const relaxed = engine.relaxedValues()
        if (
          bound - Math.min(relaxed.score, relaxed.lagrangian) <=
          goal.slack + goal.relative * Math.abs(bound)
        )
          break
        if (goal.stop()) break
      }
      if (goal.impatient && engine.iteration >= lastIteration + PATIENCE) {
        if (lastBound - bound < PROGRESS * (bound - goal.cutoff)) break
        lastBound = bound
        lastIteration = engine.iteration
      }
    }
    engine.step()
  }
  return { bound, x, beliefs: engine.mean, eta: engine.eta, iterations: engine.iteration }
}

/** The starting point for a child node. */
export function warmth(problem: Problem, relaxation: Relaxation): Warmth {
  const { graph, linkOrigin } = problem
  const x = new Float64Array(graph.store.literals.length)
  for (let l = 0; l < linkOrigin.length; l++) if (linkOrigin[l] >= 0) x[linkOrigin[l]] = relaxation.x[l]
  return { x, beliefs: relaxation.beliefs.slice(0, graph.slotCount), eta: relaxation.eta }
}

function warmLinks(problem: Problem, from: Float64Array): Float64Array {
  const { linkOrigin } = problem
  const x = new Float64Array(linkOrigin.length)
  for (let l = 0; l < x.length; l++) if (linkOrigin[l] >= 0) x[l] = from[linkOrigin[l]]
  return x
}

function warmBeliefs(problem: Problem, from: Float64Array): Float64Array {
  const beliefs = new Float64Array(problem.slots).fill(0.5)
  beliefs.set(from)
  for (let s = 0; s < problem.slots; s++) if (problem.fixed[s] !== -1) beliefs[s] = problem.fixed[s]
  return beliefs
}
