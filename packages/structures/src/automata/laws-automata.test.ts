import {
  describeLaws,
  oneHot,
  product,
  type Structure,
  withForbidden,
} from '../../test-support/structure-laws.js'
import { GrandparentHeadAutomaton, HeadAutomaton, TriSiblingAutomaton } from '../index.js'

/** s(m, s) in the order of the file format: a table by pairs, filled with a running index. */
function siblingTable(n: number, scores: Float64Array): number[][] {
  let next = 0
  return Array.from({ length: n + 1 }, (_, m) =>
    Array.from({ length: n + 2 }, (_, s) => (s > m ? scores[next++] : Number.NaN)),
  )
}

function siblingPairs(modifiers: number[]): [number, number][] {
  const taken = [0, ...modifiers.flatMap((x, i) => (x ? [i + 1] : [])), modifiers.length + 1]
  return taken.slice(1).map((s, i) => [taken[i], s])
}

const headAutomaton: Structure = (random) => {
  const n = random.below(7)
  const siblings = withForbidden(random, random.scores(((n + 1) * (n + 2)) / 2))
  const table = siblingTable(n, siblings)
  return {
    factor: new HeadAutomaton({ siblings }),
    degree: n,
    enumerate: () =>
      [...product(Array(n).fill(2))].map((links) => ({
        links,
        own: siblingPairs(links).reduce((sum, [m, s]) => sum + table[m][s], 0),
      })),
  }
}

function grandparentHeadAutomaton(grand: boolean): Structure {
  return (random) => {
    const n = random.below(5)
    const count = ((n + 1) * (n + 2)) / 2
    const grandparentCount = 1 + random.below(4)
    const grandparents = withForbidden(random, random.scores(grandparentCount * n))
    const siblings = withForbidden(random, random.scores(count))
    const grandSiblings = withForbidden(random, random.scores(grandparentCount * count))
    const table = siblingTable(n, siblings)
    const own = (g: number, modifiers: number[]) => {
      const grandTable = siblingTable(n, grandSiblings.subarray(g * count))
      let sum = 0
      for (const [m, s] of siblingPairs(modifiers)) sum += table[m][s] + (grand ? grandTable[m][s] : 0)
      modifiers.forEach((x, i) => {
        if (x) sum += grandparents[g * n + i]
      })
      return sum
    }
    return {
      factor: new GrandparentHeadAutomaton({
        grandparentCount,
        grandparents,
        siblings,
        ...(grand ? { grandSiblings } : {}),
      }),
      degree: grandparentCount + n,
      enumerate: () =>
        [...product([grandparentCount, ...Array(n).fill(2)])].map(([g, ...modifiers]) => ({
          links: [...oneHot([grandparentCount], [g]), ...modifiers],
          own: own(g, modifiers),
        })),
    }
  }
}

/** t(a, b, c) in the documented order, by the numbers of the three. */
function triSiblingTable(n: number, scores: Float64Array): Map<string, number> {
  const table = new Map<string, number>()
  let next = 0
  for (let a = 0; a <= n; a++)
    for (let b = 0; b <= n; b++)
      if (b > a || (a === 0 && b === 0))
        for (let c = b + 1; c <= n + 1; c++) table.set(`${a} ${b} ${c}`, scores[next++])
  return table
}

function triSiblingAutomaton(withPairs: boolean): Structure {
  return (random) => {
    const n = random.below(7)
    const triSiblings = withForbidden(random, random.scores(n + 1 + (n * (n + 1) * (n + 2)) / 6))
    const siblings = withForbidden(random, random.scores(((n + 1) * (n + 2)) / 2))
    const triples = triSiblingTable(n, triSiblings)
    const pairs = siblingTable(n, siblings)
    const own = (links: number[]) => {
      const list = siblingPairs(links)
      return list.reduce((sum, [b, c], i) => {
        const a = i === 0 ? 0 : list[i - 1][0]
        return sum + triples.get(`${a} ${b} ${c}`)! + (withPairs ? pairs[b][c] : 0)
      }, 0)
    }
    return {
      factor: new TriSiblingAutomaton(withPairs ? { triSiblings, siblings } : { triSiblings }),
      degree: n,
      enumerate: () => [...product(Array(n).fill(2))].map((links) => ({ links, own: own(links) })),
    }
  }
}

describeLaws('HeadAutomaton', headAutomaton)
describeLaws('GrandparentHeadAutomaton', grandparentHeadAutomaton(false))
describeLaws('GrandparentHeadAutomaton with grand-siblings', grandparentHeadAutomaton(true))
describeLaws('TriSiblingAutomaton', triSiblingAutomaton(false))
describeLaws('TriSiblingAutomaton with siblings', triSiblingAutomaton(true))
