// Reads Parley's own JSON format (docs/json-format.md), which has every kind of factor, names and evidence.
import { ParleyError } from '../error.js'
import { FactorGraph } from '../graph/graph.js'
import type { JsonFields } from '../kinds/common/kind.js'
import { FORMS } from '../kinds/registry.js'
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

function readFactor(graph: FactorGraph, at: At): void {
  const kindAt = { value: (at.value as { kind?: unknown } | null | undefined)?.kind, path: `${at.path}.kind` }
  const kind = text(kindAt)
  const form = FORMS.find(({ label }) => label === kind)
  if (form === undefined)
    throw complain(
      kindAt.path,
      `the kind ${JSON.stringify(kind.slice(0, 40))} is unknown. Known are ${READABLE.join(', ')}.`,
    )
  const { json } = form
  if (json === undefined)
    throw complain(
      kindAt.path,
      `a ${kind} factor is a function and cannot be read from a file; add it to the graph with \`graph.add\`.`,
    )
  const field = fields(at, ['kind', 'name', ...json.fields])
  const name = optional(field('name'), text)
  located(at.path, () => json.read(graph, jsonFields(graph, field), name))
}

const READABLE = FORMS.filter(({ json }) => json !== undefined).map(({ label }) => label)

function jsonFields(graph: FactorGraph, field: (name: string) => At): JsonFields {
  const literals = (at: At) => items(at).map((item) => literal(graph, item))
  const variable = (at: At) => (Array.isArray(at.value) ? literals(at) : variableOrLiteral(graph, at))
  return {
    has: (name) => field(name).value !== undefined,
    literal: (name) => literal(graph, field(name)),
    literals: (name) => literals(field(name)),
    variable: (name) => variable(field(name)),
    variables: (name) => items(field(name)).map(variable),
    number: (name) => number(field(name)),
    numbers: (name, forbidden) => numbers(field(name), forbidden),
    flag: (name) => flag(field(name)),
    complain: (name, message) => complain(field(name).path, message),
  }
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
