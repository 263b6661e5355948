// One sentence through both parsers: each alone, the one restricted to the other's best tree, and both
// together by every algorithm.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Parser, type PennTree, readModel, type TwoParse, TwoParsers, treeWords } from '@parleyjs/nlp'
import {
  DependencyModel,
  dependenciesAlone,
  intersectParsers,
  loadLexicalised,
  type TwoModels,
  type TwoParsersOptions,
} from '@parleyjs/nlp/internal'

/** Limits of iterations for the curve (paper 3, Fig. 5). */
export const LIMITS = [1, 2, 3, 5, 10, 20, 50] as const

const BASIC = {
  'subgradient (appendix B)': { algorithm: 'subgradient', step: 'rush', stepSize: 2 },
  'subgradient, Polyak': { algorithm: 'subgradient', step: 'polyak' },
  'AD³': { algorithm: 'ad3' },
  MPLP: { algorithm: 'mplp' },
} as const satisfies Record<string, TwoParsersOptions>

export type BasicName = keyof typeof BASIC
/**
 * On arcs only, as in the paper, or with grandparents from some round on, as `TwoParsers` does by default.
 */
export type AlgorithmName = BasicName | `${BasicName}, grandparents`

export const NAMES = (Object.keys(BASIC) as BasicName[]).flatMap((name): AlgorithmName[] => [
  name,
  `${name}, grandparents`,
])

/** The options for an algorithm's name. */
export function optionsOf(name: AlgorithmName): TwoParsersOptions {
  const basic = name.replace(', grandparents', '') as BasicName
  return name === basic
    ? { ...BASIC[basic], grandparentsAfter: Number.POSITIVE_INFINITY }
    : { ...BASIC[basic] }
}

export const PAPER = 'subgradient (appendix B)' satisfies AlgorithmName

/** The results for a sentence, with processor times in milliseconds. */
export interface SentenceRecord {
  readonly words: number
  readonly derived: boolean
  readonly edges: number
  readonly grammar: PennTree
  /** The grammar restricted to the dependency model's best arcs (the baseline of paper 3, Table 2). */
  readonly fixed: PennTree
  readonly dependencyHeads: Int32Array
  readonly joint: PennTree
  readonly jointHeads: Int32Array
  readonly times: { readonly models: number; readonly grammar: number; readonly dependencies: number }
  readonly algorithms: Readonly<
    Partial<Record<AlgorithmName, { certified: boolean; rounds: number; time: number; value: number }>>
  >
  /** Result of branch and bound after 50 rounds of each algorithm that proved nothing. */
  readonly closed: readonly {
    readonly name: AlgorithmName
    readonly parse: TwoParse
    readonly time: number
  }[]
  /** By limit: the tree and whether it is proven by the paper's algorithm, and with grandparents. */
  readonly curve: readonly {
    readonly tree: PennTree
    readonly certified: boolean
    readonly certifiedByMore: boolean
  }[]
  /**
   * The intersected dynamic program on the same chart; null where it was left out, or the chart has no tree.
   */
  readonly intersection: { readonly score: number; readonly items: number; readonly time: number } | null
}

/** Settings of the measurements. */
export interface RunOptions {
  readonly curve: boolean
  /** Sentences of more words are not intersected. */
  readonly intersectUpTo: number
  /** Factor by which the chart's limits are increased, in items and in nats. */
  readonly wide: number
}

/** The default limits of a `TwoParsers` chart, increased by a factor. */
function widened(times: number): TwoParsersOptions {
  if (times === 1) return {}
  return { limits: { complete: 8 * times, partial: 24 * times, below: 9 * times }, below: 14 * times }
}

/** Loads the models that `two-parsers-train.js` has trained. */
export function loadModels(
  folder: string,
  treebank: string,
): { parser: TwoParsers; tags: Record<string, string[][]> } {
  const read = (name: string) => gunzipSync(readFileSync(`${folder}/${treebank}.${name}.gz`))
  const model = (name: string) => readModel(Uint8Array.from(read(name)))
  const dependencyModel = new DependencyModel(Parser.fromModel(model('dependency')))
  return {
    parser: new TwoParsers(loadLexicalised(model('lexicalised')), dependencyModel),
    tags: JSON.parse(read('tags.json').toString()) as Record<string, string[][]>,
  }
}

/** All measurements of one sentence, for a weight of the dependency model. */
export function runSentence(
  parser: TwoParsers,
  gold: PennTree,
  tags: string[],
  weight: number,
  options: RunOptions,
  names: readonly AlgorithmName[],
): SentenceRecord {
  const weights = [1, weight] as const
  const begin = milliseconds()
  const models = parser.models(treeWords(gold), tags, widened(options.wide))
  const made = milliseconds()
  const { arcs } = models.dependencies
  const alone = dependenciesAlone(models)
  const dependent = milliseconds()
  const grammar = models.tree(new Float64Array(arcs.length)) ?? alone.tree
  const parsed = milliseconds()
  const only = Float64Array.from(arcs, ([h, m]) => (alone.heads[m - 1] === h ? 0 : Number.NEGATIVE_INFINITY))
  const fixed = models.tree(only) ?? grammar
  const results = names.map((name) => {
    const start = milliseconds()
    const parse = parser.decode(models, { ...optionsOf(name), weights, maxIterations: 49, close: 0 })
    const { status, iterations, value } = parse
    const found = {
      certified: status === 'optimal',
      rounds: iterations + 1,
      time: milliseconds() - start,
      value,
    }
    return { name, parse, found }
  })
  const limits = options.curve ? LIMITS : []
  return {
    words: tags.length,
    derived: results[0].parse.derived,
    edges: models.forest.graph?.edgeCount ?? 0,
    grammar,
    fixed,
    dependencyHeads: alone.heads,
    joint: results[0].parse.tree,
    jointHeads: results[0].parse.heads,
    times: { models: made - begin, dependencies: dependent - made, grammar: parsed - dependent },
    algorithms: Object.fromEntries(
      results.map(({ name, found }) => [name, found]),
    ) as SentenceRecord['algorithms'],
    closed: results
      .filter(({ parse }) => parse.derived && parse.status !== 'optimal')
      .map(({ name }) => {
        const start = milliseconds()
        const parse = parser.decode(models, { ...optionsOf(name), weights, maxIterations: 49, close: 30 })
        return { name, parse, time: milliseconds() - start }
      }),
    curve: limits.map((limit) => {
      const rounds = { weights, maxIterations: limit - 1, close: 0 }
      const { tree, status } = parser.decode(models, { ...optionsOf(PAPER), ...rounds })
      const more = parser.decode(models, { ...optionsOf(`${PAPER}, grandparents`), ...rounds })
      return { tree, certified: status === 'optimal', certifiedByMore: more.status === 'optimal' }
    }),
    intersection: tags.length <= options.intersectUpTo ? intersection(models, weight) : null,
  }
}

function intersection({ forest, dependencies }: TwoModels, weight: number): SentenceRecord['intersection'] {
  const start = milliseconds()
  const found = intersectParsers(forest.graph, dependencies.factor, weight)
  return found && { score: found.score, items: found.items, time: milliseconds() - start }
}

function milliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
