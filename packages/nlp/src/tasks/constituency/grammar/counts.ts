// Counts of a treebank for a grammar: how often each rule and each tagged word occurs.

import type { PennTree } from '../../../text/penn/tree.js'
import { isFirstCapital, type WordCounts } from '../../tag/trigram/counts.js'
import { type AnnotationOptions, annotate } from './annotate.js'
import { eachRule, type SymbolParts } from './rules-of.js'

/** Counts of a treebank, with symbols by number. */
export interface GrammarCounts {
  readonly options: AnnotationOptions
  readonly symbols: readonly SymbolParts[]
  /** The symbol of whole sentences. */
  readonly root: number
  /** Parent, left child, right child (−1 for none) and count of each rule, one after the other, sorted. */
  readonly rules: Int32Array
  /** Words, and those that begin a sentence with a capital, each with its tags' symbols and their counts. */
  readonly words: ReadonlyMap<string, WordCounts>
  readonly firstWords: ReadonlyMap<string, WordCounts>
}

/** Counts the rules and words of clean trees. */
export function countGrammar(trees: Iterable<PennTree>, options: AnnotationOptions): GrammarCounts {
  const numbers = new Map<string, number>()
  const symbols: SymbolParts[] = []
  const number = (parts: SymbolParts): number => {
    const key = symbolName(parts)
    let n = numbers.get(key)
    if (n === undefined) {
      n = symbols.length
      numbers.set(key, n)
      symbols.push(parts)
    }
    return n
  }
  const rules = new Map<string, number>()
  const words = new Map<string, Map<number, number>>()
  const firstWords = new Map<string, Map<number, number>>()
  let root = -1
  for (const tree of trees) {
    let position = 0
    const annotated = annotate(tree, options)
    eachRule(
      annotated,
      options,
      (parent, left, right) => {
        const key = `${number(parent)} ${number(left)} ${right === null ? -1 : number(right)}`
        rules.set(key, (rules.get(key) ?? 0) + 1)
      },
      (tag, word) => {
        const into = isFirstCapital(word, position++) ? firstWords : words
        const own = into.get(word) ?? new Map<number, number>()
        own.set(number(tag), (own.get(number(tag)) ?? 0) + 1)
        into.set(word, own)
      },
    )
    if (root < 0) root = number({ ...annotated, memory: null })
  }
  return {
    options,
    symbols,
    root,
    rules: sortedRules(rules),
    words: frozen(words),
    firstWords: frozen(firstWords),
  }
}

function sortedRules(rules: ReadonlyMap<string, number>): Int32Array {
  const list = Array.from(rules, ([key, count]) => [...key.split(' ').map(Number), count])
  list.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
  return Int32Array.from(list.flat())
}

/** The name of a symbol: NP~B^S, or @NP^S|memory for a part of one. */
export function symbolName({ label, parent, memory }: SymbolParts): string {
  const name = parent === '' ? label : `${label}^${parent}`
  return memory === null ? name : `@${name}|${memory}`
}

function frozen(words: Map<string, Map<number, number>>): Map<string, WordCounts> {
  return new Map(
    [...words].map(([word, own]) => [word, { tags: [...own.keys()], counts: [...own.values()] }]),
  )
}
