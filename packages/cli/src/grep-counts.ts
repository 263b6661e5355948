// Counts matches by the values that named words have in some columns.

import { ParleyError } from '@parleyjs/core'
import type { FoundTree, Sentence, TreePattern } from '@parleyjs/nlp'
import { visible } from './say.js'
import { UsageError } from './usage-error.js'

/** Maximum number of different combinations. */
const MOST = 1_000_000

const COLUMNS = ['form', 'lemma', 'upos', 'xpos', 'feats', 'deprel', 'misc'] as const

interface Part {
  readonly name: string
  readonly column: (typeof COLUMNS)[number]
  readonly key: string | null
}

export class Counts {
  private readonly counts = new Map<string, number>()
  private readonly parts: readonly Part[]

  /** `list` is such as `s.lemma,o.feats.Number`. */
  constructor(list: string, pattern: TreePattern) {
    this.parts = list.split(',').map((text) => partOf(text.trim(), pattern))
  }

  add({ sentence, matches }: FoundTree): void {
    for (const { named } of matches) {
      const values = this.parts.map((part) => fieldOf(part, sentence, named[part.name]))
      const key = values.join('\t')
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
      if (this.counts.size > MOST)
        throw new ParleyError(
          'too-large',
          `--by finds more than ${MOST} different values. Choose other columns.`,
        )
    }
  }

  /** The values with their counts, the largest count first. */
  get table(): { readonly count: number; readonly values: readonly string[] }[] {
    return [...this.counts]
      .map(([key, count]) => ({ count, values: key.split('\t') }))
      .sort((a, b) => b.count - a.count || (a.values.join('\t') < b.values.join('\t') ? -1 : 1))
  }

  /** A line for each combination: the count and the values, separated by tabs. */
  toString(): string {
    return visible(this.table.map(({ count, values }) => `${[count, ...values].join('\t')}\n`).join(''))
  }
}

function partOf(text: string, { names }: TreePattern): Part {
  const [name, column, ...key] = text.split('.')
  if (!names.includes(name))
    throw new UsageError(
      names.length === 0
        ? `--by ${text}: the pattern has no names. Write {…}=${name || 'x'}.`
        : `--by ${text}: the pattern has no name "${name}", only ${names.join(', ')}.`,
      'grep',
    )
  const found = COLUMNS.find((one) => one === column)
  if (found === undefined)
    throw new UsageError(`--by ${text}: expected a column, such as ${name}.lemma.`, 'grep')
  return { name, column: found, key: key.length === 0 ? null : key.join('.') }
}

function fieldOf({ column, key }: Part, sentence: Sentence, word: number): string {
  const field = sentence.column(column)[word]
  if (key === null) return field
  const pair = field.split('|').find((one) => one.startsWith(`${key}=`))
  return pair === undefined ? '_' : pair.slice(key.length + 1)
}
