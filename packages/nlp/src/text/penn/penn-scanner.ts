// Brackets, labels and words: `tree := ( label? tree+ ) | ( tag word )`. Text may come in pieces.
import { type ErrorCode, type ErrorPlace, ParleyError } from '@parleyjs/core'
import { decodeWord } from './escapes.js'
import type { PennTree } from './tree.js'

/** Maximum depth of brackets; the Penn treebank's deepest tree has fewer than 60. */
const MAX_DEPTH = 2000
/** Maximum length of a label or word; a file with a longer one is not a file of trees. */
const MAX_TOKEN = 2 ** 16

const SPACE = 32
const OPEN = 40
const CLOSE = 41
const NEWLINE = 10

interface Position {
  readonly line: number
  readonly column: number
}

/** A bracket that is not closed yet; the object is reused for later brackets at the same depth. */
interface Open {
  /** Null until it is known. */
  label: string | null
  word: string | null
  children: PennTree[]
  line: number
  column: number
}

/** What preterminals share instead of children. */
const NONE: readonly PennTree[] = Object.freeze([])

/** Reads trees from successive pieces of text. */
export class PennScanner implements Position {
  private readonly open: Open[] = []
  private depth = 0
  /** The part of a label or word that stood at the end of the last piece, and where it began in its line. */
  private begun = ''
  private begunColumn = 1
  /** Interned labels: one string for each label, not one for each constituent. */
  private readonly labels = new Map<string, string>()
  line = 1
  column = 1

  constructor(private readonly options: { readonly file?: string; readonly decode?: boolean }) {}

  /** The trees that this piece completes. */
  *scan(text: string): Generator<PennTree, void, undefined> {
    // Where the line begins, in terms of this piece.
    let lineStart = 1 - this.column
    let i = 0
    while (i < text.length) {
      const code = text.charCodeAt(i)
      this.column = i - lineStart + 1
      if (isText(code)) {
        const start = i
        while (i < text.length && isText(text.charCodeAt(i))) i++
        if (this.begun === '') this.begunColumn = this.column
        this.begun = this.begun === '' ? text.slice(start, i) : this.begun + text.slice(start, i)
        if (this.begun.length > MAX_TOKEN) throw this.tooLong()
        continue
      }
      if (this.begun !== '') this.token()
      i++
      if (code === NEWLINE) {
        this.line++
        lineStart = i
      } else if (code === OPEN) this.begin()
      else if (code === CLOSE) {
        const tree = this.close()
        if (tree !== null) yield tree
      }
    }
    this.column = text.length - lineStart + 1
  }

  /** Ends the text. */
  end(): void {
    if (this.begun !== '') this.token()
    const missing = this.depth
    if (missing === 0) return
    const { line, column } = this.open[0]
    throw this.failure(
      `The file ends, but ${missing === 1 ? 'a closing bracket is' : `${missing} closing brackets are`} missing: ` +
        `expected ")" for the tree that begins in line ${line}, column ${column}.`,
    )
  }

  /** An error to throw, with its place: by default the place of the scanner. */
  failure(message: string, at: Position = this, code: ErrorCode = 'bad-input'): ParleyError {
    const { file } = this.options
    const { line, column } = at
    const place: ErrorPlace = { line, column, ...(file !== undefined && { file }) }
    return new ParleyError(code, `Line ${line}, column ${column}: ${message}`, place)
  }

  private begin(): void {
    if (this.depth > 0) {
      const parent = this.open[this.depth - 1]
      if (parent.word !== null)
        throw this.failure(`Expected ")" after the word "${brief(parent.word)}", but a bracket opens.`)
      parent.label ??= ''
      if (this.depth >= MAX_DEPTH)
        throw this.failure(`More than ${MAX_DEPTH} brackets within each other.`, this, 'too-large')
    }
    const { line, column } = this
    const again = this.open[this.depth++]
    if (again === undefined) this.open.push({ label: null, word: null, children: [], line, column })
    else {
      again.label = null
      again.word = null
      again.line = line
      again.column = column
    }
  }

  /** A label or word is complete. */
  private token(): void {
    const text = this.begun
    this.begun = ''
    if (this.depth === 0) {
      // Outside of brackets only a byte order mark is allowed.
      if (text === '\ufeff' && this.line === 1 && this.begunColumn === 1) return
      throw this.failure(`Expected "(", the beginning of a tree, but found "${brief(text)}".`, this.begunAt())
    }
    const parent = this.open[this.depth - 1]
    if (parent.children.length > 0)
      throw this.failure(
        `The word "${brief(text)}" has no tag: expected "(TAG ${brief(text)})".`,
        this.begunAt(),
      )
    if (parent.label === null) parent.label = this.labels.get(text) ?? this.newLabel(text)
    // Some treebanks have spaces within words.
    else parent.word = parent.word === null ? text : `${parent.word} ${text}`
  }

  /** A bracket closes; the tree if it was the outermost one. */
  private close(): PennTree | null {
    if (this.depth === 0) throw this.failure('This closing bracket has no opening one.')
    const done = this.open[--this.depth]
    const { label, word, children } = done
    if (label === null) throw this.failure('These brackets are empty: expected a label or a tree.', done)
    let tree: PennTree
    if (word !== null)
      tree = { label, children: NONE, word: this.options.decode === true ? decodeWord(word) : word }
    else if (children.length > 0) {
      tree = { label, children }
      done.children = []
    } else
      throw this.failure(
        `"(${brief(label)})" has either no tag or no word: expected "(TAG WORD)" or trees inside.`,
        done,
      )
    if (this.depth === 0) return tree
    this.open[this.depth - 1].children.push(tree)
    return null
  }

  private newLabel(label: string): string {
    this.labels.set(label, label)
    return label
  }

  private begunAt(): Position {
    return { line: this.line, column: this.begunColumn }
  }

  private tooLong(): ParleyError {
    const fact = `A word of more than ${MAX_TOKEN} characters. Is this a file of bracketed trees?`
    return this.failure(fact, this.begunAt(), 'too-large')
  }
}

function isText(code: number): boolean {
  return code > CLOSE || (code > SPACE && code < OPEN)
}

function brief(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
