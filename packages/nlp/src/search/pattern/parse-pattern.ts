// Reads a pattern: nodes in braces, each with relations to others. `docs/search.md` describes the language.
import { ParleyError } from '@parleyjs/core'
import { didYouMean } from '@parleyjs/core/internal'
import { COLUMNS, FEATS, MISC } from '../../text/conllu/columns.js'
import { patternError } from './pattern-error.js'
import { PatternReader } from './reader.js'
import {
  type Condition,
  type NodeSyntax,
  OPERATORS,
  type Operator,
  type Relation,
  type Value,
} from './syntax.js'

/** Limits of patterns. Parts in negated relations count as well. */
const MAX_LENGTH = 10_000
const MAX_NODES = 32
const MAX_DEPTH = 32

/** Names of columns in other tools. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  word: 'form',
  text: 'form',
  tag: 'xpos',
  pos: 'upos',
  cpos: 'upos',
  rel: 'deprel',
  dep: 'deprel',
}
const LABELLED: readonly Operator[] = ['>', '<']

/** The clauses of a pattern, which are separated by semicolons. */
export function parsePattern(text: string): NodeSyntax[] {
  if (text.length > MAX_LENGTH)
    throw new ParleyError(
      'too-large',
      `The pattern has ${text.length} characters; the limit is ${MAX_LENGTH}.`,
    )
  return new PatternParser(new PatternReader(text)).clauses()
}

class PatternParser {
  private nodes = 0

  constructor(private readonly reader: PatternReader) {}

  clauses(): NodeSyntax[] {
    const clauses = [this.tree(0)]
    while (this.reader.accept(';')) clauses.push(this.tree(0))
    if (!this.reader.isAtEnd) throw this.reader.unexpected('a relation such as >nsubj or .., or the end')
    return clauses
  }

  /** A node and its relations. */
  private tree(depth: number): NodeSyntax {
    const node = this.node()
    const relations: Relation[] = []
    for (;;) {
      this.reader.accept('&')
      const relation = this.relation(depth)
      if (relation === null) return { ...node, relations }
      relations.push(relation)
    }
  }

  private relation(depth: number): Relation | null {
    const { reader } = this
    const negated = reader.accept('!')
    const { column } = reader
    const operator = OPERATORS.find((mark) => reader.accept(mark))
    if (operator === undefined) {
      if (negated) throw reader.unexpected('a relation after "!", such as !>obj')
      return null
    }
    const labels = reader.seesValue() ? reader.values('the label of an arc') : null
    if (labels !== null && !LABELLED.includes(operator))
      throw patternError(column, `The relation ${operator} has no label. Only > and < have one.`)
    return { operator, negated, labels, target: this.target(depth) }
  }

  /** A node, or a node with relations in parentheses. */
  private target(depth: number): NodeSyntax {
    const { reader } = this
    if (!reader.sees('(')) return { ...this.node(), relations: [] }
    if (depth === MAX_DEPTH)
      throw patternError(reader.column, `Parentheses are nested more than ${MAX_DEPTH} levels deep.`)
    reader.accept('(')
    const tree = this.tree(depth + 1)
    reader.need(')', 'or a relation')
    return tree
  }

  private node(): Omit<NodeSyntax, 'relations'> {
    const { reader } = this
    const { column } = reader
    if (!reader.accept('{')) throw reader.unexpected('a node such as {} or {upos=VERB}')
    if (++this.nodes > MAX_NODES) throw patternError(column, `There are more than ${MAX_NODES} nodes.`)
    const conditions: Condition[] = []
    while (!reader.accept('}')) {
      conditions.push(this.condition())
      if (reader.sees('}')) continue
      if (!reader.accept(',') && !reader.accept('&') && !reader.accept(';'))
        throw reader.unexpected('"}", or a comma and another condition')
    }
    const name = reader.accept('=') ? reader.name('a name after "="') : null
    return { conditions, name, column }
  }

  private condition(): Condition {
    const { reader } = this
    const absent = reader.accept('!')
    const { column } = reader
    const word = reader.name('a condition such as upos=VERB or feats.Number=Sing')
    const field = (COLUMNS as readonly string[]).indexOf(word.toLowerCase())
    if (field < 0) throw patternError(column, unknownColumn(word))
    const key = reader.accept('.') ? this.key(field, column) : null
    const { negated, values } = this.comparison()
    if (values !== null && absent) throw patternError(column, 'Write "not equal" as !=, such as upos!=VERB.')
    return { field, key, negated: negated || absent, values }
  }

  private comparison(): { readonly negated: boolean; readonly values: readonly Value[] | null } {
    const { reader } = this
    const negated = reader.accept('!=')
    if (!negated && !reader.accept('=')) return { negated, values: null }
    return { negated, values: reader.values('a value: a word, "a text" or /a regular expression/') }
  }

  private key(field: number, column: number): string {
    if (field !== FEATS && field !== MISC)
      throw patternError(
        column,
        `Only feats and misc have keys, such as feats.Number; ${COLUMNS[field]} has none.`,
      )
    return this.reader.key(`a key after "${COLUMNS[field]}."`)
  }
}

function unknownColumn(word: string): string {
  const other = OTHER_NAMES[word.toLowerCase()]
  const hint = other === undefined ? didYouMean(word, COLUMNS) : ` Did you mean "${other}"?`
  return `There is no column "${word}".${hint || ` Columns are ${COLUMNS.join(', ')}.`}`
}
