// Splits text into tokens. ASCII and Unicode spellings of an operator become the same token.
import type { ParleyError } from '@parleyjs/core'
import { errorAt, type Place, type Source } from './place.js'

export interface Token extends Place {
  readonly kind: 'name' | 'number' | 'string' | 'mark' | 'end'
  /** Names as written, strings without quotes, marks in their canonical spelling. */
  readonly text: string
  /** The text as in the file, for messages. */
  readonly raw: string
  /** Whether the token is the first on its line. */
  readonly first: boolean
}

/** Reserved words, which cannot be names. */
const WORDS = new Map<string, string>(
  'domain constant given function open weight where score default in forall exists exactly mod true false'
    .split(' ')
    .map((word) => [word, word]),
)
for (const [word, mark] of [
  ['and', '&'],
  ['or', '|'],
  ['not', '~'],
  ['implies', '=>'],
  ['iff', '<=>'],
  ['xor', '^'],
  ['mod', '%'],
  ['TRUE', 'true'],
  ['FALSE', 'false'],
] as const)
  WORDS.set(word, mark)

/** Spellings of operators; the longest match is taken. */
const MARKS = new Map<string, string>(
  '<=> := => <= >= != .. = < > & | ~ ^ + - * / % ( ) { } , :'.split(' ').map((mark) => [mark, mark]),
)
for (const [mark, spellings] of [
  ['<=>', '<-> ⇔ ↔ ≡'],
  ['=>', '-> ⇒ →'],
  [':=', '≔'],
  ['<=', '≤'],
  ['>=', '≥'],
  ['!=', '≠ <>'],
  ['=', '=='],
  ['..', '… ‥'],
  ['&', '&& ∧'],
  ['|', '|| ∨'],
  ['~', '! ¬'],
  ['^', '⊕ ⊻'],
  ['-', '− –'],
  ['*', '× ·'],
  ['forall', '∀'],
  ['exists', '∃'],
  ['exists!', '∃!'],
  ['in', '∈'],
  ['true', '⊤'],
  ['false', '⊥'],
] as const)
  for (const spelling of spellings.split(' ')) MARKS.set(spelling, mark)

const LONGEST_MARK = 3
const SPACE = /[\t \u00a0\u2000-\u200a\u202f\u3000]+/y
const NEWLINE = /\r\n|\r|\n/y
const COMMENT = /(?:#|\/\/)[^\r\n]*/y
/** Two words that form one mark; each alone is a name. */
const COUNT = /at[\t ]+(most|least)(?![\p{L}\p{N}\p{M}_'])/uy
const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_']*/uy
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const STRING = /"((?:[^"\\\r\n]|\\[^\r\n])*)"/y

/** The tokens of a text, followed by an `end`. Unreadable characters are passed to `report` and skipped. */
export function tokenize(source: Source, report: (error: ParleyError) => void): Token[] {
  const { text } = source
  const tokens: Token[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  let lineStart = at
  let first = true

  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? null
  }
  const push = (kind: Token['kind'], value: string, raw: string) => {
    tokens.push({ kind, text: value, raw, line, column: at - lineStart + 1, first })
    at += raw.length
    first = false
  }

  while (at < text.length) {
    const skipped = match(SPACE) ?? match(COMMENT)
    if (skipped !== null) {
      at += skipped.length
      continue
    }
    const newline = match(NEWLINE)
    if (newline !== null) {
      at += newline.length
      line++
      lineStart = at
      first = true
      continue
    }
    const count = match(COUNT)
    if (count !== null) {
      push('mark', count.endsWith('most') ? 'at most' : 'at least', count)
      continue
    }
    const name = match(NAME)
    if (name !== null) {
      const unique = name === 'exists' && text[at + 6] === '!' && text[at + 7] !== '='
      const mark = unique ? 'exists!' : WORDS.get(name)
      push(mark === undefined ? 'name' : 'mark', mark ?? name, unique ? 'exists!' : name)
      continue
    }
    const number = match(NUMBER)
    if (number !== null) {
      push('number', number, number)
      continue
    }
    const string = match(STRING)
    if (string !== null) {
      push('string', string.slice(1, -1).replaceAll(/\\(.)/gu, '$1'), string)
      continue
    }
    const spelling = longestMark(text, at)
    if (spelling !== null) {
      push('mark', MARKS.get(spelling)!, spelling)
      continue
    }
    const bad = String.fromCodePoint(text.codePointAt(at)!)
    const place = { line, column: at - lineStart + 1 }
    if (bad === '"') {
      report(errorAt(source, place, 'This text has no closing quote (") on its line.'))
      while (at < text.length && match(NEWLINE) === null) at++
    } else {
      const advice = '“”„‘’'.includes(bad) ? ' Use straight quotes: ".' : ''
      report(errorAt(source, place, `${describeCharacter(bad)} means nothing here.${advice}`))
      at += bad.length
    }
  }
  push('end', '', '')
  return tokens
}

function longestMark(text: string, at: number): string | null {
  for (let length = LONGEST_MARK; length > 0; length--) {
    const spelling = text.slice(at, at + length)
    if (spelling.length === length && MARKS.has(spelling)) return spelling
  }
  return null
}

function describeCharacter(character: string): string {
  const code = character.codePointAt(0)!
  const visible = code > 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000)
  const hex = code.toString(16).toUpperCase().padStart(4, '0')
  return visible ? `The character ${character}` : `The character U+${hex}`
}
