// What sibling packages of Parley share with @parley/core beyond its public exports. Nothing here is
// stable: users import from `@parley/core` alone.

export { grown } from './numeric/grown.js'
export { Random, shuffle } from './numeric/random.js'
export { USUAL_ARCS, USUAL_WORDS } from './numeric/usual-sizes.js'
export { errorOf, type Fault, faultOf } from './threads/fault.js'
export type { TaskQueue, WaitingTask } from './threads/task-queue.js'
export { type RunOptions, TaskThread } from './threads/task-thread.js'
