export { Answer, type RulesExplanation } from './answer.js'
export type * from './ast.js'
export {
  type DataFunction,
  type OpenOptions,
  type Predicate,
  RuleBuilder,
  type RuleOptions,
} from './builder.js'
export { readTable, type TableTextOptions } from './csv.js'
export {
  and,
  atLeast,
  atMost,
  calculate,
  compare,
  constant,
  exactly,
  exists,
  existsOne,
  forall,
  iff,
  implies,
  not,
  or,
  xor,
} from './formulas.js'
export { type GroundOptions, ground, type SizeEstimate, sizeOf } from './ground.js'
export type { GroundRule } from './ground-rules.js'
export { Grounding, type ViolatedRule } from './grounding.js'
export { type LazyOptions, solveLazily } from './lazy.js'
export { type ParseOptions, parseRules, problemsIn } from './parse.js'
export type { Place, Source } from './place.js'
export { printFormula } from './print.js'
export { type RulesReport, rulesReport } from './report.js'
export type { Data, DataValue, Table } from './table.js'
export type { Arg, DomainRef, Value, Values } from './values.js'
