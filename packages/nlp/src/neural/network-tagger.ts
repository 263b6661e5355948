// Tags and lemmas by a network. A word gets the analysis (UPOS, XPOS and FEATS that training saw together)
// whose labels score most together.
import { portableExp, requireOptions } from '@parleyjs/core/internal'
import { lemmaByRules } from '../tasks/tag/lemma-by-rules.js'
import { isSymbol, wellFormed } from '../tasks/tag/lemma-checks.js'
import {
  applyTags,
  TAG_KEYS,
  type Tagging,
  type TagOptions,
  type WordTagger,
  wantedTags,
} from '../tasks/tag/word-tagger.js'
import type { Sentence } from '../text/conllu/sentence.js'
import type { WordReader } from './word-reader.js'

export class NetworkTagger implements WordTagger {
  readonly uposNames: readonly string[]
  readonly givesProbabilities = true as const
  /** UPOS, XPOS and FEATS of each analysis: names, and numbers of labels. */
  private readonly columns: readonly (readonly string[])[]
  private readonly numbers: readonly (readonly [xpos: number, feats: number])[]
  private readonly everyTag: Int32Array

  constructor(private readonly reader: WordReader) {
    const { names, seen } = reader.model
    this.uposNames = names.upos
    this.columns = seen.tags.analyses.map((analysis) => analysis.split('\t'))
    const [xpos, feats] = [names.xpos, names.feats].map((list) => new Map(list.map((name, i) => [name, i])))
    this.numbers = this.columns.map(([, x, f]) => [xpos.get(x) ?? 0, feats.get(f) ?? 0])
    this.everyTag = Int32Array.from(names.upos, (_, tag) => tag)
  }

  tag(forms: readonly string[], options: TagOptions = {}): Tagging {
    requireOptions('tag', options, TAG_KEYS)
    const wanted = wantedTags(this.uposNames, forms.length, options)
    const { reader, columns } = this
    reader.read(forms)
    const upos = reader.labels('upos')
    const xpos = reader.labels('xpos')
    const feats = reader.labels('feats')
    const rules = reader.labels('lemmas')
    const tagging: Tagging = { upos: [], xpos: [], feats: [], lemmas: [] }
    forms.forEach((form, i) => {
      const analysis = this.best({ upos, xpos, feats }, i, wanted?.[i] ?? this.everyTag)
      const [u, x, f] = columns[analysis]
      const name = options.fixed?.[i] ?? u
      tagging.upos.push(name)
      // A tag that was not seen in training has no analysis.
      tagging.xpos.push(name === u ? x : '_')
      tagging.feats.push(name === u ? f : '_')
      tagging.lemmas.push(this.lemma(form, analysis, rules, i))
    })
    if (options.probabilities !== true) return tagging
    return { ...tagging, probabilities: forms.map((_, i) => this.probabilities(upos, i)) }
  }

  apply(sentence: Sentence, options: TagOptions = {}): Sentence {
    return applyTags(this, sentence, options)
  }

  /** The best analysis with one of these UPOS; of equal scores the first wins. */
  private best(
    scores: { readonly upos: Float32Array; readonly xpos: Float32Array; readonly feats: Float32Array },
    word: number,
    tags: ArrayLike<number>,
  ): number {
    const { names, seen } = this.reader.model
    const [u, x, f] = [names.upos, names.xpos, names.feats].map(({ length }) => word * length)
    let most = Number.NEGATIVE_INFINITY
    let best = -1
    for (let k = 0; k < tags.length; k++)
      for (const analysis of seen.tags.choices[tags[k]]) {
        const [xpos, feats] = this.numbers[analysis]
        const score = scores.upos[u + tags[k]] + scores.xpos[x + xpos] + scores.feats[f + feats]
        if (score <= most) continue
        most = score
        best = analysis
      }
    return best
  }

  private lemma(form: string, analysis: number, scores: Float32Array, word: number): string {
    const { names, seen } = this.reader.model
    if (names.lemmas.length === 0) return '_'
    const exception = seen.lemmas.lemma(form, analysis)
    if (exception !== undefined) return exception
    if (isSymbol(form)) return wellFormed(form)
    const choices = seen.rules[seen.tags.tagOf[analysis]]
    return lemmaByRules(form, names.lemmas, choices, scores, seen.lemmas, word * names.lemmas.length)
  }

  /** The softmax over the UPOS of a word. */
  private probabilities(scores: Float32Array, word: number): Float64Array {
    const count = this.uposNames.length
    const own = Float64Array.from(scores.subarray(word * count, (word + 1) * count))
    const most = own.reduce((a, b) => Math.max(a, b))
    const parts = own.map((score) => portableExp(score - most))
    const sum = parts.reduce((a, b) => a + b)
    return parts.map((part) => part / sum)
  }
}
