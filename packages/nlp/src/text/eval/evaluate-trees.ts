// A corpus of trees against the correct ones: sums over sentences, as evalb reports them.
import { ParleyError } from '@parleyjs/core'
import type { HeadRules } from '../penn/head-rules.js'
import type { PennTree } from '../penn/tree.js'
import { compareTrees, type TreeComparison } from './compare-trees.js'
import { twoDecimals } from './round.js'
import { makeScore, type Score } from './score.js'

export interface EvaluateTreesOptions {
  /** Leaves out sentences of more words than this, punctuation included. */
  readonly maxLength?: number
  readonly headRules?: HeadRules
  /** Names of the files, for messages. */
  readonly goldName?: string
  readonly systemName?: string
}

/** A count out of a total. */
export interface Share {
  readonly correct: number
  readonly total: number
  /** `correct / total`, or 0. */
  readonly accuracy: number
}

export interface TreeEvaluation {
  readonly sentences: number
  /** Sentences without a tree: all of their constituents, tags and heads are missed. */
  readonly failed: number
  /** Labelled constituents. */
  readonly brackets: Score
  /** Sentences with the correct constituents and no others. */
  readonly exact: Share
  /** Constituents that cross a correct one, for each sentence that has a tree. */
  readonly averageCrossing: number
  /** Sentences without such a constituent, and with at most two. */
  readonly noCrossing: Share
  readonly twoOrLessCrossing: Share
  /** Words with the correct tag, without punctuation as evalb counts, and of all words. */
  readonly tags: Share
  readonly allTags: Share
  /** Words with the correct head by the head rules, without punctuation. */
  readonly dependencies: Share
}

/**
 * Compares trees with the correct ones, by the rules of evalb with Collins' parameters; see `compareTrees`. A
 * null is a sentence without a tree. (evalb leaves such sentences out; here they count as missed.)
 *
 * @example
 * evaluateTrees(parsePenn(goldText), parsePenn(systemText)).brackets.f1 // 0.88
 */
export function evaluateTrees(
  gold: readonly PennTree[],
  system: readonly (PennTree | null)[],
  {
    maxLength = Number.POSITIVE_INFINITY,
    headRules,
    goldName = 'gold',
    systemName = 'system',
  }: EvaluateTreesOptions = {},
): TreeEvaluation {
  if (gold.length !== system.length)
    throw new ParleyError(
      'bad-input',
      `${goldName} has ${gold.length} trees, ${systemName} ${system.length}: they must be the same sentences in the same order.`,
    )
  const comparisons: TreeComparison[] = []
  let failed = 0
  for (let i = 0; i < gold.length; i++) {
    const comparison = placed(i, systemName, () => compareTrees(gold[i], system[i]!, headRules))
    if (comparison.allWords > maxLength) continue
    comparisons.push(comparison)
    if (system[i] === null) failed++
  }
  return summarise(comparisons, failed)
}

/** The sums over sentences; `failed` of them have no tree. */
function summarise(all: readonly TreeComparison[], failed: number): TreeEvaluation {
  const sum = (key: keyof TreeComparison) => all.reduce((total, comparison) => total + comparison[key], 0)
  const sentences = all.length
  const crossingAtMost = (most: number) => all.filter(({ crossing }) => crossing <= most).length - failed
  const complete = all.filter(({ matched, gold, system }) => matched === gold && matched === system)
  const parsed = sentences - failed
  return {
    sentences,
    failed,
    brackets: makeScore(sum('matched'), sum('gold'), sum('system'), null),
    exact: share(complete.length, sentences),
    averageCrossing: parsed === 0 ? 0 : sum('crossing') / parsed,
    noCrossing: share(crossingAtMost(0), sentences),
    twoOrLessCrossing: share(crossingAtMost(2), sentences),
    tags: share(sum('correctTags'), sum('words')),
    allTags: share(sum('allCorrectTags'), sum('allWords')),
    dependencies: share(sum('correctHeads'), sum('words')),
  }
}

/** Adds the number of the sentence to an error. */
function placed<T>(index: number, file: string, compare: () => T): T {
  try {
    return compare()
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    throw new ParleyError(error.code, `Sentence ${index + 1}: ${error.message}`, { file })
  }
}

function share(correct: number, total: number): Share {
  return { correct, total, accuracy: total === 0 ? 0 : correct / total }
}

/**
 * An evaluation as text, with a column for each of several, such as all sentences and short ones.
 *
 * @example
 * const lines = treeEvaluationTable({ all: evaluateTrees(gold, system) }).split('\n')
 * lines[2] // 'Precision             |     88.06'
 */
export function treeEvaluationTable(columns: Readonly<Record<string, TreeEvaluation>>): string {
  const percent = (value: number) => twoDecimals(100 * value)
  const rows: [string, (evaluation: TreeEvaluation) => string][] = [
    ['Sentences', ({ sentences }) => String(sentences)],
    ['Without a tree', ({ failed }) => String(failed)],
    ['Precision', ({ brackets }) => percent(brackets.precision)],
    ['Recall', ({ brackets }) => percent(brackets.recall)],
    ['F1 score', ({ brackets }) => percent(brackets.f1)],
    ['Exact match', ({ exact }) => percent(exact.accuracy)],
    ['Average crossing', ({ averageCrossing }) => twoDecimals(averageCrossing)],
    ['No crossing', ({ noCrossing }) => percent(noCrossing.accuracy)],
    ['2 or less crossing', ({ twoOrLessCrossing }) => percent(twoOrLessCrossing.accuracy)],
    ['Tags', ({ tags }) => percent(tags.accuracy)],
    ['Tags, all words', ({ allTags }) => percent(allTags.accuracy)],
    ['Dependencies', ({ dependencies }) => percent(dependencies.accuracy)],
  ]
  const names = Object.keys(columns)
  const width = Math.max(12, ...names.map((name) => name.length + 1))
  const lines = [
    `${'Metric'.padEnd(19)}${names.map((name) => `|${name.padStart(width)} `).join('')}`,
    `${'-'.repeat(19)}${names.map(() => `+${'-'.repeat(width + 1)}`).join('')}`,
  ]
  for (const [title, show] of rows)
    lines.push(
      `${title.padEnd(19)}${names.map((name) => `|${show(columns[name]).padStart(width)} `).join('')}`,
    )
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}
