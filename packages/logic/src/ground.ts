// From a program and its data to a factor graph: atoms become variables, rules become factors.
import { FactorGraph } from '@parley/core'
import { Arena, TRUE } from './arena.js'
import type { Program } from './ast.js'
import { type Bound, bind, type DataFiles } from './bind.js'
import { Compiler } from './compile.js'
import { Emitter } from './emit.js'
import { GroundRules } from './ground-rules.js'
import { Grounding } from './grounding.js'
import { makeOpenAtoms, scoreAtoms } from './make-atoms.js'
import type { OpenAtoms } from './open-atoms.js'
import { errorAt } from './place.js'
import { resolve } from './resolve.js'
import type { Data } from './table.js'

export interface GroundOptions {
  /** The most combinations of values that may be gone through, by the estimate of `sizeOf`. Default 20 million. */
  limit?: number
  /** Name the variables of the graph after their atoms, for `writeDot` and other formats. Default false. */
  names?: boolean
  /** The file that the data of each name comes from, for messages; tables know theirs. */
  files?: DataFiles
}

/** How large a program is with its data, before it is grounded. */
export interface SizeEstimate {
  /** Atoms to be decided. */
  atoms: number
  /** Combinations of values that grounding goes through, at most or nearly so. */
  combinations: number
  rules: { readonly rule: string; readonly line: number | null; readonly combinations: number }[]
}

const DEFAULT_LIMIT = 20_000_000

/**
 * Grounds a program: one variable for each atom of an open predicate, and factors for every instance of every rule.
 * Refuses programs whose estimated size is above the limit.
 *
 * @example
 * const program = parseRules(`
 *   domain person
 *   given friends(person, person)
 *   open smokes(person)
 *   weight 2: friends(x, y) & smokes(x) => smokes(y)
 * `)
 * const grounding = ground(program, { friends: [['anna', 'ben']], smokes: { anna: 3, ben: -1 } })
 * grounding.solve().atoms('smokes') // [['anna'], ['ben']]
 */
export function ground(program: Program, data: Data = {}, options: GroundOptions = {}): Grounding {
  const { limit = DEFAULT_LIMIT, names = false, files } = options
  const { bound, opens, rules, arena } = prepare(program, data, limit, files)
  requireSize(bound, estimate(opens, rules), limit)

  const graph = new FactorGraph()
  scoreAtoms(bound, opens, rules.compiler, (score, open, atom) =>
    graph.binary(score, names ? open.nameOf(atom) : undefined),
  )
  const emitter = new Emitter(graph, arena)
  let instances = 0
  rules.each((rule, node, weight, number) => {
    if (node === TRUE) return
    instances++
    if (rule.weight === null) emitter.assert(node, number)
    else emitter.pay(node, weight, number)
  })
  if (emitter.constant !== 0) {
    graph.dense([], [emitter.constant])
    emitter.factors.ruleOf.push(-1)
  }
  const { ruleOf } = emitter.factors
  return new Grounding(graph, bound, opens, rules, arena, {
    instances,
    parts: emitter.parts,
    constant: emitter.constant,
    ruleOf: ruleOf.data.slice(0, ruleOf.length),
  })
}

/**
 * How large a program will be, without grounding it.
 *
 * @example
 * sizeOf(parseRules('domain n = 1..1000\nopen p(n, n)\np(x, y) & p(y, z) => p(x, z)')).combinations // 1e9
 */
export function sizeOf(program: Program, data: Data = {}): SizeEstimate {
  const { opens, rules } = prepare(program, data, Number.POSITIVE_INFINITY)
  return estimate(opens, rules)
}

function prepare(program: Program, data: Data, limit: number, files?: DataFiles) {
  const resolved = resolve(program)
  if (resolved.problems.length > 0) throw resolved.problems[0]
  const bound = bind(resolved, data, files)
  const arena = new Arena()
  const opens = new Map<string, OpenAtoms>()
  const compiler = new Compiler(bound, opens, arena)
  makeOpenAtoms(bound, opens, compiler, limit)
  return { bound, opens, arena, rules: new GroundRules(bound, compiler, arena) }
}

function estimate(opens: ReadonlyMap<string, OpenAtoms>, rules: GroundRules): SizeEstimate {
  let atoms = 0
  for (const open of opens.values()) atoms += open.count
  const sizes = rules.sizes()
  return { atoms, combinations: sizes.reduce((sum, { combinations }) => sum + combinations, 0), rules: sizes }
}

function requireSize(bound: Bound, { atoms, combinations, rules }: SizeEstimate, limit: number): void {
  if (atoms + combinations <= limit) return
  const largest = rules.reduce((most, one) => (one.combinations > most.combinations ? one : most), {
    rule: 'the atoms of the open predicates',
    line: null,
    combinations: atoms,
  })
  const place = largest.line === null ? null : { line: largest.line, column: 1 }
  throw errorAt(
    bound.resolved.source,
    place,
    `Grounding would go through about ${figure(atoms + combinations)} combinations, ${figure(largest.combinations)} of ` +
      `them for ${largest.rule}; the limit is ${figure(limit)}. Restrict the rule with given predicates or "where", or ` +
      'raise the limit.',
    'too-large',
  )
}

function figure(n: number): string {
  return n < 1e15 ? Math.round(n).toLocaleString('en-US') : n.toExponential(1)
}
