// The linear program that AD³ solves for a sentence, in a form for general solvers: the tree as a
// multi-commodity flow (paper 1, Table 1, with the erratum that a unit for each word leaves the root), and
// every head automaton as a path through its modifiers, one for each head of the head. Both describe the
// convex hull of their factor, so the optimum is that of the relaxation.
import type { Factor, LinearProgram } from '@parleyjs/core'
import type { ParseProblem } from '@parleyjs/nlp/internal'
import { GrandparentHeadAutomaton, HeadAutomaton, SpanningTree } from '@parleyjs/structures'
import { ProgramBuilder } from './program-builder.js'

type Term = readonly [column: number, coefficient: number]

/**
 * The relaxation of a parser's graph with arcs, consecutive siblings, grandparents and grand-siblings;
 * undefined if the graph contains other parts.
 *
 * @example
 * const program = parseProgram(parser.problem({ forms: ['Dogs', 'bark'] }))
 */
export function parseProgram({ graph, arcs }: ParseProblem): LinearProgram | undefined {
  const builder = new ProgramBuilder()
  if (graph.variableCount !== arcs.head.length || graph.customFactors.length !== graph.factorCount)
    return undefined
  // A score of both values of an arc belongs to every tree.
  for (let a = 0; a < arcs.head.length; a++) {
    builder.constant += graph.baseScores.data[a]
    builder.column(graph.scores.data[a])
  }
  // An arc that every tree has is known, and not linked to the tree.
  for (let a = 0; a < arcs.head.length; a++) if (graph.evidence.data[a] === 1) builder.row([[a, 1]], 1, 1)
  for (let f = 0; f < graph.factorCount; f++) {
    const factor = graph.customFactors[f]
    // A literal is 2 · variable, and arcs are never negated.
    const links = Array.from(graph.store.literalsOf(f), (literal) => literal >> 1)
    if (factor instanceof SpanningTree) addTree(builder, arcs, factor)
    else if (factor instanceof HeadAutomaton) addPaths(builder, factor, links, [])
    else if (factor instanceof GrandparentHeadAutomaton)
      addPaths(builder, factor, links.slice(factor.grandparentCount), links.slice(0, factor.grandparentCount))
    else return undefined
  }
  return builder.build(arcs.head.length)
}

/** One head per word, and one unit of flow from the root to every word along active arcs. */
function addTree(
  builder: ProgramBuilder,
  { head, modifier }: ParseProblem['arcs'],
  { length, singleRoot }: SpanningTree,
): void {
  const all = Array.from(head, (_, a) => a)
  const into = Array.from({ length }, (_, m) => all.filter((a) => modifier[a] === m))
  const outOf = Array.from({ length }, (_, h) => all.filter((a) => head[a] === h))
  const sum = (list: readonly number[]): Term[] => list.map((a) => [a, 1])
  for (let m = 1; m < length; m++) builder.row(sum(into[m]), 1, 1)
  if (singleRoot) builder.row(sum(outOf[0]), 1, 1)
  for (let d = 1; d < length; d++) {
    // Nothing flows back from the word that receives the unit.
    const flow = all.map((a) => (head[a] === d ? -1 : builder.column(0)))
    const signed = (list: readonly number[], sign: number): Term[] =>
      list.filter((a) => flow[a] >= 0).map((a) => [flow[a], sign])
    for (let m = 1; m < length; m++)
      builder.row([...signed(into[m], 1), ...signed(outOf[m], -1)], m === d ? 1 : 0, m === d ? 1 : 0)
    for (const a of all) {
      if (flow[a] < 0) continue
      // An active arc carries the unit of its own modifier.
      const least = modifier[a] === d ? 0 : Number.NEGATIVE_INFINITY
      builder.row(
        [
          [flow[a], 1],
          [a, -1],
        ],
        least,
        0,
      )
    }
  }
}

/**
 * Paths from "none before" (0) over modifiers 1 … n to "none after" (n + 1), as unit flows; with
 * grandparents, one flow for each of them, as large as its arc.
 */
function addPaths(
  builder: ProgramBuilder,
  factor: Factor,
  modifiers: readonly number[],
  grandparents: readonly number[],
): void {
  const n = modifiers.length
  const groups = Math.max(1, grandparents.length)
  const passing: Term[][] = modifiers.map(() => [])
  for (let g = 0; g < groups; g++) {
    const scoreOf = (...on: readonly number[]) => {
      const configuration = new Float64Array(grandparents.length + n)
      if (grandparents.length > 0) configuration[g] = 1
      for (const i of on) configuration[grandparents.length + i - 1] = 1
      return factor.score!(configuration)
    }
    const into: Term[][] = Array.from({ length: n + 2 }, () => [])
    const outOf: Term[][] = Array.from({ length: n + 2 }, () => [])
    for (let i = 0; i <= n; i++)
      for (let j = i + 1; j <= n + 1; j++) {
        // The score that j adds to a path ending in i, as if it were the last: sums along a path telescope to
        // the factor's score.
        const gain = j > n ? (i === 0 ? scoreOf() : 0) : i === 0 ? scoreOf(j) : scoreOf(i, j) - scoreOf(i)
        const edge = builder.column(gain)
        outOf[i].push([edge, 1])
        into[j].push([edge, 1])
      }
    const minus = (terms: readonly Term[]): Term[] => terms.map(([column, c]) => [column, -c])
    if (grandparents.length === 0) builder.row(outOf[0], 1, 1)
    else builder.row([...outOf[0], [grandparents[g], -1]], 0, 0)
    for (let i = 1; i <= n; i++) {
      builder.row([...into[i], ...minus(outOf[i])], 0, 0)
      passing[i - 1].push(...into[i])
    }
  }
  modifiers.forEach((arc, i) => {
    builder.row([...passing[i], [arc, -1]], 0, 0)
  })
}
