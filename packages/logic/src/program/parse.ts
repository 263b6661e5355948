// Parses a rules file, statement by statement. A statement begins at the start of a line; more deeply
// indented lines continue it.
import { ParleyError } from '@parleyjs/core'
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import { resolve } from '../resolve/resolve.js'
import type {
  DomainDeclaration,
  FunctionDeclaration,
  GivenDeclaration,
  InlineRow,
  InlineTable,
  Member,
  OpenDeclaration,
  Param,
  Program,
  Statement,
} from '../syntax/ast.js'
import { type Token, tokenize } from '../syntax/lexer.js'
import { parseFormula, parseTerm } from '../syntax/parse-formula.js'
import type { Place, Source } from '../syntax/place.js'
import { TokenStream } from '../syntax/token-stream.js'

export interface RuleTextOptions {
  /** The name of the file, for messages. */
  file?: string
}

/**
 * Reads a program in the rule language (docs/logic.md). Throws a `ParleyError` with the line and column of
 * the first mistake; `problemsIn` lists all of them.
 *
 * @example
 * const program = parseRules(`
 *   open rain score 0.2
 *   open wet score -0.1
 *   rain => wet
 * `)
 * ground(program).solve().value // 0.1
 */
export function parseRules(text: string, options: RuleTextOptions = {}): Program {
  const { program, problems } = read(text, options)
  if (problems.length > 0) throw problems[0]
  return program
}

/**
 * All mistakes in a rules file that can be found without data, in the order of the file; for editors.
 *
 * @example
 * problemsIn('open rain\nrain => wet').map((problem) => problem.place) // [{ line: 2, column: 9 }]
 */
export function problemsIn(text: string, options: RuleTextOptions = {}): ParleyError[] {
  return read(text, options).problems
}

function read(text: string, options: RuleTextOptions): { program: Program; problems: ParleyError[] } {
  requireOptions('parseRules', options, { file: true } satisfies OptionKeys<RuleTextOptions>)
  const { file } = options
  const source: Source = { text, file: file ?? null }
  const problems: ParleyError[] = []
  const statements: Statement[] = []
  const collect = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      problems.push(error)
    }
  }
  const tokens = tokenize(source, (problem) => problems.push(problem))
  const damaged = new Set(problems.map(({ place }) => place.line))
  for (const part of splitStatements(tokens)) {
    // Unreadable text has been reported already; follow-up errors would only confuse.
    if (part.some(({ line }) => damaged.has(line))) continue
    collect(() => statements.push(parseStatement(new TokenStream(source, part))))
  }
  const program: Program = { statements, source }
  // A statement that could not be read may declare what others use, so only a readable file is checked
  // further.
  if (problems.length === 0) problems.push(...resolve(program).problems)
  problems.sort((a, b) => order(a) - order(b))
  return { program, problems }
}

function order({ place }: ParleyError): number {
  return (place.line ?? 0) * 1e6 + (place.column ?? 0)
}

const DECLARING = new Set(['domain', 'constant', 'given', 'function', 'open'])

/** Splits the tokens into statements; every list ends with an `end`. */
function splitStatements(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = []
  const margin = tokens[0].column
  let current: Token[] = []
  let depth = 0
  for (const token of tokens) {
    const declares = token.kind === 'mark' && DECLARING.has(token.text)
    const starts = token.first && token.column <= margin && (depth === 0 || declares)
    if ((starts || token.kind === 'end') && current.length > 0) {
      statements.push([...current, endAfter(current.at(-1)!)])
      current = []
      depth = 0
    }
    if (token.kind === 'end') break
    current.push(token)
    if (token.text === '(' || token.text === '{') depth++
    else if (token.text === ')' || token.text === '}') depth = Math.max(0, depth - 1)
  }
  return statements
}

function endAfter({ line, column, raw }: Token): Token {
  return { kind: 'end', text: '', raw: '', line, column: column + raw.length, first: false }
}

function parseStatement(tokens: TokenStream): Statement {
  const place = { line: tokens.next.line, column: tokens.next.column }
  const statement = parseDeclaration(tokens, place) ?? parseRule(tokens, place)
  tokens.expect('the end of the statement')
  if (tokens.next.kind !== 'end') tokens.fail()
  return statement
}

function parseDeclaration(tokens: TokenStream, place: Place): Statement | null {
  if (tokens.accept('domain', null)) return parseDomain(tokens, place)
  if (tokens.accept('constant', null)) return parseConstant(tokens, place)
  if (tokens.accept('given', null)) return parseGiven(tokens, place)
  if (tokens.accept('function', null)) return parseFunction(tokens, place)
  if (tokens.accept('open', null)) return parseOpen(tokens, place)
  return null
}

function parseDomain(tokens: TokenStream, place: Place): DomainDeclaration {
  const { text: name } = tokens.name('the name of the domain')
  if (tokens.accept('=') === null) return { kind: 'domain', name, members: null, place }
  if (tokens.accept('{') === null) {
    const low = parseTerm(tokens)
    tokens.need('..')
    return { kind: 'domain', name, members: { kind: 'interval', low, high: parseTerm(tokens) }, place }
  }
  const members: Member[] = []
  while (!tokens.sees('}')) {
    const { line, column } = tokens.next
    const member = parseMember(tokens)
    if (members.includes(member))
      throw tokens.error({ line, column }, `The member ${member} is listed twice.`)
    members.push(member)
    if (tokens.accept(',') === null) break
  }
  tokens.need('}')
  return { kind: 'domain', name, members: { kind: 'list', members }, place }
}

function parseConstant(tokens: TokenStream, place: Place): FunctionDeclaration {
  const { text: name } = tokens.name('the name of the constant')
  let table: InlineTable | null = null
  if (tokens.accept('=') !== null) table = { rows: [{ cells: [], value: parseNumber(tokens), place }] }
  return { kind: 'function', name, params: [], result: null, otherwise: null, table, place }
}

function parseGiven(tokens: TokenStream, place: Place): GivenDeclaration {
  const { text: name } = tokens.name('the name of the predicate')
  const params = parseParams(tokens)
  const table = tokens.accept('=') === null ? null : parseTable(tokens, params.length, false)
  return { kind: 'given', name, params, table, place }
}

function parseFunction(tokens: TokenStream, place: Place): FunctionDeclaration {
  const { text: name } = tokens.name('the name of the function')
  const params = parseParams(tokens)
  const result = tokens.accept(':') === null ? null : tokens.name('the domain of its values').text
  const otherwise = tokens.accept('default') === null ? null : parseNumber(tokens)
  const table = tokens.accept('=') === null ? null : parseTable(tokens, params.length, true)
  return { kind: 'function', name, params, result, otherwise, table, place }
}

function parseOpen(tokens: TokenStream, place: Place): OpenDeclaration {
  const { text: name } = tokens.name('the name of the predicate')
  const params = parseParams(tokens)
  const where = tokens.accept('where') === null ? null : parseFormula(tokens)
  if (tokens.accept('score') === null) return { kind: 'open', name, params, where, score: null, place }
  const score = tokens.sees('{') ? parseTable(tokens, params.length, true) : parseTerm(tokens)
  return { kind: 'open', name, params, where, score, place }
}

/** Parses `(person, friend: person)`, which may be absent. */
function parseParams(tokens: TokenStream): Param[] {
  const params: Param[] = []
  if (tokens.accept('(') === null) return params
  do {
    const { line, column, text } = tokens.name('the name of a domain')
    const named = tokens.accept(':') !== null
    const domain = named ? tokens.name('the name of a domain').text : text
    params.push({ name: named ? text : null, domain, place: { line, column } })
  } while (tokens.accept(',') !== null)
  tokens.need(')')
  return params
}

/** Parses `{ (anna, ben), (ben, cleo) }`; with values, `{ anna: 1, ben: 2 }`. */
function parseTable(tokens: TokenStream, arity: number, values: boolean): InlineTable {
  const rows: InlineRow[] = []
  tokens.need('{')
  while (!tokens.sees('}')) {
    const { line, column } = tokens.next
    const cells: Member[] = []
    if (tokens.accept('(') !== null) {
      while (!tokens.sees(')')) {
        cells.push(parseMember(tokens))
        if (tokens.accept(',') === null) break
      }
      tokens.need(')')
    } else cells.push(parseMember(tokens))
    if (cells.length !== arity)
      throw tokens.error(
        { line, column },
        `This row has ${cells.length} ${cells.length === 1 ? 'entry' : 'entries'}, not ${arity}.`,
      )
    if (values) tokens.need(':')
    rows.push({ cells, value: values ? parseMember(tokens) : null, place: { line, column } })
    if (tokens.accept(',') === null) break
  }
  tokens.need('}')
  return { rows }
}

function parseMember(tokens: TokenStream): Member {
  const { kind } = tokens.next
  if (kind === 'name' || kind === 'string') return tokens.take().text
  tokens.expect('a name')
  return parseNumber(tokens)
}

function parseNumber(tokens: TokenStream): number {
  const sign = tokens.accept('-', null) === null ? 1 : -1
  if (tokens.next.kind !== 'number') {
    tokens.expect('a number')
    tokens.fail()
  }
  const token = tokens.take()
  const value = sign * Number(token.text)
  if (!Number.isFinite(value)) throw tokens.error(token, `${token.raw} is too large for a number.`)
  return value
}

/** Parses `"name" weight 2: formula where condition`, or a definition. */
function parseRule(tokens: TokenStream, place: Place): Statement {
  const named = tokens.next.kind === 'string' && isLabel(tokens.second)
  const name = named ? tokens.take().text : null
  const weight = tokens.accept('weight', named ? '"weight"' : null) === null ? null : parseTerm(tokens)
  if (named || weight !== null) tokens.need(':')
  const formula = parseFormula(tokens)
  const sign = weight === null ? tokens.accept(':=') : null
  if (sign === null) {
    const where = tokens.accept('where') === null ? null : parseFormula(tokens)
    return { kind: 'rule', name, weight, formula, where, place }
  }
  if (formula.kind !== 'atom')
    throw tokens.error(place, 'Only a predicate can be defined: "name(x, y) := …".')
  const body = parseFormula(tokens)
  const where = tokens.accept('where') === null ? null : parseFormula(tokens)
  return { kind: 'definition', name, head: formula, body, where, place }
}

function isLabel({ kind, text }: Token): boolean {
  return kind === 'mark' && (text === ':' || text === 'weight')
}
