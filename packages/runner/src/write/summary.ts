// Writes a summary as text, JSON or HTML, with or without the words that were removed from its sentences.
import type { Summary } from '@parleyjs/nlp'
import { forTerminal, type SummarySentence, summaryJson } from '@parleyjs/nlp/internal'

export interface SummaryOutput {
  readonly format: 'text' | 'json' | 'html'
  /** Names of the documents. */
  readonly names: readonly string[]
  /** Whether to show removed words. */
  readonly deleted: boolean
  readonly color: boolean
}

/** The summary in a format, with a line break at the end. */
export function writeSummary(summary: Summary, { format, names, deleted, color }: SummaryOutput): string {
  if (format === 'json') return `${JSON.stringify(summaryJson(summary, names))}\n`
  if (format === 'html') return html(summary, deleted)
  if (!deleted) return `${summary.text}\n`
  const [open, close] = color ? ['\x1b[2m', '\x1b[22m'] : ['[-', '-]']
  return summary.sentences.map((s) => `${forTerminalLine(s, open, close)}\n`).join('')
}

function forTerminalLine(sentence: SummarySentence, open: string, close: string): string {
  return marked(sentence, (text, kept) => (kept ? forTerminal(text) : `${open}${forTerminal(text)}${close}`))
}

/** The sentence as it was written, with kept and removed stretches marked. */
function marked(
  { original, start, stretches }: SummarySentence,
  mark: (text: string, kept: boolean) => string,
): string {
  let at = start
  let line = ''
  for (const stretch of stretches) {
    line += original.slice(at - start, stretch.start - start)
    line += mark(original.slice(stretch.start - start, stretch.end - start), stretch.kept)
    at = stretch.end
  }
  return line.replaceAll(/\s+/g, ' ')
}

function html(summary: Summary, deleted: boolean): string {
  const sentences = summary.sentences.map((sentence) =>
    deleted
      ? marked(sentence, (text, kept) => (kept ? escaped(text) : `<del>${escaped(text)}</del>`))
      : escaped(sentence.text),
  )
  return `<p class="summary">${sentences.join('\n')}</p>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
