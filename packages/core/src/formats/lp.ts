// Writes a graph as a linear program in CPLEX's LP text, which linear and integer solvers read.
import type { FactorGraph } from '../graph/graph.js'
import { type OptionKeys, requireOptions } from '../options.js'
import { type LinearProgram, linearProgram } from './linear-program.js'

const TERMS_PER_LINE = 8

/**
 * Writes the graph as a linear program in LP text: the relaxation, or with `integer` the exact problem.
 * Column `xi` is slot i of the graph; comments give the names of the variables.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.xor([graph.binary(1, 'a'), graph.binary(2, 'b')])
 * writeLp(graph, { integer: true }) // Maximize … Subject To … Binary x0 x1 End
 */
export function writeLp(graph: FactorGraph, options: { integer?: boolean } = {}): string {
  requireOptions('writeLp', options, { integer: true } satisfies OptionKeys<{ integer?: boolean }>)
  const program = linearProgram(graph)
  const lines = ['\\ A factor graph, written by Parley', ...slotComments(graph)]
  lines.push('Maximize', ' obj:')
  const objective: string[] = []
  for (let c = 0; c < program.columnCount; c++)
    if (program.cost[c] !== 0) objective.push(term(program.cost[c], columnName(program, c)))
  if (program.constant !== 0) objective.push(signed(program.constant))
  pushWrapped(lines, objective.length > 0 ? objective : ['0 x0'])

  lines.push('Subject To')
  for (let r = 0; r < program.rowCount; r++) pushRow(lines, program, r)
  if (program.rowCount === 0) lines.push(' r0: 0 x0 <= 0')

  lines.push('Bounds')
  for (let c = 0; c < program.columnCount; c++) {
    const name = columnName(program, c)
    const lower = program.lower[c]
    const upper = program.upper[c]
    lines.push(lower === upper ? ` ${name} = ${lower}` : ` ${lower} <= ${name} <= ${upper}`)
  }
  if (program.columnCount === 0) lines.push(' 0 <= x0 <= 0')
  if (options.integer === true && program.integerCount > 0) {
    lines.push('General')
    pushWrapped(
      lines,
      Array.from({ length: program.integerCount }, (_, c) => columnName(program, c)),
    )
  }
  lines.push('End')
  return `${lines.join('\n')}\n`
}

function pushRow(lines: string[], program: LinearProgram, row: number): void {
  const terms: string[] = []
  for (let i = program.rowStart[row]; i < program.rowStart[row + 1]; i++)
    terms.push(term(program.coefficient[i], columnName(program, program.column[i])))
  if (terms.length === 0) terms.push('0 x0')
  const lower = program.rowLower[row]
  const upper = program.rowUpper[row]
  const push = (name: string, relation: string) => {
    lines.push(` ${name}:`)
    pushWrapped(lines, [...terms, relation])
  }
  if (lower === upper) push(`r${row}`, `= ${lower}`)
  else {
    if (upper < Number.POSITIVE_INFINITY) push(`r${row}`, `<= ${upper}`)
    if (lower > Number.NEGATIVE_INFINITY)
      push(upper < Number.POSITIVE_INFINITY ? `r${row}l` : `r${row}`, `>= ${lower}`)
  }
}

function columnName(program: LinearProgram, column: number): string {
  return column < program.integerCount ? `x${column}` : `q${column - program.integerCount}`
}

function term(coefficient: number, name: string): string {
  if (coefficient === 1) return `+ ${name}`
  return coefficient === -1 ? `- ${name}` : `${signed(coefficient)} ${name}`
}

function signed(value: number): string {
  return value < 0 ? `- ${-value}` : `+ ${value}`
}

function pushWrapped(lines: string[], words: readonly string[]): void {
  for (let i = 0; i < words.length; i += TERMS_PER_LINE)
    lines.push(`  ${words.slice(i, i + TERMS_PER_LINE).join(' ')}`)
}

function slotComments(graph: FactorGraph): string[] {
  const comments: string[] = []
  for (let v = 0; v < graph.variableCount; v++) {
    const name = graph.variableName(v)
    if (name === undefined) continue
    const first = graph.variableStart.data[v]
    const shown = JSON.stringify(name)
    if (graph.variableBinary.data[v] === 1) comments.push(`\\ x${first} is ${shown}`)
    else
      for (let s = first; s < graph.variableStart.data[v + 1]; s++)
        comments.push(`\\ x${s} is ${shown} = ${s - first}`)
  }
  return comments
}
