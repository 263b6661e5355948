// The maximum spanning arborescence of a list of arcs, by Chu–Liu–Edmonds in O(n²): a path grows backwards
// from a word along best entering arcs. Where the path closes a cycle, the cycle is contracted into a new
// node, and the weight of an arc into the cycle is its gain over the arc that it would replace. Where the
// path meets the root or a finished node, the whole path is finished.
//
// Several arcs may lead from the same head to the same modifier; an arc from a node to itself is never used.
import { carveFloats, carveInts, carveIntsOf } from '@parleyjs/core/internal'

const FINISHED = -1
const UNSEEN = 0

/** Solves repeatedly over one list of arcs [head, modifier], without allocating. */
export class Arborescence {
  /** The arc into each word of the tree that was found. */
  readonly headArc: Int32Array
  private readonly start: Int32Array // arcs by modifier: order[start[m]] … order[start[m + 1] − 1]
  private readonly order: Int32Array
  private readonly cell: Int32Array // m · length + h for each arc
  private readonly arcAt: Int32Array // [m · length + h]: the best arc

  // Nodes are the words, then the contracted cycles in the order in which they were found.
  private readonly weight: Float64Array // [node · length + h]: gain of the best arc from word h into it
  private readonly top: Int32Array // the outermost node that contains each word
  private readonly firstWord: Int32Array // the first word of each node; its words form a linked list
  private readonly lastWord: Int32Array
  private readonly nextWord: Int32Array
  private readonly state: Int32Array // for each node, 1 + its place in the path, or FINISHED, or UNSEEN
  private readonly bestHead: Int32Array // for each node, the word that its best entering arc comes from
  private readonly bestWeight: Float64Array // … and the gain of that arc
  private readonly path: Int32Array // nodes
  private readonly parent: Int32Array // the cycle that each node belongs to
  private readonly firstChild: Int32Array // the first node of each cycle
  private readonly sibling: Int32Array // the next node in the same cycle, or −1
  private readonly dissolved: Int32Array

  constructor(
    readonly length: number,
    readonly head: Int32Array,
    readonly modifier: Int32Array,
    readonly singleRoot: boolean,
  ) {
    const nodes = 2 * length
    this.headArc = carveInts(length)
    this.start = carveInts(length + 1)
    this.order = carveInts(head.length)
    this.cell = carveInts(head.length)
    this.arcAt = carveInts(length * length)
    this.weight = carveFloats(nodes * length)
    this.top = carveInts(length)
    this.firstWord = carveInts(nodes)
    this.lastWord = carveInts(nodes)
    this.nextWord = carveInts(length)
    this.state = carveInts(nodes)
    this.bestHead = carveInts(nodes)
    this.bestWeight = carveFloats(nodes)
    this.path = carveInts(length)
    this.parent = carveInts(nodes)
    this.firstChild = carveInts(nodes)
    this.sibling = carveInts(nodes)
    this.dissolved = carveInts(nodes)
    for (let a = 0; a < head.length; a++) if (head[a] !== modifier[a]) this.start[modifier[a] + 1]++
    for (let m = 0; m < length; m++) this.start[m + 1] += this.start[m]
    const next = carveIntsOf(this.start)
    for (let a = 0; a < head.length; a++) {
      if (head[a] !== modifier[a]) this.order[next[modifier[a]]++] = a
      this.cell[a] = modifier[a] * length + head[a]
    }
  }

  /** Leaves the best tree in `headArc`; false if there is none. An arc with score −∞ cannot be used. */
  solve(scores: Float64Array): boolean {
    // Every word takes its best head. If the result is a tree, it is the best.
    if (!this.takeBestArcs(scores, 0)) return false
    if ((!this.singleRoot || this.rootArcs() <= 1) && !this.hasCycle()) return true
    if (!this.singleRoot) return this.contract(scores)

    // With weights (−number of root arcs, score), compared in this order, the best tree has the smallest
    // possible number of root arcs, and the algorithm stays exact. Such weights need no arithmetic: an arc
    // from the root is taken only into a node that has no other, and there the path ends.
    return this.takeBestArcs(scores, 1) && this.contract(scores) && this.rootArcs() <= 1
  }

  /** Whether the arcs in `headArc`, one into each word, contain a cycle. */
  hasCycle(): boolean {
    const { length, head, headArc, state } = this
    state.fill(0, 0, length)
    state[0] = length
    for (let m = 1; m < length; m++) {
      let v = m
      while (state[v] === 0) {
        state[v] = m
        v = head[headArc[v]]
      }
      if (state[v] === m) return true
      for (v = m; state[v] === m; v = head[headArc[v]]) state[v] = length
    }
    return false
  }

  private rootArcs(): number {
    let count = 0
    for (let m = 1; m < this.length; m++) if (this.head[this.headArc[m]] === 0) count++
    return count
  }

  /** The best arc into every word, from heads of at least `firstHead` where there are any. */
  private takeBestArcs(scores: Float64Array, firstHead: number): boolean {
    const { length, head, start, order, headArc, bestHead, bestWeight } = this
    for (let m = 1; m < length; m++) {
      const end = start[m + 1]
      let best = Number.NEGATIVE_INFINITY
      let which = -1
      for (let i = start[m]; i < end; i++) {
        const score = scores[order[i]]
        if (score > best && head[order[i]] >= firstHead) {
          best = score
          which = order[i]
        }
      }
      if (which < 0) {
        which = firstHead > 0 ? this.rootArc(m, scores) : -1
        if (which < 0) return false
        best = scores[which]
      }
      headArc[m] = which
      bestHead[m] = head[which]
      bestWeight[m] = best
    }
    return true
  }

  private rootArc(m: number, scores: Float64Array): number {
    for (let i = this.start[m]; i < this.start[m + 1]; i++) {
      const a = this.order[i]
      if (this.head[a] === 0 && scores[a] > Number.NEGATIVE_INFINITY) return a
    }
    return -1
  }

  private contract(scores: Float64Array): boolean {
    const { length, start, order, cell, weight, arcAt, top, firstWord, lastWord, nextWord } = this
    const { state, bestHead, path } = this
    weight.fill(Number.NEGATIVE_INFINITY, 0, length * length)
    for (let i = 0; i < start[length]; i++) {
      const a = order[i]
      if (scores[a] <= weight[cell[a]]) continue
      weight[cell[a]] = scores[a]
      arcAt[cell[a]] = a
    }
    for (let v = 0; v < length; v++) {
      top[v] = firstWord[v] = lastWord[v] = v
      nextWord[v] = -1
    }
    state.fill(UNSEEN)
    state[0] = FINISHED
    let nodes = length
    for (let first = 1; first < length; first++) {
      let v = top[first]
      if (state[v] === FINISHED) continue
      let depth = 0
      path[depth++] = v
      state[v] = depth
      for (;;) {
        if (bestHead[v] < 0) return false
        const u = top[bestHead[v]]
        if (state[u] === FINISHED) break
        if (state[u] === UNSEEN) v = u
        else {
          const from = state[u] - 1
          this.merge(from, depth, nodes)
          depth = from
          v = nodes++
        }
        path[depth++] = v
        state[v] = depth
      }
      for (let i = 0; i < depth; i++) state[path[i]] = FINISHED
    }
    this.expand(nodes)
    return true
  }

  /** Contracts the path from place `from` on into a new node. */
  private merge(from: number, depth: number, node: number): void {
    const { length, singleRoot, path, weight, bestHead, bestWeight } = this
    this.adopt(from, depth, node)
    const row = node * length
    let left = path[from] * length
    let leftReplaced = bestWeight[path[from]]
    let best = 0
    let which = 0
    for (let i = from + 1; i < depth; i++) {
      const right = path[i] * length
      const rightReplaced = bestWeight[path[i]]
      const fromRoot = Math.max(weight[left] - leftReplaced, weight[right] - rightReplaced)
      weight[row] = fromRoot
      which = singleRoot || fromRoot === Number.NEGATIVE_INFINITY ? -1 : 0
      best = which < 0 ? Number.NEGATIVE_INFINITY : fromRoot
      for (let h = 1; h < length; h++) {
        const gain = Math.max(weight[left + h] - leftReplaced, weight[right + h] - rightReplaced)
        weight[row + h] = gain
        if (gain > best) {
          best = gain
          which = h
        }
      }
      left = row
      leftReplaced = 0
    }
    if (which < 0 && weight[row] > best) {
      best = weight[row]
      which = 0
    }
    bestHead[node] = which
    bestWeight[node] = best
  }

  /** Joins the words of a cycle, and closes the arcs between them. */
  private adopt(from: number, depth: number, node: number): void {
    const { length, path, parent, firstChild, sibling, firstWord, lastWord, nextWord, top, weight } = this
    firstChild[node] = -1
    firstWord[node] = firstWord[path[from]]
    lastWord[node] = lastWord[path[from]]
    for (let i = from; i < depth; i++) {
      const child = path[i]
      parent[child] = node
      sibling[child] = firstChild[node]
      firstChild[node] = child
      if (i === from) continue
      nextWord[lastWord[node]] = firstWord[child]
      lastWord[node] = lastWord[child]
    }
    for (let h = firstWord[node]; h >= 0; h = nextWord[h]) {
      top[h] = node
      for (let i = from; i < depth; i++) weight[path[i] * length + h] = Number.NEGATIVE_INFINITY
    }
  }

  /**
   * From the last contraction to the first: the arc into a cycle replaces the arc of the cycle that it meets.
   */
  private expand(nodes: number): void {
    const { length, weight, bestHead, bestWeight, parent, firstChild, sibling, dissolved, arcAt, headArc } =
      this
    dissolved.fill(0)
    for (let c = nodes - 1; c > 0; c--) {
      if (dissolved[c] === 1) continue
      // Finds the word that the arc leads to: descends through the nodes whose gain equals the greatest gain.
      const h = bestHead[c]
      let m = c
      let gain = bestWeight[c]
      while (m >= length) {
        m = firstChild[m]
        while (sibling[m] >= 0 && weight[m * length + h] - bestWeight[m] !== gain) m = sibling[m]
        gain = weight[m * length + h]
      }
      headArc[m] = arcAt[m * length + h]
      for (let v = m; v !== c; v = parent[v]) dissolved[v] = 1
    }
  }
}
