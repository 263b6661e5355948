// A naive matcher for patterns: tries all lists of words, and evaluates every relation by its definition.
import type { Sentence } from '../src/text/conllu/sentence.js'

/** A pattern as the tests make it. */
export interface TestNode {
  readonly name: string | null
  readonly conditions: readonly TestCondition[]
  readonly relations: readonly TestRelation[]
}

export interface TestCondition {
  readonly column: 'form' | 'lemma' | 'upos' | 'feats' | 'misc'
  readonly key: string | null
  readonly negated: boolean
  /** Null: the field must be there. */
  readonly values: readonly string[] | null
  /** Whether the values are regular expressions. */
  readonly regex: boolean
}

export interface TestRelation {
  readonly operator: string
  readonly negated: boolean
  readonly labels: readonly string[] | null
  readonly target: TestNode
}

/** A pattern as text. */
export function written(clauses: readonly TestNode[]): string {
  return clauses.map(tree).join(' ; ')
}

function tree(node: TestNode): string {
  const conditions = node.conditions.map(({ column, key, negated, values, regex }) => {
    const field = key === null ? column : `${column}.${key}`
    if (values === null) return negated ? `!${field}` : field
    const all = values.map((value) => (regex ? `/${value}/` : JSON.stringify(value))).join('|')
    return `${field}${negated ? '!=' : '='}${all}`
  })
  const relations = node.relations.map(({ operator, negated, labels, target }) => {
    const inner = target.relations.length === 0 ? tree(target) : `(${tree(target)})`
    return ` ${negated ? '!' : ''}${operator}${labels === null ? '' : labels.join('|')} ${inner}`
  })
  return `{${conditions.join(', ')}}${node.name === null ? '' : `=${node.name}`}${relations.join('')}`
}

type Words = ReadonlyMap<object | string, number>

/** The words of all matches, in the order of the pattern. */
export function naiveMatches(clauses: readonly TestNode[], sentence: Sentence): number[][] {
  const keys = keysOf(clauses, new Set())
  const found: number[][] = []
  assign(keys, new Map(), sentence.length, (words) => {
    if (clauses.every((node) => holds(node, words, sentence))) found.push(keys.map((key) => words.get(key)!))
    return false
  })
  return found.sort((a, b) => {
    const at = a.findIndex((word, i) => word !== b[i])
    return at < 0 ? 0 : a[at] - b[at]
  })
}

const keyOf = (node: TestNode): object | string => node.name ?? node

/** What needs a word: names and nodes without a name, outside of negated relations. */
function keysOf(nodes: readonly TestNode[], known: ReadonlySet<object | string>): (object | string)[] {
  const keys = new Set<object | string>()
  const visit = (node: TestNode) => {
    if (!known.has(keyOf(node))) keys.add(keyOf(node))
    for (const { negated, target } of node.relations) if (!negated) visit(target)
  }
  nodes.forEach(visit)
  return [...keys]
}

/** Visits all ways to give different words to some keys. Returns whether the visitor stopped it. */
function assign(
  keys: readonly (object | string)[],
  words: Words,
  length: number,
  visit: (words: Words) => boolean,
): boolean {
  const [key, ...rest] = keys
  if (key === undefined) return visit(words)
  const taken = new Set(words.values())
  for (let word = 0; word < length; word++)
    if (!taken.has(word) && assign(rest, new Map([...words, [key, word]]), length, visit)) return true
  return false
}

function holds(node: TestNode, words: Words, sentence: Sentence): boolean {
  const word = words.get(keyOf(node))!
  return (
    node.conditions.every((condition) => conditionHolds(condition, word, sentence)) &&
    node.relations.every((relation) => {
      const { target } = relation
      const after = (all: Words) =>
        related(relation, word, all.get(keyOf(target))!, sentence) && holds(target, all, sentence)
      if (!relation.negated) return after(words)
      return !assign(keysOf([target], new Set(words.keys())), words, sentence.length, after)
    })
  )
}

function conditionHolds(condition: TestCondition, word: number, sentence: Sentence): boolean {
  const { column, key, negated, values, regex } = condition
  let field: string | undefined = sentence.column(column)[word]
  if (key !== null)
    field = new Map(field.split('|').map((pair) => pair.split('=') as [string, string])).get(key)
  else if (values === null && field === '_') field = undefined
  const found =
    field !== undefined &&
    (values === null ||
      values.some((value) => (regex ? new RegExp(`^(?:${value})$`, 'u').test(field) : field === value)))
  return found !== negated
}

function related({ operator, labels }: TestRelation, a: number, b: number, sentence: Sentence): boolean {
  const { heads, deprels } = sentence
  const head = (word: number) => (heads[word] > sentence.length ? -2 : heads[word] - 1)
  const labelled = (word: number) => labels === null || labels.includes(deprels[word])
  const above = (upper: number, lower: number) => {
    const path = new Set<number>()
    for (let word = head(lower); word >= 0 && !path.has(word); word = head(word)) path.add(word)
    return path.has(upper)
  }
  const siblings = head(a) >= 0 && head(a) === head(b)
  const none = (from: number, to: number) =>
    Array.from(heads).every((_, word) => word <= from || word >= to || head(word) !== head(a))
  switch (operator) {
    case '>':
      return head(b) === a && labelled(b)
    case '<':
      return head(a) === b && labelled(a)
    case '>>':
      return above(a, b)
    case '<<':
      return above(b, a)
    case '.':
      return b - a === 1
    case '-':
      return a - b === 1
    case '..':
      return a < b
    case '--':
      return a > b
    case '$':
      return siblings
    case '$++':
      return siblings && a < b
    case '$--':
      return siblings && a > b
    case '$+':
      return siblings && a < b && none(a, b)
    case '$-':
      return siblings && a > b && none(b, a)
    default:
      throw new Error(operator)
  }
}
