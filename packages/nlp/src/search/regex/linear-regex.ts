// Matches regular expressions in time linear in the text, whatever the expression: sets of states of the
// nondeterministic automaton become states of a deterministic one when they are first reached.
import { ACCEPT, buildNfa, type Nfa } from './nfa.js'
import { parseRegex } from './syntax.js'

/** Numbers of states, transitions and texts that are remembered; then the memory starts afresh. */
const MAX_SETS = 1000
const MAX_STEPS = 20_000
const MAX_TEXTS = 20_000

/** A set of states, and where characters lead from it. */
interface StateSet {
  readonly states: readonly number[]
  readonly after: Map<number, StateSet>
  /** Whether the text may end here. */
  readonly accepts: boolean
}

/** A regular expression that whole texts match or do not match. */
export class LinearRegex {
  private readonly nfa: Nfa
  private readonly first: StateSet
  private readonly sets = new Map<string, StateSet>()
  private readonly texts = new Map<string, boolean>()
  private steps = 0

  /** `column` is the place of the expression in the pattern, for errors. */
  constructor(source: string, ignoreCase = false, column = 0) {
    this.nfa = buildNfa(parseRegex(source, ignoreCase, column))
    this.first = this.close([this.nfa.first], true)
  }

  /** Whether the whole text matches. */
  matches(text: string): boolean {
    const known = this.texts.get(text)
    if (known !== undefined) return known
    if (this.texts.size >= MAX_TEXTS) this.texts.clear()
    const result = this.run(text)
    this.texts.set(text, result)
    return result
  }

  private run(text: string): boolean {
    let set = this.first
    for (let i = 0; i < text.length; ) {
      const point = text.codePointAt(i)!
      i += point > 0xffff ? 2 : 1
      set = set.after.get(point) ?? this.read(set, point)
      if (set.states.length === 0) return false
    }
    return set.accepts
  }

  private read(set: StateSet, point: number): StateSet {
    const { states } = this.nfa
    const next: number[] = []
    for (const s of set.states) {
      const state = states[s]
      if (state.kind === 'read' && state.test(point)) next.push(state.next)
    }
    const made = this.close(next, false)
    if (this.sets.size >= MAX_SETS || ++this.steps >= MAX_STEPS) this.forget()
    const key = made.states.join()
    const known = this.sets.get(key) ?? made
    this.sets.set(key, known)
    set.after.set(point, known)
    return known
  }

  /** Forgets all transitions. Sets that are in use lose theirs as well, so that no chain of them stays. */
  private forget(): void {
    for (const { after } of this.sets.values()) after.clear()
    this.first.after.clear()
    this.sets.clear()
    this.steps = 0
  }

  /** The states that can be reached without reading, in ascending order. */
  private close(from: readonly number[], isStart: boolean): StateSet {
    const reached = this.reach(from, isStart, false)
    const kept = reached.filter((s) => this.nfa.states[s].kind !== 'jump')
    return {
      states: kept.sort((a, b) => a - b),
      after: new Map(),
      accepts: this.reach(from, isStart, true).includes(ACCEPT),
    }
  }

  private reach(from: readonly number[], isStart: boolean, isEnd: boolean): number[] {
    const { states } = this.nfa
    const seen = new Set(from)
    for (const s of seen) {
      const state = states[s]
      if (state.kind === 'jump') for (const next of state.next) seen.add(next)
      else if ((state.kind === 'start' && isStart) || (state.kind === 'end' && isEnd)) seen.add(state.next)
    }
    return [...seen]
  }
}
