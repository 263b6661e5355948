// A factor that the user wrote: only its `maximize` shows what it allows.
import { carveFloats } from '../../numeric/carve.js'
import type { FactorKind } from '../common/kind.js'
import { isTrue } from '../common/logic.js'
import { CustomGroup, customScore } from './custom-group.js'
import type { Factor } from './factor.js'

/** Parameter: index into the graph's list of custom factors. */
export const custom: FactorKind<'custom'> = {
  code: 9,
  name: 'custom',
  opaque: true,
  forms: [{ label: 'custom' }],
  score({ store, customFactors }, factor, values) {
    const literals = store.literalsOf(factor)
    const configuration = carveFloats(literals.length)
    for (let i = 0; i < literals.length; i++) configuration[i] = isTrue(literals[i], values) ? 1 : 0
    return customScore(customFactors[store.paramsOf(factor)[0]], configuration)
  },
  moveParams(params, from, to) {
    params[0] = to.customFactors.push(from.customFactors[params[0]]) - 1
  },
  // Known literals stay: their values are forced when the factor is called.
  reduce(reduction, factor) {
    const { literals, origins, graph } = reduction
    const { store } = graph
    const all = store.literals.data
    const end = store.literalStart.data[factor + 1]
    literals.length = 0
    origins.length = 0
    for (let k = store.literalStart.data[factor]; k < end; k++) {
      literals.push(all[k])
      origins.push(k)
    }
    reduction.emit(custom, factor, literals, origins, store.paramsOf(factor))
  },
  makeGroup(source) {
    const { links, first, count, fixed, customFactors } = source
    const start = links.factorStart[first]
    const forced = new Int8Array(links.factorStart[first + count] - start)
    for (let l = 0; l < forced.length; l++) {
      const value = fixed[links.linkSlot[start + l]]
      forced[l] = value === -1 ? -1 : value ^ links.linkNegated[start + l]
    }
    const users: Factor[] = []
    for (let k = 0; k < count; k++) users.push(customFactors[source.param(k, 0)])
    return new CustomGroup(links, first, count, users, forced)
  },
}
