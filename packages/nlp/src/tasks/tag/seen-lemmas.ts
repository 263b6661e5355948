// The lemmas that training saw, as a set of hashes: with which tags, and for which forms. Where rules would
// make several lemmas from a new form, one that other forms have is the better guess.
import { mix } from '@parleyjs/core/internal'
import { featureOf, hashText, type LinearModel, LinearRows } from '@parleyjs/learn/internal'

/** Finds lemmas in the set. */
export class SeenLemmas {
  private readonly row = new Int32Array(2)
  private readonly scores = new Int32Array(1)

  /** @param model one label, with weight 1 for everything in the set */
  constructor(readonly model: LinearModel) {}

  /** The set of some forms, each with its lemma and the number of its tag. */
  static of(entries: Iterable<readonly [form: string, lemma: string, tag: number]>): SeenLemmas {
    const features = new Set<number>()
    for (const [form, lemma, tag] of entries) {
      const hash = hashText(lemma)
      features.add(withTag(hash, tag)).add(withForm(hash, form))
    }
    const rows = new LinearRows()
    for (const feature of Int32Array.from(features).sort()) {
      rows.add(0, 1)
      rows.end(feature)
    }
    return new SeenLemmas(rows.model(1, 1))
  }

  /**
   * 2 if a form with the same letters has the lemma, and forms with the same tag have it; 1 if only one of
   * this is so; 0 if neither.
   */
  evidence(form: string, lemma: string, tag: number): number {
    const { row, scores, model } = this
    const hash = hashText(lemma)
    row[0] = withTag(hash, tag)
    row[1] = withForm(hash, form)
    model.score(row, 2, scores)
    return scores[0]
  }
}

function withTag(hash: number, tag: number): number {
  return featureOf(mix(mix(hash, 1), tag))
}

function withForm(hash: number, form: string): number {
  return featureOf(mix(mix(hash, 2), hashText(form.toLowerCase())))
}
