// Chooses the sentences that get variables. Repetitions of an earlier sentence and sentences without a
// weighted concept are dropped without loss. Beyond a limit, those with the most weight per word stay.

import type { WorthyConcept } from './build-problem.js'
import type { ConceptSentence } from './concepts.js'

/** The numbers of the sentences that may be used, in reading order. */
export function chooseCandidates(
  sentences: readonly ConceptSentence[],
  concepts: readonly WorthyConcept[],
  budget: number,
  most: number,
): number[] {
  const weight = new Float64Array(sentences.length)
  for (const concept of concepts) {
    let last = -1
    for (const { sentence } of concept.tokens) {
      if (sentence === last) continue
      last = sentence
      weight[sentence] += concept.weight
    }
  }
  const seen = new Set<string>()
  const possible: number[] = []
  sentences.forEach(({ forms }, s) => {
    if (weight[s] === 0) return
    const text = forms.join(' ').toLowerCase()
    if (seen.has(text)) return
    seen.add(text)
    possible.push(s)
  })
  if (possible.length <= most) return possible
  // A long sentence can be shortened to the budget, but not a short one lengthened.
  const density = (s: number) => weight[s] / Math.min(budget, Math.max(8, sentences[s].forms.length))
  const ranked = [...possible].sort((a, b) => density(b) - density(a) || a - b)
  return ranked.slice(0, most).sort((a, b) => a - b)
}
