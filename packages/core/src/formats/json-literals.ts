// How Parley's JSON writes variables and literals: "rain", "!rain", "colour=2", "!colour=2"; "#7" is the
// variable with index 7. A name that contains "=", "!" or "#" takes the long form {"variable": …, "is": …,
// "not": true}.
import { ParleyError } from '../error.js'
import type { FactorGraph } from '../graph/graph.js'
import type { Literal, Variable } from '../graph/variable.js'
import { type At, complain, fields, flag, number, optional, text } from './json-value.js'

/** A variable, the value that the statement names, if any, and whether the statement is negated. */
interface Mention {
  variable: Variable
  value: number | undefined
  negated: boolean
}

const SHORT = /^(!?)([^=!#]+|#\d+)(?:=(\d+))?$/s
const PLAIN = /^[^=!#]+$/

/** A literal: "a", "!a", "c=2", "!c=2". */
export function literal(graph: FactorGraph, at: At): Literal {
  const { variable, value, negated } = mention(graph, at)
  if (value === undefined && variable.kind === 'categorical')
    throw complain(at.path, `has ${variable.size} values; say which, as in "${describe(graph, variable)}=0".`)
  const positive = variable.is(value ?? 1)
  return negated ? positive.not : positive
}

/** An entry of the variables of a table: a variable, or a literal of a binary variable. */
export function variableOrLiteral(graph: FactorGraph, at: At): Variable | Literal {
  const { variable, value, negated } = mention(graph, at)
  if (value === undefined && !negated) return variable
  return literal(graph, at)
}

/** Applies a statement as evidence; throws if it contradicts earlier evidence. */
export function applyEvidence(graph: FactorGraph, at: At): void {
  const { variable, value, negated } = mention(graph, at)
  const stated = literal(graph, at)
  const known = graph.evidence.data[stated.slot]
  const wanted = stated.negated ? 0 : 1
  if (known >= 0 && known !== wanted) throw complain(at.path, 'contradicts the evidence before it.')
  if (variable.kind === 'binary') graph.fix(variable, wanted)
  else if (negated) graph.forbid(variable, value!)
  else graph.fix(variable, value!)
}

/** The shortest text of a literal from which it can be read again. */
export function formatLiteral(graph: FactorGraph, variableOf: Int32Array, encoded: number): unknown {
  const slot = encoded >> 1
  const variable = variableOf[slot]
  const binary = graph.variableBinary.data[variable] === 1
  const value = binary ? undefined : slot - graph.variableStart.data[variable]
  return formatMention(graph, variable, value, (encoded & 1) === 1)
}

/** The shortest text of a variable or statement from which it can be read again. */
export function formatMention(
  graph: FactorGraph,
  variable: number,
  value?: number,
  negated = false,
): unknown {
  const name = graph.variableName(variable)
  if (name !== undefined && !PLAIN.test(name))
    return {
      variable: name,
      ...(value === undefined ? {} : { is: value }),
      ...(negated ? { not: true } : {}),
    }
  return `${negated ? '!' : ''}${name ?? `#${variable}`}${value === undefined ? '' : `=${value}`}`
}

function mention(graph: FactorGraph, at: At): Mention {
  if (typeof at.value === 'object' && at.value !== null && !Array.isArray(at.value)) {
    const field = fields(at, ['variable', 'is', 'not'])
    const variable = find(graph, field('variable').path, text(field('variable')))
    const value = optional(field('is'), number)
    return checked({ variable, value, negated: optional(field('not'), flag) ?? false }, at.path)
  }
  const written = text(at)
  const parts = SHORT.exec(written)
  if (parts === null)
    throw complain(
      at.path,
      `${JSON.stringify(written.slice(0, 40))} is not a literal. Write "name", "!name", "name=2" or "!name=2"; a name ` +
        'with "=", "!" or "#" takes the form {"variable": "name", "is": 2, "not": true}.',
    )
  const [, not, name, value] = parts
  const variable = name.startsWith('#')
    ? byIndex(graph, at.path, Number(name.slice(1)))
    : find(graph, at.path, name)
  return checked(
    { variable, value: value === undefined ? undefined : Number(value), negated: not === '!' },
    at.path,
  )
}

function find(graph: FactorGraph, path: string, name: string): Variable {
  try {
    return graph.variable(name)
  } catch (cause) {
    if (cause instanceof ParleyError) throw complain(path, cause.message)
    throw cause
  }
}

function byIndex(graph: FactorGraph, path: string, index: number): Variable {
  if (index >= graph.variableCount)
    throw complain(
      path,
      `variable #${index} does not exist: the graph has ${graph.variableCount}, counted from 0.`,
    )
  return graph.variable(index)
}

function checked(found: Mention, path: string): Mention {
  const { value, variable } = found
  if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value < variable.size))
    throw complain(path, `the variable has values 0 to ${variable.size - 1}, not ${value}.`)
  return found
}

function describe(graph: FactorGraph, variable: Variable): string {
  return graph.variableName(variable.index) ?? `#${variable.index}`
}
