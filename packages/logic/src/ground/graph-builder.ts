// Builds the factor graph of a program rule by rule: all rules at once (ground.ts), or only those that are
// needed (lazy.ts).
import { FactorGraph } from '@parleyjs/core'
import { type Bound, bind, type DataFiles } from '../compile/bind.js'
import { Compiler } from '../compile/compile.js'
import type { OpenAtoms } from '../compile/open-atoms.js'
import type { Data } from '../data/table.js'
import { Arena } from '../emit/arena.js'
import { Emitter } from '../emit/emit.js'
import { resolve } from '../resolve/resolve.js'
import type { ResolvedRule } from '../resolve/resolved.js'
import type { Program } from '../syntax/ast.js'
import { notTooDeep } from '../syntax/too-large.js'
import { GroundRules } from './ground-rules.js'
import { Grounding } from './grounding.js'
import type { LearnedPlace, LearnedShare, LinearScore } from './learned-scores.js'
import { makeOpenAtoms, scoreAtoms } from './make-atoms.js'

/** A program bound to its data, with numbered atoms and compiled rules. */
export interface Prepared {
  readonly bound: Bound
  readonly opens: ReadonlyMap<string, OpenAtoms>
  readonly arena: Arena
  readonly rules: GroundRules
}

export function prepare(program: Program, data: Data, limit: number, files?: DataFiles): Prepared {
  const resolved = resolve(program)
  if (resolved.problems.length > 0) throw resolved.problems[0]
  const bound = bind(resolved, data, limit, files)
  const arena = new Arena()
  const opens = new Map<string, OpenAtoms>()
  const compiler = new Compiler(bound, opens, arena)
  try {
    makeOpenAtoms(bound, opens, compiler, limit)
    return { bound, opens, arena, rules: new GroundRules(bound, compiler, arena) }
  } catch (error) {
    throw notTooDeep(error, resolved.source)
  }
}

/** A graph with a variable for each atom; instances of rules are added to it. */
export class GraphBuilder {
  readonly graph = new FactorGraph()
  private readonly emitter: Emitter
  private constant = 0
  /** Where learned weights enter the graph, if they are kept apart. */
  readonly places: LearnedPlace[] = []

  constructor(
    private readonly prepared: Prepared,
    names = false,
    learning = false,
  ) {
    const { bound, opens, rules, arena } = prepared
    rules.learning = learning
    const add = (score: number, open: OpenAtoms, atom: number, learned: readonly LearnedShare[]) => {
      const { slot } = this.graph.binary(score, names ? open.nameOf(atom) : undefined)
      for (const share of learned) this.places.push({ ...share, kind: 'slot', index: slot })
    }
    scoreAtoms(bound, opens, rules.compiler, add, learning)
    this.emitter = new Emitter(this.graph, arena)
  }

  /** Adds the instance that is currently visited. */
  add(
    rule: ResolvedRule,
    node: number,
    weight: number,
    number: number,
    learned: LinearScore | null = null,
  ): void {
    const { emitter } = this
    if (rule.weight === null) {
      emitter.assert(node, number)
      return
    }
    emitter.pay(node, weight, number)
    if (learned === null || learned.shares.length === 0) return
    // What a weight of 1 adds to scores; the structure does not depend on weights.
    emitter.trace = (kind, index, amount) => {
      for (const { name, factor } of learned.shares)
        this.places.push({ kind, index, name, factor: amount * factor })
    }
    const { constant } = emitter
    emitter.pay(node, 1, number)
    const more = emitter.constant - constant
    if (more !== 0) emitter.trace('constant', -1, more)
    emitter.constant = constant
    emitter.trace = null
  }

  /**
   * A `Grounding` of what has been added so far, out of `instances` instances in total. More may be added
   * afterwards.
   */
  grounding(instances: number): Grounding {
    const { emitter, graph } = this
    const { bound, opens, rules, arena } = this.prepared
    if (emitter.constant !== this.constant) {
      graph.dense([], [emitter.constant - this.constant])
      emitter.factors.ruleOf.push(-1)
      this.constant = emitter.constant
    }
    const { ruleOf } = emitter.factors
    return new Grounding(graph, bound, opens, rules, arena, {
      instances,
      parts: emitter.parts,
      constant: emitter.constant,
      ruleOf: ruleOf.copy(),
    })
  }
}
