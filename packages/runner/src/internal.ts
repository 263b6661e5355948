// What sibling packages of Parley share with @parleyjs/runner beyond its public exports, such as files
// (in Node only). Nothing here is stable: users import from `@parleyjs/runner` alone.

export { beginModel, englishModel, type ModelFile, modelBytes } from './files/model-file.js'
export { readBytes, unpack, unreadable } from './files/read-bytes.js'
export { readChunks } from './files/read-chunks.js'
export { flagsOf, isJobTask, isWithin, jobFlags, wrongJobOption } from './options/doors.js'
export type { NumberRange } from './options/types.js'
export { PEEK } from './read/source.js'
export { inThreads, pipelineOf, type ThreadUse } from './run/in-threads.js'
