// The library `parleyjs`: what programs need most. The packages `@parleyjs/…` have the rest.

export {
  ad3,
  agree,
  checkFactor,
  type Factor,
  FactorGraph,
  kBest,
  ParleyError,
  type Solution,
  type SolveOptions,
  type Status,
  solve,
  solveAsync,
  type Variable,
  verify,
} from '@parleyjs/core'
export { ground, parseRules } from '@parleyjs/logic'
export {
  Doc,
  DocSentence,
  evaluateConllu,
  type LoadOptions,
  type LoadProgress,
  type ModelSource,
  MultiwordToken,
  makeSentence,
  Parley,
  ParleyWorker,
  Pipeline,
  parseConllu,
  prettyTree,
  readConllu,
  readPipeline,
  Sentence,
  Span,
  Token,
  trainPipeline,
  treeToSvg,
  writeConllu,
  writeModel,
} from '@parleyjs/nlp'
export { SpanningTree } from '@parleyjs/structures'
export { load } from './library/load.js'
