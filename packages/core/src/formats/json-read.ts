// Reads Parley's own JSON format (docs/json-format.md), which has every kind of factor, names and evidence.
import { ParleyError } from '../error.js'
import { FACTOR_LABELS, FactorGraph, type FactorLabel } from '../graph/graph.js'
import { BinaryVariable, CategoricalVariable, type Literal, type Variable } from '../graph/variable.js'
import { Deadline, type TimeLimits } from '../limits/deadline.js'
import { type OptionKeys, requireOptions } from '../options.js'
import { applyEvidence, literal, variableOrLiteral } from './json-literals.js'
import { parseJson } from './json-syntax.js'
import { type At, complain, fields, flag, items, number, numbers, optional, text } from './json-value.js'

interface JsonReadOptions extends TimeLimits {
  /** Name of the file, for messages only. */
  file?: string
}

const JSON_KEYS = { file: true, timeLimit: true, signal: true } satisfies OptionKeys<JsonReadOptions>

/**
 * Reads a graph in Parley's JSON, from text or from an object that is already parsed.
 *
 * @example
 * const graph = readJson({
 *   parley: 1,
 *   variables: [{ name: 'rain', score: 0.2 }, { name: 'wet', score: -0.1 }],
 *   factors: [{ kind: 'implication', premises: ['rain'], conclusion: 'wet' }],
 * })
 * ad3(graph).value // 0.1
 */
export function readJson(source: string | object, options: JsonReadOptions = {}): FactorGraph {
  requireOptions('readJson', options, JSON_KEYS)
  const deadline = new Deadline(options)
  const value = typeof source === 'string' ? parseJson(source, options.file) : source
  try {
    return readGraph({ value, path: '' }, deadline)
  } catch (cause) {
    if (!(cause instanceof ParleyError) || options.file === undefined) throw cause
    throw new ParleyError(cause.code, cause.message, { ...cause.place, file: options.file })
  }
}

/** Number of variables and factors that are read between two checks of the time limit. */
const ITEMS = 256

function readGraph(top: At, deadline: Deadline): FactorGraph {
  const field = fields(top, [
    '$schema',
    'comment',
    'parley',
    'scoreAbove',
    'variables',
    'factors',
    'evidence',
  ])
  if (field('parley').value !== 1)
    throw complain(
      'parley',
      'expected the format’s version, 1. Every graph starts with {"parley": 1, "variables": […]}.',
    )
  const graph = new FactorGraph()
  const scoreAbove = optional(field('scoreAbove'), number)
  if (scoreAbove !== undefined) graph.requireMore(scoreAbove)
  let read = 0
  const pause = () => {
    if (++read % ITEMS === 0) deadline.check('Reading the graph')
  }
  for (const at of items(field('variables'))) {
    readVariable(graph, at)
    pause()
  }
  for (const at of optional(field('factors'), items) ?? []) {
    readFactor(graph, at)
    pause()
  }
  for (const at of optional(field('evidence'), items) ?? []) applyEvidence(graph, at)
  return graph
}

function readVariable(graph: FactorGraph, at: At): void {
  const field = fields(at, ['name', 'score', 'scores'])
  const name = optional(field('name'), text)
  const score = field('score')
  const scores = optional(field('scores'), numbers)
  located(at.path, () => {
    if (scores !== undefined && score.value !== undefined)
      throw complain(
        at.path,
        'has both "score" (for a binary variable) and "scores" (for a categorical variable); give one of them.',
      )
    if (scores !== undefined) graph.categorical(scores, name)
    else if (Array.isArray(score.value)) graph.binary(bothScores(score), name)
    else graph.binary(optional(score, number) ?? 0, name)
  })
}

function bothScores(at: At): [number, number] {
  const both = numbers(at)
  if (both.length !== 2)
    throw complain(
      at.path,
      `expected the scores of 0 and of 1, found ${both.length} numbers; for more values use "scores".`,
    )
  return [both[0], both[1]]
}

interface KindReader {
  fields: readonly string[]
  add: (graph: FactorGraph, field: (name: string) => At, name: string | undefined) => void
}

const KINDS: Partial<Record<FactorLabel, KindReader>> = {
  xor: overLiterals((graph, literals, name) => graph.xor(literals, name)),
  'at-most-one': overLiterals((graph, literals, name) => graph.atMostOne(literals, name)),
  or: overLiterals((graph, literals, name) => graph.or(literals, name)),
  'xor-with-output': withOutput('inputs', 'output', (graph, i, o, name) => graph.xorOut(i, o, name)),
  'or-with-output': withOutput('inputs', 'output', (graph, i, o, name) => graph.orOut(i, o, name)),
  'and-with-output': withOutput('inputs', 'output', (graph, i, o, name) => graph.andOut(i, o, name)),
  implication: withOutput('premises', 'conclusion', (graph, i, o, name) => graph.implies(i, o, name)),
  pair: {
    fields: ['literals', 'score'],
    add(graph, field, name) {
      const [a, b, ...more] = literals(graph, field('literals'))
      if (a === undefined || b === undefined || more.length > 0)
        throw complain(field('literals').path, 'a pair has 2 literals.')
      graph.pair(a, b, number(field('score')), name)
    },
  },
  budget: {
    fields: ['literals', 'atLeast', 'atMost'],
    add(graph, field, name) {
      const atLeast = optional(field('atLeast'), number)
      const atMost = optional(field('atMost'), number)
      if (atLeast === undefined && atMost === undefined)
        throw complain(field('atMost').path, 'a budget needs "atMost", "atLeast" or both.')
      const range = {
        ...(atLeast === undefined ? {} : { atLeast }),
        ...(atMost === undefined ? {} : { atMost }),
      }
      graph.budget(literals(graph, field('literals')), range, name)
    },
  },
  knapsack: {
    fields: ['literals', 'costs', 'budget'],
    add(graph, field, name) {
      graph.knapsack(
        literals(graph, field('literals')),
        numbers(field('costs')),
        number(field('budget')),
        name,
      )
    },
  },
  parity: {
    fields: ['literals', 'odd'],
    add(graph, field, name) {
      graph.parity(literals(graph, field('literals')), optional(field('odd'), flag) ?? false, name)
    },
  },
  dense: {
    fields: ['variables', 'scores'],
    add: (graph, field, name) =>
      addDense(graph, items(field('variables')), numbers(field('scores'), true), name),
  },
}

function readFactor(graph: FactorGraph, at: At): void {
  const kindAt = { value: (at.value as { kind?: unknown } | null | undefined)?.kind, path: `${at.path}.kind` }
  const kind = text(kindAt)
  const reader = Object.hasOwn(KINDS, kind) ? KINDS[kind as FactorLabel] : undefined
  if (reader === undefined)
    throw complain(
      kindAt.path,
      kind === 'custom'
        ? 'a custom factor is a function and cannot be read from a file; add it to the graph with `graph.add`.'
        : `the kind ${JSON.stringify(kind.slice(0, 40))} is unknown. Known are ${FACTOR_LABELS.slice(0, -1).join(', ')}.`,
    )
  const field = fields(at, ['kind', 'name', ...reader.fields])
  const name = optional(field('name'), text)
  located(at.path, () => reader.add(graph, field, name))
}

function literals(graph: FactorGraph, at: At): Literal[] {
  return items(at).map((item) => literal(graph, item))
}

function overLiterals(
  add: (graph: FactorGraph, literals: Literal[], name: string | undefined) => void,
): KindReader {
  return {
    fields: ['literals'],
    add: (graph, field, name) => add(graph, literals(graph, field('literals')), name),
  }
}

function withOutput(
  inputs: string,
  output: string,
  add: (graph: FactorGraph, inputs: Literal[], output: Literal, name: string | undefined) => void,
): KindReader {
  return {
    fields: [inputs, output],
    add: (graph, field, name) =>
      add(graph, literals(graph, field(inputs)), literal(graph, field(output)), name),
  }
}

// Each entry is a variable, a literal of one, or a group: a list of literals exactly one of which is true.
function addDense(
  graph: FactorGraph,
  over: readonly At[],
  table: Float64Array,
  name: string | undefined,
): void {
  if (over.some((at) => Array.isArray(at.value))) {
    const groups = over.map((at) =>
      Array.isArray(at.value) ? literals(graph, at) : asGroup(variableOrLiteral(graph, at)),
    )
    graph.denseOverGroups(groups, table, name)
  } else {
    graph.dense(
      over.map((at) => variableOrLiteral(graph, at)),
      table,
      name,
    )
  }
}

function asGroup(over: Variable | Literal): Literal[] {
  if (over instanceof CategoricalVariable) return Array.from({ length: over.size }, (_, v) => over.is(v))
  const on = over instanceof BinaryVariable ? over.is(1) : over
  return [on.not, on]
}

// Adds the path of the factor or variable to the errors of the graph builder.
function located(path: string, step: () => void): void {
  try {
    step()
  } catch (cause) {
    if (cause instanceof ParleyError && cause.code === 'bad-argument') throw complain(path, cause.message)
    throw cause
  }
}
