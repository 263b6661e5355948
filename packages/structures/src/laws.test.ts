import { type Configuration, describeLaws, product, type Structure } from '../test-support/structure-laws.js'
import { SpanningTree } from './index.js'

function spanningTree(singleRoot: boolean, hasCertain = false): Structure {
  return (random) => {
    const length = 1 + random.below(6)
    const keep = 1 + random.below(5) // of 5 arcs, at random
    // Arcs to the left of a word, or all to the right of it but the root's: they are no cycle.
    const certain: [number, number][] = []
    const toRight = random.below(2) === 0
    for (let m = 1; hasCertain && m < length; m++) {
      if (random.below(2) === 0) continue
      const h = toRight ? random.below(m) : (m + 1 + random.below(length - m)) % length
      if (h !== 0 || !singleRoot || !certain.some(([g]) => g === 0)) certain.push([h, m])
    }
    const arcs: [number, number][] = []
    for (let h = 0; h < length; h++)
      for (let m = 1; m < length; m++)
        if (h !== m && random.below(5) < keep && !certain.some(([, n]) => n === m)) arcs.push([h, m])
    arcs.sort(() => random.below(3) - 1)
    const reachesRoot = (heads: number[], m: number) => {
      for (let steps = 0; steps < length && m !== 0; steps++) m = heads[m]
      return m === 0
    }
    return {
      factor: new SpanningTree({ length, arcs, singleRoot, ...(hasCertain && { certain }) }),
      degree: arcs.length,
      enumerate() {
        const all = [...arcs, ...certain]
        const into = Array.from({ length: length - 1 }, (_, i) => all.filter(([, m]) => m === i + 1))
        const trees: Configuration[] = []
        for (const choice of product(into.map((list) => list.length))) {
          const chosen = choice.map((c, i) => into[i][c])
          const heads = [0, ...chosen.map(([h]) => h)]
          if (!heads.every((_, m) => reachesRoot(heads, m))) continue
          if (singleRoot && length > 1 && chosen.filter(([h]) => h === 0).length !== 1) continue
          trees.push({ links: arcs.map((arc) => (chosen.includes(arc) ? 1 : 0)), own: 0 })
        }
        return trees
      },
    }
  }
}

describeLaws('SpanningTree', spanningTree(false))
describeLaws('SpanningTree with a single root', spanningTree(true))
describeLaws('SpanningTree with certain arcs', spanningTree(false, true))
describeLaws('SpanningTree with a single root and certain arcs', spanningTree(true, true))
