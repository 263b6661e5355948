// The graphs that the benchmarks build, and the formats in which peers receive them.
import { ad3, evaluate, exact, readUai, writeUai } from '@parleyjs/core'
import { expect, test } from 'vitest'
import { gaussian } from './channel.js'
import { codeGraph } from './code-graph.js'
import { codeBasis, isCodeword, randomCodeword } from './codewords.js'
import { isingGrid } from './ising-grid.js'
import { seeded } from './random.js'
import { sortScopes } from './uai-scopes.js'

const words = (bits: number) =>
  Array.from({ length: 2 ** bits }, (_, w) => Int32Array.from({ length: bits }, (_, b) => (w >> b) & 1))

test('an Ising grid has an edge between neighbours, and is the same every time', () => {
  const graph = isingGrid(3, 1, 5)
  expect([graph.variableCount, graph.factorCount]).toEqual([9, 12])
  const pairs = Array.from({ length: 12 }, (_, f) =>
    Array.from(graph.store.literalsOf(f), (l) => l >> 1).join(),
  )
  expect(pairs.sort()).toEqual(
    ['0,1', '0,3', '1,2', '1,4', '2,5', '3,4', '3,6', '4,5', '4,7', '5,8', '6,7', '7,8'].sort(),
  )
  expect(writeUai(isingGrid(3, 1, 5))).toBe(writeUai(graph))
  expect(writeUai(isingGrid(3, 1, 6))).not.toBe(writeUai(graph))
})

test('without fields the grid is symmetric: flipping all spins changes nothing but the fields', () => {
  // Σ field·x is what a flip changes; recover it from two opposite assignments of two grids that share
  // fields.
  const [weak, strong] = [isingGrid(4, 0, 9), isingGrid(4, 1, 9)]
  for (const word of words(16).filter((_, w) => w % 977 === 0)) {
    const opposite = word.map((bit) => 1 - bit)
    const change = (g: typeof weak) => evaluate(g, word) - evaluate(g, opposite)
    expect(change(strong)).toBeCloseTo(change(weak), 9)
  }
})

test('decoding by AD³ gives the most likely codeword whenever it says so', () => {
  const random = seeded(11)
  const checks = [
    [0, 1, 2, 3],
    [2, 3, 4, 5],
    [0, 4, 6, 7],
    [1, 5, 6, 8],
    [3, 7, 8, 9],
  ]
  const code = { bits: 10, checks: checks.map((check) => Int32Array.from(check)) }
  const { graph, bits } = codeGraph(code)
  const basis = codeBasis(code)
  const codewords = words(code.bits).filter((word) => isCodeword(code, word))
  let certified = 0
  for (let frame = 0; frame < 50; frame++) {
    const sent = randomCodeword(basis, code.bits, random)
    const ratios = gaussian(1, 0.5).send(sent, random)
    bits.forEach((bit, i) => {
      graph.setScore(bit, ratios[i])
    })
    const score = (word: Int32Array) => word.reduce((sum, bit, i) => sum + bit * ratios[i], 0)
    const best = Math.max(...codewords.map(score))
    const { status, assignment, value } = ad3(graph)
    expect(isCodeword(code, assignment!)).toBe(true)
    expect(value).toBeCloseTo(score(assignment!), 9)
    expect(value).toBeLessThanOrEqual(best + 1e-9)
    if (status === 'optimal') {
      certified++
      expect(value).toBeCloseTo(best, 4)
    }
    expect(exact(graph).value).toBeCloseTo(best, 4)
  }
  expect(certified).toBeGreaterThan(10)
})

test('sorting the scopes of a UAI file changes no score', () => {
  const text =
    'MARKOV\n3\n2 3 2\n3\n1 2\n3 2 1 0\n2 1 0\n2\n1 2\n12\n1 2 3 4 5 6 7 8 9 10 11 12\n6\n1 2 3 4 5 6\n'
  const [before, after] = [readUai(text), readUai(sortScopes(text))]
  expect(sortScopes(text)).toMatch(/\n3 0 1 2\n2 0 1\n/)
  for (let w = 0; w < 12; w++) {
    const word = Int32Array.of(w % 2, Math.floor(w / 2) % 3, Math.floor(w / 6))
    expect(evaluate(after, word)).toBeCloseTo(evaluate(before, word), 12)
  }
})
