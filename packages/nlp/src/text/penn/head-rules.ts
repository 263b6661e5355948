// Which child is the head of a constituent: Collins' table.
// M. Collins, "Head-Driven Statistical Models for Natural Language Parsing", thesis, University of
// Pennsylvania 1999, appendix A (after Magerman 1995), with rules for the categories of newer treebanks.
import { isPunctuationTag } from './punctuation-tags.js'
import type { PennTree } from './tree.js'

/** One search: the first of `labels`, or any of them at once, from one end. */
export interface HeadSearch {
  readonly from: 'left' | 'right'
  readonly labels: readonly string[]
  /** Whether any of the labels will do; otherwise the first label is looked for, then the second, ... */
  readonly any?: boolean
}

export interface HeadRule {
  /** Tried in turn. */
  readonly searches: readonly HeadSearch[]
  /** The child at this end if nothing was found. */
  readonly otherwise: 'left' | 'right'
}

export type HeadRules = Readonly<Record<string, HeadRule>>

const NOUN: HeadRule = {
  searches: [
    { from: 'right', labels: ['NN', 'NNP', 'NNPS', 'NNS', 'NX', 'POS', 'JJR', 'NML'], any: true },
    { from: 'left', labels: ['NP'] },
    { from: 'right', labels: ['$', 'ADJP', 'PRN'], any: true },
    { from: 'right', labels: ['CD'] },
    { from: 'right', labels: ['JJ', 'JJS', 'RB', 'QP'], any: true },
  ],
  otherwise: 'right',
}

function left(labels: string): HeadRule {
  return { searches: [{ from: 'left', labels: labels.match(/\S+/g) ?? [] }], otherwise: 'left' }
}

function right(labels: string): HeadRule {
  return { searches: [{ from: 'right', labels: labels.match(/\S+/g) ?? [] }], otherwise: 'right' }
}

/** Collins' rules; a label that is not here takes its leftmost child. */
export const COLLINS_HEAD_RULES: HeadRules = {
  ADJP: left('NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB'),
  ADVP: right('RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN'),
  CONJP: right('CC RB IN'),
  FRAG: right(''),
  INTJ: left(''),
  LST: right('LS :'),
  NAC: left('NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW'),
  NP: NOUN,
  NX: NOUN,
  NML: NOUN,
  PP: right('IN TO VBG VBN RP FW'),
  PRN: left(''),
  PRT: right('RP'),
  QP: left('$ IN NNS NN JJ RB DT CD NCD QP JJR JJS'),
  RRC: right('VP NP ADVP ADJP PP'),
  S: left('TO IN VP S SBAR ADJP UCP NP'),
  SBAR: left('WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG'),
  SBARQ: left('SQ S SINV SBARQ FRAG'),
  SINV: left('VBZ VBD VBP VB MD VP S SINV ADJP NP'),
  SQ: left('VBZ VBD VBP VB MD VP SQ'),
  UCP: right(''),
  VP: left('TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP'),
  WHADJP: left('CC WRB JJ ADJP'),
  WHADVP: right('CC WRB'),
  WHNP: left('WDT WP WP$ WHADJP WHPP WHNP'),
  WHPP: right('IN TO FW'),
  // Beyond Collins: disfluencies and the parts of articles in MASC and CRAFT.
  EDITED: left('S VP NP'),
  CAPTION: left('S NP FRAG VP'),
  HEADING: left('S NP FRAG VP'),
  TITLE: left('S NP FRAG VP'),
}

const LEFTMOST: HeadRule = left('')

/**
 * Which child is the head: its position among the children. Of the constituents in a coordination it is the
 * first; punctuation is the head only of punctuation.
 *
 * @example
 * headChild(parsePenn('(NP (DT the) (NN rain))')[0]) // 1
 */
export function headChild({ label, children }: PennTree, rules: HeadRules = COLLINS_HEAD_RULES): number {
  if (children.length < 2) return 0
  const rule = Object.hasOwn(rules, label) ? rules[label] : LEFTMOST
  const last = children.length - 1
  // A possessive is the head of its phrase.
  if (rule === NOUN && children[last].label === 'POS') return last
  let head = -1
  for (const search of rule.searches) {
    head = find(children, search)
    if (head >= 0) break
  }
  if (head < 0) head = firstWordFrom(children, rule.otherwise)
  return beforeConjunction(children, head)
}

function find(children: readonly PennTree[], { from, labels, any = false }: HeadSearch): number {
  const [start, step] = from === 'left' ? [0, 1] : [children.length - 1, -1]
  for (const label of any ? [null] : labels)
    for (let i = start; i >= 0 && i < children.length; i += step)
      if (label === null ? labels.includes(children[i].label) : children[i].label === label) return i
  return -1
}

/** The first child from one end that is not a punctuation mark, or the first child if all are. */
function firstWordFrom(children: readonly PennTree[], from: 'left' | 'right'): number {
  const [start, step] = from === 'left' ? [0, 1] : [children.length - 1, -1]
  for (let i = start; i >= 0 && i < children.length; i += step)
    if (!isPunctuationTag(children[i].label)) return i
  return start
}

/**
 * Collins' rule for coordination: if a conjunction stands before the head, the child before the conjunction
 * is the head.
 */
function beforeConjunction(children: readonly PennTree[], head: number): number {
  if (head < 2 || children[head - 1].label !== 'CC') return head
  for (let i = head - 2; i >= 0; i--) if (!isPunctuationTag(children[i].label)) return i
  return head
}
