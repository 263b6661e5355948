// What sibling packages of Parley share with @parleyjs/structures beyond its public exports. Nothing here is
// stable: users import from `@parleyjs/structures` alone.

export type { WordLeaves } from './grammar/chart.js'
export type { HeadDrivenLimits } from './lexicalised/options.js'
export { FIRST, type HeadDrivenScores, LEFT, RIGHT } from './lexicalised/scores.js'
export { Step } from './lexicalised/steps.js'
export { HomogeneousSequence } from './sequences/homogeneous-sequence.js'
export { parentsFirst } from './sequences/parents-first.js'
export type { GrandSiblingParts, SideScores } from './trees/grand-sibling-parts.js'
