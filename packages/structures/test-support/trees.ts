/** Random arcs, and all projective trees over them, straight from the definition. */

import { Random } from '@parleyjs/core/internal'
import type { SideScores } from '../src/trees/grand-sibling-parts.js'
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
  const below = heads.map(() => 0) // a bit for each word at or below a word
  for (let m = 0; m < heads.length; m++) {
    let steps = 0
    for (let v = m; v >= 0; v = heads[v]) {
      below[v] |= 1 << m
      if (steps++ > heads.length) return false
    }
  }
  // Consecutive bits, shifted to the right end, are one less than a power of 2.
  return below.every((words) => {
    const shifted = words / (words & -words)
    return (shifted & (shifted + 1)) === 0
  })
}

/** Scores between −2 and 2 that are the same in every run. */
export function seeded(seed: number): Numbers & { uniform(): number } {
  const random = new Random(seed)
  const uniform = () => random.uniform()
  const score = () => 4 * uniform() - 2
  return {
    uniform,
    score,
    below: (n) => random.below(n),
    scores: (n) => Float64Array.from({ length: n }, score),
  }
}

/** Random scores of siblings, grandparents and (if `grand`) grand-siblings; some lists are left out, some scores are −∞. */
export function randomSides(
  random: Numbers,
  length: number,
  arcs: [number, number][],
  grand: boolean,
): (SideScores | null)[] {
  return Array.from({ length: 2 * length }, (_, k) => {
    if (random.below(8) === 0) return null
    const n = modifiersOf(arcs, k).length
    const into = arcs.filter(([, m]) => m === k >> 1).length
    const count = ((n + 1) * (n + 2)) / 2
    const list = (size: number) => {
      const all = random.scores(size)
      return random.below(4) ? all : all.map((x) => (random.below(12) ? x : Number.NEGATIVE_INFINITY))
    }
    return {
      ...(random.below(6) ? { siblings: list(count) } : {}),
      ...(random.below(6) ? { grandparents: list(into * n) } : {}),
      ...(grand && random.below(6) ? { grandSiblings: list(into * count) } : {}),
    }
  })
}

/** What the parts of a tree, given by its heads, add up to: looked up in the lists one by one. */
export function partScorer(
  arcs: [number, number][],
  sides: readonly (SideScores | null)[],
): (heads: number[]) => number {
  const words = sides.map((_, k) => modifiersOf(arcs, k))
  const grandparents = sides.map((_, k) => arcs.filter(([, m]) => m === k >> 1).map(([g]) => g))
  return (heads) => {
    let sum = 0
    sides.forEach((side, k) => {
      if (side === null) return
      const h = k >> 1
      const n = words[k].length
      const count = ((n + 1) * (n + 2)) / 2
      const g = grandparents[k].indexOf(heads[h])
      const taken = [0, ...words[k].flatMap((m, j) => (heads[m] === h ? [j + 1] : [])), n + 1]
      // Of (m, s), m outer: all rows before m's, then its own up to s.
      const place = (m: number, s: number) => m * (n + 1) - (m * (m - 1)) / 2 + (s - m - 1)
      for (let i = 1; i < taken.length; i++) {
        const at = place(taken[i - 1], taken[i])
        sum += side.siblings?.[at] ?? 0
        if (h > 0) sum += side.grandSiblings?.[g * count + at] ?? 0
        if (h > 0 && taken[i] <= n) sum += side.grandparents?.[g * n + taken[i] - 1] ?? 0
      }
    })
    return sum
  }
}

/** The words that may modify the head of side k, nearest first. */
export function modifiersOf(arcs: [number, number][], k: number): number[] {
  const h = k >> 1
  const words = arcs.filter(([head, m]) => head === h && m > h === (k % 2 === 1)).map(([, m]) => m)
  return words.sort((a, b) => Math.abs(a - h) - Math.abs(b - h))
}
