// Makes a group of factors in another thread, from the shared arrays of the original group.
import type { ProblemLinks } from '../problem/links.js'
import { AtMostOneGroup } from './at-most-one.js'
import { BudgetGroup } from './budget.js'
import { DenseGroup } from './dense.js'
import type { FactorGroup } from './group.js'
import { KnapsackGroup } from './knapsack.js'
import { OrGroup } from './or.js'
import { OrOutGroup } from './or-out.js'
import { PairGroup } from './pair.js'
import { ParityGroup } from './parity.js'
import { XorGroup } from './xor.js'

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
