// Parses formulas and terms by recursive descent, loosest operator first. A name with arguments may be a
// predicate or a function, and parentheses may enclose a formula or a term. Every level therefore returns an
// `Expression`, which is converted to a term or a formula where one is required.
import type {
  ArithmeticOperator,
  Binder,
  CompareOperator,
  CountBound,
  Formula,
  Quantified,
  Term,
} from './ast.js'
import type { Place } from './place.js'
import { quote, type TokenStream } from './token-stream.js'

type Expression =
  | { readonly is: 'term'; readonly term: Term }
  | { readonly is: 'formula'; readonly formula: Formula }
  /** `name` or `name(…)`, which may be either. */
  | {
      readonly is: 'call'
      readonly name: string
      readonly args: readonly Term[] | null
      readonly place: Place
    }

const OPERATOR = 'an operator'

export function parseFormula(tokens: TokenStream): Formula {
  return toFormula(tokens, parseIff(tokens))
}

export function parseTerm(tokens: TokenStream): Term {
  return toTerm(tokens, parseSum(tokens))
}

function placeOf({ line, column }: Place): Place {
  return { line, column }
}

function toFormula(tokens: TokenStream, expression: Expression): Formula {
  if (expression.is === 'formula') return expression.formula
  if (expression.is === 'call') {
    const { name, args, place } = expression
    return { kind: 'atom', name, args: args ?? [], place }
  }
  throw tokens.error(
    expression.term.place!,
    'This is a value, not something that is true or false. Compare it, as in "x < 3".',
  )
}

function toTerm(tokens: TokenStream, expression: Expression): Term {
  if (expression.is === 'term') return expression.term
  if (expression.is === 'call') {
    const { name, args, place } = expression
    return args === null
      ? { kind: 'variable', name, domain: null, place }
      : { kind: 'call', name, args, place }
  }
  throw tokens.error(
    expression.formula.place ?? tokens.next,
    'This is true or false, not a value that can be compared or calculated with.',
  )
}

function formula(value: Formula): Expression {
  return { is: 'formula', formula: value }
}

function term(value: Term): Expression {
  return { is: 'term', term: value }
}

function parseIff(tokens: TokenStream): Expression {
  return tokens.nested(() => {
    let left = parseImplies(tokens)
    let length = 0
    for (let mark = tokens.accept('<=>', OPERATOR); mark !== null; mark = tokens.accept('<=>', OPERATOR)) {
      tokens.limit(++length)
      const right = parseImplies(tokens)
      left = formula({
        kind: 'iff',
        left: toFormula(tokens, left),
        right: toFormula(tokens, right),
        place: placeOf(mark),
      })
    }
    return left
  })
}

function parseImplies(tokens: TokenStream): Expression {
  const left = parseList(tokens, '|', 'or', (t) => parseList(t, '^', 'parity', parseAnd))
  const mark = tokens.accept('=>', OPERATOR)
  if (mark === null) return left
  const right = tokens.nested(() => parseImplies(tokens))
  return formula({
    kind: 'implies',
    left: toFormula(tokens, left),
    right: toFormula(tokens, right),
    place: placeOf(mark),
  })
}

function parseAnd(tokens: TokenStream): Expression {
  return parseList(tokens, '&', 'and', parseNot)
}

function parseList(
  tokens: TokenStream,
  mark: string,
  kind: 'and' | 'or' | 'parity',
  operand: (tokens: TokenStream) => Expression,
): Expression {
  const first = operand(tokens)
  const operator = tokens.accept(mark, OPERATOR)
  if (operator === null) return first
  const parts = [toFormula(tokens, first)]
  do parts.push(toFormula(tokens, operand(tokens)))
  while (tokens.accept(mark, OPERATOR) !== null)
  return formula({ kind, parts, place: placeOf(operator) })
}

function parseNot(tokens: TokenStream): Expression {
  const mark = tokens.accept('~', null)
  if (mark !== null) {
    const of = tokens.nested(() => toFormula(tokens, parseNot(tokens)))
    return formula({ kind: 'not', of, place: placeOf(mark) })
  }
  for (const quantifier of ['forall', 'exists', 'exists!'] as const) {
    const found = tokens.accept(quantifier, null)
    if (found !== null) return formula(parseQuantified(tokens, quantifier, null, placeOf(found)))
  }
  for (const bound of ['at most', 'at least', 'exactly'] as const) {
    const found = tokens.accept(bound, null)
    if (found !== null) return formula(parseCount(tokens, bound, placeOf(found)))
  }
  return parseComparison(tokens)
}

/** Parses `at most 2 x: …` and `exactly 1 of (a, b)`. */
function parseCount(tokens: TokenStream, bound: CountBound, place: Place): Formula {
  const limit = parseTerm(tokens)
  const { next, second } = tokens
  if (!(next.kind === 'name' && next.text === 'of' && second.text === '('))
    return parseQuantified(tokens, bound, limit, place)
  tokens.take()
  tokens.need('(')
  const parts = [parseFormula(tokens)]
  while (tokens.accept(',') !== null) parts.push(parseFormula(tokens))
  tokens.need(')')
  return { kind: 'counted', bound, limit, parts, place }
}

function parseQuantified(
  tokens: TokenStream,
  quantifier: Quantified['quantifier'],
  limit: Term | null,
  place: Place,
): Quantified {
  const variables: Binder[] = []
  do variables.push(...parseBinders(tokens))
  while (tokens.accept(',') !== null)
  const where = tokens.accept('where') === null ? null : parseFormula(tokens)
  tokens.need(':')
  const body = parseFormula(tokens)
  return { kind: 'quantified', quantifier, limit, variables, where, body, place }
}

/** Parses `x`, `x in person` and `k in 1..n`; in `x, y in person` the range applies to y only. */
function parseBinders(tokens: TokenStream): Binder[] {
  const { text: name, ...rest } = tokens.name('a variable')
  const place = placeOf(rest)
  if (tokens.accept('in') === null) return [{ name, range: null, place }]
  if (
    tokens.next.kind === 'name' &&
    !(tokens.second.kind === 'mark' && /^(\.\.|[-+*/%(])$/.test(tokens.second.text))
  )
    return [{ name, range: { kind: 'domain', name: tokens.take().text }, place }]
  tokens.expect('the name of a domain')
  const low = parseTerm(tokens)
  tokens.need('..')
  return [{ name, range: { kind: 'interval', low, high: parseTerm(tokens) }, place }]
}

const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const

/** Parses `a < b`, and `a < b <= c` as both comparisons. */
function parseComparison(tokens: TokenStream): Expression {
  const first = parseSum(tokens)
  const parts: Formula[] = []
  let left = first
  for (;;) {
    const operator: CompareOperator | undefined = COMPARISONS.find((mark) => tokens.sees(mark, OPERATOR))
    if (operator === undefined) break
    const place = placeOf(tokens.take())
    const right = parseSum(tokens)
    parts.push({ kind: 'compare', operator, left: toTerm(tokens, left), right: toTerm(tokens, right), place })
    left = right
  }
  if (parts.length === 0) return first
  return formula(parts.length === 1 ? parts[0] : { kind: 'and', parts, place: parts[0].place })
}

function parseSum(tokens: TokenStream): Expression {
  return parseArithmetic(tokens, ['+', '-'], (t) => parseArithmetic(t, ['*', '/', '%'], parseSign))
}

function parseArithmetic(
  tokens: TokenStream,
  operators: readonly ArithmeticOperator[],
  operand: (tokens: TokenStream) => Expression,
): Expression {
  let left = operand(tokens)
  for (let length = 1; ; length++) {
    const operator = operators.find((mark) => tokens.sees(mark, OPERATOR))
    if (operator === undefined) return left
    tokens.limit(length)
    const place = placeOf(tokens.take())
    const right = toTerm(tokens, operand(tokens))
    left = term({ kind: 'arithmetic', operator, left: toTerm(tokens, left), right, place })
  }
}

function parseSign(tokens: TokenStream): Expression {
  const mark = tokens.accept('-', null)
  if (mark === null) return parsePrimary(tokens)
  const of = tokens.nested(() => toTerm(tokens, parseSign(tokens)))
  const place = placeOf(mark)
  return term(of.kind === 'number' ? { ...of, value: -of.value, place } : { kind: 'negative', of, place })
}

function parsePrimary(tokens: TokenStream): Expression {
  const token = tokens.next
  const place = placeOf(token)
  if (token.kind === 'number') {
    tokens.take()
    const value = Number(token.text)
    if (!Number.isFinite(value)) throw tokens.error(token, `${token.raw} is too large for a number.`)
    return term({ kind: 'number', value, place })
  }
  if (token.kind === 'string') {
    tokens.take()
    return term({ kind: 'symbol', text: token.text, place })
  }
  if (token.kind === 'name') {
    tokens.take()
    return { is: 'call', name: token.text, args: parseArguments(tokens), place }
  }
  if (tokens.accept('(') !== null) {
    const inner = parseIff(tokens)
    tokens.need(')')
    return inner
  }
  for (const word of ['true', 'false'] as const)
    if (tokens.accept(word, null) !== null) return formula({ kind: 'truth', value: word === 'true', place })
  tokens.expect('a formula')
  tokens.expect('a value')
  if (token.kind === 'mark' && /^\p{L}/u.test(token.raw))
    throw tokens.error(
      token,
      `Expected a formula or a value, but ${quote(token.raw)} is a word of the language.`,
    )
  return tokens.fail()
}

function parseArguments(tokens: TokenStream): Term[] | null {
  if (tokens.accept('(', null) === null) return null
  const args: Term[] = []
  if (tokens.accept(')', null) !== null) return args
  do args.push(parseArgument(tokens))
  while (tokens.accept(',') !== null)
  tokens.need(')')
  return args
}

/** Parses a term, or `x: domain` in the head of a definition. */
function parseArgument(tokens: TokenStream): Term {
  const { next, second } = tokens
  if (next.kind === 'name' && second.kind === 'mark' && second.text === ':') {
    tokens.take()
    tokens.take()
    const domain = tokens.name('the name of a domain').text
    return { kind: 'variable', name: next.text, domain, place: placeOf(next) }
  }
  return parseTerm(tokens)
}
