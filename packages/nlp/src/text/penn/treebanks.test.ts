import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { binarise, unbinarise } from '../../tasks/constituency/binarise.js'
import { collapseUnaries, expandUnaries } from '../../tasks/constituency/unaries.js'
import { countRoots, findCycle, isProjective } from '../conllu/heads.js'
import { cleanTree } from './clean.js'
import { dependencies } from './dependencies.js'
import { parsePenn } from './penn-read.js'
import { writePenn } from './penn-write.js'
import { leaves, type PennTree, sameTree, words } from './tree.js'

// Laws that must hold for every tree of real treebanks, where PARLEY_DATA says they are.
const data = process.env.PARLEY_DATA
const skipped = data === undefined ? ' (skipped: PARLEY_DATA is not set)' : ''

/** Number of trees in each file, and the step between tested trees: every tree, every fifth, ... */
const FILES: readonly [name: string, count: number, every: number][] = [
  ['masc.open', 4726, 1],
  ['craft.dev', 2780, 1],
  ['craft.train', 18951, 10],
  ['craft.test', 9099, 10],
]

describe.skipIf(data === undefined).each(FILES)(`trees of %s${skipped}`, (name, count, every) => {
  let raw: PennTree[] = []
  let clean: PennTree[] = []

  it('are read and written back, but for spaces', () => {
    const text = gunzipSync(readFileSync(`${data}/constituency/${name}.mrg.gz`)).toString()
    const all = parsePenn(text)
    expect(all.length).toBe(count)
    const plain = text.replace(/ +\)/g, ')').trimEnd()
    expect(all.map((tree) => writePenn(tree)).join('\n') === plain).toBe(true)
    raw = all.filter((_, i) => i % every === 0)
    const pretty = raw.map((tree) => writePenn(tree, { pretty: true })).join('\n')
    expect(parsePenn(pretty).findIndex((tree, i) => !sameTree(tree, raw[i]))).toBe(-1)
  })

  it('are clean after cleaning', () => {
    clean = raw.flatMap((tree) => cleanTree(tree) ?? [])
    expect(clean.every(({ label, children }) => label === 'TOP' && children.length === 1)).toBe(true)
    const unclean = /\((-NONE-|CODE|[^-() ]+[-=][^() ]*|)[ )]/
    expect(clean.map((tree) => writePenn(tree)).filter((text) => unclean.test(text))).toEqual([])
    const kept = raw.flatMap((tree) => leaves(tree).filter(({ label }) => !/^(-NONE-|CODE)$/.test(label)))
    expect(clean.flatMap(words).join('\n') === kept.map(({ word }) => word).join('\n')).toBe(true)
    expect(clean.every((tree) => sameTree(cleanTree(tree)!, tree))).toBe(true)
  })

  it('are the same after binarising, collapsing and back', () => {
    const different = clean.filter((tree, i) => {
      const direction = (['left', 'right', 'head'] as const)[i % 3]
      const annotateTags = i % 7 < 3
      const tags = i % 2 === 0
      const chained = collapseUnaries(tree, { tags })
      const made = binarise(chained, { direction, horizontal: i % 4, vertical: 1 + (i % 5), annotateTags })
      return !sameTree(expandUnaries(unbinarise(made), { tags }), tree)
    })
    expect(different.map((tree) => writePenn(tree))).toEqual([])
  })

  it('have dependencies that are projective trees', () => {
    const wrong = clean.filter((tree) => {
      const { heads } = dependencies(tree)
      return countRoots(heads) !== 1 || findCycle(heads) !== null || !isProjective(heads)
    })
    expect(wrong.map((tree) => writePenn(tree))).toEqual([])
  })
})
