// What sibling packages of Parley share with @parleyjs/core beyond its public exports. Nothing here is
// stable: users import from `@parleyjs/core` alone.

export { nearest } from './nearest.js'
export { GrowableBytes, GrowableFloats, GrowableInts } from './numeric/growable.js'
export { grown } from './numeric/grown.js'
export { fnv, mix, spread } from './numeric/hash.js'
export { IntTable, PairTable } from './numeric/hash-table.js'
export { Random, shuffle, XorShift } from './numeric/random.js'
export { USUAL_ARCS, USUAL_WORDS } from './numeric/usual-sizes.js'
export { errorOf, type Fault, faultOf } from './threads/fault.js'
export { builtinModule, inNode } from './threads/node-threads.js'
export type { TaskQueue, WaitingTask } from './threads/task-queue.js'
export { type RunOptions, TaskThread } from './threads/task-thread.js'
