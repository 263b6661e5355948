// Finds all words for the variables of a pattern: a search in depth with one closure for each variable.
import type { PackedSentence } from '../../text/conllu/sentence.js'
import type { Condition } from '../pattern/syntax.js'
import { conditionTest, type WordTest } from './conditions.js'
import { type PlanStep, planOf } from './plan.js'
import { RELATIONS } from './relations.js'
import type { Scope, Variables } from './scopes.js'
import { TreeView } from './tree-view.js'

/** Maximum number of words that the search tries in one sentence. */
const MAX_STEPS = 1_000_000

/** A part of the search. Returns whether the whole search must stop. */
type Run = () => boolean

export class Matcher {
  /** Whether the last search ended before it had seen everything. */
  isIncomplete = false
  private readonly view = new TreeView()
  private readonly words: Int32Array
  private readonly run: Run
  private readonly own: readonly number[]
  private found: number[][] = []
  private limit = 0
  private serial = 0

  constructor({ scope, count }: Variables) {
    this.own = scope.own
    this.words = new Int32Array(count)
    this.run = this.compile(scope, [], () => this.record())
  }

  /** The words of all matches, each list in the order of the variables, in ascending order. */
  search(sentence: PackedSentence, limit: number): number[][] {
    this.view.open(sentence)
    this.found = []
    this.limit = limit
    this.isIncomplete = false
    this.serial++
    this.run()
    return this.found.length < 2 ? this.found : this.found.sort(compare)
  }

  private record(): boolean {
    if (this.found.length === this.limit) return this.stop()
    this.found.push(this.own.map((variable) => this.words[variable]))
    return false
  }

  private stop(): boolean {
    this.isIncomplete = true
    return true
  }

  /** The search for the variables of a scope; `outer` are those around it. `last` gets each match. */
  private compile(scope: Scope, outer: readonly number[], last: Run): Run {
    const all = [...outer, ...scope.own]
    const negations = scope.negations.map((inner) => this.compile(inner, all, () => true))
    let run: Run =
      negations.length === 0
        ? last
        : () => {
            for (const exists of negations) if (exists()) return this.isIncomplete
            return last()
          }
    const steps = planOf(scope)
    for (let i = steps.length - 1; i >= 0; i--) {
      const bound = [...outer, ...steps.slice(0, i).map(({ variable }) => variable)]
      run = this.step(scope, steps[i], bound, run)
    }
    return this.guarded(scope, outer, run)
  }

  /** Checks what a scope requires of the variables around it, before it is searched. */
  private guarded(scope: Scope, outer: readonly number[], run: Run): Run {
    const links = scope.links.filter(({ from, to }) => outer.includes(from) && outer.includes(to))
    const tests = outer.flatMap((variable) => {
      const test = this.wordTest(scope.conditions.get(variable) ?? [])
      return test === null ? [] : [{ variable, test }]
    })
    if (links.length === 0 && tests.length === 0) return run
    const { view, words } = this
    return () =>
      links.every(({ from, to, test }) => test(view, words[from], words[to])) &&
      tests.every(({ variable, test }) => test(view, words[variable])) &&
      run()
  }

  /** Tries all words for one variable. */
  private step(scope: Scope, { variable, source }: PlanStep, bound: readonly number[], next: Run): Run {
    const { view, words } = this
    const test = this.wordTest(scope.conditions.get(variable) ?? [])
    const links = scope.links.filter(
      ({ from, to }) =>
        (from === variable && bound.includes(to)) || (to === variable && bound.includes(from)),
    )
    const visit = (word: number): boolean => {
      if (++view.steps > MAX_STEPS) return this.stop()
      for (let i = 0; i < bound.length; i++) if (words[bound[i]] === word) return false
      words[variable] = word
      for (let i = 0; i < links.length; i++) {
        const link = links[i]
        if (!link.test(view, words[link.from], words[link.to])) return false
      }
      if (test !== null && !test(view, word)) return false
      return next()
    }
    if (source === null)
      return () => {
        for (let word = 0; word < view.length; word++) if (visit(word)) return true
        return false
      }
    const { link, from } = source
    const { each } = RELATIONS[link.from === from ? link.operator : RELATIONS[link.operator].inverse]
    return () => each(view, words[from], visit)
  }

  /** The test for some conditions; null if there are none. */
  private wordTest(conditions: readonly Condition[]): WordTest | null {
    if (conditions.length === 0) return null
    const tests = conditions.map(conditionTest)
    const all: WordTest =
      tests.length === 1 ? tests[0] : (view, word) => tests.every((test) => test(view, word))
    const isCostly = conditions.some(
      ({ key, values }) => key !== null || values?.some(({ kind }) => kind === 'regex'),
    )
    return isCostly ? this.remembered(all) : all
  }

  /** A test that runs at most once for each word of a sentence. */
  private remembered(test: WordTest): WordTest {
    // Twice the serial number of the sentence, plus the result.
    let known = new Float64Array(64)
    return (view, word) => {
      if (word >= known.length) {
        const larger = new Float64Array(2 * Math.max(word, known.length))
        larger.set(known)
        known = larger
      }
      const no = 2 * this.serial
      if (known[word] < no) known[word] = no + (test(view, word) ? 1 : 0)
      return known[word] > no
    }
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((word, i) => word !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}
