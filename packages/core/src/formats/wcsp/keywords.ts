// The named cost functions that .wcsp files may use.
import { softRegular, weightedRegular } from './automata.js'
import * as comparisons from './comparisons.js'
import type { Meaning } from './cost-function.js'
import * as counting from './counting.js'
import * as linear from './linear.js'
import type { Parameters } from './parameters.js'

/** The cost functions that a file may name, with readers of their parameters. */
export const KEYWORDS: Readonly<Record<string, (p: Parameters) => Meaning>> = {
  '>=': (p) => comparisons.comparison(p, '>='),
  '>': (p) => comparisons.comparison(p, '>'),
  '<=': (p) => comparisons.comparison(p, '<='),
  '<': (p) => comparisons.comparison(p, '<'),
  '=': (p) => comparisons.comparison(p, '='),
  disj: comparisons.disjunction,
  sdisj: comparisons.specialDisjunction,
  alldiff: counting.allDifferent,
  salldiff: counting.softAllDifferent,
  salldiffdp: counting.softAllDifferent,
  salldiffkp: counting.softAllDifferent,
  walldiff: counting.softAllDifferent,
  walldifferent: counting.softAllDifferent,
  gcc: counting.globalCardinality,
  sgcc: counting.softCardinality,
  sgccdp: counting.cardinalityByValue,
  sgcckp: counting.cardinalityByValue,
  wgcc: counting.cardinalityByValue,
  ssame: counting.softSame,
  wsame: counting.same,
  wsamegcc: counting.sameWithCardinality,
  samong: (p) => counting.among(p, true),
  samongdp: (p) => counting.among(p, true),
  wamong: (p) => counting.among(p, false),
  wvaramong: linear.amongVariable,
  wdiverse: counting.diverse,
  whdiverse: counting.diverse,
  wtdiverse: counting.diverse,
  clique: linear.clique,
  knapsack: linear.knapsack,
  knapsackp: linear.knapsackByValue,
  knapsackv: linear.knapsackByTriple,
  knapsackc: linear.knapsackWithCliques,
  wsum: linear.sum,
  wvarsum: linear.sumOfVariables,
  woverlap: linear.overlap,
  sregular: softRegular,
  sregulardp: softRegular,
  wregular: weightedRegular,
  max: comparisons.maximum,
  smaxdp: comparisons.maximum,
  MST: comparisons.spanningTree,
  smstdp: comparisons.spanningTree,
}
