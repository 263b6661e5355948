// Labels of a treebank, refined by marks and parents: Klein and Manning, "Accurate Unlexicalized Parsing"
// (2003). A label is a base label (NP), marks (NP~B), and the base label of its parent (NP~B^S).
import { headChild } from '../../../text/penn/head-rules.js'
import type { PennTree } from '../../../text/penn/tree.js'

/** Which distinctions the symbols of a grammar make. */
export interface AnnotationOptions {
  /** How many siblings a part of a constituent remembers. */
  readonly horizontal: number
  /** How many generations a constituent names: 1, itself; 2, its parent, too. */
  readonly vertical: 1 | 2
  /** From which side constituents are taken apart. */
  readonly direction: 'head' | 'right'
  /** Which marks are set; see `MARKS`. */
  readonly marks: readonly Mark[]
}

/** The marks, and what they are for. */
export const MARKS = {
  unary: 'constituents with one constituent in them',
  tagParent: 'tags name their parents',
  onlyTag: 'determiners and adverbs that are the whole constituent',
  auxiliary: 'forms of be and have',
  conjunction: 'but and & apart from other conjunctions',
  possessive: 'noun phrases that end in a possessive',
  verbForm: 'verb phrases by the form of their head',
  base: 'noun phrases of words only',
  hasVerb: 'constituents that contain a verb',
  rightNoun: 'noun phrases that end in a noun phrase',
  subjectless: 'clauses without a subject',
} as const
export type Mark = keyof typeof MARKS

/** A node with what its symbol is made of. */
export interface Annotated {
  readonly base: string
  /** The base label with its marks. */
  readonly label: string
  /** The base label of the parent, empty where it is not named. */
  readonly parent: string
  readonly children: readonly Annotated[]
  /** Position of the head among the children. */
  readonly head: number
  readonly word?: string
}

const VERB = /^(VB|MD)/
const BE = /^(be|am|is|are|was|were|been|being|'s|'re|'m)$/i
const HAVE = /^(have|has|had|having|'ve|'d)$/i

/** Sets the marks of a clean tree. */
export function annotate(tree: PennTree, options: AnnotationOptions): Annotated {
  const marks = new Set(options.marks)
  const verbal = new Map<PennTree, boolean>()
  const hasVerb = (at: PennTree): boolean => {
    const known = verbal.get(at)
    if (known !== undefined) return known
    const found = at.word === undefined ? at.children.some(hasVerb) : VERB.test(at.label)
    verbal.set(at, found)
    return found
  }
  const visit = (at: PennTree, parent: PennTree | null): Annotated => {
    const named = parent !== null && options.vertical > 1
    if (at.word !== undefined)
      return {
        base: at.label,
        label: at.label + tagMarks(at, parent, marks),
        parent: named && marks.has('tagParent') ? parent.label : '',
        children: [],
        head: 0,
        word: at.word,
      }
    return {
      base: at.label,
      label: at.label + phraseMarks(at, marks, hasVerb),
      parent: named ? parent.label : '',
      children: at.children.map((child) => visit(child, at)),
      head: headChild(at),
    }
  }
  return visit(tree, null)
}

function tagMarks({ label, word }: PennTree, parent: PennTree | null, marks: ReadonlySet<Mark>): string {
  let set = ''
  if (marks.has('onlyTag') && parent?.children.length === 1 && (label === 'DT' || label === 'RB')) set += '~U'
  if (marks.has('auxiliary') && label.startsWith('VB')) set += wordMark(label, word!)
  if (marks.has('conjunction') && label === 'CC') set += wordMark(label, word!)
  return set
}

/** The marks that the word itself decides. */
function wordMark(tag: string, word: string): string {
  if (tag === 'CC') return /^but$/i.test(word) ? '~BUT' : word === '&' ? '~&' : ''
  return BE.test(word) ? '~BE' : HAVE.test(word) ? '~HV' : ''
}

/** Whether a word may have a tag with these marks. */
export function fitsWord(base: string, label: string, word: string): boolean {
  const found = /~(BE|HV|BUT|&)/.exec(label)
  return found === null || wordMark(base, word) === found[0]
}

function phraseMarks(at: PennTree, marks: ReadonlySet<Mark>, hasVerb: (at: PennTree) => boolean): string {
  const { label, children } = at
  const isNoun = label === 'NP'
  const last = children[children.length - 1]
  let set = ''
  if (marks.has('unary') && children.length === 1 && children[0].word === undefined && label !== 'TOP')
    set += '~U'
  if (marks.has('possessive') && isNoun && last.label === 'POS') set += '~P'
  else if (marks.has('base') && isNoun && children.every((child) => child.word !== undefined)) set += '~B'
  if (marks.has('rightNoun') && isNoun && children.length > 1 && last.label === 'NP') set += '~R'
  if (marks.has('verbForm') && label === 'VP') set += `~${verbForm(at)}`
  if (marks.has('hasVerb') && /^(NP|PP|ADJP|ADVP|PRN|FRAG|UCP)$/.test(label) && hasVerb(at)) set += '~V'
  if (
    marks.has('subjectless') &&
    label === 'S' &&
    !children.some((child) => /^(NP|SBAR|S)$/.test(child.label))
  )
    set += '~G'
  return set
}

/** Finite, base form, -ing, -ed, to. */
function verbForm(at: PennTree): string {
  let head = at
  while (head.word === undefined) head = head.children[headChild(head)]
  const { label } = head
  return /^(VBZ|VBD|VBP|MD)$/.test(label) ? 'F' : /^(VB|VBG|VBN|TO)$/.test(label) ? label : 'O'
}
