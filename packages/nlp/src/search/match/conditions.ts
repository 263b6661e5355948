// Conditions on a word, as functions.
import { DEPREL } from '../../text/conllu/columns.js'
import type { Condition, Value } from '../pattern/syntax.js'
import { LinearRegex } from '../regex/linear-regex.js'
import type { TreeView } from './tree-view.js'

export type WordTest = (view: TreeView, word: number) => boolean

/** Regular expressions do not match longer fields. */
const MAX_REGEX_FIELD = 1000

/** The test for a condition. */
export function conditionTest({ field, key, negated, values }: Condition): WordTest {
  const test = key === null ? columnTest(field, values) : keyTest(field, key, values)
  return negated ? (view, word) => !test(view, word) : test
}

/** The test for the label of the arc from a word to its head; null if every label will do. */
export function labelTest(labels: readonly Value[] | null): WordTest | null {
  return labels === null ? null : columnTest(DEPREL, labels)
}

function columnTest(field: number, values: readonly Value[] | null): WordTest {
  if (values === null) return (view, word) => view.isPresent(word, field)
  return anyOf(
    values.map((value): WordTest => {
      if (value.kind === 'text') return (view, word) => view.equals(word, field, value.text)
      const matches = regexTest(value)
      return (view, word) => matches(view.field(word, field))
    }),
  )
}

function keyTest(field: number, key: string, values: readonly Value[] | null): WordTest {
  if (values === null) return (view, word) => view.findKey(word, field, key)
  const tests = values.map((value): ((view: TreeView) => boolean) => {
    if (value.kind === 'text') return (view) => view.valueEquals(value.text)
    const matches = regexTest(value)
    return (view) => matches(view.value())
  })
  return (view, word) => view.findKey(word, field, key) && tests.some((test) => test(view))
}

function anyOf(tests: readonly WordTest[]): WordTest {
  return tests.length === 1 ? tests[0] : (view, word) => tests.some((test) => test(view, word))
}

function regexTest({
  source,
  ignoreCase,
  column,
}: Extract<Value, { kind: 'regex' }>): (text: string) => boolean {
  const regex = new LinearRegex(source, ignoreCase, column)
  return (text) => text.length <= MAX_REGEX_FIELD && regex.matches(text)
}
