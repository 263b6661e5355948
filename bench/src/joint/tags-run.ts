// Paper 3, section 4.1, sentence by sentence: a grammar and a trigram tagger, separately and in agreement.
import { type AgreeOptions, agree } from '@parleyjs/core'
import {
  JointParser,
  type PennTree,
  trainGrammar,
  trainTrigramTagger,
  treeTags,
  treeWords,
  writePenn,
} from '@parleyjs/nlp'
import type { JointModels } from '@parleyjs/nlp/internal'
import { intersect, trigramOfLinks } from './intersection.js'

/** The paper's limit K, the first round of decoding included. */
export const LIMIT = 50
export const LIMITS = [1, 2, 3, 4, 5, 10, 20, LIMIT] as const
export const ALGORITHMS = {
  // α₀ = 0.5 of appendix B is the step of one multiplier, of which each model takes half of `stepSize`.
  'subgradient, steps of appendix B': { algorithm: 'subgradient', step: 'rush', stepSize: 1 },
  'subgradient, Polyak steps': { algorithm: 'subgradient', step: 'polyak' },
  'AD³': { algorithm: 'ad3' },
  MPLP: { algorithm: 'mplp' },
} as const satisfies Record<string, AgreeOptions>

export type AlgorithmName = keyof typeof ALGORITHMS
export const PAPER: AlgorithmName = 'subgradient, steps of appendix B'

/** The result of an algorithm. */
export interface Run {
  readonly proven: boolean
  /** Rounds of decoding until the proof, or the limit. */
  readonly rounds: number
  readonly calls: number
  readonly value: number
  readonly cpu: number
}

/** Everything that is measured on one sentence; times in milliseconds of the processor. */
export interface SentenceResult {
  readonly words: number
  readonly gold: PennTree
  readonly chartCpu: number
  readonly grammar: PennTree
  readonly tagger: readonly string[]
  readonly fixed: PennTree
  readonly joint: PennTree
  readonly derived: boolean
  readonly runs: Readonly<Record<AlgorithmName, Run>>
  /** By limit K: the tree, whether it is proven and the same as with the largest limit. */
  readonly curve: readonly { readonly tree: PennTree; readonly proven: boolean; readonly same: boolean }[]
  /** Result of branch and bound where the paper's method proved nothing; null if it was not tried. */
  readonly closed: boolean | null
  /** The intersected dynamic program: its optimum, split nodes and time; null where it was left out. */
  readonly intersection: { readonly score: number; readonly items: number; readonly cpu: number } | null
}

/** Trains both models on the same trees. */
export function trainJoint(trees: readonly PennTree[]): JointParser {
  const tagged = trees.map((tree) => ({ words: treeWords(tree), tags: treeTags(tree) }))
  return new JointParser(trainGrammar(trees), trainTrigramTagger(tagged, { context: true }))
}

export interface RunOptions {
  /** Sentences of more words are not intersected. */
  readonly intersectUpTo: number
  /** Whether to try branch and bound where the paper's method proves nothing. */
  readonly exact: boolean
  /**
   * The weight of the tagger relative to the grammar, and whether it leaves log P(word | tag) to the grammar.
   */
  readonly weight: number
  readonly countWordsOnce: boolean
}

/** Runs everything on one sentence. */
export function runSentence(parser: JointParser, gold: PennTree, options: RunOptions): SentenceResult {
  const words = treeWords(gold)
  const grammar = parser.grammar.parse(words).tree
  const tagger = parser.tagger.tag(words).tags
  const fixed = parser.grammar.parse(words, { candidates: tagger.map((tag) => [tag]) }).tree
  const start = cpu()
  const models = parser.modelsOver(words, parser.models(words).chart, options.countWordsOnce)
  const chartCpu = cpu() - start
  const runs = {} as Record<AlgorithmName, Run>
  const solve = (algorithm: AgreeOptions) => solveModels(models, options.weight, algorithm)
  for (const name of Object.keys(ALGORITHMS) as AlgorithmName[]) runs[name] = runAlgorithm(solve, name)
  const treeAt = (limit: number, name: AlgorithmName) => solveFor(solve, models, limit, name, grammar)
  const curve = LIMITS.map((limit) => treeAt(limit, PAPER))
  const joint = treeAt(LIMIT, 'subgradient, Polyak steps').tree
  const last = writePenn(curve[curve.length - 1].tree)
  return {
    words: words.length,
    gold,
    chartCpu,
    grammar,
    tagger,
    fixed,
    joint,
    derived: models.chart.factor.derived,
    runs,
    curve: curve.map((point) => ({ ...point, same: writePenn(point.tree) === last })),
    closed: runs[PAPER].proven || !options.exact ? null : closes(solve),
    intersection: words.length <= options.intersectUpTo ? intersection(parser, models, options.weight) : null,
  }
}

function solveModels({ chart, sequence, links }: JointModels, weight: number, options: AgreeOptions) {
  return agree(chart.factor, sequence, links, {
    weights: [1, weight],
    ...options,
  })
}

type Solve = (options: AgreeOptions) => ReturnType<typeof solveModels>

function runAlgorithm(solve: Solve, name: AlgorithmName): Run {
  const start = cpu()
  const { status, iterations, calls, value } = solve({ ...ALGORITHMS[name], maxIterations: LIMIT - 1 })
  // An iteration 0 is the first round of decoding; MPLP's sweeps count from 1.
  const rounds = iterations + (name === 'MPLP' ? 0 : 1)
  return { proven: status === 'optimal', rounds, calls: calls[0], value, cpu: cpu() - start }
}

/** The tree after a number of rounds of decoding; if there is none that both models allow, the grammar's. */
function solveFor(
  solve: Solve,
  models: JointModels,
  limit: number,
  name: AlgorithmName,
  otherwise: PennTree,
) {
  const { answers, status } = solve({ ...ALGORITHMS[name], maxIterations: limit - 1 })
  const tree = answers && models.chart.read(answers[0])
  return { tree: tree ?? otherwise, proven: status === 'optimal' }
}

/** Whether branch and bound proves an optimum within ten seconds. */
function closes(solve: Solve): boolean {
  return solve({ algorithm: 'exact', timeLimit: 10 }).status === 'optimal'
}

function intersection(
  parser: JointParser,
  models: JointModels,
  weight: number,
): SentenceResult['intersection'] {
  const start = cpu()
  const trigram = trigramOfLinks(parser, models)
  const found = intersect(models.chart.factor.graph, (a, b, c) => weight * trigram(a, b, c))
  return found && { score: found.score, items: found.items, cpu: cpu() - start }
}

/** Milliseconds of processor time used by this process. */
export function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
