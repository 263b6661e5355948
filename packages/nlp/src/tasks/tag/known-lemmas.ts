// What a lemmatizer knows about the forms of the training data: the lemmas that its rules would get wrong,
// and the forms from which each constant rule (one that keeps nothing of the form) was learned. Together with
// the rules this is a complete table of the forms and tags of the treebank.

import type { Fields } from '@parleyjs/learn/internal'
import { ownText } from '../../text/own-text.js'
import type { SeenLemmas } from './seen-lemmas.js'

/** The table as it is stored in a model. */
export interface LemmaTable {
  /** Exceptions: form, lemma, and the number of the analysis for which the form has this lemma. */
  readonly exceptions: readonly (readonly [form: string, lemma: string, analysis: number])[]
  /** For each constant rule, its number and the lower-case forms to which it applies. */
  readonly constants: readonly (readonly [rule: number, ...forms: string[]])[]
}

/** Looks up forms. */
export class KnownLemmas {
  private readonly lemmas = new Map<number, Map<string, string>>()
  private readonly formsOf = new Map<number, ReadonlySet<string>>()

  /** Reads the table from the header of a model and checks it. */
  static read(fields: Fields, rules: number, analyses: number, seen: SeenLemmas | null = null): KnownLemmas {
    const exceptions = fields.tuples('exceptions', ['text', 'text', analyses])
    const constants = fields.tuples('constants', [rules], 'text')
    return new KnownLemmas({ exceptions, constants } as unknown as LemmaTable, seen)
  }

  /** @param seen all lemmas of the training data; null in models written without them */
  constructor(
    readonly table: LemmaTable,
    readonly seen: SeenLemmas | null = null,
  ) {
    for (const [form, lemma, analysis] of table.exceptions) {
      const known = this.lemmas.get(analysis) ?? new Map<string, string>()
      this.lemmas.set(analysis, known.set(form, lemma))
    }
    for (const [rule, ...forms] of table.constants) this.formsOf.set(rule, new Set(forms))
  }

  /** The lemma of a form with an analysis, if it is an exception. */
  lemma(form: string, analysis: number): string | undefined {
    return this.lemmas.get(analysis)?.get(form)
  }

  /** Whether a constant rule applies to this form. */
  allows(rule: number, form: string): boolean {
    return this.formsOf.get(rule)?.has(form.toLowerCase()) === true
  }
}

/** The lemmas of a treebank, counted by form and analysis. */
export class LemmaCounts {
  private readonly counts = new Map<number, Map<string, Map<string, number>>>()

  add(form: string, lemma: string, analysis: number): void {
    let forms = this.counts.get(analysis)
    if (forms === undefined) this.counts.set(analysis, (forms = new Map()))
    let lemmas = forms.get(form)
    if (lemmas === undefined) forms.set(ownText(form), (lemmas = new Map()))
    lemmas.set(lemma, (lemmas.get(lemma) ?? 0) + 1)
  }

  /**
   * Every form with every analysis it was seen with, and its most frequent lemma; of equal counts the first
   * lemma wins.
   */
  *entries(): Generator<[form: string, lemma: string, analysis: number]> {
    for (const [analysis, forms] of [...this.counts].sort(([a], [b]) => a - b))
      for (const [form, lemmas] of [...forms].sort(([a], [b]) => (a < b ? -1 : 1))) {
        let best = ''
        let most = 0
        for (const [lemma, times] of lemmas)
          if (times > most || (times === most && lemma < best)) {
            best = lemma
            most = times
          }
        yield [form, ownText(best), analysis]
      }
  }
}
