// Formats the result of `parley solve`: a text report, or one JSON object.
import type { Explanation, TraceRow } from '@parleyjs/core'
import { answerJson, explanationJson } from '@parleyjs/core/internal'
import type { Answer, FactorReference, Report } from './job.js'

/** Maximum number of lines of an assignment or explanation in the text report. The JSON has all of them. */
const MAX_LINES = 40
const MAX_VALUES = 400

/** The report as one JSON object on one line. Infinite or missing numbers are null. */
export function toJson(report: Report): string {
  const { file, algorithm, iterations, seconds, variables, factors } = report
  const { assignment, ...numbers } = answerJson(report)
  return JSON.stringify({
    file,
    algorithm,
    ...numbers,
    iterations,
    seconds,
    assignment,
    variables,
    factors,
    ...(report.clash && {
      clash: report.clash.map(({ index, kind, name }) => ({ index, kind, name: name ?? null })),
    }),
    ...(report.trusted && { trusted: report.trusted }),
    ...(report.solutions && { solutions: report.solutions.map(answerJson) }),
    ...(report.explanation && { explanation: explanationJson(report.explanation) }),
  })
}

/** The text report. */
export function toText(report: Report): string {
  const lines = [
    `${report.file}: ${count(report.variables, 'variable')}, ${count(report.factors, 'factor')}, ${report.algorithm}`,
    `status      ${report.status}`,
    `value       ${figure(report.value)}`,
    `bound       ${figure(report.bound)}`,
    `gap         ${figure(report.gap)}`,
    `iterations  ${report.iterations}`,
    `seconds     ${Number(report.seconds.toPrecision(4))}`,
  ]
  if (report.trusted) lines.push(`trusted     ${trustedLine(report.trusted)}`)
  if (report.scoreAbove !== undefined && report.status === 'infeasible')
    lines.push(`demanded    more than ${figure(report.scoreAbove)}`)
  if (report.clash) lines.push(...clashLines(report.clash))
  if (report.solutions) {
    report.solutions.forEach((answer, i) => {
      lines.push(
        `${i + 1}. ${answer.status}  value ${figure(answer.value)}`,
        ...assignmentLines(answer, report.names),
      )
    })
  } else {
    lines.push('assignment', ...assignmentLines(report, report.names))
  }
  if (report.explanation) lines.push(...explanationLines(report.explanation))
  return `${lines.join('\n')}\n`
}

/** The trace as CSV, with a header. */
export function toCsv(rows: readonly TraceRow[]): string {
  return `${[TRACE_COLUMNS.join(','), ...rows.map(traceCells)].join('\n')}\n`
}

/** The columns of a trace. */
export const TRACE_COLUMNS = [
  'iteration',
  'dual',
  'bound',
  'value',
  'relaxed',
  'primalResidual',
  'dualResidual',
  'activeFactors',
  'seconds',
] as const

/** A line of a trace. Missing numbers are empty fields. */
export function traceCells(row: TraceRow): string {
  return TRACE_COLUMNS.map((column) => (Number.isFinite(row[column]) ? String(row[column]) : '')).join(',')
}

function assignmentLines({ assignment }: Answer, names: Report['names']): string[] {
  if (assignment === null) return ['  none was found']
  if (names !== null) {
    const lines = Array.from(assignment, (value, v) => `  ${names[v] ?? `variable ${v}`} = ${value}`)
    return cut(lines, MAX_LINES, 'variables')
  }
  const shown = assignment.subarray(0, MAX_VALUES)
  const width = Math.max(1, ...Array.from(shown, (value) => String(value).length))
  const perLine = Math.floor(100 / (width + 1))
  const lines: string[] = []
  for (let i = 0; i < shown.length; i += perLine)
    lines.push(`  ${Array.from(shown.subarray(i, i + perLine), (x) => String(x).padStart(width)).join(' ')}`)
  const left = assignment.length - shown.length
  if (left > 0) lines.push(`  … and ${left} more variables; --json prints all`)
  return lines
}

/** The first names, and the number of the others. */
function trustedLine(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return `${names.slice(0, 3).join(', ')}${more}: the bound holds if they find their best, which \`verify\` cannot recheck`
}

function clashLines(clash: readonly FactorReference[]): string[] {
  if (clash.length === 0) return []
  const lines = clash.map(
    ({ index, kind, name }) => `  factor ${index} (${kind})${name === undefined ? '' : ` ${name}`}`,
  )
  return ['these factors cannot all hold', ...cut(lines, MAX_LINES, 'factors')]
}

function explanationLines({ total, constant, variables, factors }: Explanation): string[] {
  const parts = [
    ...variables.map((v) => ({ score: v.score, text: `${v.name ?? `variable ${v.index}`} = ${v.value}` })),
    ...factors.map((f) => ({
      score: f.score,
      text: `factor ${f.index} (${f.kind})${f.name === undefined ? '' : ` ${f.name}`}${f.satisfied ? '' : ' VIOLATED'}`,
    })),
  ]
  if (constant !== 0) parts.push({ score: constant, text: 'constant' })
  // The largest contributions come first. The sort is stable: ties stay in the order of the graph.
  parts.sort((a, b) => Math.abs(b.score) - Math.abs(a.score))
  const lines = parts.map(({ score, text }) => `  ${signed(score).padStart(14)}  ${text}`)
  return [
    'contributions',
    ...cut(lines, MAX_LINES, 'contributions'),
    `  ${signed(total).padStart(14)}  in total`,
  ]
}

function cut(lines: string[], most: number, what: string): string[] {
  if (lines.length <= most) return lines
  return [...lines.slice(0, most), `  … and ${lines.length - most} more ${what}; --json prints all`]
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

function figure(x: number): string {
  return Number.isFinite(x) ? String(Number(x.toPrecision(10))) : x > 0 ? 'infinite' : 'none'
}

function signed(x: number): string {
  return `${x >= 0 ? '+' : ''}${figure(x)}`
}
