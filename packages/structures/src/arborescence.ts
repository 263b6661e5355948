/**
 * The maximum spanning arborescence of a list of arcs, by Chu–Liu–Edmonds in O(n²): a path grows backwards from a
 * word along best entering arcs. Where it bites its tail, the cycle is contracted, and an arc into the cycle is
 * worth what it gains over the arc that it would replace; where it meets the root or a finished word, all of the
 * path is finished.
 */

const FINISHED = -1
const UNSEEN = 0

/** Solves again and again over one list of arcs [head, modifier], without allocating. */
export class Arborescence {
  /** The answer: the arc into each word. */
  readonly headArc: Int32Array
  private readonly start: Int32Array // arcs by modifier: order[start[m]] … order[start[m + 1] − 1]
  private readonly order: Int32Array

  // A slot is a word, or a contracted cycle that lives on in the slot of one of its words.
  private readonly weight: Float64Array // [slot · length + h]: best arc from word h into the slot, reduced
  private readonly arc: Int32Array // … and which arc that is
  private readonly label: Int32Array // of a word: its slot
  private readonly state: Int32Array // of a slot: 1 + its place in the path, or FINISHED, or UNSEEN
  private readonly bestArc: Int32Array // of a slot: its best entering arc
  private readonly bestWeight: Float64Array // … and what that is worth, reduced
  private readonly node: Int32Array // of a slot: its node in the forest of contractions
  private readonly path: Int32Array // slots
  private readonly parent: Int32Array // of a node of the forest
  private readonly chosen: Int32Array // of a node of the forest: its best entering arc
  private readonly dissolved: Int32Array

  constructor(
    readonly length: number,
    readonly head: Int32Array,
    readonly modifier: Int32Array,
    readonly singleRoot: boolean,
  ) {
    this.start = new Int32Array(length + 1)
    this.order = new Int32Array(head.length)
    this.weight = new Float64Array(length * length)
    this.arc = new Int32Array(length * length)
    this.label = new Int32Array(length)
    this.state = new Int32Array(length)
    this.bestArc = new Int32Array(length)
    this.bestWeight = new Float64Array(length)
    this.node = new Int32Array(length)
    this.path = new Int32Array(length)
    this.parent = new Int32Array(2 * length)
    this.chosen = new Int32Array(2 * length)
    this.dissolved = new Int32Array(2 * length)
    this.headArc = new Int32Array(length)
    for (const m of modifier) this.start[m + 1]++
    for (let m = 0; m < length; m++) this.start[m + 1] += this.start[m]
    const next = this.start.slice()
    for (let a = 0; a < head.length; a++) this.order[next[modifier[a]]++] = a
  }

  /** Leaves the best tree in `headArc`; false if there is none. An arc with score −∞ cannot be used. */
  solve(scores: Float64Array): boolean {
    const { length, head, headArc, singleRoot } = this
    // Every word takes its best head. Where that is a tree already, it is the best.
    if (!this.takeBestArcs(scores, 0)) return false
    let roots = 0
    for (let m = 1; m < length; m++) if (head[headArc[m]] === 0) roots++
    if ((roots === 1 || !singleRoot) && !this.hasCycle()) return true
    if (!singleRoot) return this.contract(scores)

    // With weights (−number of root arcs, score), compared in this order, the best tree has as few root arcs as
    // can be, and the algorithm stays exact. Such weights need no arithmetic: an arc from the root is taken
    // only where a slot has no other, and there the path ends.
    this.takeBestArcs(scores, 1)
    if (!this.contract(scores)) return false
    roots = 0
    for (let m = 1; m < length; m++) if (head[headArc[m]] === 0) roots++
    return roots <= 1
  }

  /** Whether the arcs in `headArc`, one into each word, contain a cycle. */
  hasCycle(): boolean {
    const { length, head, headArc, state } = this
    state.fill(0)
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

  /** The best arc into every word, from heads of at least `firstHead` where there are any. */
  private takeBestArcs(scores: Float64Array, firstHead: number): boolean {
    const { length, head, start, order, headArc, bestArc, bestWeight } = this
    for (let m = 1; m < length; m++) {
      let best = Number.NEGATIVE_INFINITY
      let which = -1
      let fromRoot = -1
      const end = start[m + 1]
      for (let i = start[m]; i < end; i++) {
        const a = order[i]
        const score = scores[a]
        if (score > best) {
          if (head[a] >= firstHead) {
            best = score
            which = a
          }
        }
        if (head[a] < firstHead && score > Number.NEGATIVE_INFINITY) fromRoot = a
      }
      if (which < 0) {
        if (fromRoot < 0) return false
        which = fromRoot
        best = scores[which]
      }
      headArc[m] = bestArc[m] = which
      bestWeight[m] = best
    }
    return true
  }

  private contract(scores: Float64Array): boolean {
    const { length, head, label, state, bestArc, node, path, chosen } = this
    this.fillWeights(scores)
    for (let v = 0; v < length; v++) label[v] = node[v] = v
    state.fill(UNSEEN)
    state[0] = FINISHED
    let nodes = length
    for (let first = 1; first < length; first++) {
      let v = label[first]
      if (state[v] === FINISHED) continue
      let depth = 0
      path[depth++] = v
      state[v] = depth
      for (;;) {
        const a = bestArc[v]
        if (a < 0) return false
        chosen[node[v]] = a
        const u = label[head[a]]
        if (state[u] === FINISHED) break
        if (state[u] === UNSEEN) {
          path[depth++] = u
          state[u] = depth
        } else {
          this.merge(state[u] - 1, depth, nodes++)
          depth = state[u]
        }
        v = u
      }
      for (let i = 0; i < depth; i++) state[path[i]] = FINISHED
    }
    this.expand(nodes)
    return true
  }

  private fillWeights(scores: Float64Array): void {
    const { length, head, modifier, weight, arc } = this
    weight.fill(Number.NEGATIVE_INFINITY)
    for (let a = 0; a < head.length; a++) {
      const at = modifier[a] * length + head[a]
      weight[at] = scores[a]
      arc[at] = a
    }
  }

  /** Contracts the path from place `from` on into the slot that stands there. */
  private merge(from: number, depth: number, newNode: number): void {
    const { length, label, state, path, node, parent, weight, arc, bestArc, bestWeight } = this
    const slot = path[from]
    for (let h = 0; h < length; h++) if (state[label[h]] > from) label[h] = slot
    const row = slot * length
    const own = bestWeight[slot]
    for (let h = 0; h < length; h++) weight[row + h] -= own
    parent[node[slot]] = newNode
    for (let i = from + 1; i < depth; i++) {
      const member = path[i]
      parent[node[member]] = newNode
      const replaced = bestWeight[member]
      const memberRow = member * length
      for (let h = 0; h < length; h++) {
        const gain = weight[memberRow + h] - replaced
        if (gain > weight[row + h]) {
          weight[row + h] = gain
          arc[row + h] = arc[memberRow + h]
        }
      }
    }
    let best = Number.NEGATIVE_INFINITY
    let which = -1
    for (let h = this.singleRoot ? 1 : 0; h < length; h++) {
      if (weight[row + h] > best && label[h] !== slot) {
        best = weight[row + h]
        which = arc[row + h]
      }
    }
    if (which < 0 && weight[row] > best) {
      best = weight[row]
      which = arc[row]
    }
    node[slot] = newNode
    bestArc[slot] = which
    bestWeight[slot] = best
  }

  /** From the last contraction to the first: the arc into a cycle replaces the arc of the cycle that it meets. */
  private expand(nodes: number): void {
    const { modifier, parent, chosen, dissolved, headArc } = this
    dissolved.fill(0)
    for (let c = nodes - 1; c > 0; c--) {
      if (dissolved[c] === 1) continue
      const m = modifier[chosen[c]]
      headArc[m] = chosen[c]
      for (let v = m; v !== c; v = parent[v]) dissolved[v] = 1
    }
  }
}
