// The split of the treebanks is fixed, and has the documented sizes.
import { type PennTree, treeWords } from '@parleyjs/nlp'
import { describe, expect, it } from 'vitest'
import { BLOCK, craft, masc, mascRaw, partOf, split } from './split.js'

const data = process.env.PARLEY_DATA
const skipped = data === undefined ? ' (skipped: PARLEY_DATA is not set)' : ''
const PARTS = ['train', 'dev', 'test'] as const

describe('the split', () => {
  it('gives whole blocks to one part: eight of ten to training, the ninth to dev, the last to test', () => {
    const blocks = Array.from({ length: 20 }, (_, block) => {
      const parts = new Set(Array.from({ length: BLOCK }, (_, i) => partOf(block * BLOCK + i)))
      expect(parts.size).toBe(1)
      return [...parts][0]
    })
    const ten = [...Array.from({ length: 8 }, () => 'train'), 'dev', 'test']
    expect(blocks).toEqual([...ten, ...ten])
  })

  it('gives every tree to one part', () => {
    const all = Array.from({ length: 1234 }, (_, i) => i)
    expect(PARTS.flatMap((part) => split(all, part)).sort((a, b) => a - b)).toEqual(all)
  })
})

describe.skipIf(data === undefined)(`the data${skipped}`, () => {
  const count = (trees: readonly PennTree[]) => [
    trees.length,
    trees.reduce((sum, tree) => sum + treeWords(tree).length, 0),
  ]

  it('has as many trees and words as documented', () => {
    expect(PARTS.map((part) => mascRaw(data!, part).length)).toEqual([3826, 450, 450])
    expect(PARTS.map((part) => count(masc(data!, part)))).toEqual([
      [3691, 69000],
      [444, 8690],
      [448, 9181],
    ])
    expect(count(craft(data!, 'dev'))).toEqual([2780, 67652])
  })
})
