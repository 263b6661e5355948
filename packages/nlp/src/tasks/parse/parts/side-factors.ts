// What one head scores on one side: consecutive siblings, with the head's own head, and by threes.
import { carveFloats, carveInts } from '@parleyjs/core/internal'
import { GrandparentHeadAutomaton, HeadAutomaton, TriSiblingAutomaton } from '@parleyjs/structures'
import type { GraphDraft } from './graph-draft.js'
import { ModifierLine } from './modifier-line.js'
import type { PartGraphInput } from './part-graph.js'
import { Part } from './parts.js'

const NONE = new Int32Array(0)

/** The factors of heads' modifiers, one side after the other. */
export class SideFactors {
  private head = 0
  private side = 0
  /** words[i] is the i-th modifier, counted from 1; "none" is at 0 and at `end`. */
  private readonly words: Int32Array
  private end = 1
  private readonly line: ModifierLine
  /** The open arcs to modifiers. */
  private open = NONE
  /** Whether parts of three arcs count here. */
  private hasThird = false
  /** The arcs into the head are from `first` on. */
  private first = 0
  private grandparentCount = 0

  constructor(
    private readonly draft: GraphDraft,
    private readonly input: PartGraphInput,
  ) {
    const { length, sides } = input
    let most = 0
    for (let h = 0; h <= length; h++) most = Math.max(most, sides.count(h, 0), sides.count(h, 1))
    this.words = carveInts(most + 2)
    this.line = new ModifierLine(most)
  }

  /** Adds the factors of a head's modifiers on a side; there is at least one. */
  add(head: number, side: number): void {
    const { words, line } = this
    const { arcs, length, sides, limits } = this.input
    this.head = head
    this.side = side
    const n = sides.count(head, side)
    this.end = n + 1
    words[0] = words[n + 1] = length + 1
    for (let i = 1; i <= n; i++) words[i] = arcs.modifier[this.arcAt(i)]
    line.fill(n, (i) => arcs.isCertain(this.arcAt(i)))
    this.open = line.openCount === 0 ? NONE : carveInts(line.openCount)
    for (let k = 0; k < this.open.length; k++) this.open[k] = this.arcAt(line.open[k + 1])
    this.hasThird = limits.thirdOrder(head, side)
    this.first = head > 0 ? arcs.start[head] : 0
    this.grandparentCount = head > 0 ? arcs.start[head + 1] - this.first : 0
    this.addFactors()
  }

  private addFactors(): void {
    const { draft, line, open, grandparentCount } = this
    const { parts } = this.input
    const hasGrandparents = grandparentCount > 0 && parts.has('grandparent')
    const hasGrandSiblings = grandparentCount > 0 && this.hasThird && parts.has('grand-sibling')
    const isHeadOpen = grandparentCount > 1
    if (hasGrandparents) this.settleGrandparents(isHeadOpen)
    const hasAutomaton = isHeadOpen && (hasGrandparents || hasGrandSiblings)
    // With one grandparent, grand-siblings are siblings.
    const hasPairs = parts.has('sibling') || (hasGrandSiblings && !isHeadOpen)
    const siblings = carveFloats(pairCount(open.length))
    if (hasPairs) line.pairs(this.siblingScore(hasGrandSiblings && !isHeadOpen), siblings)
    if (hasAutomaton) this.addGrandparents(siblings, hasGrandparents, hasGrandSiblings)
    const pairs = hasPairs && !hasAutomaton ? siblings : null
    if (this.hasThird && parts.has('tri-sibling')) this.addTriples(pairs)
    else if (pairs !== null)
      draft.addLine(
        open,
        pairs[open.length],
        pairs[0] + pairs[2],
        () => new HeadAutomaton({ siblings: pairs }),
      )
  }

  private arcAt(position: number): number {
    const { byHead, start } = this.input.sides
    return byHead[start[2 * this.head + this.side] + position - 1]
  }

  private siblingScore(withGrandparent: boolean): (near: number, far: number) => number {
    const { head, side, words, first } = this
    const { scorer, parts } = this.input
    const isPart = parts.has('sibling')
    return (i, j) =>
      (isPart ? scorer.score(Part.sibling, head, words[i], words[j], side) : 0) +
      (withGrandparent ? this.grandSibling(first, i, j) : 0)
  }

  /**
   * Having no modifiers is no part; nor is a word that is the head of its own head: no tree has both arcs.
   */
  private grandSibling(a: number, i: number, j: number): number {
    const { words, head } = this
    const g = this.input.arcs.head[a]
    if ((i === 0 && j === this.end) || words[i] === g || words[j] === g) return 0
    return this.input.scorer.score(Part.grandSibling, g, head, words[i], words[j])
  }

  private grandparent(a: number, i: number): number {
    const g = this.input.arcs.head[a]
    return g === this.words[i] ? 0 : this.input.scorer.score(Part.grandparent, g, this.head, this.words[i])
  }

  /** Grandparents of which one arc is certain: scores of the other. */
  private settleGrandparents(isHeadOpen: boolean): void {
    const { draft, end, first, grandparentCount } = this
    const { arcs } = this.input
    for (let i = 1; i < end; i++) {
      const m = this.arcAt(i)
      if (!isHeadOpen) draft.score[m] += this.grandparent(first, i)
      else if (arcs.isCertain(m))
        for (let a = first; a < first + grandparentCount; a++) draft.score[a] += this.grandparent(a, i)
    }
  }

  /** The automaton of a head with several possible heads of its own. */
  private addGrandparents(siblings: Float64Array, hasGrandparents: boolean, hasGrandSiblings: boolean): void {
    const { draft, line, open, first, grandparentCount } = this
    const n = open.length
    const size = pairCount(n)
    const grandSiblings = carveFloats(hasGrandSiblings ? grandparentCount * size : 0)
    if (hasGrandSiblings)
      for (let g = 0; g < grandparentCount; g++)
        line.pairs((i, j) => this.grandSibling(first + g, i, j), grandSiblings, g * size)
    if (n === 0) {
      draft.constant += siblings[0]
      if (hasGrandSiblings)
        for (let g = 0; g < grandparentCount; g++) draft.score[first + g] += grandSiblings[g]
      return
    }
    const grandparents = carveFloats(grandparentCount * n)
    if (hasGrandparents)
      for (let g = 0, at = 0; g < grandparentCount; g++)
        for (let k = 1; k <= n; k++) grandparents[at++] = this.grandparent(first + g, line.open[k])
    const factor = new GrandparentHeadAutomaton({
      grandparentCount,
      grandparents,
      siblings,
      ...(hasGrandSiblings && { grandSiblings }),
    })
    const links = carveInts(grandparentCount + n)
    for (let g = 0; g < grandparentCount; g++) links[g] = first + g
    links.set(open, grandparentCount)
    draft.factors.push({ factor, links })
  }

  private addTriples(pairs: Float64Array | null): void {
    const { head, words, open } = this
    const { scorer } = this.input
    const triples = this.line.triples((i, j, k) =>
      scorer.score(Part.triSibling, head, words[i], words[j], words[k]),
    )
    const none = triples[open.length] + (pairs?.[open.length] ?? 0)
    const one = triples[0] + triples[2] + (pairs === null ? 0 : pairs[0] + pairs[2])
    this.draft.addLine(
      open,
      none,
      one,
      () => new TriSiblingAutomaton({ triSiblings: triples, ...(pairs !== null && { siblings: pairs }) }),
    )
  }
}

/** Number of pairs of neighbours among n modifiers with "none" before and after them. */
function pairCount(n: number): number {
  return ((n + 1) * (n + 2)) / 2
}
