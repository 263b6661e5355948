// Collects nodes and edges of a chart as they are found, and packs those that some derivation of the root
// uses.

import { ParleyError } from '@parleyjs/core'
import { grown } from '@parleyjs/core/internal'
import { type Hypergraph, NOTHING } from './hypergraph.js'

/**
 * Makes a hypergraph. Nodes are numbered as they are added; the children of an edge have lower numbers than
 * its node.
 *
 * @example
 * const builder = new HypergraphBuilder(2) // two links
 * const word = builder.node()
 * builder.edge(word, NOTHING, NOTHING, -1, 0) // a noun: link 0
 * builder.edge(word, NOTHING, NOTHING, -2, 1) // a verb: link 1
 * const graph = builder.build(word)! // 2 nodes (one is NOTHING), 2 edges
 */
export class HypergraphBuilder {
  private nodeTags = new Int32Array(256)
  private nodes = 1 // NOTHING
  private heads = new Int32Array(1024)
  private lefts = new Int32Array(1024)
  private rights = new Int32Array(1024)
  private links = new Int32Array(1024)
  private tags = new Int32Array(1024)
  private scores = new Float64Array(1024)
  private edges = 0

  constructor(readonly linkCount: number) {}

  get nodeCount(): number {
    return this.nodes
  }

  get edgeCount(): number {
    return this.edges
  }

  /** Adds a node and returns its number. */
  node(tag = -1): number {
    if (this.nodes === this.nodeTags.length) this.nodeTags = grown(this.nodeTags)
    this.nodeTags[this.nodes] = tag
    return this.nodes++
  }

  /** Adds an edge. An edge of score −∞ is forbidden and is not added. */
  edge(node: number, left: number, right: number, score: number, link = -1, tag = -1): void {
    if (!(node > left && node > right && left >= 0 && right >= 0 && node < this.nodes))
      throw new ParleyError(
        'bad-argument',
        `An edge of node ${node} has the children ${left} and ${right}, but there are ${this.nodes} nodes and children come before. Add the nodes from the leaves to the root.`,
      )
    if (!(score < Number.POSITIVE_INFINITY) || link >= this.linkCount)
      throw new ParleyError(
        'bad-argument',
        `An edge of node ${node} has score ${score} and link ${link}. Scores are finite or −Infinity, links are below ${this.linkCount}.`,
      )
    if (score === Number.NEGATIVE_INFINITY) return
    if (this.edges === this.heads.length) this.grow()
    const e = this.edges++
    this.heads[e] = node
    this.lefts[e] = left
    this.rights[e] = right
    this.scores[e] = score
    this.links[e] = link < 0 ? this.linkCount : link
    this.tags[e] = tag
  }

  /** The hypergraph of all derivations of a node; null if it has none. */
  build(root: number): Hypergraph | null {
    const order = this.edgesByNode()
    const used = this.usedNodes(root, order)
    if (used === null) return null
    const { place, nodeCount } = used
    const edges = order.filter((e) => {
      const node = place[this.heads[e]]
      return node > 0 && place[this.lefts[e]] >= 0 && place[this.rights[e]] >= 0
    })
    const edgeStart = new Int32Array(nodeCount + 1)
    const nodeTag = new Int32Array(nodeCount).fill(-1)
    for (const e of edges) edgeStart[place[this.heads[e]] + 1]++
    for (let v = 0; v < nodeCount; v++) edgeStart[v + 1] += edgeStart[v]
    for (let v = 1; v < this.nodes; v++) if (place[v] > 0) nodeTag[place[v]] = this.nodeTags[v]
    return {
      nodeCount,
      edgeCount: edges.length,
      linkCount: this.linkCount,
      edgeStart,
      left: edges.map((e) => place[this.lefts[e]]),
      right: edges.map((e) => place[this.rights[e]]),
      score: Float64Array.from(edges, (e) => this.scores[e]),
      link: edges.map((e) => this.links[e]),
      edgeTag: edges.map((e) => this.tags[e]),
      nodeTag,
    }
  }

  /** All edges, by node, in the order in which they came. */
  private edgesByNode(): Int32Array {
    const next = new Int32Array(this.nodes + 1)
    for (let e = 0; e < this.edges; e++) next[this.heads[e] + 1]++
    for (let v = 0; v < this.nodes; v++) next[v + 1] += next[v]
    const order = new Int32Array(this.edges)
    for (let e = 0; e < this.edges; e++) order[next[this.heads[e]]++] = e
    return order
  }

  /**
   * New numbers for the nodes that have a derivation and are part of one of the root's; −1 for all others.
   */
  private usedNodes(root: number, order: Int32Array): { place: Int32Array; nodeCount: number } | null {
    const { heads, lefts, rights } = this
    const derived = new Uint8Array(this.nodes)
    derived[NOTHING] = 1
    for (const e of order) if (derived[lefts[e]] && derived[rights[e]]) derived[heads[e]] = 1
    if (root <= NOTHING || root >= this.nodes || !derived[root]) return null
    const needed = new Uint8Array(this.nodes)
    needed[root] = 1
    for (let i = order.length - 1; i >= 0; i--) {
      const e = order[i]
      if (!needed[heads[e]] || !derived[lefts[e]] || !derived[rights[e]]) continue
      needed[lefts[e]] = 1
      needed[rights[e]] = 1
    }
    const place = new Int32Array(this.nodes).fill(-1)
    place[NOTHING] = NOTHING
    let nodeCount = 1
    for (let v = 1; v < this.nodes; v++) if (needed[v]) place[v] = nodeCount++
    return { place, nodeCount }
  }

  private grow(): void {
    this.heads = grown(this.heads)
    this.lefts = grown(this.lefts)
    this.rights = grown(this.rights)
    this.links = grown(this.links)
    this.tags = grown(this.tags)
    this.scores = grown(this.scores)
  }
}
