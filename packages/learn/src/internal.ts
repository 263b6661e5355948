// What sibling packages of Parley share with @parleyjs/learn beyond its public exports. Nothing is stable:
// users import from `@parleyjs/learn` alone.

export { Collector, selectExamples } from './linear/collector.js'
export { featureOf, hashText, randomOf } from './linear/hash.js'
export { LinearModel, softExp } from './linear/linear.js'
export { LinearRows } from './linear/linear-rows.js'
export {
  lazyLinear,
  memoryFor,
  packLinear,
  placedLinear,
  requireKind,
  unfoldLinear,
} from './linear/pack.js'
export type { ScoreMemory } from './linear/score-kernel.js'
export { type Examples, type LinearOptions, trainLinear } from './linear/train.js'
export { Fingerprint, loadSame } from './model/checkpoint.js'
export { arrayOf, Fields, reading, requireRange, unusable } from './model/fields.js'
export { packNumbers, unpackNumbers } from './model/numbers.js'
export { KeptRows } from './network/kept-rows.js'
export { ADAM, ARC_ENTRY } from './network/kernels.js'
export { workspaceBeside } from './network/workspace-beside.js'
export { HEAD_ENTRY } from './weights/look-ups.js'
export {
  PackedValues,
  quantise,
  quantiseValues,
  restore,
  restoreValues,
  type Scale,
  scaleOf,
} from './weights/quantise.js'
export { doublesIn, integersIn, TableMemory, type TablePlace } from './weights/table-memory.js'
export { MARGIN, Weights, type WeightsState } from './weights/weights.js'
