// Counted words in a model file: the words as text, and their tags and counts as packed numbers.
import { ParleyError } from '@parleyjs/core'
import type { Model, ModelArray } from '@parleyjs/learn'
import { packNumbers, unpackNumbers } from '@parleyjs/learn/internal'
import type { WordCounts } from './counts.js'

/** Words with their counts, as arrays of a model whose names begin with `name`. */
export function packWords(name: string, words: ReadonlyMap<string, WordCounts>): Record<string, ModelArray> {
  const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    [name]: packLines(sorted.map(([word]) => word)),
    [`${name}.sizes`]: packNumbers(sorted.map(([, { tags }]) => tags.length)),
    [`${name}.tags`]: packNumbers(sorted.flatMap(([, { tags }]) => tags)),
    [`${name}.counts`]: packNumbers(sorted.flatMap(([, { counts }]) => counts)),
  }
}

/** The words in a model; `what` names the model if they do not fit together. */
export function unpackWords(
  what: string,
  name: string,
  { arrays }: Model,
  tagCount: number,
): Map<string, WordCounts> {
  const words = unpackLines(arrays[name])
  const sizes = unpackNumbers(what, arrays[`${name}.sizes`])
  const tags = unpackNumbers(what, arrays[`${name}.tags`])
  const counts = unpackNumbers(what, arrays[`${name}.counts`])
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (sizes.length !== words.length || total !== tags.length || total !== counts.length)
    throw broken(what, `has ${words.length} words with ${sizes.length} counts`)
  if (tags.some((tag) => tag >= tagCount)) throw broken(what, 'has a word whose tag does not exist')
  let at = 0
  return new Map(
    words.map((word, i) => {
      const end = at + sizes[i]
      const own = { tags: [...tags.subarray(at, end)], counts: [...counts.subarray(at, end)] }
      at = end
      return [word, own]
    }),
  )
}

export function packLines(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(lines.join('\n')))
}

export function unpackLines(bytes: ModelArray | undefined): string[] {
  const text = new TextDecoder().decode(Uint8Array.from(bytes ?? []))
  return text === '' ? [] : text.split('\n')
}

function broken(what: string, fault: string): ParleyError {
  return new ParleyError('bad-input', `${what} ${fault}. Train it again.`)
}
