// The output of `parley solve` for rules, as JSON and as text. Answers name atoms and rules, not variables.
import { numbersJson } from '@parleyjs/core/internal'
import type { GroundRule, RulesExplanation, RulesReport } from '@parleyjs/logic'
import type { Report } from './job.js'

/** Maximum number of atoms or rules in the text output. The JSON has all of them. */
const MAX_LINES = 40

/** The report as one JSON object on one line. */
export function rulesToJson(report: Report, rules: RulesReport): string {
  const { file, algorithm, iterations, seconds, variables, factors } = report
  return JSON.stringify({
    file,
    algorithm,
    ...numbersJson(report),
    iterations,
    seconds,
    answer: report.assignment === null ? null : rules.answers[0],
    atoms: rules.atoms,
    rules: rules.rules,
    variables,
    factors,
    ...(rules.clash && { clash: rules.clash }),
    ...(report.solutions && {
      solutions: report.solutions.map((answer, i) => ({
        ...numbersJson(answer),
        answer: answer.assignment === null ? null : rules.answers[i],
      })),
    }),
    ...(rules.explanation && { explanation: rules.explanation }),
  })
}

/** The report for people. */
export function rulesToText(report: Report, rules: RulesReport): string {
  const lines = [
    `${report.file}: ${many(rules.atoms, 'atom')}, ${many(rules.rules, 'ground rule')}, ${many(report.factors, 'factor')}, ${report.algorithm}`,
    `status      ${report.status}`,
    `value       ${figure(report.value)}`,
    `bound       ${figure(report.bound)}`,
    `gap         ${figure(report.gap)}`,
    `iterations  ${report.iterations}`,
    `seconds     ${Number(report.seconds.toPrecision(4))}`,
  ]
  if (rules.clash) lines.push('these rules cannot all hold', ...cut(rules.clash.map(ruleLine), 'rules'))
  if (report.solutions)
    report.solutions.forEach((answer, i) => {
      lines.push(`${i + 1}. ${answer.status}  value ${figure(answer.value)}`, ...atomLines(rules.answers[i]))
    })
  else if (report.assignment === null) lines.push('no answer was found')
  else lines.push('true', ...atomLines(rules.answers[0]))
  if (rules.explanation) lines.push(...explanationLines(rules.explanation))
  return `${lines.join('\n')}\n`
}

function atomLines(answer: RulesReport['answers'][number]): string[] {
  const atoms = Object.entries(answer).flatMap(([name, tuples]) =>
    tuples.map((tuple) => `  ${tuple.length === 0 ? name : `${name}(${tuple.join(', ')})`}`),
  )
  return atoms.length === 0 ? ['  nothing'] : cut(atoms, 'atoms')
}

function explanationLines({ total, atoms, violated }: RulesExplanation): string[] {
  const column = (score: number) => `${score >= 0 ? '+' : ''}${figure(score)}`.padStart(14)
  // The largest contributions come first.
  const costs = [...violated].sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost))
  const scores = [...atoms].sort((a, b) => Math.abs(b.score) - Math.abs(a.score))
  return [
    violated.length === 0 ? 'no rule is violated' : 'violated rules',
    ...cut(
      costs.map((rule) => `${column(-rule.cost)}${ruleLine(rule)}`),
      'violated rules',
    ),
    'scores of what is true',
    ...cut(
      scores.map(({ atom, score }) => `${column(score)}  ${atom}`),
      'atoms',
    ),
    `${column(total)}  in total`,
  ]
}

/** `line 5, "alike": friends(anna, ben) => …` */
function ruleLine({ rule, named, line, text }: GroundRule): string {
  return `  ${line === null ? '' : `line ${line}${named ? ', ' : ': '}`}${named ? `"${rule}": ` : ''}${text}`
}

function cut(lines: string[], what: string): string[] {
  if (lines.length <= MAX_LINES) return lines
  return [...lines.slice(0, MAX_LINES), `  … and ${lines.length - MAX_LINES} more ${what}; --json prints all`]
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function figure(x: number): string {
  return Number.isFinite(x) ? String(Number(x.toPrecision(10))) : x > 0 ? 'infinite' : 'none'
}
