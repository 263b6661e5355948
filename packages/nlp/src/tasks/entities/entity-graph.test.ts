// Entities from scores of tokens: the best valid labels by enumeration, further factors, and wrong input.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BioScheme } from './bio.js'
import { EntityGraph } from './entity-graph.js'

const LABELS = ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC']

/** Whether labels are valid, by definition. */
function isValid(labels: readonly string[]): boolean {
  return labels.every((label, i) => {
    if (!label.startsWith('I-')) return true
    return i > 0 && [`B-${label.slice(2)}`, label].includes(labels[i - 1])
  })
}

/** The best score of a valid sequence, by enumeration. */
function best(rows: readonly (readonly number[])[], before: readonly string[] = []): number {
  if (!isValid(before)) return Number.NEGATIVE_INFINITY
  if (before.length === rows.length) return 0
  return Math.max(...LABELS.map((label, l) => rows[before.length][l] + best(rows, [...before, label])))
}

test('the best valid labels', () => {
  const row = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const entities = new EntityGraph(rows, { labels: LABELS })
      const solution = entities.solve()
      expect(solution.status).toBe('optimal')
      expect(isValid(entities.labels(solution))).toBe(true)
      expect(solution.value).toBeCloseTo(best(rows), 9)
      const chars = entities.labels(solution)
      for (const { type, start, end } of entities.spans(solution)) {
        expect(chars[start]).toBe(`B-${type}`)
        expect(chars.slice(start + 1, end)).toEqual(chars.slice(start + 1, end).map(() => `I-${type}`))
        expect(chars[end]).not.toBe(`I-${type}`)
      }
    }),
    { numRuns: 60 },
  )
})

test('the output of a model: a tensor, labels by number, and the first pieces of words alone', () => {
  // [CLS] Ann Sm ##ith sleeps [SEP]
  const rows = [
    [0, 9, 0],
    [1, 4, 0],
    [1, 0, 3],
    [0, 9, 0],
    [5, 0, 1],
    [9, 0, 0],
  ]
  const logits = { dims: [1, 6, 3], data: Float32Array.from(rows.flat()) }
  const entities = new EntityGraph(logits, { labels: { 0: 'O', 1: 'B-PER', 2: 'I-PER' }, tokens: [1, 2, 4] })
  const solution = entities.solve()
  expect(entities.labels(solution)).toEqual(['B-PER', 'I-PER', 'O'])
  expect(entities.spans(solution)).toEqual([{ type: 'PER', start: 0, end: 2 }])
})

test('further factors: two occurrences of a name prefer the same label', () => {
  const rows = [
    [0, 3, -9, 0, -9],
    [9, 0, 0, 0, 0],
    [0, 0, -9, 0.5, -9],
  ]
  const alone = new EntityGraph(rows, { labels: LABELS })
  expect(alone.labels(alone.solve())).toEqual(['B-PER', 'O', 'B-LOC'])
  const together = new EntityGraph(rows, { labels: LABELS })
  const [first, , third] = together.variables
  LABELS.forEach((_, label) => void together.graph.pair(first.is(label), third.is(label), 1))
  const solution = together.solve()
  expect([solution.status, together.labels(solution)]).toEqual(['optimal', ['B-PER', 'O', 'B-PER']])
})

describe('wrong input is refused', () => {
  test.each([
    [() => new EntityGraph([[1, 2]], { labels: LABELS }), /Token 0 has 2 scores, but there are 5 labels/],
    [
      () => new EntityGraph({ dims: [2, 1, 5], data: new Float32Array(10) }, { labels: LABELS }),
      /shape \[2, 1, 5\]/,
    ],
    [() => new EntityGraph({ dims: [1, 2, 5], data: new Float32Array(9) }, { labels: LABELS }), /shape/],
    [() => new EntityGraph([[0, 0]], { labels: { 0: 'O', 2: 'B-X' } }), /no label with number 1/],
    [() => new EntityGraph([[0]], { labels: ['O'], tokens: [3] }), /tokens\[0\] is 3/],
    [() => new BioScheme(['O', 'PER']), /"PER" is not O, B-TYPE or I-TYPE/],
    [() => new BioScheme(['O', 'I-PER']), /not B-PER/],
    [() => new EntityGraph([[Number.NaN]], { labels: ['O'] }), /NaN/],
  ])('%#', (run, message) => {
    expect(run).toThrow(message)
  })

  test('no tokens have no labels', () => {
    const entities = new EntityGraph([], { labels: LABELS })
    expect(entities.spans(entities.solve())).toEqual([])
  })
})
