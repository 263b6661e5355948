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

  constructor(
    private readonly prepared: Prepared,
    names = false,
  ) {
    const { bound, opens, rules, arena } = prepared
    scoreAtoms(bound, opens, rules.compiler, (score, open, atom) =>
      this.graph.binary(score, names ? open.nameOf(atom) : undefined),
    )
    this.emitter = new Emitter(this.graph, arena)
  }

  /** Adds the instance that is currently visited. */
  add(rule: ResolvedRule, node: number, weight: number, number: number): void {
    if (rule.weight === null) this.emitter.assert(node, number)
    else this.emitter.pay(node, weight, number)
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
