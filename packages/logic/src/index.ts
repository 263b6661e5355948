// What users of the package may rely on.
export { readTable, type TableTextOptions } from './data/csv.js'
export type { Data, DataValue, Table } from './data/table.js'
export type { Value } from './data/values.js'
export { Answer, type RulesExplanation } from './ground/answer.js'
export {
  type GroundOptions,
  ground,
  groundToLearn,
  type LearnableGrounding,
  type SizeEstimate,
  sizeOf,
} from './ground/ground.js'
export type { GroundRule } from './ground/ground-rules.js'
export { Grounding, type ViolatedRule } from './ground/grounding.js'
export { type LazyOptions, solveLazily } from './ground/lazy.js'
export { type RulesReport, rulesReport } from './ground/report.js'
export { type OpenOptions, type Predicate, RuleBuilder, type RuleOptions } from './program/builder.js'
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
} from './program/formulas.js'
export { parseRules, problemsIn, type RuleTextOptions } from './program/parse.js'
export type { Formula, Program, Term } from './syntax/ast.js'
export { printFormula } from './syntax/print.js'
