// Checks a treebank before training: what it contains, and what looks wrong.

import { writtenTokens } from '../../tasks/tokenize/gold.js'
import type { Column } from '../conllu/columns.js'
import { countRoots, findCycle, isProjective } from '../conllu/heads.js'
import type { Sentence } from '../conllu/sentence.js'
import { withoutSubtype } from '../eval/relations.js'
import { Findings } from './findings.js'
import { Counter, type Inventory } from './inventory.js'
import { UNIVERSAL_RELATIONS, UNIVERSAL_TAGS } from './tagsets.js'

/** A finding about a file. An `error` makes a sentence useless for training; a `warning` is worth a look. */
export interface Finding {
  readonly severity: 'error' | 'warning'
  readonly code:
    | 'cycle'
    | 'head-outside'
    | 'head-missing'
    | 'many-roots'
    | 'unknown-tag'
    | 'unknown-relation'
    | 'duplicate'
    | 'overlap'
    | 'new-tag'
    | 'new-relation'
    | 'missing-column'
    | 'text'
    | 'empty'
  /** Number of sentences, words or values concerned. */
  readonly count: number
  /** The line of the first occurrence. */
  readonly line?: number
  readonly message: string
}

/** The report on a treebank. */
export interface TreebankReport {
  readonly sentences: number
  readonly words: number
  readonly multiwordTokens: number
  readonly emptyNodes: number
  /** Number of words of the longest sentence, and its line. */
  readonly longest: { readonly words: number; readonly line: number } | null
  /** Counts among the sentences that are trees. */
  readonly trees: number
  readonly nonProjective: number
  readonly upos: Inventory
  readonly xpos: Inventory
  readonly deprel: Inventory
  /** Columns that are `_` for every word. */
  readonly missingColumns: readonly Column[]
  readonly findings: readonly Finding[]
}

/** Columns on which a parser or tagger may be trained. */
const TRAINABLE = ['lemma', 'upos', 'xpos', 'feats', 'head', 'deprel'] as const

/**
 * Checks a treebank. With `training`, the file is taken as the development or test part of that training
 * part: sentences that are in both, and tags that do not occur in training, are reported.
 *
 * @example
 * checkTreebank(parseConllu(text)).findings.map((finding) => finding.code) // ['many-roots', 'duplicate']
 */
export function checkTreebank(sentences: Iterable<Sentence>, training?: Iterable<Sentence>): TreebankReport {
  const survey = new Survey()
  for (const sentence of sentences) survey.add(sentence)
  const report = survey.report()
  if (training === undefined) return report
  const before = new Survey()
  for (const sentence of training) before.add(sentence)
  return { ...report, findings: [...report.findings, ...survey.comparedWith(before)] }
}

class Survey {
  private readonly found = new Findings()
  private readonly texts = new Map<string, number>()
  private readonly upos = new Counter()
  private readonly xpos = new Counter()
  private readonly deprel = new Counter()
  private readonly filled = new Set<Column>()
  private sentences = 0
  private words = 0
  private multiwordTokens = 0
  private emptyNodes = 0
  private longest: { words: number; line: number } | null = null
  private trees = 0
  private nonProjective = 0

  add(sentence: Sentence): void {
    this.sentences++
    this.words += sentence.length
    for (const { kind } of sentence.otherRows)
      if (kind === 'range') this.multiwordTokens++
      else this.emptyNodes++
    if (sentence.length > (this.longest?.words ?? 0))
      this.longest = { words: sentence.length, line: sentence.line }
    const text = sentence.forms.join('\t')
    const first = this.texts.get(text)
    if (first === undefined) this.texts.set(text, sentence.line)
    else this.found.add('duplicate', sentence.line)
    for (let w = 0; w < sentence.length; w++) {
      const line = sentence.lineOf(w)
      this.upos.add(sentence.upos[w], line)
      this.xpos.add(sentence.xpos[w], line)
      this.deprel.add(sentence.deprels[w], line)
    }
    for (const name of TRAINABLE)
      if (!this.filled.has(name) && sentence.column(name).some((value) => value !== '_'))
        this.filled.add(name)
    if (sentence.text !== undefined && sentence.text.trimEnd() !== writtenTokens(sentence))
      this.found.add('text', sentence.line)
    this.addTree(sentence)
  }

  report(): TreebankReport {
    const upos = this.upos.inventory((tag) => UNIVERSAL_TAGS.has(tag))
    const deprel = this.deprel.inventory((relation) => UNIVERSAL_RELATIONS.has(withoutSubtype(relation)))
    for (const tag of upos.unknown) this.found.add('unknown-tag', this.upos.line(tag)!, tag)
    for (const relation of deprel.unknown)
      this.found.add('unknown-relation', this.deprel.line(relation)!, relation)
    const missingColumns = this.sentences === 0 ? [] : TRAINABLE.filter((name) => !this.filled.has(name))
    // Without any head, one finding is enough; not one for each word.
    if (missingColumns.includes('head')) this.found.remove('head-missing')
    for (const name of missingColumns) this.found.add('missing-column', undefined, name.toUpperCase())
    if (this.sentences === 0) this.found.add('empty', undefined)
    const { sentences, words, multiwordTokens, emptyNodes, longest, trees, nonProjective } = this
    return {
      sentences,
      words,
      multiwordTokens,
      emptyNodes,
      longest,
      trees,
      nonProjective,
      upos,
      xpos: this.xpos.inventory(),
      deprel,
      missingColumns,
      findings: this.found.list(),
    }
  }

  /** Compares this part with the training part: shared sentences, and tags that only this part has. */
  comparedWith(training: Survey): Finding[] {
    const found = new Findings()
    for (const [text, line] of this.texts) if (training.texts.has(text)) found.add('overlap', line)
    for (const tag of this.upos.values())
      if (!training.upos.has(tag)) found.add('new-tag', this.upos.line(tag), tag)
    for (const relation of this.deprel.values())
      if (!training.deprel.has(relation)) found.add('new-relation', this.deprel.line(relation), relation)
    return found.list()
  }

  private addTree(sentence: Sentence): void {
    const { heads, length } = sentence
    let usable = true
    for (let w = 0; w < length; w++) {
      if (heads[w] >= 0 && heads[w] <= length) continue
      usable = false
      this.found.add(heads[w] < 0 ? 'head-missing' : 'head-outside', sentence.lineOf(w))
    }
    const cycle = findCycle(heads)
    if (cycle !== null) this.found.add('cycle', sentence.lineOf(cycle[0]))
    if (!usable || cycle !== null) return
    this.trees++
    if (countRoots(heads) > 1) this.found.add('many-roots', sentence.line)
    if (!isProjective(heads)) this.nonProjective++
  }
}
