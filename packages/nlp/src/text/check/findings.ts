// Collects findings: all of one kind are reported as one, with a count and the first line.
import type { Finding } from './treebank.js'

type Code = Finding['code']

const MESSAGES: Readonly<Record<Code, (count: string, names: string) => string>> = {
  empty: () => 'There are no sentences.',
  cycle: (n) =>
    `${n} sentences have heads that form a cycle. They are not trees; fix them or leave them out.`,
  'head-outside': (n) => `${n} words have a HEAD outside of their sentence.`,
  'head-missing': (n) => `${n} words have no HEAD, while others have one.`,
  'many-roots': (n) =>
    `${n} sentences have several roots. A parser that demands one root cannot get them right.`,
  'unknown-tag': (n, names) => `${n} tags are not in Universal Dependencies: ${names}.`,
  'unknown-relation': (n, names) => `${n} relations are not in Universal Dependencies: ${names}.`,
  duplicate: (n) => `${n} sentences have the same words as an earlier one.`,
  overlap: (n) => `${n} sentences are in the training part, too: scores on them say little.`,
  'new-tag': (n, names) => `${n} tags are not in the training part and cannot be learned: ${names}.`,
  'new-relation': (n, names) =>
    `${n} relations are not in the training part and cannot be learned: ${names}.`,
  text: (n) =>
    `${n} sentences have another # text than their tokens and SpaceAfter give: one of the two was edited.`,
  'missing-column': (n, names) => `${n} columns are empty throughout: ${names}.`,
}

const ERRORS: ReadonlySet<Code> = new Set(['cycle', 'head-outside', 'head-missing', 'empty'])
const SHOWN = 8

export class Findings {
  private readonly byCode = new Map<Code, { count: number; line: number | undefined; names: string[] }>()

  add(code: Code, line: number | undefined, name?: string): void {
    let entry = this.byCode.get(code)
    if (entry === undefined) this.byCode.set(code, (entry = { count: 0, line, names: [] }))
    entry.count++
    if (name !== undefined) entry.names.push(name)
  }

  remove(code: Code): void {
    this.byCode.delete(code)
  }

  /** Errors first, then in the order of the table above. */
  list(): Finding[] {
    const codes = (Object.keys(MESSAGES) as Code[]).filter((code) => this.byCode.has(code))
    const findings = codes.map((code): Finding => {
      const { count, line, names } = this.byCode.get(code)!
      const shown = names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ', …' : '')
      return {
        severity: ERRORS.has(code) ? 'error' : 'warning',
        code,
        count,
        ...(line !== undefined && { line }),
        message: singular(MESSAGES[code](String(count), shown), count),
      }
    })
    return findings.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  }
}

/** Singular form of a message: `1 sentence has` for `1 sentences have`. */
function singular(message: string, count: number): string {
  if (count !== 1) return message
  return message
    .replace(
      /^1 (sentence|word|tag|relation|column)s (have|are)/,
      (_, noun: string, verb: string) => `1 ${noun} ${verb === 'have' ? 'has' : 'is'}`,
    )
    .replace('than their tokens', 'than its tokens')
    .replace('They are not trees; fix them or leave them out.', 'It is not a tree; fix it or leave it out.')
}
