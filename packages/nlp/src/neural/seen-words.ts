// What a network's training saw of words: which tags go together, which rules make lemmas of which tags,
// forms whose lemma no rule makes, and which forms were seen at all.
import { fnv, spread } from '@parleyjs/core/internal'
import { KnownLemmas, LemmaCounts, type LemmaTable } from '../tasks/tag/known-lemmas.js'
import { isConstant, lemmaRule } from '../tasks/tag/lemma-rules.js'
import { analysisOf, numbering, TagSet } from '../tasks/tag/tag-set.js'
import type { Sentence } from '../text/conllu/sentence.js'
import type { LabelNames } from './label-sets.js'

export interface SeenWords {
  /** UPOS with the XPOS and FEATS that were seen together with it. */
  readonly tags: TagSet
  /** The rules of lemmas seen with each UPOS. */
  readonly rules: readonly (readonly number[])[]
  readonly lemmas: KnownLemmas
  /** Hashes of the forms in lower case that were seen at least twice, ascending. */
  readonly forms: Int32Array
}

/** Goes through a treebank. */
export function seenWords(sentences: readonly Sentence[], names: LabelNames): SeenWords {
  const known = { xpos: new Set(names.xpos), feats: new Set(names.feats) }
  const analyses = new Set<string>()
  const forms = new Map<number, number>()
  for (const sentence of sentences)
    sentence.forms.forEach((form, i) => {
      const hash = hashOf(form)
      forms.set(hash, (forms.get(hash) ?? 0) + 1)
      if (known.xpos.has(sentence.xpos[i]) && known.feats.has(sentence.feats[i]))
        analyses.add(analysisOf(sentence, i))
    })
  const tags = new TagSet(names.upos, [...analyses].sort())
  return {
    tags,
    ...lemmasOf(sentences, tags, names),
    forms: Int32Array.from([...forms].filter(([, count]) => count > 1).map(([hash]) => hash)).sort(),
  }
}

function lemmasOf(sentences: readonly Sentence[], tags: TagSet, names: LabelNames) {
  const numbers = numbering(tags.analyses)
  const rules = numbering(names.lemmas)
  const ofTag = tags.tags.map(() => new Set<number>())
  const saw = new LemmaCounts()
  for (const sentence of sentences) {
    const { forms, lemmas } = sentence
    forms.forEach((form, i) => {
      const analysis = numbers.get(analysisOf(sentence, i))
      if (analysis === undefined || (lemmas[i] === '_' && form !== '_')) return
      saw.add(form, lemmas[i], analysis)
      const rule = rules.get(lemmaRule(form, lemmas[i]))
      if (rule !== undefined) ofTag[tags.tagOf[analysis]].add(rule)
    })
  }
  const exceptions: LemmaTable['exceptions'][number][] = []
  const constants = new Map<number, Set<string>>()
  for (const [form, lemma, analysis] of saw.entries()) {
    const rule = rules.get(lemmaRule(form, lemma))
    if (rule === undefined) exceptions.push([form, lemma, analysis])
    else if (isConstant(names.lemmas[rule])) {
      const own = constants.get(rule) ?? new Set()
      constants.set(rule, own.add(form.toLowerCase()))
    }
  }
  return {
    rules: ofTag.map((own) => [...own].sort((a, b) => a - b)),
    lemmas: new KnownLemmas({
      exceptions,
      constants: [...constants].sort(([a], [b]) => a - b).map(([rule, own]) => [rule, ...[...own].sort()]),
    }),
  }
}

/** The hash of a form in lower case. */
export function hashOf(form: string): number {
  const lower = form.toLowerCase()
  return spread(fnv(lower, 0x811c9dc5, 0, lower.length))
}
