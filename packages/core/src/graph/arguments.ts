// Checks of arguments that plain JavaScript may pass to the graph builder and TypeScript would reject.
import { ParleyError } from '../error.js'
import type { FactorGraph } from './graph.js'
import type { Literal, Variable } from './variable.js'

/**
 * Throws if the value is not a literal of this graph: another kind of value, or a slot that does not exist.
 */
export function requireLiteral(
  graph: FactorGraph,
  literal: unknown,
  label: string,
): asserts literal is Literal {
  const slot = (literal as Literal | null | undefined)?.slot
  if (typeof slot === 'number' && Number.isInteger(slot) && slot >= 0 && slot < graph.slotCount)
    if (typeof (literal as Literal).negated === 'boolean') return
  throw new ParleyError(
    'bad-argument',
    `Factor ${graph.factorCount} (${label}) links something that is not a literal of this graph. ` +
      'Add the variable before the factor; for a categorical variable, link `variable.is(value)`.',
  )
}

/** Throws if the value is not an array. */
export function requireList(list: unknown, label: string): void {
  if (!Array.isArray(list))
    throw new ParleyError(
      'bad-argument',
      `A factor (${label}) takes a list of literals, such as [a, b.not], not ${describe(list)}.`,
    )
}

/** Throws if the value is neither an array nor a typed array. */
export function requireNumbers(list: unknown, what: string): void {
  if (!Array.isArray(list) && !(ArrayBuffer.isView(list) && 'length' in list))
    throw new ParleyError('bad-argument', `${what} must be a list of numbers, not ${describe(list)}.`)
}

/** Throws if a name is given that is not a string. */
export function requireName(name: unknown): void {
  if (name !== undefined && typeof name !== 'string')
    throw new ParleyError('bad-argument', `A name must be a string, not ${describe(name)}.`)
}

/** Throws if the value is not a variable of this graph. */
export function requireVariable(graph: FactorGraph, variable: unknown): asserts variable is Variable {
  const { kind, index, slot, size } = (variable ?? {}) as Partial<Variable>
  if (Number.isInteger(index) && index! >= 0 && index! < graph.variableCount) {
    const known = graph.variable(index!)
    if (known.kind === kind && known.slot === slot && known.size === size) return
  }
  throw new ParleyError(
    'bad-argument',
    `Expected a variable of this graph, found ${describe(variable)}. Pass what \`binary\`, \`categorical\` or \`graph.variable(name)\` returned.`,
  )
}

/** Short description of a value for an error message. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  if (typeof value === 'object' && value !== null)
    return value.constructor?.name === 'Object' ? 'an object' : `a ${value.constructor?.name ?? 'object'}`
  return typeof value === 'function' ? 'a function' : String(value)
}
