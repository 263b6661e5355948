// Writes a graph in UAI format (see uai.ts): every factor becomes a table of potentials exp(score).
import { ParleyError } from '../error.js'
import type { FactorGraph } from '../graph/graph.js'
import { type Table, Tabulator } from './tabulate.js'

const LARGEST_TABLE = 2 ** 20
const MOST_ENTRIES = 2 ** 24

/**
 * Writes a graph in UAI format, as a MARKOV network. Logic factors become tables of 0 and 1, evidence becomes
 * tables over one variable. Throws if a table would be very large. Scores beyond ±700 are written with
 * exponents that Parley reads, but that programs that use doubles read as 0 or infinity.
 *
 * @example
 * const graph = new FactorGraph()
 * graph.binary(1)
 * writeUai(graph) // MARKOV 1 2 1 1 0 2 1 2.718281828459045, on several lines
 */
export function writeUai(graph: FactorGraph): string {
  const sizes: number[] = []
  for (let v = 0; v < graph.variableCount; v++) sizes.push(graph.variable(v).size)
  const tabulator = new Tabulator(graph, LARGEST_TABLE)
  const tables = [...variableTables(graph)]
  let entries = 0
  for (let f = 0; f < graph.factorCount; f++) {
    const table = tabulator.table(f)
    entries += table.scores.length
    if (entries > MOST_ENTRIES)
      throw new ParleyError('too-large', `The tables of this graph have more than ${MOST_ENTRIES} entries.`)
    tables.push(table)
  }
  const lines = ['MARKOV', String(sizes.length), sizes.join(' '), String(tables.length)]
  for (const { variables } of tables) lines.push([variables.length, ...variables].join(' '))
  for (const { scores } of tables)
    lines.push('', String(scores.length), Array.from(scores, potential).join(' '))
  return `${lines.join('\n')}\n`
}

// Tables of the scores of single variables, and of evidence.
function* variableTables(graph: FactorGraph): Generator<Table> {
  for (let v = 0; v < graph.variableCount; v++) {
    const first = graph.variableStart.data[v]
    const end = graph.variableStart.data[v + 1]
    const fixed = Array.from(graph.evidence.data.subarray(first, end))
    const own = Array.from(graph.scores.data.subarray(first, end))
    const base = graph.baseScores.data[v]
    const binary = graph.variableBinary.data[v] === 1
    const scores = new Float64Array(binary ? [base, base + own[0]] : own)
    if (scores.some((score) => score !== 0)) yield { variables: [v], scores }
    if (fixed.every((value) => value < 0)) continue
    // For each value, whether the evidence allows it.
    const possible = binary ? [fixed[0] === 0, fixed[0] === 1] : fixed.map((value) => value !== 0)
    yield {
      variables: [v],
      scores: new Float64Array(possible.map((yes) => (yes ? 0 : Number.NEGATIVE_INFINITY))),
    }
  }
}

function potential(score: number): string {
  if (score === Number.NEGATIVE_INFINITY) return '0'
  if (Math.abs(score) < 700) return String(Math.exp(score))
  const decimal = score / Math.LN10
  const exponent = Math.floor(decimal)
  return `${10 ** (decimal - exponent)}e${exponent}`
}
