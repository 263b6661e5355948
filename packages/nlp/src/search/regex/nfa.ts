// A nondeterministic automaton for a regular expression (Thompson's construction, from the end to the start).
import { ParleyError } from '@parleyjs/core'
import type { RegexNode } from './syntax.js'

/** Maximum number of states. Repetitions with bounds are copies. */
const MAX_STATES = 5000

export const ACCEPT = 0

/** A state: it reads a character, or continues at other states without reading. */
export type State =
  | { readonly kind: 'accept' }
  | { readonly kind: 'read'; readonly test: (point: number) => boolean; readonly next: number }
  | { readonly kind: 'jump'; readonly next: number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }

export interface Nfa {
  /** State 0 accepts. */
  readonly states: readonly State[]
  readonly first: number
}

export function buildNfa(regex: RegexNode): Nfa {
  const states: State[] = [{ kind: 'accept' }]
  const add = (state: State): number => {
    if (states.length === MAX_STATES)
      throw new ParleyError(
        'too-large',
        `A regular expression of the pattern needs more than ${MAX_STATES} states. Use smaller repetitions.`,
      )
    return states.push(state) - 1
  }

  /** Adds the states of a part that continues at `next`; returns the first. */
  function build(node: RegexNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return add({ kind: 'read', test: node.test, next })
      case 'start':
      case 'end':
        return add({ kind: node.kind, next })
      case 'sequence':
        return node.parts.reduceRight((after, part) => build(part, after), next)
      case 'choice':
        return add({ kind: 'jump', next: node.parts.map((part) => build(part, next)) })
      case 'repeat': {
        let first = next
        if (node.most === Number.POSITIVE_INFINITY) {
          const targets: number[] = []
          first = add({ kind: 'jump', next: targets })
          targets.push(build(node.part, first), next)
        } else
          for (let i = node.least; i < node.most; i++)
            first = add({ kind: 'jump', next: [build(node.part, first), next] })
        for (let i = 0; i < node.least; i++) first = build(node.part, first)
        return first
      }
    }
  }

  const first = build(regex, ACCEPT)
  return { states, first }
}
