/** Random arcs, and all projective trees over them, straight from the definition. */
import { type Numbers, product } from './structure-laws.js'

/** At most `most` nodes, and a random choice of the arcs between them, in random order. */
export function randomArcs(random: Numbers, most: number): { length: number; arcs: [number, number][] } {
  const length = 1 + random.below(most)
  const keep = 1 + random.below(5) // of 5 arcs, at random
  const arcs: [number, number][] = []
  for (let h = 0; h < length; h++)
    for (let m = 1; m < length; m++) if (h !== m && random.below(5) < keep) arcs.push([h, m])
  arcs.sort(() => random.below(3) - 1)
  return { length, arcs }
}

/** The heads (of words 0, 1, …; the first is no matter) of every tree in which the words below a word are consecutive. */
export function projectiveTrees(length: number, arcs: [number, number][], singleRoot: boolean): number[][] {
  const into = Array.from({ length: length - 1 }, (_, i) => arcs.filter(([, m]) => m === i + 1))
  const trees: number[][] = []
  for (const choice of product(into.map((list) => list.length))) {
    const heads = [-1, ...choice.map((c, i) => into[i][c][0])]
    if (isProjective(heads) && !(singleRoot && heads.filter((h) => h === 0).length > 1)) trees.push(heads)
  }
  return trees
}

function isProjective(heads: number[]): boolean {
  const below: Set<number>[] = heads.map(() => new Set())
  for (let m = 0; m < heads.length; m++) {
    let steps = 0
    for (let v = m; v >= 0; v = heads[v]) {
      below[v].add(m)
      if (steps++ > heads.length) return false
    }
  }
  return below.every((words) => Math.max(...words) - Math.min(...words) === words.size - 1)
}

/** Scores between −2 and 2 that are the same in every run. */
export function seeded(seed: number): Numbers & { uniform(): number } {
  let x = seed
  const uniform = () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    return x / 4294967296
  }
  for (let i = 0; i < 5; i++) uniform()
  const score = () => 4 * uniform() - 2
  return {
    uniform,
    score,
    below: (n) => Math.floor(n * uniform()),
    scores: (n) => Float64Array.from({ length: n }, score),
  }
}
