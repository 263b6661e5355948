// Scores of a tagger that decides each word independently, for corpus-wide inference: log-probabilities,
// without transitions.
import { portableLog } from '@parleyjs/core/internal'
import type { TreeParser } from '../parse/tree-parser.js'
import type { Tagging, WordTagger } from '../tag/word-tagger.js'
import type { TagScorer } from './tag-corpus.js'
import { independentTags } from './transitions.js'

/** Score units per nat. */
const UNITS = 1024
/** Tags less probable than this get the same score. */
const LEAST = 1e-12
/**
 * If the first model of a tagger is certain of a word, other tags get at most e⁻⁴ of the probability of its
 * tag.
 */
const SURE = -4

/** The part of a tagger that is needed. */
export type ProbableTagger = Pick<WordTagger, 'uposNames' | 'tag'>

/**
 * A tagger that remembers the sentence it tagged last, with probabilities: tagging a sentence and then
 * scoring it costs only one pass.
 */
export function rememberingTagger(tagger: ProbableTagger): ProbableTagger {
  let last: { forms: readonly string[]; tagging: Tagging } | undefined
  return {
    uposNames: tagger.uposNames,
    tag(forms, { probabilities, ...demands } = {}) {
      const isKnown =
        probabilities === true &&
        last?.forms.length === forms.length &&
        forms.every((form, i) => form === last!.forms[i])
      if (!isKnown) last = { forms, tagging: tagger.tag(forms, { ...demands, probabilities: true }) }
      return last!.tagging
    },
  }
}

/**
 * The tags of a tagger, with the words that training saw often enough for `knows`. Words count by themselves.
 */
export function taggerScorer(tagger: ProbableTagger, knows: (form: string) => boolean): TagScorer {
  const tags = tagger.uposNames
  return {
    tags,
    transitions: independentTags(tags.length),
    unit: 1 / UNITS,
    units(forms) {
      const k = tags.length
      const units = new Int32Array(forms.length * k)
      const { upos, probabilities } = tagger.tag(forms, { probabilities: true })
      for (let i = 0; i < forms.length; i++) {
        const p = probabilities![i]
        const tag = tags.indexOf(upos[i])
        // The probabilities are those of the second model. If they do not rank the tag first, the first model
        // was certain.
        const isBest = p.every((other) => other <= p[tag])
        for (let y = 0; y < k; y++) {
          const log = portableLog(Math.max(LEAST, p[y]))
          units[i * k + y] = Math.round(UNITS * (isBest ? log : y === tag ? 0 : Math.min(SURE, log)))
        }
      }
      return units
    },
    knows,
  }
}

/** Whether a parser's training saw a word at least twice. */
export function parserKnows({ scores }: TreeParser): (form: string) => boolean {
  const known = new Map<string, boolean>()
  return (form) => {
    const before = known.get(form)
    if (before !== undefined) return before
    const isKnown = scores.knows(form)
    known.set(form, isKnown)
    return isKnown
  }
}
