// One tree against the correct one, by the rules of evalb with Collins' parameters (COLLINS.prm): traces and
// punctuation leave the sentence, the root does not count, function tags are cut, PRT equals ADVP.
import { ParleyError } from '@parleyjs/core'
import { baseLabel, cleanTree, ROOT_LABELS } from '../penn/clean.js'
import { dependencies } from '../penn/dependencies.js'
import { decodeWord } from '../penn/escapes.js'
import { COLLINS_HEAD_RULES, type HeadRules } from '../penn/head-rules.js'
import { EVALB_PUNCTUATION } from '../penn/punctuation-tags.js'
import { leaves, type PennTree, type Span, spans } from '../penn/tree.js'

const TRACE = '-NONE-'

/** How a sentence's tree compares with the correct one. */
export interface TreeComparison {
  /** Constituents of both trees, of each, and of the system's that cross one of the correct tree. */
  readonly matched: number
  readonly gold: number
  readonly system: number
  readonly crossing: number
  /** Words that count: all but traces and punctuation. */
  readonly words: number
  /** Counted words with the correct tag, and with the correct head by the head rules. */
  readonly correctTags: number
  readonly correctHeads: number
  /** Words with punctuation, and those with the correct tag. */
  readonly allWords: number
  readonly allCorrectTags: number
}

/**
 * Compares a tree with the correct one; null is a sentence without a tree, which misses everything. Which
 * words are punctuation is decided by the tags of the correct tree. (evalb decides for each tree by its own
 * tags, and gives up on a sentence where that leaves different words.)
 *
 * @example
 * const [gold, system] = parsePenn('(NP (NP (DT a) (NN b)) (NN c)) (NP (DT a) (NN b) (NN c))')
 * compareTrees(gold, system).matched // 1
 */
export function compareTrees(
  gold: PennTree,
  system: PennTree | null,
  rules: HeadRules = COLLINS_HEAD_RULES,
): TreeComparison {
  const goldLeaves = leaves(gold).filter(isWord)
  const counts = goldLeaves.map(({ label }) => !EVALB_PUNCTUATION.has(label))
  const goldBrackets = brackets(gold, counts)
  const words = counts.filter(Boolean).length
  const allWords = counts.length
  const missed = { matched: 0, system: 0, crossing: 0, correctTags: 0, correctHeads: 0, allCorrectTags: 0 }
  if (system === null) return { ...missed, gold: goldBrackets.length, words, allWords }

  const systemLeaves = leaves(system).filter(isWord)
  requireSameWords(goldLeaves, systemLeaves)
  const systemBrackets = brackets(system, counts)
  const rightTags = goldLeaves.map(({ label }, i) => label === systemLeaves[i].label)
  return {
    matched: countMatches(goldBrackets, systemBrackets),
    gold: goldBrackets.length,
    system: systemBrackets.length,
    crossing: systemBrackets.filter((bracket) => goldBrackets.some((other) => cross(bracket, other))).length,
    words,
    correctTags: rightTags.filter((right, i) => right && counts[i]).length,
    correctHeads: compareHeads(gold, headsOf(system, rules), rules).correct,
    allWords,
    allCorrectTags: rightTags.filter(Boolean).length,
  }
}

/**
 * How many heads (counted from 1, 0 for the root) are those of the correct tree by the head rules;
 * punctuation does not count. For models that predict dependencies only.
 */
export function compareHeads(
  gold: PennTree,
  heads: ArrayLike<number>,
  rules: HeadRules = COLLINS_HEAD_RULES,
): { readonly correct: number; readonly words: number } {
  const goldLeaves = leaves(gold).filter(isWord)
  const goldHeads = headsOf(gold, rules)
  if (heads.length !== goldHeads.length)
    throw new ParleyError(
      'bad-argument',
      `${heads.length} heads for a sentence of ${goldHeads.length} words.`,
    )
  let [correct, words] = [0, 0]
  for (let i = 0; i < goldHeads.length; i++) {
    if (EVALB_PUNCTUATION.has(goldLeaves[i].label)) continue
    words++
    if (heads[i] === goldHeads[i]) correct++
  }
  return { correct, words }
}

function isWord({ label }: PennTree): boolean {
  return label !== TRACE
}

function headsOf(tree: PennTree, rules: HeadRules): Int32Array {
  const plain = cleanTree(tree, { remove: [TRACE] })
  return plain === null ? new Int32Array(0) : dependencies(plain, rules).heads
}

/** The constituents that count, in terms of the words that count. */
function brackets(tree: PennTree, counts: readonly boolean[]): Span[] {
  // Words that count before each leaf, traces among the leaves.
  const before = [0]
  let word = 0
  for (const at of leaves(tree))
    before.push(before[before.length - 1] + (isWord(at) && counts[word++] === true ? 1 : 0))
  const found: Span[] = []
  for (const { label, start, end } of spans(tree)) {
    const bracket = { label: comparable(label), start: before[start], end: before[end] }
    if (bracket.start < bracket.end && !isDeleted(bracket.label)) found.push(bracket)
  }
  return found
}

function comparable(label: string): string {
  const base = baseLabel(label)
  return base === 'PRT' ? 'ADVP' : base
}

function isDeleted(label: string): boolean {
  return ROOT_LABELS.has(label) || label === TRACE || EVALB_PUNCTUATION.has(label)
}

/** Constituents that are in both lists, as often as they are in both. */
function countMatches(gold: readonly Span[], system: readonly Span[]): number {
  const left = new Map<string, number>()
  const key = ({ label, start, end }: Span) => `${start} ${end} ${label}`
  for (const bracket of gold) left.set(key(bracket), (left.get(key(bracket)) ?? 0) + 1)
  let matched = 0
  for (const bracket of system) {
    const rest = left.get(key(bracket)) ?? 0
    if (rest === 0) continue
    matched++
    left.set(key(bracket), rest - 1)
  }
  return matched
}

function cross(a: Span, b: Span): boolean {
  return (
    (a.start < b.start && b.start < a.end && a.end < b.end) ||
    (b.start < a.start && a.start < b.end && b.end < a.end)
  )
}

function requireSameWords(
  gold: readonly { readonly word: string }[],
  system: readonly { readonly word: string }[],
): void {
  if (gold.length !== system.length)
    throw new ParleyError(
      'bad-input',
      `The correct tree has ${gold.length} words, the other ${system.length}.`,
    )
  const at = gold.findIndex(({ word }, i) => decodeWord(word) !== decodeWord(system[i].word))
  if (at >= 0)
    throw new ParleyError(
      'bad-input',
      `Word ${at + 1} is "${gold[at].word}" in the correct tree, but "${system[at].word}" in the other.`,
    )
}
