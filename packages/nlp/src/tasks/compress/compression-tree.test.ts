import { GeneralTree } from '@parleyjs/structures'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestByLength } from './best-by-length.js'
import { CompressionTree, type CompressionTreeOptions } from './compression-tree.js'

const { NEGATIVE_INFINITY: NEVER } = Number

describe('a compression tree is as enumeration says', () => {
  test('the best configuration, its score, max-marginals and marginals', () => {
    fc.assert(
      fc.property(randomTree(7), ({ options, links }) => {
        const tree = new CompressionTree(options)
        const all = everyCompression(options, links)
        const best = Math.max(...all.map(({ total }) => total))
        const found = new Float64Array(links.length)
        const own = tree.maximize(links, found)
        expect(own + dot(found, links)).toBeCloseTo(best, 9)
        expect(tree.score(found)).toBeCloseTo(own, 9)

        const [on, off] = [new Float64Array(links.length), new Float64Array(links.length)]
        expect(tree.maxMarginals(links, on, off)).toBeCloseTo(best, 9)
        const chance = new Float64Array(links.length)
        const logZ = tree.marginals(links, chance)
        const z = all.reduce((sum, { total }) => sum + Math.exp(total), 0)
        expect(logZ).toBeCloseTo(Math.log(z), 8)
        for (let l = 0; l < links.length; l++) {
          const of = (value: number) => all.filter(({ configuration }) => configuration[l] === value)
          expectSame(on[l], Math.max(...of(1).map(({ total }) => total)))
          expectSame(off[l], Math.max(...of(0).map(({ total }) => total)))
          const p = of(1).reduce((sum, { total }) => sum + Math.exp(total), 0) / z
          expect(chance[l]).toBeCloseTo(p, 8)
        }
      }),
    )
  })

  test('the probabilities of staying with the parent, and without', () => {
    fc.assert(
      fc.property(randomTree(6), ({ options: { links: _, ...options } }) => {
        const { parents } = options
        const nothing = new Float64Array(parents.length)
        const [together, alone] = [nothing.slice(), nothing.slice()]
        new CompressionTree(options).expectations(nothing, together, alone)
        const all = everyCompression(options, nothing)
        const z = all.reduce((sum, { total }) => sum + Math.exp(total), 0)
        const share = (of: (kept: Float64Array) => boolean) =>
          all.filter((c) => of(c.configuration)).reduce((sum, { total }) => sum + Math.exp(total), 0) / z
        for (let u = 0; u < parents.length; u++) {
          const withParent = (kept: Float64Array) => parents[u] >= 0 && kept[parents[u]] === 1
          expect(together[u]).toBeCloseTo(
            share((kept) => kept[u] === 1 && withParent(kept)),
            8,
          )
          expect(alone[u]).toBeCloseTo(
            share((kept) => kept[u] === 1 && !withParent(kept)),
            8,
          )
        }
      }),
    )
  })

  test('what is not allowed scores −Infinity', () => {
    fc.assert(
      fc.property(randomTree(5), ({ options, links }) => {
        const tree = new CompressionTree(options)
        const allowed = new Map(everyCompression(options, links).map((c) => [key(c.configuration), c.own]))
        for (let bits = 0; bits < 1 << links.length; bits++) {
          const configuration = Float64Array.from(links, (_, l) => (bits >> l) & 1)
          expectSame(tree.score(configuration), allowed.get(key(configuration)) ?? NEVER)
        }
      }),
    )
  })

  test('the best of every length', () => {
    fc.assert(
      fc.property(
        randomTree(7),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 7, maxLength: 7 }),
        (random, sizes) => {
          const { links: _, ...options } = random.options
          const nothing = new Float64Array(options.parents.length)
          const size = (c: Float64Array) => c.reduce((sum, z, u) => sum + z * sizes[u], 0)
          const all = everyCompression(options, nothing)
          const lengths = bestByLength(options, sizes)
          for (let length = 0; length < lengths.scores.length; length++) {
            const totals = all.filter((c) => size(c.configuration) === length).map(({ total }) => total)
            expectSame(lengths.scores[length], Math.max(...totals))
            if (totals.length === 0) continue
            const kept = Float64Array.from(lengths.kept(length))
            expect(size(kept)).toBe(length)
            expect(new CompressionTree(options).score(kept)).toBeCloseTo(lengths.scores[length], 9)
          }
        },
      ),
    )
  })
})

test('without demands it is a general tree of two states', () => {
  fc.assert(
    fc.property(randomTree(8), ({ options }) => {
      const { parents, keep, top } = options
      const count = parents.length
      const edges = Array.from(parents).flatMap((p, u) => (p < 0 ? [] : [0, top[u], 0, keep[u]]))
      const general = new GeneralTree({ states: Array.from(parents, () => 2), parents, scores: edges })
      const links = Float64Array.from({ length: 2 * count }, (_, i) =>
        i % 2 === 1 && parents[i >> 1] < 0 ? Math.max(top[i >> 1], -1e9) : 0,
      )
      const configuration = new Float64Array(2 * count)
      const value = general.maximize(links, configuration) + dot(configuration, links)
      const own = new CompressionTree({ parents, keep, top }).maximize(
        new Float64Array(count),
        new Float64Array(count),
      )
      expect(own).toBeCloseTo(value, 9)
    }),
  )
})

test('parents that form no tree are refused', () => {
  const zeros = [0, 0, 0]
  const make = (parents: number[]) => () => new CompressionTree({ parents, keep: zeros, top: zeros })
  expect(make([-1, 2, 1])).toThrow('contain a cycle: 2 of 3 units')
  expect(make([-1, 3, 0])).toThrow('The parent of unit 1 of a compression tree is 3')
  expect(make([-1, 0])).toThrow('needs as many scores')
})

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, x, i) => sum + (x === 0 ? 0 : x * b[i]), 0)
}

function expectSame(a: number, b: number): void {
  if (b === NEVER) expect(a).toBe(NEVER)
  else expect(a).toBeCloseTo(b, 9)
}

function key(configuration: Float64Array): string {
  return configuration.join('')
}

interface Tried {
  readonly configuration: Float64Array
  readonly own: number
  readonly total: number
}

/**
 * A random tree with up to the given number of units, and scores for its links; some units have several
 * links.
 */
function randomTree(most: number): fc.Arbitrary<{ options: CompressionTreeOptions; links: Float64Array }> {
  const score = fc.integer({ min: -40, max: 40 }).map((x) => x / 10)
  const unit = fc.record({
    parent: fc.nat(),
    keep: score,
    top: fc.option(score, { nil: Number.NEGATIVE_INFINITY }),
    required: fc.integer({ min: 0, max: 4 }).map((x) => (x === 0 ? 1 : 0)),
    links: fc.array(score, { minLength: 1, maxLength: 2 }),
    place: fc.nat(),
  })
  return fc.array(unit, { minLength: 1, maxLength: most }).map((units) => {
    // A parent is a unit before it or none; then units change places, so that parents may come later, too.
    const order = units.map((_, u) => u).sort((a, b) => units[a].place - units[b].place || a - b)
    const place = new Map(order.map((u, at) => [u, at]))
    const parents = order.map((u) => {
      const parent = (units[u].parent % (u + 1)) - 1
      return parent < 0 ? -1 : place.get(parent)!
    })
    const of = <T>(get: (unit: (typeof units)[number]) => T) => order.map((u) => get(units[u]))
    const linked = order.flatMap((u, at) => units[u].links.map((s) => [at, s] as const))
    return {
      options: {
        parents,
        keep: of((u) => u.keep),
        top: of((u) => u.top),
        required: of((u) => u.required),
        links: linked.map(([at]) => at),
      },
      links: Float64Array.from(linked, ([, s]) => s),
    }
  })
}

/** Every configuration that a tree allows, with its scores; `links` are those of the links. */
function everyCompression(options: CompressionTreeOptions, links: Float64Array): Tried[] {
  const { parents, keep, top, required } = options
  const count = parents.length
  const tried: Tried[] = []
  for (let bits = 0; bits < 1 << count; bits++) {
    const kept = (u: number) => u >= 0 && ((bits >> u) & 1) === 1
    let own = 0
    for (let u = 0; u < count; u++) {
      const withParent = kept(parents[u])
      if (kept(u)) own += withParent ? keep[u] : top[u]
      else if (withParent && required?.[u] === 1) own = Number.NEGATIVE_INFINITY
    }
    if (own === Number.NEGATIVE_INFINITY) continue
    const configuration = Float64Array.from(links, (_, l) => (kept(options.links?.[l] ?? l) ? 1 : 0))
    const total = configuration.reduce((sum, z, l) => sum + z * links[l], own)
    tried.push({ configuration, own, total })
  }
  return tried
}
