// The part of the address after #: the tab and its content. A link thus carries the sentence, the graph, the
// settings.

/** A tab and its values, by name. */
export interface Place {
  readonly tab: string
  readonly values: Readonly<Record<string, string>>
}

/**
 * @example
 * readHash('#parse?text=I%20saw') // { tab: 'parse', values: { text: 'I saw' } }
 */
export function readHash(hash: string): Place {
  const [, tab = '', query = ''] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? []
  return { tab, values: Object.fromEntries(new URLSearchParams(query)) }
}

/** Formats a place as the part of the address after #; empty values are left out. */
export function writeHash({ tab, values }: Place): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
  return `#${tab}${query.size === 0 ? '' : `?${query}`}`
}
