// From counts to probabilities. A rule of NP^S is smoothed with the same rule of any NP, so that the possible
// expansions of a constituent are learned from all its positions, and their probabilities from its own.
import { portableLog } from '@parleyjs/core/internal'
import { Grammar } from '@parleyjs/structures'
import { type GrammarCounts, symbolName } from './counts.js'
import type { SymbolParts } from './rules-of.js'

export interface SmoothingOptions {
  /** Weight of the rules from other positions, in rules of the symbol's own; 0 for none. */
  readonly ruleSmoothing: number
  /** Rules of other places less probable than this are left out. */
  readonly leastRule: number
}

/** A grammar, and a small one whose symbols are the base labels. */
export interface Grammars {
  readonly fine: Grammar
  readonly coarse: Grammar
  /** The coarse symbol of each fine one. */
  readonly classOf: Int32Array
  /** log P(coarse symbol), among all nodes of trees. */
  readonly prior: Float64Array
}

/** The probabilities of rules. */
export function estimate(counts: GrammarCounts, options: SmoothingOptions): Grammars {
  const { symbols, root, rules } = counts
  const fine = new RuleTable()
  for (const [rule, weight] of smoothed(counts, options)) fine.add(rule, weight)
  const classNumbers = new Map<string, number>()
  const classOf = Int32Array.from(symbols, ({ base, memory }) => {
    const name = memory === null ? base : `@${base}`
    const known = classNumbers.get(name) ?? classNumbers.size
    classNumbers.set(name, known)
    return known
  })
  const classes = classNumbers.size
  const coarse = new Map<string, number>()
  const totals = new Float64Array(classes)
  for (let r = 0; r < rules.length; r += 4) {
    const [a, b, c] = [0, 1, 2].map((i) => (rules[r + i] < 0 ? -1 : classOf[rules[r + i]]))
    totals[a] += rules[r + 3]
    // NP → NP above words of the same class says nothing, and would be a cycle.
    if (c === -1 && a === b) continue
    const key = `${a} ${b} ${c}`
    coarse.set(key, (coarse.get(key) ?? 0) + rules[r + 3])
  }
  const all = totals.reduce((sum, count) => sum + count, 0)
  const table = new RuleTable()
  for (const [key, count] of coarse) {
    const rule = key.split(' ').map(Number) as Rule
    table.add(rule, portableLog(count / totals[rule[0]]))
  }
  return {
    fine: fine.grammar(symbols.length, root),
    coarse: table.grammar(classes, classOf[root]),
    classOf,
    prior: totals.map((count) => portableLog((count + 1) / all)),
  }
}

/** Parent, left and right child; −1 where there is none. */
type Rule = [number, number, number]

/** Rules with their logarithmic probabilities. */
function smoothed(
  { symbols, rules }: GrammarCounts,
  { ruleSmoothing, leastRule }: SmoothingOptions,
): [Rule, number][] {
  const numbers = new Map(symbols.map((parts, i) => [symbolName(parts), i]))
  const total = new Float64Array(symbols.length)
  const own = new Map<string, number>()
  // Sums over rules of symbols that differ only in their parent.
  const placeOf = symbols.map(({ label, memory }) => `${label}|${memory}`)
  const shared = new Map<string, { total: number; rules: Map<string, { rule: Rule; count: number }> }>()
  for (let r = 0; r < rules.length; r += 4) {
    const rule: Rule = [rules[r], rules[r + 1], rules[r + 2]]
    const count = rules[r + 3]
    total[rule[0]] += count
    own.set(rule.join(' '), count)
    const place = shared.get(placeOf[rule[0]]) ?? { total: 0, rules: new Map() }
    shared.set(placeOf[rule[0]], place)
    place.total += count
    const key = outcome(symbols, rule)
    const known = place.rules.get(key)
    if (known === undefined) place.rules.set(key, { rule, count })
    else known.count += count
  }
  const found: [Rule, number][] = []
  for (let a = 0; a < symbols.length; a++) {
    const place = shared.get(placeOf[a])
    if (place === undefined || total[a] === 0) continue
    for (const { rule, count } of place.rules.values()) {
      const moved = moveTo(symbols, numbers, a, rule)
      if (moved === null) continue
      const seen = own.get(moved.join(' ')) ?? 0
      const probability = (seen + (ruleSmoothing * count) / place.total) / (total[a] + ruleSmoothing)
      if (seen > 0 || (ruleSmoothing > 0 && probability >= leastRule))
        found.push([moved, portableLog(probability)])
    }
  }
  return found
}

/** Children of a rule, without what the parent's parent says. */
function outcome(symbols: readonly SymbolParts[], [, left, right]: Rule): string {
  const name = (child: number) => {
    if (child < 0) return '-'
    const { memory } = symbols[child]
    return memory === null ? String(child) : `@${memory}`
  }
  return `${name(left)} ${name(right)}`
}

/**
 * The rule with another parent that differs only in its own parent; null if a symbol that it needs was never
 * seen.
 */
function moveTo(
  symbols: readonly SymbolParts[],
  numbers: ReadonlyMap<string, number>,
  to: number,
  [from, left, right]: Rule,
): Rule | null {
  if (from === to) return [from, left, right]
  const { parent } = symbols[to]
  const move = (child: number): number => {
    if (child < 0 || symbols[child].memory === null) return child
    return numbers.get(symbolName({ ...symbols[child], parent })) ?? -2
  }
  const [l, r] = [move(left), move(right)]
  return l === -2 || r === -2 ? null : [to, l, r]
}

class RuleTable {
  private readonly binary = {
    parent: [] as number[],
    left: [] as number[],
    right: [] as number[],
    score: [] as number[],
  }
  private readonly unary = { parent: [] as number[], child: [] as number[], score: [] as number[] }

  add([parent, left, right]: Rule, score: number): void {
    if (right < 0) {
      this.unary.parent.push(parent)
      this.unary.child.push(left)
      this.unary.score.push(score)
    } else {
      this.binary.parent.push(parent)
      this.binary.left.push(left)
      this.binary.right.push(right)
      this.binary.score.push(score)
    }
  }

  grammar(symbols: number, root: number): Grammar {
    return new Grammar({ symbols, root, binary: this.binary, unary: this.unary })
  }
}
