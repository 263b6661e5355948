// Learning, what users may rely on: networks with forward and backward passes, trained in threads with the
// same bits for any number of them; model files.

export { ByteParameters } from './bytes/byte-parameters.js'
export { type PackOptions, packParameters } from './bytes/pack.js'
export { unpackParameters } from './bytes/unpack.js'
export type { Features, Score } from './features/score.js'
export type { PartExplanation } from './fit/explain.js'
export { fit } from './fit/fit.js'
export { LearnedModel, type LearnedSolution, loadLearned } from './fit/learned-model.js'
export type { CostParts, EpochReport, FitOptions, Method } from './fit/options.js'
export { gelu, rectified } from './layers/activations.js'
export { attention } from './layers/attention.js'
export { type BertSizes, bert, bertShapes, loadBert } from './layers/bert.js'
export { add, concatenate, maxima, means, neighbours } from './layers/combine.js'
export { dropout } from './layers/dropout.js'
export { embedding } from './layers/embedding.js'
export { linear } from './layers/linear.js'
export {
  crossEntropy,
  type LossOptions,
  type RowShares,
  sharedCrossEntropy,
  structuredHinge,
} from './layers/losses.js'
export { normalise } from './layers/normalise.js'
export { biaffine, labelScores, pairProducts, trilinear } from './layers/scorers.js'
export { transformer, transformerShapes } from './layers/transformer.js'
export type { CostFunction } from './methods/example.js'
export type { CheckpointStore } from './model/checkpoint.js'
export { type Model, type ModelArray, type ModelHeader, readModel, writeModel } from './model/container.js'
export { ModelBytes } from './model/model-bytes.js'
export { type NamedArray, readSafetensors } from './model/safetensors.js'
export { unpackModel } from './model/unpack-model.js'
export { Workspace } from './network/workspace.js'
export type { ScoreSlopes } from './sparse-map/slopes.js'
export { type SparseMap, type SparseMapOptions, sparseMap } from './sparse-map/sparse-map.js'
export { LabelledVariable } from './templates/labelled-variable.js'
export { ModelGraph, type SequenceEnds } from './templates/model-graph.js'
export type { Output } from './templates/output.js'
export type { ScoredFactor } from './templates/template.js'
export type { NetworkWeights } from './tensors/network-weights.js'
export { Parameters, type Shape } from './tensors/parameters.js'
export { Tape } from './tensors/tape.js'
export type { Tensor } from './tensors/tensor.js'
export { DataParallel, type DataParallelOptions, type StepOptions } from './training/data-parallel.js'
export type { LearnPiece } from './training/replica.js'
export { serveReplica } from './training/serve-replica.js'
export { openModel, type SharedModel, shareModel } from './wasm/shared-model.js'
