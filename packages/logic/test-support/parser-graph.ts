// The dependency parser of paper 1 built by hand: a spanning tree and head automata as factors, pairs for grandparents,
// siblings and bigrams, flows for paths.
import { type BinaryVariable, FactorGraph, type Literal } from '@parley/core'
import { HeadAutomaton, SpanningTree } from '@parley/structures'

/** Scores by argument, as rows with the score last. */
export interface PartScores {
  readonly arc: readonly number[][]
  readonly nextsibl: readonly number[][]
  readonly grand: readonly number[][]
  readonly sibl: readonly number[][]
  readonly bigram: readonly number[][]
  readonly path: readonly number[][]
  readonly nonproj: readonly number[][]
}

function lookUp(rows: readonly number[][]): (...args: readonly number[]) => number {
  const map = new Map(rows.map((row) => [row.slice(0, -1).join(), row.at(-1)!]))
  return (...args) => map.get(args.join()) ?? 0
}

/** The graph for n words; the first variables are the arcs, by modifier and then head. */
export function parserGraph(n: number, scores: PartScores): { graph: FactorGraph; arcs: [number, number][] } {
  const graph = new FactorGraph()
  const arcs: [number, number][] = []
  const variables = new Map<string, BinaryVariable>()
  const arcScore = lookUp(scores.arc)
  for (let m = 1; m <= n; m++)
    for (let h = 0; h <= n; h++)
      if (h !== m) {
        arcs.push([h, m])
        variables.set(`${h},${m}`, graph.binary(arcScore(h, m)))
      }
  const arc = (h: number, m: number) => variables.get(`${h},${m}`)!
  graph.add(new SpanningTree({ length: n + 1, arcs }), [...variables.values()])
  addAutomata(graph, n, arc, lookUp(scores.nextsibl))
  const pairs = new Pairs()
  for (const [g, h, m, score] of scores.grand as readonly Four[]) pairs.add(arc(g, h), arc(h, m), score)
  for (const [h, m, s, score] of scores.sibl as readonly Four[]) pairs.add(arc(h, m), arc(h, s), score)
  for (const [b, h, m, score] of scores.bigram as readonly Four[]) pairs.add(arc(b, m - 1), arc(h, m), score)
  pairs.addTo(graph)
  if (scores.path.length > 0 || scores.nonproj.length > 0) addPaths(graph, n, arc, scores)
  return { graph, arcs }
}

type Four = [number, number, number, number]

/** One factor for each pair of arcs: a grandparent, a sibling and a bigram may be the same two. */
class Pairs {
  private readonly scores = new Map<string, { a: BinaryVariable; b: BinaryVariable; score: number }>()

  add(a: BinaryVariable, b: BinaryVariable, score: number): void {
    const key = `${Math.min(a.slot, b.slot)},${Math.max(a.slot, b.slot)}`
    this.scores.set(key, { a, b, score: score + (this.scores.get(key)?.score ?? 0) })
  }

  addTo(graph: FactorGraph): void {
    for (const { a, b, score } of this.scores.values()) graph.pair(a, b, score)
  }
}

type Arc = (h: number, m: number) => BinaryVariable

function addAutomata(graph: FactorGraph, n: number, arc: Arc, score: (...args: number[]) => number): void {
  for (let h = 0; h <= n; h++) {
    const right = Array.from({ length: n - h }, (_, i) => h + 1 + i)
    const left = Array.from({ length: Math.max(0, h - 1) }, (_, i) => h - 1 - i)
    for (const side of [left, right]) {
      if (side.length === 0) continue
      const words = [h, ...side]
      const siblings: number[] = []
      for (let i = 0; i < words.length; i++)
        for (let j = i + 1; j <= words.length; j++)
          siblings.push(j === words.length ? 0 : score(h, words[i]!, words[j]!))
      graph.add(
        new HeadAutomaton({ siblings }),
        side.map((m) => arc(h, m)),
      )
    }
  }
}

function addPaths(graph: FactorGraph, n: number, arc: Arc, scores: PartScores): void {
  const pathScore = lookUp(scores.path)
  const paths = new Map<string, BinaryVariable>()
  for (let a = 1; a <= n; a++)
    for (let d = 1; d <= n; d++) if (a !== d) paths.set(`${a},${d}`, graph.binary(pathScore(a, d)))
  const path = (a: number, d: number) => paths.get(`${a},${d}`)!
  for (let d = 1; d <= n; d++) {
    const flows = new Map<string, Literal>()
    for (let m = 1; m <= n; m++)
      for (let h = 0; h <= n; h++) {
        if (h === m || h === d) continue
        const flow = m === d ? arc(h, m) : graph.binary()
        if (m !== d) graph.implies([flow], arc(h, m))
        flows.set(`${h},${m}`, flow)
      }
    const into = (m: number) => heads(n, m).flatMap((h) => flows.get(`${h},${m}`) ?? [])
    const out = (h: number) => heads(n, h).flatMap((m) => flows.get(`${h},${m}`) ?? [])
    for (let w = 1; w <= n; w++) {
      if (w === d) continue
      graph.xorOut(into(w), path(w, d))
      graph.xorOut(out(w), path(w, d))
    }
    graph.xor(out(0))
  }
  for (const [h, m, score] of scores.nonproj as readonly [number, number, number][]) {
    const between: number[] = []
    for (let k = Math.min(h, m) + 1; k < Math.max(h, m); k++) between.push(k)
    if (h === 0 || between.length === 0) continue
    const broken = graph.binary()
    const both = graph.binary(score)
    graph.orOut(
      between.map((k) => path(h, k).not),
      broken,
    )
    graph.andOut([arc(h, m), broken], both)
  }
}

/** All words but one, the root included. */
function heads(n: number, but: number): number[] {
  return Array.from({ length: n + 1 }, (_, i) => i).filter((i) => i !== but)
}
