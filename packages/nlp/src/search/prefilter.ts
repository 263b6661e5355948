// Texts that every sentence with a match contains: a search for them in the file passes over most sentences.
import { HEAD, ID, MISC } from '../text/conllu/columns.js'
import type { Scope } from './match/scopes.js'
import type { Condition } from './pattern/syntax.js'

/** The texts that a sentence must contain to match. */
export function requiredTexts({ conditions, links }: Scope): string[] {
  const texts = new Set<string>()
  for (const all of conditions.values())
    for (const condition of all) {
      const text = requiredText(condition)
      if (text !== null) texts.add(text)
    }
  for (const { labels } of links)
    if (labels?.length === 1 && labels[0].kind === 'text') texts.add(`\t${labels[0].text}\t`)
  // A search for a long text is faster, and it is probably rarer.
  return [...texts].sort((a, b) => b.length - a.length)
}

function requiredText({ field, key, negated, values }: Condition): string | null {
  if (negated) return null
  if (values === null) return key === null ? null : `${key}=`
  const [value, second] = values
  if (second !== undefined || value.kind !== 'text') return key === null ? null : `${key}=`
  if (key !== null) return `${key}=${value.text}`
  if (field === ID || field === HEAD) return null
  return field === MISC ? `\t${value.text}` : `\t${value.text}\t`
}

/** Finds the pieces of a text that contain all of some texts, from left to right. */
export class Prefilter {
  private text = ''
  /** The next place of each text, at or after the piece that was last asked for. */
  private readonly places: number[]

  constructor(private readonly required: readonly string[]) {
    this.places = required.map(() => 0)
  }

  open(text: string): void {
    this.text = text
    this.places.fill(-1)
  }

  /** Whether `text[from, to)` contains them all. Pieces must be asked for in ascending order. */
  passes(from: number, to: number): boolean {
    for (let i = 0; i < this.required.length; i++) {
      if (this.places[i] < from) {
        const place = this.text.indexOf(this.required[i], from)
        this.places[i] = place < 0 ? Number.POSITIVE_INFINITY : place
      }
      if (this.places[i] >= to) return false
    }
    return true
  }
}
