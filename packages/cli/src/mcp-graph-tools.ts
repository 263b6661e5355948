// The tools of `parley mcp` on factor graphs and rules: solve, verify, explain.
import {
  explain,
  type FactorGraph,
  kBest,
  ParleyError,
  readJson,
  type Solution,
  solveAsync,
  verify,
} from '@parleyjs/core'
import { answerJson, explanationJson, numbersJson } from '@parleyjs/core/internal'
import { type Data, ground, parseRules, rulesReport } from '@parleyjs/logic'
import { z } from 'zod'
import type { Tool } from './mcp-protocol.js'
import { makeTool } from './mcp-tool.js'

/** Default and maximum time of a solver, in seconds. */
const TIME = 30
const MOST_TIME = 600
/** Maximum number of variables, of factors and of combinations of rules. */
const MOST_PARTS = 1_000_000
/** Number of solutions that are kept to be verified. */
const KEPT = 20

const GRAPH = z
  .record(z.string(), z.unknown())
  .describe(
    'A factor graph in the JSON of Parley; scores are maximised. Such as {"parley": 1, "variables": [{"name": "rain", "score": 1}, ' +
      '{"name": "sky", "scores": [0.5, 0]}], "factors": [{"kind": "dense", "variables": ["sky", "rain"], "scores": [0, 1, 2, 0]}, ' +
      '{"kind": "implication", "premises": ["rain"], "conclusion": "!sky=0"}]}. Factors xor, or, at-most-one, ' +
      'budget (atLeast, atMost) have "literals" such as "rain", "!rain", "sky=1"; dense has a score for each combination, null where it is forbidden.',
  )
const RULES = z
  .string()
  .describe('Rules of first-order logic, such as: domain t = {a, b}\\nopen p(t)\\n"one": exists! x: p(x)')
const ASSIGNMENT = z.array(z.int()).describe('The value of each variable, as a number from 0')

const SOLVE = z
  .strictObject({
    graph: GRAPH.optional(),
    rules: RULES.optional(),
    data: z.record(z.string(), z.unknown()).optional().describe('Rules: facts and scores, by name'),
    algorithm: z
      .enum(['ad3', 'exact'])
      .optional()
      .describe('Default exact: an optimum with proof, if time allows'),
    k: z.int().min(1).max(50).optional().describe('Graphs: the k best assignments'),
    timeLimit: z.number().positive().max(MOST_TIME).optional().describe(`Seconds; default ${TIME}`),
  })
  .refine(({ graph, rules }) => (graph === undefined) !== (rules === undefined), {
    message: 'Give "graph" or "rules", and not both.',
  })

const VERIFY = z.strictObject({
  solution: z
    .string()
    .optional()
    .describe('The id of an answer of "solve": its bound is proven again as well'),
  graph: GRAPH.optional(),
  assignment: ASSIGNMENT.optional(),
  value: z.number().optional().describe('The score that the assignment is said to have'),
})

const EXPLAIN = z.strictObject({
  solution: z.string().optional().describe('The id of an answer of "solve"'),
  graph: GRAPH.optional(),
  assignment: ASSIGNMENT.optional(),
})

interface Kept {
  readonly graph: FactorGraph
  readonly solution: Solution
}

/** The tools. They share the last solutions. */
export function graphTools(): Tool[] {
  const kept = new Map<string, Kept>()
  let count = 0
  const keep = (graph: FactorGraph, solution: Solution): string => {
    const id = `s${++count}`
    kept.set(id, { graph, solution })
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
    return id
  }
  const recall = (id: string): Kept => {
    const found = kept.get(id)
    if (found === undefined)
      throw new ParleyError(
        'bad-argument',
        `There is no solution "${id}" (the last ${KEPT} are kept). Solve again.`,
      )
    return found
  }
  /** The graph and the assignment of a call: those of a solution, or those that were given. */
  const subject = (given: z.infer<typeof EXPLAIN>): { graph: FactorGraph; assignment: Int32Array } => {
    if (given.solution !== undefined) {
      const { graph, solution } = recall(given.solution)
      if (solution.assignment === null)
        throw new ParleyError('bad-argument', `The solution "${given.solution}" has no assignment.`)
      return { graph, assignment: solution.assignment }
    }
    if (given.graph === undefined || given.assignment === undefined)
      throw new ParleyError('bad-argument', 'Give "solution", or both "graph" and "assignment".')
    return { graph: graphOf(given.graph), assignment: Int32Array.from(given.assignment) }
  }

  return [
    makeTool(
      'solve',
      'Solve',
      'Finds the best assignment of a factor graph, or the best answer to rules with weights, and proves how good it is. Returns status ' +
        '(optimal means proven best), value, bound, the assignment by name, and the id "solution" for verify and explain.',
      SOLVE,
      async ({ graph: json, rules, data, algorithm = 'exact', k, timeLimit = TIME }, signal) => {
        if (rules !== undefined) {
          const grounding = ground(parseRules(rules), (data ?? {}) as Data, {
            limit: MOST_PARTS,
            names: false,
          })
          const solution = await solveAsync(grounding.graph, { algorithm, timeLimit, signal })
          const { answers, explanation, clash } = rulesReport(grounding, [solution], true)
          return {
            ...numbersJson(solution),
            answer: solution.assignment === null ? null : answers[0],
            ...(clash && { clash }),
            ...(explanation && { explanation }),
            solution: keep(grounding.graph, solution),
          }
        }
        const graph = graphOf(json!)
        if (k !== undefined) {
          const solutions = kBest(graph, k, { timeLimit })
          return {
            solutions: solutions.map((one) => ({ ...answerOf(graph, one), solution: keep(graph, one) })),
          }
        }
        const solution = await solveAsync(graph, { algorithm, timeLimit, signal })
        return { ...answerOf(graph, solution), solution: keep(graph, solution) }
      },
    ),
    makeTool(
      'verify',
      'Verify',
      'Rechecks an answer of "solve" without the solver: the assignment is feasible, has the value, and no other can score more than the ' +
        'bound. Or scores an assignment that you give for a graph.',
      VERIFY,
      async (given) => {
        if (given.solution !== undefined) {
          const { graph, solution } = recall(given.solution)
          const { ok, problems, value, bound, trusted } = verify(graph, solution)
          return { ok, problems, value: finite(value), bound: finite(bound), trusted }
        }
        const { graph, assignment } = subject(given)
        const { total, factors } = explain(graph, assignment)
        const violated = factors
          .filter(({ satisfied }) => !satisfied)
          .map(({ index, kind, name }) => ({ index, kind, name }))
        const off =
          given.value !== undefined && Math.abs(given.value - total) > 1e-6 * Math.max(1, Math.abs(total))
        const problems = [
          ...violated.map(({ index, kind, name }) => `Factor ${name ?? index} (${kind}) is violated.`),
          ...(off ? [`The value is ${given.value}, but the assignment scores ${total}.`] : []),
        ]
        return { ok: problems.length === 0, problems, value: finite(total), bound: null, trusted: [] }
      },
    ),
    makeTool(
      'explain',
      'Explain',
      'What every variable and factor contributes to the score of an assignment, and which hard constraints it breaks.',
      EXPLAIN,
      async (given) => {
        const { graph, assignment } = subject(given)
        return explanationJson(explain(graph, assignment))
      },
    ),
  ]
}

function graphOf(json: object): FactorGraph {
  const graph = readJson(json)
  const size = Math.max(graph.variableCount, graph.factorCount)
  if (size > MOST_PARTS)
    throw new ParleyError('too-large', `The graph has more than ${MOST_PARTS} variables or factors.`)
  return graph
}

/** A solution as JSON, with the assignment by the names of the variables. */
function answerOf(graph: FactorGraph, solution: Solution): object {
  const { assignment } = solution
  const named =
    assignment === null
      ? null
      : Object.fromEntries(Array.from(assignment, (value, v) => [graph.variableName(v) ?? String(v), value]))
  const clash = solution.clash?.map((f) => ({
    index: f,
    kind: graph.factorLabel(f),
    name: graph.factorName(f) ?? null,
  }))
  return { ...answerJson(solution), named, ...(clash && { clash }) }
}

function finite(x: number): number | null {
  return Number.isFinite(x) ? x : null
}
