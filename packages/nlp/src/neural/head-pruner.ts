// The heads of each word that are worth considering: those whose probability, given the word, is not far
// below that of the best.
import { grown, portableExp, portableLog, USUAL_ARCS } from '@parleyjs/core/internal'
import type { ParserConstraints } from '../tasks/parse/interface/parser-input.js'
import { ArcList } from '../tasks/parse/trees/arc-list.js'
import { containsTree } from '../tasks/parse/trees/contains-tree.js'
import { bestTree, type TreeShape } from '../tasks/parse/trees/decode-tree.js'
import { BLOCK } from './arc-blocks.js'
import type { WordReader } from './word-reader.js'

/** Heads further than this behind the best one, in nats, are left out … */
const NATS = 7
/** … and so are those beyond this number. */
const MAX_HEADS = 12

/** Which heads a word keeps. */
interface Width {
  readonly nats: number
  readonly most: number
  /** Whether the root and the neighbours are kept in any case. */
  readonly neighbours: boolean
}

const USUAL: Width = { nats: NATS, most: MAX_HEADS, neighbours: false }
/** For the next best trees, which may be far behind the best one. */
const NEXT_BEST: Width = { nats: 20, most: 4, neighbours: false }
/** Without constraints these contain a tree: every word under the one before. */
const WIDE: Width = { nats: 30, most: 32, neighbours: true }
const ALL: Width = { nats: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY, neighbours: true }

export class HeadPruner {
  /** Log-probability of each arc that is left, given its modifier. */
  score = new Float64Array(USUAL_ARCS)
  private scores = new Float64Array(0)

  constructor(private readonly reader: WordReader) {}

  /** The arcs that are left; there is a tree among them. False if the constraints allow none. */
  pruneToTree(
    arcs: ArcList,
    shape: TreeShape,
    constraints: ParserConstraints | undefined,
    isWide: boolean,
  ): boolean {
    const { length } = this.reader
    const usual = isWide ? NEXT_BEST : USUAL
    this.prune(arcs, usual, null, constraints)
    if (containsTree(arcs, length, shape)) return true
    for (const width of length < BLOCK ? [WIDE, ALL] : [WIDE]) {
      const more = new ArcList()
      this.prune(more, width, null, constraints)
      const tree = bestTree(more, this.score, length, shape)
      if (tree === null) continue
      const keep = Int32Array.from({ length }, (_, i) => more.head[tree[i + 1]])
      this.prune(arcs, usual, keep, constraints)
      return true
    }
    return false
  }

  /** Heads in `keep` survive in any case. */
  private prune(
    arcs: ArcList,
    width: Width,
    keep: Int32Array | null,
    constraints: ParserConstraints | undefined,
  ): void {
    const { length, arcs: blocks } = this.reader
    if (this.scores.length < length + 1) this.scores = new Float64Array(2 * length + 2)
    const { scores } = this
    const without = forbiddenHeads(constraints)
    arcs.clear(length)
    for (let m = 1; m <= length; m++) {
      const { from, to } = blocks.headsOf(m, scores)
      scores[m] = Number.NEGATIVE_INFINITY
      const all = logSum(scores, from, to)
      const given = constraints?.heads?.[m - 1] ?? -1
      const add = (head: number, score: number) => {
        if (this.score.length === arcs.count) this.score = grown(this.score)
        this.score[arcs.count] = score - all
        arcs.add(head, m, portableExp(Math.min(0, score - all)))
      }
      if (given >= 0) {
        if (without.get(m)?.has(given) !== true) add(given, blocks.score(given, m))
        arcs.end(m)
        continue
      }
      for (const h of without.get(m) ?? []) scores[h] = Number.NEGATIVE_INFINITY
      const least = leastScore(scores, from, to, width)
      const isKept = (h: number) =>
        scores[h] > Number.NEGATIVE_INFINITY &&
        (scores[h] >= least ||
          keep?.[m - 1] === h ||
          (width.neighbours && (h === 0 || Math.abs(h - m) === 1)))
      if (isKept(0)) add(0, scores[0])
      for (let h = from; h < to; h++) if (isKept(h)) add(h, scores[h])
      arcs.end(m)
    }
  }
}

/** The forbidden heads by word. */
function forbiddenHeads(constraints: ParserConstraints | undefined): Map<number, Set<number>> {
  const by = new Map<number, Set<number>>()
  for (const [h, m] of constraints?.forbidden ?? []) by.set(m, (by.get(m) ?? new Set()).add(h))
  return by
}

/** Minimum score of a head that is kept; the heads are 0 and those from … to − 1. */
function leastScore(scores: Float64Array, from: number, to: number, { nats, most }: Width): number {
  let best = scores[0]
  for (let h = from; h < to; h++) if (scores[h] > best) best = scores[h]
  const close: number[] = []
  if (scores[0] >= best - nats) close.push(scores[0])
  for (let h = from; h < to; h++) if (scores[h] >= best - nats) close.push(scores[h])
  if (close.length <= most) return best - nats
  return close.sort((a, b) => b - a)[most - 1]
}

/** log Σ exp over head 0 and those from … to − 1. */
function logSum(scores: Float64Array, from: number, to: number): number {
  let most = scores[0]
  for (let h = from; h < to; h++) most = Math.max(most, scores[h])
  let sum = portableExp(scores[0] - most)
  for (let h = from; h < to; h++) sum += portableExp(scores[h] - most)
  return most + portableLog(sum)
}
