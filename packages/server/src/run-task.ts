// Runs a task and yields its answer as text, piece by piece: sentences, or one whole solution.
import {
  explain,
  type FactorGraph,
  kBest,
  ParleyError,
  readJson,
  type Solution,
  type SolveOptions,
  solve,
} from '@parleyjs/core'
import { answerJson, explanationJson, numbersJson } from '@parleyjs/core/internal'
import { type Grounding, ground, parseRules, rulesReport } from '@parleyjs/logic'
import { summaryJson } from '@parleyjs/nlp/internal'
import { processWhole, sentencePiece, treesOf } from '@parleyjs/runner'
import type { Models } from './models.js'
import { runProcess } from './run-process.js'
import { runSearch } from './run-search.js'
import type { SolveTask, SummaryTask, Task, TextTask } from './task.js'

/** The pieces of the answer. `goOn` is called regularly; the task ends when it returns false. */
export function runTask(models: Models, task: Task, goOn: () => boolean): Iterable<string> {
  if (task.kind === 'solve') return [JSON.stringify(solution(task, goOn))]
  if (task.kind === 'summarize') return [JSON.stringify(summary(models, task))]
  if (task.kind === 'search') return [JSON.stringify(runSearch(task, goOn))]
  if (task.kind === 'process') return runProcess(models.pipeline, task, goOn)
  return sentences(models, task, goOn)
}

function summary(models: Models, { documents, words, extractive }: SummaryTask): object {
  const options = { ...(words !== undefined && { words }), ...(extractive !== undefined && { extractive }) }
  return summaryJson(models.summariser.summarise(documents, options))
}

function* sentences({ pipeline }: Models, task: TextTask, goOn: () => boolean): Generator<string> {
  const { text, conllu = '' } = task
  const write = sentencePiece(task.as, task.confidence === true)
  const tags = task.tags ?? (task.kind === 'tag' ? 'predict' : undefined)
  const source = text === undefined ? { conllu } : { text }
  for (const processed of processWhole(pipeline, source, treesOf(task.kind, task), tags, {
    ...(task.lines === true && { lines: true }),
  })) {
    yield write(processed)
    if (!goOn()) return
  }
}

function solution(task: SolveTask, goOn: () => boolean): object {
  const { maxIterations, timeLimit, tolerance } = task
  const options: SolveOptions = {
    ...(maxIterations !== undefined && { maxIterations }),
    ...(timeLimit !== undefined && { timeLimit }),
    ...(tolerance !== undefined && { tolerance }),
    onIteration: goOn,
  }
  const grounding =
    task.rules === undefined
      ? null
      : ground(parseRules(task.rules), task.data ?? {}, { limit: task.limit, names: false })
  const graph = grounding?.graph ?? readJson(task.graph ?? {})
  requireSize(graph, task.limit)
  const algorithm = task.algorithm ?? (task.k === undefined ? 'ad3' : 'exact')
  const solutions =
    task.k === undefined ? [solve(graph, { ...options, algorithm })] : kBest(graph, task.k, options)
  const report =
    grounding === null ? graphReport(graph, solutions, task) : programReport(grounding, solutions, task)
  return { algorithm, ...report, variables: graph.variableCount, factors: graph.factorCount }
}

function requireSize(graph: FactorGraph, limit: number): void {
  const size = Math.max(graph.variableCount, graph.factorCount)
  if (size > limit)
    throw new ParleyError(
      'too-large',
      `The graph has ${graph.variableCount} variables and ${graph.factorCount} factors; this server takes ${limit} of each at most.`,
    )
}

function graphReport(graph: FactorGraph, solutions: readonly Solution[], task: SolveTask): object {
  const best = solutions[0]
  const names = Array.from({ length: graph.variableCount }, (_, v) => graph.variableName(v) ?? null)
  return {
    ...answerJson(best),
    iterations: best.iterations,
    ...(names.some((name) => name !== null) && { names }),
    ...(best.clash && {
      clash: best.clash.map((f) => ({
        index: f,
        kind: graph.factorLabel(f),
        name: graph.factorName(f) ?? null,
      })),
    }),
    ...(task.k !== undefined && { solutions: solutions.map(answerJson) }),
    ...(task.explain === true &&
      best.assignment !== null && { explanation: explanationJson(explain(graph, best.assignment)) }),
  }
}

function programReport(grounding: Grounding, solutions: readonly Solution[], task: SolveTask): object {
  const best = solutions[0]
  const { answers, explanation, clash } = rulesReport(grounding, solutions, task.explain === true)
  const answerOf = (one: Solution, i: number) => (one.assignment === null ? null : answers[i])
  return {
    ...numbersJson(best),
    answer: answerOf(best, 0),
    iterations: best.iterations,
    ...(clash && { clash }),
    ...(task.k !== undefined && {
      solutions: solutions.map((one, i) => ({ ...numbersJson(one), answer: answerOf(one, i) })),
    }),
    ...(explanation && { explanation }),
  }
}
