// The kinds of factors. A new kind is added here, and has everything else in its own folder.
import { atMostOne } from './at-most-one/at-most-one.js'
import { budget } from './budget/budget.js'
import type { FactorKind } from './common/kind.js'
import { consensus } from './consensus/consensus.js'
import { custom } from './custom/custom-kind.js'
import { dense } from './dense/dense.js'
import { knapsack } from './knapsack/knapsack.js'
import { or } from './or/or.js'
import { orOut } from './or-out/or-out.js'
import { pair } from './pair/pair.js'
import { parity } from './parity/parity.js'
import { xor } from './xor/xor.js'

/** In the order of their codes. */
const ALL = [xor, atMostOne, or, orOut, pair, budget, knapsack, parity, dense, custom, consensus] as const

type LabelOf<Kind> = Kind extends FactorKind<infer Label> ? Label : never

/** The names of factors that users see, in explanations and files. */
export type FactorLabel = LabelOf<(typeof ALL)[number]>

/** The kinds, by code. */
export const KINDS: readonly FactorKind<FactorLabel>[] = ALL

/** The ways of adding a factor, each with the kind that its factors are stored as. */
export const FORMS = KINDS.flatMap((kind) => kind.forms.map((form) => ({ storedAs: kind, ...form })))

const BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]))

/** The kind of a group. */
export function kindOfGroup(group: { readonly kind: string }): FactorKind {
  const kind = BY_NAME.get(group.kind)
  if (kind === undefined) throw new Error(`no kind has groups called ${group.kind}`)
  return kind
}
