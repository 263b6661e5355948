// Reads a graph or a program of rules, solves it with all four algorithms, and reports the iterations.
import { ad3Steps, type FactorGraph, ParleyError, readJson, type Solution, solve } from '@parleyjs/core'
import { ALGORITHMS } from '@parleyjs/core/internal'
import { type Grounding, type GroundRule, ground, parseRules, problemsIn } from '@parleyjs/logic'
import { failureOf, type Work } from '../work/serve.js'
import type { Failure } from '../work/tasks.js'
import type {
  Drawing,
  GraphProgress,
  GraphResult,
  GraphStep,
  GraphTasks,
  Language,
  SolvedBy,
} from './graph-types.js'
import { lineOfPath } from './json-lines.js'

/** Limits of the page, which is meant for small graphs. */
const MOST_COMBINATIONS = 200_000
const MOST_ITERATIONS = 200
const SECONDS = 4

interface Source {
  readonly graph: FactorGraph
  readonly grounding: Grounding | null
}

export async function solveGraph(
  { language, source }: GraphTasks['solve']['request'],
  work: Work<GraphProgress>,
): Promise<GraphTasks['solve']['result']> {
  const read = readSource(language, source)
  if ('problems' in read) return read
  const { graph, grounding } = read
  work.tell({ kind: 'graph', drawing: drawingOf(graph, grounding) })
  await work.breathe()
  await tellSteps(graph, work)
  const solved: SolvedBy[] = []
  let best: Solution | null = null
  for (const algorithm of ALGORITHMS) {
    const start = performance.now()
    const solution = solve(graph, {
      algorithm,
      timeLimit: SECONDS,
      ...(algorithm !== 'exact' && { maxIterations: MOST_ITERATIONS }),
      onIteration: ({ iteration, bound, value }) => {
        work.tell({ kind: 'row', algorithm, row: { iteration, bound, value } })
        return undefined
      },
    })
    const { status, value, bound, iterations } = solution
    work.tell({ kind: 'row', algorithm, row: { iteration: iterations, bound, value } })
    solved.push({ algorithm, status, value, bound, iterations, milliseconds: performance.now() - start })
    if (best === null || status === 'infeasible' || solution.value > best.value) best = solution
    await work.breathe()
  }
  return { solved, ...inWords(best!, graph, grounding) }
}

function readSource(language: Language, source: string): Source | { readonly problems: Failure[] } {
  try {
    if (language === 'json') return { graph: readJson(source), grounding: null }
    const problems = problemsIn(source)
    if (problems.length > 0) return { problems: problems.map(failureOf) }
    const grounding = ground(parseRules(source), {}, { names: true, limit: MOST_COMBINATIONS })
    return { graph: grounding.graph, grounding }
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    const failure = failureOf(error)
    const line = failure.line ?? (language === 'json' ? lineOfPath(source, failure.message) : undefined)
    return { problems: [{ ...failure, ...(line !== undefined && { line }) }] }
  }
}

async function tellSteps(graph: FactorGraph, work: Work<GraphProgress>): Promise<void> {
  let steps: GraphStep[] = []
  for (const { iteration, dual, beliefs, votes } of ad3Steps(graph)) {
    steps.push({ iteration, dual, beliefs: Float32Array.from(beliefs), votes: Float32Array.from(votes) })
    if (steps.length === 20) {
      work.tell({ kind: 'steps', steps })
      steps = []
      await work.breathe()
    }
    if (iteration >= MOST_ITERATIONS) break
  }
  work.tell({ kind: 'steps', steps })
}

function drawingOf(graph: FactorGraph, grounding: Grounding | null): Drawing {
  const start = graph.variableStart.data
  const variableOf = new Int32Array(graph.slotCount)
  const variables = Array.from({ length: graph.variableCount }, (_, v) => {
    variableOf.fill(v, start[v], start[v + 1])
    const name = graph.variableName(v) ?? grounding?.nameOf(v) ?? `x${v}`
    return {
      name,
      slot: start[v],
      values: graph.variableBinary.data[v] === 1 ? 2 : start[v + 1] - start[v],
    }
  })
  const factors = Array.from({ length: graph.factorCount }, (_, f) => ({
    name: graph.factorName(f) ?? '',
    kind: graph.factorLabel(f) as string,
    links: Array.from(graph.store.literalsOf(f), (literal) => ({
      variable: variableOf[literal >> 1],
      slot: literal >> 1,
      negated: (literal & 1) === 1,
    })),
  }))
  return { variables, factors }
}

function inWords(
  solution: Solution,
  graph: FactorGraph,
  grounding: Grounding | null,
): Pick<GraphResult, 'answer' | 'remarks'> {
  if (grounding !== null) {
    const answer = grounding.read(solution)
    if (solution.assignment === null) {
      const clash = answer.clash().map((rule) => `clash: ${ruleInWords(rule)}`)
      return { answer: [], remarks: clash }
    }
    const atoms = grounding.predicates.flatMap((predicate) =>
      answer
        .atoms(predicate)
        .map((members) => (members.length === 0 ? predicate : `${predicate}(${members.join(', ')})`)),
    )
    const violated = answer.explain()!.violated
    return {
      answer: atoms,
      remarks: violated.map((rule) => `broken, costs ${rule.cost}: ${ruleInWords(rule)}`),
    }
  }
  if (solution.assignment === null)
    return { answer: [], remarks: (solution.clash ?? []).map((f) => `clash: ${graph.describeFactor(f)}`) }
  return {
    answer: Array.from(solution.assignment, (value, v) => `${graph.describeVariable(v)} = ${value}`),
    remarks: [],
  }
}

function ruleInWords({ rule, named, text }: GroundRule): string {
  return named ? `${rule}: ${text}` : text
}
