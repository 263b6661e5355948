// Branch and bound: dives to a leaf, then continues at the open node of the greatest bound. Every closed node
// adds its proof to the tree of its ancestors.
import type { FactorGraph } from '../graph/graph.js'
import type { Steps } from '../limits/steps.js'
import { infeasibleBelow } from '../problem/least-value.js'
import { compileSteps, type Problem } from '../problem/problem.js'
import { multipliersOf } from '../result/make-solution.js'
import type { BranchLeaf, Certificate } from '../result/solution.js'
import { Rounder } from '../rounding/rounding.js'
import { Brancher } from './branching.js'
import { eliminateSteps } from './elimination.js'
import { allDecisions, type Node, newNode, wrap } from './node.js'
import { OpenNodes } from './open-nodes.js'
import { excludedBound, fixings, type ReducedCosts, reducedCostsSteps } from './reduced-costs.js'
import { type Relaxation, relaxSteps, type Warmth, warmth } from './relax.js'
import { type Incumbent, NEVER, type Run } from './run.js'

const NODE_ITERATIONS = 200
const LARGEST_TABLE = 1 << 14
const ALL_TABLES = 1 << 17
/** A node is compiled again when at least this share of its free slots was fixed by reduced costs. */
const RECOMPILE = 0.2
const ROUNDS = 5
/** Number of nodes between two looks at the clock. */
const PAUSE_EVERY = 8
/** Number of tree levels from one rounding to the next in a tightened graph. */
const ROUND_EVERY = 3
const UNKNOWN = Number.POSITIVE_INFINITY
const NONE = new Float64Array(0)
/** Memory of the objects in a node's proof, counted in numbers. */
const OBJECTS = 16

export class Search {
  /** The bound so far; once finished, the one that `certificate` proves. */
  bound = UNKNOWN
  private readonly brancher: Brancher
  private readonly open = new OpenNodes<Node>()
  private current: Node | null
  private expanding: Node | null = null
  private readonly root: Node
  /**
   * Size of the proof so far, as part of the run's memory, and whether it was given up because it became too
   * large.
   */
  private proofSize = 0
  private proofLost = false

  /**
   * `graph` may be a tightened form of `original`, whose slots come first: branching and rounding use those.
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
      certificate: { kind: 'open' },
    })
    this.current = this.root
  }

  get certificate(): Certificate {
    return this.proofLost ? { kind: 'too-large', bound: this.bound } : this.root.leaf.certificate
  }

  private get cutoff(): number {
    return this.best.value + this.slack
  }

  /** Runs until no node is open, or until the run stops. The proof is in `certificate` afterwards. */
  *finish(): Steps<void> {
    let looked = 0
    for (;;) {
      const node = this.current ?? this.open.pop()
      if (node === undefined) break
      this.current = node
      this.updateBound()
      if (this.run.stop() || (looked++ % PAUSE_EVERY === 0 && (yield))) break
      this.current = null
      if (node.bound <= this.cutoff) {
        // The multipliers of an ancestor prove this node.
        this.close(node, node.leaf.certificate, UNKNOWN)
        continue
      }
      this.run.nodes++
      this.current = yield* this.expand(node)
    }
    // Nodes that are still open are bounded by their ancestors.
    const rest = this.current === null ? [] : [this.current]
    for (const node of [...rest, ...this.open.all()]) this.close(node, node.leaf.certificate, UNKNOWN)
  }

  /** Bounds and branches one node. Returns the child to continue with, or null if the node is closed. */
  private *expand(node: Node): Steps<Node | null> {
    this.expanding = node
    let start = node.start
    node.start = undefined
    if (start !== undefined) this.run.memory -= start.x.length + start.beliefs.length
    const parentBound = node.bound
    let decisions = allDecisions(node)
    for (let round = 0; ; round++) {
      const problem = yield* compileSteps(this.graph, decisions)
      if (problem === null) return node
      if (problem.conflict !== null) return this.close(node, { kind: 'none' }, NEVER)
      const exact = yield* eliminateSteps(problem, {
        largest: Math.min(LARGEST_TABLE, this.run.tableLimit),
        total: ALL_TABLES,
      })
      if (exact !== null) {
        this.best.offer(exact.value, exact.values)
        return this.close(node, { kind: 'elimination' }, exact.value)
      }
      const least = infeasibleBelow(problem)
      const relaxation = yield* relaxSteps(problem, start, {
        cutoff: Math.max(this.cutoff, least),
        slack: 0.1 * this.slack,
        relative: 0,
        maxIterations: NODE_ITERATIONS,
        impatient: true,
        stop: () => this.run.stop(),
      })
      yield* this.round(problem, decisions, node.depth, relaxation)
      node.bound = Math.min(node.bound, relaxation.bound)
      if (round === 0 && node.branch !== null)
        this.brancher.learn(node.branch.slot, node.branch.value, node.branch.belief, parentBound - node.bound)
      if (relaxation.bound < least) return this.close(node, this.multipliers(problem, relaxation.x), NEVER)
      if (relaxation.bound <= this.cutoff)
        return this.close(node, this.multipliers(problem, relaxation.x), relaxation.bound)

      const costs = yield* reducedCostsSteps(problem, relaxation.x)
      // Stopped: the node stays open.
      if (costs === null) return node
      const ruledOut = fixings(problem, costs, this.cutoff)
      // Every value of some variable is ruled out: deciding a slot either way contradicts the rest.
      const list = ruledOut ?? bothSides(problem, costs, this.cutoff)
      node.fixed.push({
        certificate: {
          kind: 'fixing',
          multipliers: this.keep(multipliersOf(problem, relaxation.x), list.length),
          decisions: list,
          persistent: [],
          rest: { kind: 'none' },
        },
        bound: relaxation.bound,
        excluded: excludedBound(costs, list),
      })
      node.decisions = node.decisions.concat(list)
      decisions = decisions.concat(list)
      if (ruledOut === null) return this.close(node, { kind: 'none' }, NEVER)
      start = warmth(problem, relaxation)
      let free = 0
      for (let s = 0; s < this.graph.slotCount; s++) if (problem.fixed[s] === -1) free++
      if (list.length >= RECOMPILE * free && list.length > 0 && round < ROUNDS && !this.run.stop()) continue
      return yield* this.branch(node, decisions, problem, relaxation, start)
    }
  }

  private *branch(
    node: Node,
    decisions: readonly number[],
    problem: Problem,
    relaxation: Relaxation,
    start: Warmth,
  ): Steps<Node | null> {
    const { beliefs } = relaxation
    const fixed = withDecisions(problem, decisions)
    const slot = this.brancher.choose(problem, fixed, this.original.slotCount, relaxation.x, beliefs)
    if (slot < 0) {
      // Every slot is decided, so the next compilation gives a constant.
      const last = yield* compileSteps(this.graph, decisions)
      const exact = last === null ? null : yield* eliminateSteps(last)
      if (exact === null) return this.close(node, { kind: 'open' }, UNKNOWN)
      this.best.offer(exact.value, exact.values)
      return this.close(node, { kind: 'elimination' }, exact.value)
    }
    const belief = beliefs[slot]
    const first: 0 | 1 = belief >= 0.5 ? 1 : 0
    const leaves: BranchLeaf[] = []
    const children: Node[] = []
    for (const value of [first, (1 - first) as 0 | 1]) {
      const leaf: BranchLeaf = { decisions: [2 * slot + value], certificate: { kind: 'open' } }
      leaves.push(leaf)
      const size = start.x.length + start.beliefs.length
      const room = this.run.memory + size <= this.run.mostMemory
      if (room) this.run.memory += size
      const child = newNode(node, [2 * slot + value], node.bound, room ? start : undefined, leaf)
      child.branch = { slot, value, belief }
      children.push(child)
    }
    node.openChildren = 2
    this.proveBy(node, { kind: 'branches', leaves })
    this.open.push(children[1])
    return children[0]
  }

  /** Closes a node with its proof, and every ancestor of which this was the last open child. */
  private close(node: Node, certificate: Certificate, proven: number): null {
    this.proveBy(node, certificate)
    let bound = proven
    for (let at: Node | null = node; at !== null; at = at.parent) {
      for (let k = at.fixed.length - 1; k >= 0; k--) {
        const fixed = at.fixed[k]
        const below = Math.max(bound, fixed.excluded)
        if (!this.proofLost && below <= fixed.bound && fixed.certificate.decisions.length === 0) {
          // The multipliers do not improve the bound of the branches.
          this.run.memory -= fixed.certificate.multipliers.length
          this.proofSize -= fixed.certificate.multipliers.length
          const { rest } = fixed.certificate
          if (k === 0) at.leaf.certificate = rest
          else at.fixed[k - 1].certificate.rest = rest
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

  private *round(
    problem: Problem,
    decisions: readonly number[],
    depth: number,
    relaxation: Relaxation,
  ): Steps<void> {
    const slots = this.original.slotCount
    let plain: Problem | null = problem
    if (this.graph !== this.original) {
      if (depth % ROUND_EVERY !== 0) return
      plain = yield* compileSteps(
        this.original,
        decisions.filter((d) => d >> 1 < slots),
      )
      if (plain === null || plain.conflict !== null) return
    }
    const beliefs = new Float64Array(plain.slots).fill(0.5)
    beliefs.set(relaxation.beliefs.subarray(0, plain.slots))
    const rounder = new Rounder(plain)
    yield* rounder.roundSteps(beliefs, this.best.value === NEVER ? 1 : 0)
    this.best.offer(rounder.value, rounder.values)
  }

  private multipliers(problem: Problem, x: Float64Array): Certificate {
    return { kind: 'multipliers', multipliers: this.keep(multipliersOf(problem, x)) }
  }

  private proveBy(node: Node, certificate: Certificate): void {
    if (!this.proofLost) node.leaf.certificate = wrap(node.fixed, certificate)
  }

  /**
   * Counts the numbers of a proof, and `others` in addition. If they exceed the memory, the whole proof is
   * given up.
   */
  private keep(numbers: Float64Array, others = 0): Float64Array {
    const size = numbers.length + others + OBJECTS
    if (!this.proofLost && this.run.memory + size > this.run.mostMemory) this.loseProof()
    if (this.proofLost) return NONE
    this.run.memory += size
    this.proofSize += size
    return numbers
  }

  /** Gives up the proof: the search continues, but its bound cannot be rechecked. */
  private loseProof(): void {
    this.proofLost = true
    this.run.memory -= this.proofSize
    this.proofSize = 0
    const seen = new Set<Node>()
    for (const open of [this.expanding, ...this.open.all(), this.root])
      for (let at = open; at !== null && !seen.has(at); at = at.parent) {
        seen.add(at)
        at.leaf.certificate = { kind: 'open' }
        for (const { certificate } of at.fixed) {
          certificate.multipliers = NONE
          certificate.rest = { kind: 'open' }
        }
      }
  }

  /** The bound covers closed nodes by the cutoff, and open nodes by the bounds of their ancestors. */
  private updateBound(): void {
    const open = Math.max(this.open.greatest, this.current?.bound ?? NEVER)
    this.bound = Math.min(this.bound, Math.max(open, this.cutoff))
    this.onChange()
  }
}

/** Both decisions on a slot, neither of which can beat the cutoff. */
function bothSides(problem: Problem, costs: ReducedCosts, cutoff: number): number[] {
  for (let s = 0; s < problem.graph.slotCount; s++)
    if (problem.fixed[s] === -1 && costs.bound - Math.min(costs.on[s], costs.off[s]) <= cutoff)
      return [2 * s, 2 * s + 1]
  return []
}

function withDecisions(problem: Problem, decisions: readonly number[]): Int8Array {
  const fixed = problem.fixed.slice()
  for (const d of decisions) fixed[d >> 1] = d & 1
  return fixed
}
