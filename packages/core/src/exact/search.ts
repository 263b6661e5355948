import type { FactorGraph } from '../graph/graph.js'
import { compile, type Problem } from '../problem/problem.js'
import { Rounder } from '../rounding/rounding.js'
import { multipliersOf } from '../solvers/finish.js'
import { infeasibleBelow } from '../solvers/least-value.js'
import type { BranchLeaf, Certificate } from '../solvers/solution.js'
import { Brancher } from './branching.js'
import { eliminate } from './elimination.js'
import { type Node, newNode, wrap } from './node.js'
import { OpenNodes } from './open-nodes.js'
import { excludedBound, fixings, type ReducedCosts, reducedCosts } from './reduced-costs.js'
import { type Relaxation, relax, type Warmth, warmth } from './relax.js'
import { type Incumbent, MEMORY, NEVER, type Run } from './run.js'

// Branch and bound: dives to a leaf, then goes on at the open node of the greatest bound. Every closed node leaves
// its proof in the tree of its ancestors.

const NODE_ITERATIONS = 200
const LARGEST_TABLE = 1 << 14
const ALL_TABLES = 1 << 17
/** A node is compiled anew when this share of its free slots was fixed by their reduced costs. */
const RECOMPILE = 0.2
const ROUNDS = 5
/** In a tighter graph, nodes are rounded at every this many levels. */
const ROUND_EVERY = 3
const UNKNOWN = Number.POSITIVE_INFINITY

export class Search {
  /** The bound so far; once finished, the one that `certificate` proves. */
  bound = UNKNOWN
  private readonly brancher: Brancher
  private readonly open = new OpenNodes<Node>()
  private current: Node | null
  private readonly root: Node
  private proofLost = false

  /**
   * `graph` may be a tighter form of `original`, whose slots come first: branching and rounding are about those.
   */
  constructor(
    private readonly graph: FactorGraph,
    private readonly original: FactorGraph,
    decisions: readonly number[],
    private readonly best: Incumbent,
    private readonly slack: number,
    start: Warmth | undefined,
    private readonly run: Run,
    private readonly onChange: () => void,
  ) {
    this.brancher = new Brancher(graph.slotCount)
    this.root = newNode(null, [...decisions], UNKNOWN, start, {
      decisions: [],
      certificate: { kind: 'none' },
    })
    this.current = this.root
  }

  get certificate(): Certificate {
    return this.proofLost ? { kind: 'none' } : this.root.leaf.certificate
  }

  private get cutoff(): number {
    return this.best.value + this.slack
  }

  /** Runs to the end, or until the run stops. The proof is in `found` afterwards. */
  finish(): void {
    for (;;) {
      const node = this.current ?? this.open.pop()
      if (node === undefined) break
      this.current = node
      this.updateBound()
      if (this.run.stop()) break
      this.current = null
      if (node.bound <= this.cutoff) {
        // Proven by the multipliers of an ancestor.
        this.close(node, node.leaf.certificate, UNKNOWN)
        continue
      }
      this.run.nodes++
      this.current = this.expand(node)
    }
    // What is still open is bounded by its ancestors.
    const rest = this.current === null ? [] : [this.current]
    for (const node of [...rest, ...this.open.all()]) this.close(node, node.leaf.certificate, UNKNOWN)
    if (this.proofLost) this.bound = UNKNOWN
  }

  /** Bounds and branches one node; returns the child to go on with, or null if the node is closed. */
  private expand(node: Node): Node | null {
    let start = node.start
    node.start = undefined
    if (start !== undefined) this.run.memory -= start.x.length + start.beliefs.length
    const parentBound = node.bound
    for (let round = 0; ; round++) {
      const problem = compile(this.graph, node.decisions)
      if (problem.conflict !== null) return this.close(node, { kind: 'none' }, NEVER)
      const exact = eliminate(problem, {
        largest: Math.min(LARGEST_TABLE, this.run.tableLimit),
        total: ALL_TABLES,
      })
      if (exact !== null) {
        this.best.offer(exact.value, exact.values)
        return this.close(node, { kind: 'elimination' }, exact.value)
      }
      const least = infeasibleBelow(problem)
      const relaxation = relax(problem, start, {
        cutoff: Math.max(this.cutoff, least),
        slack: 0.1 * this.slack,
        relative: 0,
        maxIterations: NODE_ITERATIONS,
        impatient: true,
        stop: () => this.run.stop(),
      })
      this.round(problem, node, relaxation)
      node.bound = Math.min(node.bound, relaxation.bound)
      if (round === 0 && node.branch !== null)
        this.brancher.learn(node.branch.slot, node.branch.value, node.branch.belief, parentBound - node.bound)
      if (relaxation.bound < least) return this.close(node, this.multipliers(problem, relaxation.x), NEVER)
      if (relaxation.bound <= this.cutoff)
        return this.close(node, this.multipliers(problem, relaxation.x), relaxation.bound)

      const costs = reducedCosts(problem, relaxation.x)
      const decisions = fixings(problem, costs, this.cutoff)
      // Every slot of some variable is ruled out: decide anything, and the rest contradicts it.
      const list = decisions ?? bothSides(problem, costs, this.cutoff)
      node.fixed.push({
        certificate: {
          kind: 'fixing',
          multipliers: this.keep(multipliersOf(problem, relaxation.x)),
          decisions: list,
          persistent: [],
          rest: { kind: 'none' },
        },
        bound: relaxation.bound,
        excluded: excludedBound(costs, list),
      })
      node.decisions = [...node.decisions, ...list]
      if (decisions === null) return this.close(node, { kind: 'none' }, NEVER)
      start = warmth(problem, relaxation)
      let free = 0
      for (let s = 0; s < this.graph.slotCount; s++) if (problem.fixed[s] === -1) free++
      if (list.length >= RECOMPILE * free && list.length > 0 && round < ROUNDS && !this.run.stop()) continue
      return this.branch(node, problem, relaxation, start)
    }
  }

  private branch(node: Node, problem: Problem, relaxation: Relaxation, start: Warmth): Node | null {
    const { beliefs } = relaxation
    const fixed = withDecisions(problem, node.decisions)
    const slot = this.brancher.choose(problem, fixed, this.original.slotCount, relaxation.x, beliefs)
    if (slot < 0) {
      // All is decided: the next compilation is a constant.
      const exact = eliminate(compile(this.graph, node.decisions))
      if (exact === null) return this.close(node, { kind: 'none' }, UNKNOWN)
      this.best.offer(exact.value, exact.values)
      return this.close(node, { kind: 'elimination' }, exact.value)
    }
    const belief = beliefs[slot]!
    const first: 0 | 1 = belief >= 0.5 ? 1 : 0
    const leaves: BranchLeaf[] = []
    const children: Node[] = []
    for (const value of [first, (1 - first) as 0 | 1]) {
      const leaf: BranchLeaf = { decisions: [2 * slot + value], certificate: { kind: 'none' } }
      leaves.push(leaf)
      const size = start.x.length + start.beliefs.length
      const room = this.run.memory + size <= MEMORY
      if (room) this.run.memory += size
      const child = newNode(
        node,
        [...node.decisions, 2 * slot + value],
        node.bound,
        room ? start : undefined,
        leaf,
      )
      child.branch = { slot, value, belief }
      children.push(child)
    }
    node.openChildren = 2
    node.leaf.certificate = wrap(node.fixed, { kind: 'branches', leaves })
    this.open.push(children[1]!)
    return children[0]!
  }

  /** Closes a node with a proof of its own, and all ancestors that are closed with it. */
  private close(node: Node, certificate: Certificate, proven: number): null {
    node.leaf.certificate = wrap(node.fixed, certificate)
    let bound = proven
    for (let at: Node | null = node; at !== null; at = at.parent) {
      for (let k = at.fixed.length - 1; k >= 0; k--) {
        const fixed = at.fixed[k]!
        const below = Math.max(bound, fixed.excluded)
        if (below <= fixed.bound && fixed.certificate.decisions.length === 0) {
          // The multipliers add nothing to what the branches prove.
          this.run.memory -= fixed.certificate.multipliers.length
          const { rest } = fixed.certificate
          if (k === 0) at.leaf.certificate = rest
          else at.fixed[k - 1]!.certificate.rest = rest
        }
        bound = Math.min(fixed.bound, below)
      }
      if (at.parent === null) {
        this.bound = bound
        break
      }
      at.parent.childBound = Math.max(at.parent.childBound, bound)
      if (--at.parent.openChildren > 0) break
      bound = at.parent.childBound
    }
    return null
  }

  private round(problem: Problem, node: Node, relaxation: Relaxation): void {
    const slots = this.original.slotCount
    let plain = problem
    if (this.graph !== this.original) {
      if (node.depth % ROUND_EVERY !== 0) return
      plain = compile(
        this.original,
        node.decisions.filter((d) => d >> 1 < slots),
      )
      if (plain.conflict !== null) return
    }
    const beliefs = new Float64Array(plain.slots).fill(0.5)
    beliefs.set(relaxation.beliefs.subarray(0, plain.slots))
    const rounder = new Rounder(plain)
    rounder.round(beliefs, this.best.value === NEVER ? 1 : 0)
    this.best.offer(rounder.value, rounder.values)
  }

  private multipliers(problem: Problem, x: Float64Array): Certificate {
    return { kind: 'multipliers', multipliers: this.keep(multipliersOf(problem, x)) }
  }

  /** Counts the numbers of a proof; once there is no room for them, the proof is given up. */
  private keep(numbers: Float64Array): Float64Array {
    if (this.run.memory + numbers.length > MEMORY) {
      this.proofLost = true
      return new Float64Array(0)
    }
    this.run.memory += numbers.length
    return numbers
  }

  /** Closed nodes are below the cutoff of their time, open ones have their ancestors' bounds. */
  private updateBound(): void {
    const open = Math.max(this.open.greatest, this.current?.bound ?? NEVER)
    this.bound = Math.min(this.bound, Math.max(open, this.cutoff))
    this.onChange()
  }
}

/** Both values of a slot neither of which can beat the cutoff. */
function bothSides(problem: Problem, costs: ReducedCosts, cutoff: number): number[] {
  for (let s = 0; s < problem.graph.slotCount; s++)
    if (problem.fixed[s] === -1 && costs.bound - Math.min(costs.on[s]!, costs.off[s]!) <= cutoff)
      return [2 * s, 2 * s + 1]
  return []
}

function withDecisions(problem: Problem, decisions: readonly number[]): Int8Array {
  const fixed = problem.fixed.slice()
  for (const d of decisions) fixed[d >> 1] = d & 1
  return fixed
}
