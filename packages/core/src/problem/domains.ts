// Finds the domains of a problem: sets of slots exactly one of which is 1.
import type { FactorGraph } from '../graph/graph.js'
import { KINDS } from '../kinds/registry.js'
import { xor } from '../kinds/xor/xor.js'
import { carveInts } from '../numeric/carve.js'
import type { Reduction } from './reduce.js'

/** Sets of slots exactly one of which is 1. The fields are those of `Problem`. */
export interface Domains {
  domainStart: Int32Array
  domainSlots: Int32Array
  slotDomain: Int32Array
}

/**
 * Finds the domains: the free values of each categorical variable, and each group of a factor over binary
 * slots, such as a table. A categorical variable that no group covers gets an XOR factor of its own.
 */
export function findDomains(graph: FactorGraph, fixed: Int8Array, reduction: Reduction): Domains {
  const store = reduction.factors
  const starts: number[] = [0]
  const members: number[] = []
  const slotDomain = carveInts(reduction.score.length).fill(-1)
  for (let v = 0; v < graph.variableCount; v++) {
    if (graph.variableBinary.data[v] === 1) continue
    const before = members.length
    for (let s = graph.variableStart.data[v]; s < graph.variableStart.data[v + 1]; s++)
      if (fixed[s] === -1) members.push(s)
    if (members.length - before < 2) {
      members.length = before
      continue
    }
    for (let k = before; k < members.length; k++) slotDomain[members[k]] = starts.length - 1
    starts.push(members.length)
  }
  const declared = starts.length - 1
  const covered = new Uint8Array(declared)

  for (let f = 0; f < store.count; f++) {
    const kind = KINDS[store.kind.data[f]]
    if (kind.widths === undefined) continue
    const literals = store.literalsOf(f)
    let link = 0
    for (const width of kind.widths(store.paramsOf(f))) {
      if (width > 1) {
        const group = literals.subarray(link, link + width)
        const domain = commonDomain(group, slotDomain)
        if (domain >= 0 && domain < declared && width === starts[domain + 1] - starts[domain])
          covered[domain] = 1
        else if (group.every((l) => (l & 1) === 0 && slotDomain[l >> 1] === -1)) {
          for (const l of group) {
            slotDomain[l >> 1] = starts.length - 1
            members.push(l >> 1)
          }
          starts.push(members.length)
        }
      }
      link += width === 0 ? 1 : width
    }
  }
  for (let d = 0; d < declared; d++) {
    if (covered[d] === 1) continue
    const slots = members.slice(starts[d], starts[d + 1])
    reduction.emit(
      xor,
      -1,
      slots.map((s) => 2 * s),
      slots.map(() => -1),
      [],
    )
  }
  return { domainStart: Int32Array.from(starts), domainSlots: Int32Array.from(members), slotDomain }
}

/** The domain that contains all literals of a group, none of them negated; −1 if there is none. */
function commonDomain(group: Int32Array, slotDomain: Int32Array): number {
  const domain = slotDomain[group[0] >> 1]
  for (const l of group) if ((l & 1) === 1 || slotDomain[l >> 1] !== domain) return -1
  return domain
}
