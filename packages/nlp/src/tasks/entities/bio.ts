// Labels of the scheme BIO, and which of them may follow each other.
import { ParleyError } from '@parleyjs/core'

/** A stretch of tokens with a type. */
export interface TokenSpan {
  readonly type: string
  /** The first token, and the one after the last. */
  readonly start: number
  readonly end: number
}

/** A label: outside, or the beginning or the inside of a span. */
interface Part {
  readonly kind: 'O' | 'B' | 'I'
  readonly type: string
}

export class BioScheme {
  private readonly parts: readonly Part[]

  /** `labels` are such as O, B-PER and I-PER, in the order of their numbers. */
  constructor(readonly labels: readonly string[]) {
    this.parts = labels.map(partOf)
    for (const { kind, type } of this.parts)
      if (kind === 'I' && !this.parts.some((other) => other.kind === 'B' && other.type === type))
        throw new ParleyError(
          'bad-argument',
          `The labels have I-${type}, but not B-${type}, which must come first.`,
        )
  }

  /** Whether a sequence may begin with a label. */
  mayBegin(label: number): boolean {
    return this.parts[label].kind !== 'I'
  }

  /** Whether a label may follow another: I-PER only follows B-PER and I-PER. */
  mayFollow(before: number, label: number): boolean {
    const { kind, type } = this.parts[label]
    return kind !== 'I' || (this.parts[before].kind !== 'O' && this.parts[before].type === type)
  }

  /** The spans of a valid sequence of labels. */
  spans(sequence: ArrayLike<number>): TokenSpan[] {
    const spans: { type: string; start: number; end: number }[] = []
    for (let token = 0; token < sequence.length; token++) {
      const { kind, type } = this.parts[sequence[token]]
      if (kind === 'B') spans.push({ type, start: token, end: token + 1 })
      else if (kind === 'I') spans[spans.length - 1].end = token + 1
    }
    return spans
  }
}

function partOf(label: string): Part {
  if (label === 'O') return { kind: 'O', type: '' }
  const [, kind, type] = /^([BI])-(.+)$/.exec(label) ?? []
  if (type === undefined)
    throw new ParleyError('bad-argument', `The label ${JSON.stringify(label)} is not O, B-TYPE or I-TYPE.`)
  return { kind: kind as 'B' | 'I', type }
}
