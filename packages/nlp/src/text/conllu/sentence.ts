// One sentence of a CoNLL-U file: its original text, the positions of its columns, and the changes made
// since.
import { ParleyError } from '@parleyjs/core'
import {
  COLUMN_COUNT,
  COLUMNS,
  type Column,
  FORM,
  HEAD,
  ID,
  type RowKind,
  STRIDE,
  type TextColumn,
} from './columns.js'
import { requireField } from './fields.js'

/**
 * A line of a sentence: a word, a multiword token (`3-4`) or an empty node (`3.1`), with its ten columns and
 * its line in the file.
 */
export type Row = { readonly kind: RowKind; readonly line: number } & Readonly<Record<Column, string>>

/** A sentence as plain data that threads can send each other. */
export interface PackedSentence {
  readonly source: string
  readonly offsets: Int32Array
  readonly wordRows: Int32Array | null
  readonly heads: Int32Array
  readonly rowLine: number
}

/**
 * A sentence: its comments, its words by column, its multiword tokens and empty nodes. Words are counted from
 * 0; heads are numbers as in the file (0 is the root, h is word h − 1, −1 stands for `_`). Unchanged text is
 * written back byte for byte.
 *
 * @example
 * const [sentence] = parseConllu('1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n')
 * sentence.forms // ['Go']
 * sentence.setText('lemma', 0, 'GO').toString() // '1\tGo\tGO\tVERB\t_\t_\t0\troot\t_\t_\n\n'
 */
export class Sentence {
  /** Number of words. */
  readonly length: number
  private commentLines: string[] | null = null
  private commentsChanged = false
  private readonly columns: (string[] | undefined)[] = []
  /** Bit mask of the columns that differ from the text. */
  private changed = 0
  /** Whether empty nodes were removed. */
  private hasNoEmptyNodes = false

  /** Sentences come from `parseConllu`, `readConllu` and `makeSentence`. */
  constructor(
    private readonly source: string,
    private readonly offsets: Int32Array,
    private readonly wordRows: Int32Array | null,
    private readonly headNumbers: Int32Array,
    private readonly rowLine: number,
  ) {
    this.length = headNumbers.length
  }

  /** Comment lines, each with its `#`. */
  get comments(): readonly string[] {
    if (this.commentLines === null) {
      const end = this.offsets[0]
      this.commentLines = end === 0 ? [] : this.source.slice(0, end - 1).split('\n')
    }
    return this.commentLines
  }

  /** The line of the file on which the sentence begins; 1 if it was not read from a file. */
  get line(): number {
    return this.rowLine - (this.source.slice(0, this.offsets[0]).split('\n').length - 1)
  }

  /** The line of the file on which a word stands. */
  lineOf(word: number): number {
    return this.rowLine + this.rowOf(word)
  }

  /** The value of a comment such as `# sent_id = w01`, or undefined. */
  comment(key: string): string | undefined {
    const at = this.findComment(key)
    return at < 0 ? undefined : /=\s*(.*)$/s.exec(this.comments[at])![1]
  }

  /** Adds or changes the comment `# key = value`; null removes it. */
  setComment(key: string, value: string | null): this {
    if (/[\n\r=]/.test(key) || key.trim() === '' || (value !== null && /[\n\r]/.test(value)))
      throw new ParleyError(
        'bad-argument',
        `The comment ${JSON.stringify(`${key} = ${value}`)} is not one line.`,
      )
    const lines = [...this.comments]
    const at = this.findComment(key)
    const line = `# ${key} = ${value}`
    if (value === null) {
      if (at >= 0) lines.splice(at, 1)
    } else if (at >= 0) lines[at] = line
    else lines.push(line)
    this.commentLines = lines
    this.commentsChanged = true
    return this
  }

  /** The comment `# sent_id`. */
  get id(): string | undefined {
    return this.comment('sent_id')
  }

  /** The comment `# text`: the sentence as it was written. */
  get text(): string | undefined {
    return this.comment('text')
  }

  get forms(): readonly string[] {
    return this.column('form')
  }
  get lemmas(): readonly string[] {
    return this.column('lemma')
  }
  get upos(): readonly string[] {
    return this.column('upos')
  }
  get xpos(): readonly string[] {
    return this.column('xpos')
  }
  get feats(): readonly string[] {
    return this.column('feats')
  }
  get deprels(): readonly string[] {
    return this.column('deprel')
  }
  get deps(): readonly string[] {
    return this.column('deps')
  }
  get misc(): readonly string[] {
    return this.column('misc')
  }

  /**
   * Heads of the words: 0 for the root, h for word h − 1, −1 for `_`. Read-only; use `setHead` to change
   * them.
   */
  get heads(): Int32Array {
    return this.headNumbers
  }

  /** A column of all words, as text. */
  column(name: Column): readonly string[] {
    return this.words(COLUMNS.indexOf(name))
  }

  /** Changes one column of a word. */
  setText(name: TextColumn, word: number, value: string): this {
    requireField(name, value)
    this.requireWord(word)
    const column = COLUMNS.indexOf(name)
    this.words(column)[word] = value
    this.changed |= 1 << column
    return this
  }

  /** Changes one column of all words. */
  setColumn(name: TextColumn, values: readonly string[]): this {
    this.requireCount(name, values.length)
    const texts: string[] = []
    for (const value of values) {
      requireField(name, value)
      texts.push(value)
    }
    const column = COLUMNS.indexOf(name)
    this.columns[column] = texts
    this.changed |= 1 << column
    return this
  }

  /** Changes the head of a word: 0 for the root, h for word h − 1, −1 for `_`. */
  setHead(word: number, head: number): this {
    this.requireWord(word)
    if (!Number.isInteger(head) || head < -1 || head > this.length || head === word + 1)
      throw new ParleyError(
        'bad-argument',
        `Head ${head} of word ${word} (counted from 0): expected −1 to ${this.length}, and not the word itself, ${word + 1}.`,
      )
    this.headNumbers[word] = head
    this.words(HEAD)[word] = head < 0 ? '_' : String(head)
    this.changed |= 1 << HEAD
    return this
  }

  /** Changes all heads. */
  setHeads(heads: ArrayLike<number>): this {
    this.requireCount('head', heads.length)
    for (let word = 0; word < heads.length; word++) this.setHead(word, heads[word])
    return this
  }

  /**
   * Removes the enhanced dependencies: DEPS of all words, and the empty nodes, which exist for DEPS alone.
   * Call it when heads are replaced: DEPS of another tree are not a valid graph.
   */
  removeEnhanced(): this {
    if (this.deps.some((deps) => deps !== '_')) this.setColumn('deps', Array<string>(this.length).fill('_'))
    if (this.wordRows !== null && this.otherRows.some(({ kind }) => kind === 'empty')) {
      this.hasNoEmptyNodes = true
      this.changed |= 1 << COLUMNS.indexOf('deps')
    }
    return this
  }

  /** All lines in the order of the file: words, multiword tokens and empty nodes. */
  get rows(): readonly Row[] {
    return this.makeRows(true)
  }

  /** The lines that are not words: multiword tokens and empty nodes. */
  get otherRows(): readonly Row[] {
    return this.wordRows === null ? [] : this.makeRows(false)
  }

  /** The sentence as text, with its empty line. */
  toString(): string {
    if (this.changed === 0 && !this.commentsChanged) return `${this.source}\n`
    const start = this.offsets[0]
    const comments = this.commentsChanged
      ? this.comments.map((line) => `${line}\n`).join('')
      : this.source.slice(0, start)
    return `${comments}${this.changed === 0 ? this.source.slice(start) : this.changedRows()}\n`
  }

  /**
   * The sentence as plain data, from which `Sentence.unpack` makes an equal sentence. A changed sentence must
   * be written and read instead.
   */
  pack(): PackedSentence {
    if (this.isChanged)
      throw new ParleyError(
        'bad-argument',
        'The sentence has been changed: pack it before, or send its text.',
      )
    const { source, offsets, wordRows, headNumbers: heads, rowLine } = this
    return { source, offsets, wordRows, heads, rowLine }
  }

  /** Whether the sentence differs from the text that it was read from. Only then `pack` refuses it. */
  get isChanged(): boolean {
    return this.changed !== 0 || this.commentsChanged
  }

  /** Makes a sentence from packed data; it takes ownership of the arrays. */
  static unpack({ source, offsets, wordRows, heads, rowLine }: PackedSentence): Sentence {
    return new Sentence(source, offsets, wordRows, heads, rowLine)
  }

  private makeRows(withWords: boolean): Row[] {
    const rows: Row[] = []
    for (let row = 0, word = 0; row < this.offsets.length / STRIDE; row++) {
      const isWord = word < this.length && this.rowOf(word) === row
      if (isWord && withWords) rows.push(makeRow('word', this.rowLine + row, (c) => this.words(c)[word]))
      else if (!isWord) {
        const kind = this.kindOf(row)
        if (kind === 'range' || !this.hasNoEmptyNodes)
          rows.push(makeRow(kind, this.rowLine + row, (c) => this.field(row, c)))
      }
      if (isWord) word++
    }
    return rows
  }

  private changedRows(): string {
    const { offsets, source, changed } = this
    let text = ''
    for (let row = 0, word = 0; row < offsets.length / STRIDE; row++) {
      const o = row * STRIDE
      if (word === this.length || this.rowOf(word) !== row) {
        if (!this.hasNoEmptyNodes || this.kindOf(row) === 'range')
          text += source.slice(offsets[o], offsets[o + COLUMN_COUNT])
        continue
      }
      let kept = offsets[o]
      for (let column = FORM; column < COLUMN_COUNT; column++) {
        if ((changed & (1 << column)) === 0) continue
        // The text up to this column is unchanged, including the tab before it.
        text += source.slice(kept, offsets[o + column]) + this.words(column)[word]
        kept = offsets[o + column + 1] - 1
      }
      text += source.slice(kept, offsets[o + COLUMN_COUNT])
      word++
    }
    return text
  }

  private words(column: number): string[] {
    const known = this.columns[column]
    if (known !== undefined) return known
    const texts: string[] = []
    for (let word = 0; word < this.length; word++) texts.push(this.field(this.rowOf(word), column))
    this.columns[column] = texts
    return texts
  }

  private field(row: number, column: number): string {
    const o = row * STRIDE + column
    return this.source.slice(this.offsets[o], this.offsets[o + 1] - 1)
  }

  /** The kind of a row that is not a word. */
  private kindOf(row: number): 'range' | 'empty' {
    return this.field(row, ID).includes('-') ? 'range' : 'empty'
  }

  private rowOf(word: number): number {
    return this.wordRows === null ? word : this.wordRows[word]
  }

  private findComment(key: string): number {
    return this.comments.findIndex((line) => {
      const equals = line.indexOf('=')
      return equals > 0 && line.slice(1, equals).trim() === key
    })
  }

  private requireWord(word: number): void {
    if (!Number.isInteger(word) || word < 0 || word >= this.length)
      throw new ParleyError(
        'bad-argument',
        `There is no word ${word}: the sentence has ${this.length} words, counted from 0.`,
      )
  }

  private requireCount(name: string, count: number): void {
    if (count !== this.length)
      throw new ParleyError(
        'bad-argument',
        `${count} values for ${name.toUpperCase()}, but the sentence has ${this.length} words.`,
      )
  }
}

function makeRow(kind: RowKind, line: number, text: (column: number) => string): Row {
  const row = { kind, line } as { kind: RowKind; line: number } & Record<Column, string>
  for (let column = 0; column < COLUMN_COUNT; column++) row[COLUMNS[column]] = text(column)
  return row
}
