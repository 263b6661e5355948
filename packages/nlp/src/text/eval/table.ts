// Formats an evaluation as text.
import { type Evaluation, type MetricName, OFFICIAL_METRICS, OTHER_METRICS } from './evaluate-conllu.js'
import { twoDecimals } from './round.js'

/**
 * A table of all metrics in percent, in the format of the official script, with the additional metrics below.
 *
 * @example
 * evaluationTable(evaluateConllu(gold, system)).split('\n')[0]
 * // 'Metric       | Precision |    Recall |  F1 Score | AligndAcc'
 */
export function evaluationTable({ scores }: Evaluation): string {
  const lines = [
    'Metric       | Precision |    Recall |  F1 Score | AligndAcc',
    '-------------+-----------+-----------+-----------+-----------',
  ]
  for (const name of [...OFFICIAL_METRICS, ...OTHER_METRICS] as MetricName[]) {
    const score = scores[name]
    const cells =
      score === null
        ? ['-', '-', '-', '-']
        : [score.precision, score.recall, score.f1, score.alignedAccuracy].map(percent)
    lines.push(`${name.padEnd(13)}|${cells.map((cell) => cell.padStart(10)).join(' |')}`.trimEnd())
  }
  return `${lines.join('\n')}\n`
}

function percent(value: number | null): string {
  return value === null ? '' : twoDecimals(100 * value)
}
