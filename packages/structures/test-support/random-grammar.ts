/** Small random grammars and sentences, and all their trees, listed without any chart. */

import type { WordLeaves } from '../src/grammar/chart.js'
import type { GrammarNode, GrammarOptions } from '../src/index.js'
import type { Numbers } from './structure-laws.js'

export type SmallGrammar = {
  symbols: number
  root: number
  binary: { parent: number[]; left: number[]; right: number[]; score: number[] }
  unary: { parent: number[]; child: number[]; score: number[] }
}

/**
 * Few symbols, at most 7 binary and 3 unary rules, so that trees can be counted; unary scores are at most
 * `most`, 0 or less, so that no cycle pays.
 */
export function randomGrammar(random: Numbers, unaries: boolean, most = 0): SmallGrammar {
  const symbols = 2 + random.below(3)
  const grammar: SmallGrammar = {
    symbols,
    root: random.below(symbols),
    binary: { parent: [], left: [], right: [], score: [] },
    unary: { parent: [], child: [], score: [] },
  }
  for (let a = 0; a < symbols; a++)
    for (let b = 0; b < symbols; b++) {
      for (let c = 0; c < symbols; c++)
        if (random.below(3) === 0 && grammar.binary.parent.length < 7) {
          grammar.binary.parent.push(a)
          grammar.binary.left.push(b)
          grammar.binary.right.push(c)
          grammar.binary.score.push(random.score())
        }
      if (unaries && a !== b && random.below(3) === 0 && grammar.unary.parent.length < 3) {
        grammar.unary.parent.push(a)
        grammar.unary.child.push(b)
        grammar.unary.score.push(most - Math.abs(random.score()))
      }
    }
  return grammar
}

/** Words with one to three links, each of one or two symbols. */
export function randomWords(random: Numbers, symbols: number, most: number): WordLeaves[] {
  return Array.from({ length: 1 + random.below(most) }, () => {
    const links = 1 + random.below(3)
    const word = { links, symbols: [] as number[], values: [] as number[], scores: [] as number[] }
    for (let value = 0; value < links; value++)
      for (let more = random.below(2); more >= 0; more--) {
        word.symbols.push(random.below(symbols))
        word.values.push(value)
        word.scores.push(random.below(8) ? random.score() : Number.NEGATIVE_INFINITY)
      }
    return word
  })
}

export type Listed = { tree: GrammarNode; score: number; links: number[] }

/** All trees of a symbol over a span in which no chain of unary rules meets a symbol twice. */
export function allTrees(grammar: GrammarOptions, words: readonly WordLeaves[]): Listed[] {
  const first = [0]
  for (const { links } of words) first.push(first[first.length - 1] + links)
  const { binary, unary } = grammar
  const trees = (symbol: number, start: number, end: number, above: number[]): Listed[] => {
    const found: Listed[] = []
    const span = { symbol, start, end }
    if (end === start + 1) {
      const { symbols, values, scores } = words[start]
      for (let i = 0; i < symbols.length; i++)
        if (symbols[i] === symbol && scores[i] > Number.NEGATIVE_INFINITY) {
          const link = first[start] + values[i]
          found.push({ tree: { ...span, children: [], link }, score: scores[i], links: [link] })
        }
    }
    for (let r = 0; r < (unary?.parent.length ?? 0); r++) {
      const child = unary!.child[r]
      if (unary!.parent[r] !== symbol || above.includes(child) || child === symbol) continue
      for (const below of trees(child, start, end, [...above, symbol]))
        found.push({
          tree: { ...span, children: [below.tree] },
          score: below.score + unary!.score[r],
          links: below.links,
        })
    }
    for (let r = 0; r < binary.parent.length; r++) {
      if (binary.parent[r] !== symbol) continue
      for (let middle = start + 1; middle < end; middle++)
        for (const left of trees(binary.left[r], start, middle, []))
          for (const right of trees(binary.right[r], middle, end, []))
            found.push({
              tree: { ...span, children: [left.tree, right.tree] },
              score: left.score + right.score + binary.score[r],
              links: [...left.links, ...right.links],
            })
    }
    return found
  }
  return trees(grammar.root, 0, words.length, [])
}

/** log of the sum over all trees, cycles included: the inside equations, repeated until nothing changes. */
export function logSumOfTrees(
  grammar: GrammarOptions,
  words: readonly WordLeaves[],
  scores: Float64Array,
): number {
  const n = words.length
  const { symbols, binary, unary } = grammar
  const weight = new Map<string, number>()
  const at = (s: number, i: number, j: number) => weight.get(`${s},${i},${j}`) ?? 0
  let link = 0
  const leaf = new Map<string, number>()
  words.forEach((word, i) => {
    for (let x = 0; x < word.symbols.length; x++) {
      const key = `${word.symbols[x]},${i},${i + 1}`
      leaf.set(key, (leaf.get(key) ?? 0) + Math.exp(word.scores[x] + scores[link + word.values[x]]))
    }
    link += word.links
  })
  for (let round = 0; round < 60; round++)
    for (let width = 1; width <= n; width++)
      for (let i = 0; i + width <= n; i++) {
        const next = Array.from({ length: symbols }, (_, s) => leaf.get(`${s},${i},${i + width}`) ?? 0)
        for (let r = 0; r < binary.parent.length; r++)
          for (let m = i + 1; m < i + width; m++)
            next[binary.parent[r]] +=
              Math.exp(binary.score[r]) * at(binary.left[r], i, m) * at(binary.right[r], m, i + width)
        for (let r = 0; r < (unary?.parent.length ?? 0); r++)
          next[unary!.parent[r]] += Math.exp(unary!.score[r]) * at(unary!.child[r], i, i + width)
        for (let s = 0; s < symbols; s++) weight.set(`${s},${i},${i + width}`, next[s])
      }
  return Math.log(at(grammar.root, 0, n))
}
