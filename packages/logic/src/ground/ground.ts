// Turns a program and its data into a factor graph: atoms become variables, rules become factors.
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import type { Bound, DataFiles } from '../compile/bind.js'
import type { OpenAtoms } from '../compile/open-atoms.js'
import type { Data } from '../data/table.js'
import { TRUE } from '../emit/arena.js'
import type { Program } from '../syntax/ast.js'
import { errorAt } from '../syntax/place.js'
import { figure } from '../syntax/too-large.js'
import { GraphBuilder, type Prepared, prepare } from './graph-builder.js'
import type { GroundRules } from './ground-rules.js'
import type { Grounding } from './grounding.js'

export interface GroundOptions {
  /**
   * Maximum number of value combinations that grounding may visit, as estimated by `sizeOf`. Default 20
   * million.
   */
  limit?: number
  /** Names the variables of the graph after their atoms, for `writeDot` and other formats. Default false. */
  names?: boolean
  /** The file that the data of each name comes from, for messages; tables carry their own file name. */
  files?: DataFiles
}

/** The size of a program with its data, estimated before grounding. */
export interface SizeEstimate {
  /** Number of atoms to be decided. */
  atoms: number
  /** Number of value combinations that grounding visits; an upper bound, up to small deviations. */
  combinations: number
  rules: { readonly rule: string; readonly line: number | null; readonly combinations: number }[]
}

export const GROUND_KEYS = { limit: true, names: true, files: true } satisfies OptionKeys<GroundOptions>

const DEFAULT_LIMIT = 20_000_000

/**
 * Grounds a program: one variable for each atom of an open predicate, and factors for every instance of every
 * rule. Refuses programs whose estimated size is above the limit.
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
  requireOptions('ground', options, GROUND_KEYS)
  const { limit, names = false, files } = options
  const prepared = prepareWithin(program, data, limit, files)
  const builder = new GraphBuilder(prepared, names)
  let instances = 0
  prepared.rules.each((rule, node, weight, number) => {
    if (node === TRUE) return
    instances++
    builder.add(rule, node, weight, number)
  })
  return builder.grounding(instances)
}

/**
 * Estimates the size of a grounded program without grounding it.
 *
 * @example
 * sizeOf(parseRules('domain n = 1..1000\nopen p(n, n)\np(x, y) & p(y, z) => p(x, z)')).combinations // 1e9
 */
export function sizeOf(program: Program, data: Data = {}): SizeEstimate {
  const { opens, rules } = prepare(program, data, Number.POSITIVE_INFINITY)
  return estimate(opens, rules)
}

/** Prepares a program for grounding; throws if its estimated size is above the limit. */
export function prepareWithin(
  program: Program,
  data: Data,
  limit = DEFAULT_LIMIT,
  files?: DataFiles,
): Prepared {
  const prepared = prepare(program, data, limit, files)
  requireSize(prepared.bound, estimate(prepared.opens, prepared.rules), limit)
  return prepared
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
