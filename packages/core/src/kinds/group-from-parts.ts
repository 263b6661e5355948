// Makes a group of factors in another thread, from the shared arrays of the original group.
import type { ProblemLinks } from '../problem/links.js'
import { AtMostOneGroup } from './at-most-one/at-most-one-group.js'
import { BudgetGroup } from './budget/budget-group.js'
import type { FactorGroup } from './common/group.js'
import { DenseGroup } from './dense/dense-group.js'
import { KnapsackGroup } from './knapsack/knapsack-group.js'
import { OrGroup } from './or/or-group.js'
import { OrOutGroup } from './or-out/or-out-group.js'
import { PairGroup } from './pair/pair-group.js'
import { ParityGroup } from './parity/parity-group.js'
import { XorGroup } from './xor/xor-group.js'

type Parts = NonNullable<FactorGroup['parts']>
type Make = (links: ProblemLinks, first: number, count: number, parts: Parts) => FactorGroup

const floats = (parts: Parts, i: number) => parts[i] as Float64Array
const ints = (parts: Parts, i: number) => parts[i] as Int32Array

const MAKE: Readonly<Record<string, Make>> = {
  xor: (links, first, count) => new XorGroup(links, first, count),
  'at-most-one': (links, first, count) => new AtMostOneGroup(links, first, count),
  or: (links, first, count) => new OrGroup(links, first, count),
  'or-out': (links, first, count) => new OrOutGroup(links, first, count),
  pair: (links, first, count, parts) => new PairGroup(links, first, count, floats(parts, 0)),
  budget: (links, first, count, parts) =>
    new BudgetGroup(links, first, count, floats(parts, 0), floats(parts, 1)),
  parity: (links, first, count, parts) => new ParityGroup(links, first, count, floats(parts, 0)),
  knapsack: (links, first, count, parts) =>
    new KnapsackGroup(links, first, count, floats(parts, 0), floats(parts, 1)),
  dense: (links, first, count, parts) =>
    new DenseGroup(links, first, count, ints(parts, 0), ints(parts, 1), ints(parts, 2), floats(parts, 3)),
}

/** Makes the group that `kind` and `parts` describe. */
export function groupFromParts(
  kind: string,
  links: ProblemLinks,
  first: number,
  count: number,
  parts: Parts,
): FactorGroup {
  return MAKE[kind](links, first, count, parts)
}
