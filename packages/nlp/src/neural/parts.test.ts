// Parts of trees scored by networks: the best tree of all trees, values that add up, and training that
// separates right trees from others.
import { Random } from '@parleyjs/core/internal'
import { type Model, Parameters, Workspace } from '@parleyjs/learn'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTinyNetwork, tinyNetwork, tinySentences } from '../../test-support/tiny-network.js'
import { type PartName, partList } from '../tasks/parse/parts/parts.js'
import { TreeParser } from '../tasks/parse/tree-parser.js'
import { type NetworkModel, networkSection, readNetwork } from './network-model.js'
import { NetworkScores } from './network-scores.js'
import { partShapes } from './part-roles.js'
import { networkShapes } from './sizes.js'
import { trainParts } from './train-parts.js'
import { withParts } from './trained-network.js'
import { WordReader } from './word-reader.js'

const FORMS = ['Dogs', 'saw', 'the', 'fish']
let tiny: NetworkModel
let section: Model
beforeAll(async () => {
  tiny = await readTinyNetwork()
  section = await tinyNetwork()
}, 60_000)

/** A network that knows nothing, with parts whose parameters are given. */
function withParameters(parts: readonly PartName[], ofParts: Parameters): Model {
  const plain = new Parameters(new Workspace(), networkShapes(tiny.sizes))
  const random = Random.of(3)
  for (const [name, [rows, columns]] of Object.entries(plain.shapes))
    plain.set(
      name,
      Array.from({ length: rows * columns }, () => 0.2 * (random.uniform() - 0.5)),
    )
  const { network, parameters } = withParts(tiny, plain, parts, ofParts)
  return networkSection(network, parameters)
}

function randomParts(parts: readonly PartName[], seed: number): Parameters {
  const word = networkShapes(tiny.sizes).upos[0]
  const parameters = new Parameters(new Workspace(), partShapes(parts, word))
  const random = Random.of(seed)
  for (const [name, [rows, columns]] of Object.entries(parameters.shapes))
    parameters.set(
      name,
      Array.from({ length: rows * columns }, () => 0.6 * (random.uniform() - 0.5)),
    )
  return parameters
}

/** All trees over n words with one root. */
function trees(n: number): number[][] {
  const found: number[][] = []
  const heads = new Array<number>(n).fill(0)
  const go = (m: number) => {
    if (m === n) {
      const reaches = (i: number) => {
        let at = i
        for (let k = 0; k < n && at > 0; k++) at = heads[at - 1]
        return at === 0
      }
      const isTree = heads.every((_, i) => reaches(i + 1)) && heads.filter((h) => h === 0).length === 1
      if (isTree) found.push([...heads])
      return
    }
    for (let h = 0; h <= n; h++)
      if (h !== m + 1) {
        heads[m] = h
        go(m + 1)
      }
  }
  go(0)
  return found
}

describe.each(['second', 'full'] as const)('parts of size %s', (size) => {
  const parts = partList(size)

  it('find the best of all trees, whose value is the sum of its parts', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const model = readNetwork(withParameters(parts, randomParts(parts, seed)))
      const parser = new TreeParser(new NetworkScores(new WordReader(model)))
      const found = parser.parse({ forms: FORMS })
      const { arcs } = parser.problem({ forms: FORMS })
      const kept = new Set(Array.from(arcs.head, (h, a) => `${h} ${arcs.modifier[a]}`))
      const values = trees(FORMS.length)
        .filter((heads) => heads.every((h, i) => kept.has(`${h} ${i + 1}`)))
        .map((heads) => parser.score({ forms: FORMS }, heads))
      expect(values.length).toBeGreaterThan(1)
      expect(parser.score({ forms: FORMS }, Array.from(found.heads))).toBeCloseTo(found.value, 4)
      expect(found.bound).toBeGreaterThan(Math.max(...values) - 1e-4)
      if (found.status === 'optimal') expect(found.value).toBeCloseTo(Math.max(...values), 4)
    }
  })

  it('have scores below the bound on their sizes', () => {
    const model = readNetwork(withParameters(parts, randomParts(parts, 2)))
    const scores = new NetworkScores(new WordReader(model))
    scores.load({ forms: FORMS })
    scores.partScores.begin()
    for (let kind = 1; kind <= 6; kind++)
      for (let a = 0; a < 5; a++)
        for (let b = 1; b < 6; b++)
          expect(scores.partScores.score(kind, a, b, 1 + ((a + b) % 5), kind === 1 ? a % 2 : 1)).toBeLessThan(
            scores.partScores.most(kind) + 1e-6,
          )
  })

  it('learn to separate right trees from others', async () => {
    const losses: number[] = []
    const model = readNetwork(withParameters(['arc'], randomParts(['arc'], 1)))
    const reader = new WordReader(model, true, {
      encoder: 0,
      words: 0,
      random: Random.of(1),
    })
    await trainParts(reader, [...tinySentences(), ...tinySentences(), ...tinySentences()], {
      ...{ parts, epochs: 40, rate: 0.02, cost: 1, batch: 4 },
      onEpoch: (_, loss) => losses.push(loss),
    })
    expect(losses[0]).toBeGreaterThan(0)
    expect(losses[losses.length - 1]).toBeLessThan(0.5 * losses[0])
  })
})

it('refuses parts that networks do not score', () => {
  const header = { ...section.header, parts: ['arc', 'path'] }
  expect(() => readNetwork({ ...section, header })).toThrow(/parts that this Parley does not know/)
})
