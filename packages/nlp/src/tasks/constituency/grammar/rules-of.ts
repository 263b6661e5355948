// A constituent as binary steps. The symbol of a part is named after the whole constituent and remembers a
// few of the siblings: @NP^S with memory. The memory is kept apart from the rest, so that parts of equal
// memory can be compared.
import type { Annotated, AnnotationOptions } from './annotate.js'

/** A symbol, taken apart. */
export interface SymbolParts {
  readonly base: string
  readonly label: string
  readonly parent: string
  /** The siblings that a part of a constituent remembers. Null for whole constituents and tags. */
  readonly memory: string | null
}

/** A rule A → B C or A → B. */
export type RuleSink = (parent: SymbolParts, left: SymbolParts, right: SymbolParts | null) => void

/** The rules of a tree, and its words with their tags. */
export function eachRule(
  tree: Annotated,
  options: AnnotationOptions,
  onRule: RuleSink,
  onWord: (tag: SymbolParts, word: string) => void,
): void {
  const waiting = [tree]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.word !== undefined) onWord(whole(at), at.word)
    else rulesOf(at, options, onRule)
    // From left to right, so that words come in their order.
    for (let i = at.children.length - 1; i >= 0; i--) waiting.push(at.children[i])
  }
}

function whole({ base, label, parent }: Annotated): SymbolParts {
  return { base, label, parent, memory: null }
}

function rulesOf(at: Annotated, { direction, horizontal }: AnnotationOptions, onRule: RuleSink): void {
  const { children, head } = at
  const top = whole(at)
  const part = (memory: string): SymbolParts => ({ ...top, memory })
  const last = children.length - 1
  if (last <= 1) {
    onRule(top, whole(children[0]), last === 1 ? whole(children[1]) : null)
    return
  }
  const names = (from: number, to: number) =>
    children
      .slice(Math.max(from, 0), to)
      .map(({ base }) => base)
      .join('_')
  if (direction === 'right') {
    for (let i = 0; i < last; i++) {
      const from = i === 0 ? top : part(names(i - horizontal, i))
      const rest = i + 1 === last ? whole(children[last]) : part(names(i + 1 - horizontal, i + 1))
      onRule(from, whole(children[i]), rest)
    }
    return
  }
  // Around the head: A (B ((H C) D)), from the outside to the inside.
  const center = names(head, head + 1)
  const inner = (from: number, to: number): SymbolParts => {
    if (from === to) return whole(children[from])
    if (from < head) return part(`${center}<${names(from, Math.min(head, from + horizontal))}`)
    return part(`${center}>${names(Math.max(head + 1, to + 1 - horizontal), to + 1)}`)
  }
  let [from, to] = [0, last]
  let symbol = top
  while (from < head) {
    const next = inner(from + 1, to)
    onRule(symbol, whole(children[from++]), next)
    symbol = next
  }
  while (to > head) {
    const next = inner(from, to - 1)
    onRule(symbol, next, whole(children[to--]))
    symbol = next
  }
}
