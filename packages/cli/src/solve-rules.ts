// Rules files (.parley) for `parley solve`: data from files, grounding, and the answer in the words of the rules.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ParleyError, type Solution } from '@parley/core'
import {
  type DataValue,
  type Grounding,
  type GroundRule,
  ground,
  type Member,
  parseRules,
  type RulesExplanation,
  readTable,
} from '@parley/logic'
import type { Report } from './job.js'
import { readBytes, unpack } from './read-graph.js'
import { UsageError } from './usage-error.js'

/** The bytes of one file of data. */
export interface DataFile {
  readonly file: string
  readonly bytes: Uint8Array
  /** Whether it holds several names, each with its data, and not the data of the name that the file has. */
  readonly many: boolean
}

/** What a job of solving rules has beside the rules file. */
export interface RulesInput {
  readonly data: readonly DataFile[]
  readonly limit?: number
}

/** The answers to a rules file: plain data that a thread can send to another. */
export interface RulesReport {
  readonly atoms: number
  readonly rules: number
  /** For every solution the true atoms: their arguments, by predicate. */
  readonly answers: readonly Readonly<Record<string, readonly (readonly Member[])[]>>[]
  readonly explanation?: RulesExplanation
  readonly clash?: readonly GroundRule[]
}

const DATA_FILE = /^(.+)\.(csv|tsv|json)(\.gz)?$/i
/** Lines of atoms or rules on a terminal; all of it is in the JSON. */
const MAX_LINES = 40

/** Reads the files of a folder (NAME.csv, NAME.tsv, NAME.json, data.json), or one file of JSON. */
export async function readDataFiles(path: string): Promise<DataFile[]> {
  const info = await stat(path).catch(() => null)
  if (info === null) throw new UsageError(`--data ${path}: there is no such file or folder.`, 'solve')
  if (!info.isDirectory())
    return [{ file: path, bytes: await readBytes(path), many: /\.json(\.gz)?$/i.test(path) }]
  const names = (await readdir(path)).filter((name) => DATA_FILE.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      file: join(path, name),
      bytes: await readBytes(join(path, name)),
      many: /^data\.json(\.gz)?$/i.test(name),
    })),
  )
}

/** Parses the rules and their data, and grounds them. */
export function groundRules(file: string, bytes: Uint8Array, { data, limit }: RulesInput): Grounding {
  const program = parseRules(textOf(file, bytes), { file })
  const values: Record<string, DataValue> = {}
  const files: Record<string, string> = {}
  for (const one of data) {
    for (const [name, value] of Object.entries(parseData(one))) {
      if (Object.hasOwn(values, name))
        throw new ParleyError(
          'bad-input',
          `There is data for ${name} in another file, too. Remove one of them.`,
          {
            file: one.file,
          },
        )
      values[name] = value
      files[name] = one.file
    }
  }
  return ground(program, values, { files, ...(limit !== undefined && { limit }) })
}

/** The text of a file, which must be UTF-8: names that lost their letters would be other names. */
function textOf(file: string, bytes: Uint8Array): string {
  const fail = (message: string, line?: number): never => {
    throw new ParleyError('bad-input', message, { file, ...(line !== undefined && { line }) })
  }
  let text: string
  try {
    text = unpack(file, bytes)
  } catch (error) {
    return error instanceof ParleyError ? fail(error.message) : fail(String(error))
  }
  const lost = text.indexOf('\ufffd')
  if (lost < 0) return text
  const line = text.slice(0, lost).split('\n').length
  return fail(`Line ${line}: There are bytes that are not UTF-8. Save the file as UTF-8.`, line)
}

/** The values of one file by name. */
function parseData({ file, bytes, many }: DataFile): Record<string, DataValue> {
  const text = textOf(file, bytes)
  const [, name = 'data', extension = 'json'] = DATA_FILE.exec(file.replace(/^.*[/\\]/, '')) ?? []
  if (extension.toLowerCase() !== 'json')
    return { [name]: readTable(text, { file, separator: extension.toLowerCase() === 'tsv' ? '\t' : ',' }) }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ParleyError('bad-input', `This is not JSON: ${(error as Error).message}`, { file })
  }
  if (!many) return { [name]: value as DataValue }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ParleyError('bad-input', 'An object with a field for each name was expected.', { file })
  return value as Record<string, DataValue>
}

/** What is reported of a grounded program and its solutions, best first. */
export function rulesReport(
  grounding: Grounding,
  solutions: readonly Solution[],
  explain: boolean,
): RulesReport {
  const best = grounding.read(solutions[0]!)
  const explanation = explain ? best.explain() : null
  const { atoms, rules } = grounding.size
  return {
    atoms,
    rules,
    answers: solutions.map((solution) => {
      const answer = grounding.read(solution)
      return Object.fromEntries(grounding.predicates.map((name) => [name, answer.atoms(name)]))
    }),
    ...(explanation !== null && { explanation }),
    ...(solutions[0]!.clash && { clash: best.clash() }),
  }
}

/** The report as one JSON object on one line. */
export function rulesToJson(report: Report, rules: RulesReport): string {
  const { file, algorithm, status, iterations, seconds, variables, factors } = report
  const finite = (x: number) => (Number.isFinite(x) ? x : null)
  const numbers = (answer: { value: number; bound: number; gap: number }) => ({
    value: finite(answer.value),
    bound: finite(answer.bound),
    gap: finite(answer.gap),
  })
  return JSON.stringify({
    file,
    algorithm,
    status,
    ...numbers(report),
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
        status: answer.status,
        ...numbers(answer),
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
      lines.push(`${i + 1}. ${answer.status}  value ${figure(answer.value)}`, ...atomLines(rules.answers[i]!))
    })
  else if (report.assignment === null) lines.push('no answer was found')
  else lines.push('true', ...atomLines(rules.answers[0]!))
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
  // What matters most comes first.
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
