// Formats a report on a treebank as text.
import type { Inventory } from './inventory.js'
import type { TreebankReport } from './treebank.js'

const SHOWN = 12

/**
 * The report as lines for a terminal: first the contents, then the suspicious findings with their lines.
 * `deviations` are lines about deviations from the format, which the reader found.
 *
 * @example
 * treebankSummary(checkTreebank(parseConllu(text))).split('\n')[0]
 * // '2 sentences, 10 words (5.0 per sentence)'
 */
export function treebankSummary(report: TreebankReport, deviations = ''): string {
  const { sentences, words, longest, trees, nonProjective, multiwordTokens, emptyNodes } = report
  const lines: string[] = []
  const mean = sentences === 0 ? '' : ` (${(words / sentences).toFixed(1)} per sentence)`
  lines.push(`${count(sentences, 'sentence')}, ${count(words, 'word')}${mean}`)
  if (multiwordTokens + emptyNodes > 0)
    lines.push(`multiword tokens: ${multiwordTokens}, empty nodes: ${emptyNodes}`)
  if (longest !== null) lines.push(`longest sentence: ${count(longest.words, 'word')} (line ${longest.line})`)
  if (trees > 0)
    lines.push(
      `${nonProjective} of ${trees} trees are non-projective (${((100 * nonProjective) / trees).toFixed(1)} %)`,
    )
  lines.push(...values('UPOS', 'tags', report.upos))
  lines.push(...values('XPOS', 'tags', report.xpos))
  lines.push(...values('DEPREL', 'relations', report.deprel))
  lines.push('')
  if (report.findings.length === 0 && deviations === '') lines.push('Nothing looks wrong.')
  for (const { severity, line, message } of report.findings)
    lines.push(`${severity}: ${message}${line === undefined ? '' : ` (first in line ${line})`}`)
  return `${lines.join('\n')}\n${deviations}`
}

function values(name: string, noun: string, { size, counts, singletons, universal }: Inventory): string[] {
  if (size === 0) return []
  const shown = counts.slice(0, SHOWN).map(([value, count]) => `${value} ${count}`)
  const more = size > SHOWN ? ', …' : ''
  const own = universal === false ? ', not those of Universal Dependencies' : ''
  const once = singletons.length === 0 ? '' : `; once only: ${list(singletons)}`
  return [`${name}: ${size} ${noun}${own}: ${shown.join(', ')}${more}${once}`]
}

function list(names: readonly string[]): string {
  return names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '')
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
