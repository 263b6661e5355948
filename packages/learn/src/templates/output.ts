// What `build` returns: variables, in lists or records. Truth and answers have the same shape.
import { type BinaryVariable, ParleyError } from '@parleyjs/core'
import { LabelledVariable, unknownLabel } from './labelled-variable.js'

/** Variables, alone, in lists or in records. */
export type Output =
  | LabelledVariable
  | BinaryVariable
  | null
  | undefined
  | readonly Output[]
  | { readonly [name: string]: Output }

export type OneVariable = LabelledVariable | BinaryVariable

function isVariable(output: Output): output is OneVariable {
  return typeof output === 'object' && output !== null && 'slot' in output && typeof output.slot === 'number'
}

/** Calls `visit` for every variable of an output, with what `other` has at its place. */
function visitOutput(
  output: Output,
  other: unknown,
  path: string,
  visit: (variable: OneVariable, value: unknown, path: string) => void,
): void {
  if (output === null || output === undefined) return
  if (isVariable(output)) {
    visit(output, other, path)
    return
  }
  if (other !== undefined && (typeof other !== 'object' || other === null))
    throw new ParleyError(
      'bad-input',
      `The truth has ${JSON.stringify(other)} at ${path || 'its top'}, where \`build\` returned ${Array.isArray(output) ? `a list of ${output.length}` : 'a record'}.`,
    )
  if (Array.isArray(output)) {
    const length = (other as { length?: unknown } | undefined)?.length
    if (other !== undefined && length !== output.length)
      throw new ParleyError(
        'bad-input',
        `The truth has ${String(length)} values at ${path || 'its top'}, where \`build\` returned ${output.length} variables.`,
      )
    output.forEach((one: Output, i) => {
      visitOutput(one, (other as readonly unknown[] | undefined)?.[i], `${path}[${i}]`, visit)
    })
    return
  }
  const record = output as { readonly [name: string]: Output }
  for (const name of Object.keys(record))
    visitOutput(
      record[name],
      (other as Record<string, unknown> | undefined)?.[name],
      `${path}.${name}`,
      visit,
    )
}

/**
 * The true value of every variable of a graph, −1 if it is not known. The truth has the shape of the output,
 * with labels, numbers or booleans in place of variables, and undefined or null for what is not known.
 */
export function readTruth(output: Output, truth: unknown, variables: number): Int32Array {
  const values = new Int32Array(variables).fill(-1)
  visitOutput(output, truth ?? undefined, '', (variable, given, path) => {
    if (given === undefined || given === null) return
    const value = valueAt(variable, given, path)
    const before = values[variable.index]
    if (before >= 0 && before !== value)
      throw new ParleyError(
        'bad-input',
        `The truth contradicts itself: the variable at ${path} is ${JSON.stringify(given)}, and also ${JSON.stringify(labelOf(variable, before))}.`,
        { variable: path },
      )
    values[variable.index] = value
  })
  return values
}

function valueAt(variable: OneVariable, given: unknown, path: string): number {
  if (variable instanceof LabelledVariable) {
    if (typeof given === 'number' && Number.isInteger(given) && given >= 0 && given < variable.size)
      return given
    const value = variable.labels.indexOf(String(given))
    if (value < 0)
      throw new ParleyError(
        'bad-input',
        `The truth at ${path || 'its top'}: ${unknownLabel(given, variable.labels).message}`,
        {
          variable: path,
        },
      )
    return value
  }
  if (given === true || given === 1) return 1
  if (given === false || given === 0) return 0
  throw new ParleyError(
    'bad-input',
    `The truth at ${path || 'its top'} is ${JSON.stringify(given)}; a binary variable is true or false.`,
    { variable: path },
  )
}

function labelOf(variable: OneVariable, value: number): string | boolean {
  return variable instanceof LabelledVariable ? variable.labels[value] : value === 1
}

/** The output with labels, or true and false, in place of variables. */
export function readAnswer(output: Output, assignment: Int32Array): unknown {
  if (output === null || output === undefined) return output
  if (isVariable(output)) return labelOf(output, assignment[output.index])
  if (Array.isArray(output)) return output.map((one: Output) => readAnswer(one, assignment))
  return Object.fromEntries(
    Object.entries(output as { readonly [name: string]: Output }).map(([name, one]) => [
      name,
      readAnswer(one, assignment),
    ]),
  )
}

/** The variables of an output, in order, each once, with their places in it. */
export function outputVariables(output: Output): { readonly variable: OneVariable; readonly path: string }[] {
  const found = new Map<number, { variable: OneVariable; path: string }>()
  visitOutput(output, undefined, '', (variable, _, path) => {
    if (!found.has(variable.index)) found.set(variable.index, { variable, path })
  })
  return [...found.values()]
}
