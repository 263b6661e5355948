// A summary as data for JSON: spans instead of flags, and the concepts that matter.
import type { Summary } from './summariser.js'
import type { SummarySentence } from './summary-sentence.js'

/** Maximum number of concepts in the output; those of little weight would make up most of it. */
const MOST_CONCEPTS = 200

/**
 * What the command prints and the server sends for a summary; documents by name, or by number where they have
 * none.
 */
export function summaryJson(summary: Summary, names: readonly string[] = []) {
  const { sentences, concepts, ...rest } = summary
  return {
    ...rest,
    sentences: sentences.map(({ document, start, end, original, text, words, stretches }) => ({
      document: names[document] ?? document,
      start,
      end,
      original,
      text,
      words,
      kept: spans(stretches, true),
      deleted: spans(stretches, false),
    })),
    concepts: concepts.slice(0, MOST_CONCEPTS),
  }
}

function spans(stretches: SummarySentence['stretches'], kept: boolean): [number, number][] {
  return stretches.filter((s) => s.kept === kept).map(({ start, end }) => [start, end])
}
