// Learning: what users may rely on.

export type { CheckpointStore } from './model/checkpoint.js'
export { type Model, type ModelArray, type ModelHeader, readModel, writeModel } from './model/container.js'
export { ModelBytes } from './model/model-bytes.js'
export { unpackModel } from './model/unpack-model.js'
export { openModel, type SharedModel, shareModel } from './wasm/shared-model.js'
