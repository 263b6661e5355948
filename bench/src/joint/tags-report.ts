// The tables of section 4.1, from the measurements of each sentence.
import { evaluateTrees, type PennTree } from '@parleyjs/nlp'
import { median } from '../median.js'
import { type Cell, markdownTable } from '../table.js'
import { ALGORITHMS, type AlgorithmName, LIMITS, PAPER, type SentenceResult } from './tags-run.js'

/** Ranges of rounds, as in Table 1 of the paper. */
const RANGES = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 10],
  [11, 20],
  [21, 50],
] as const
const LENGTHS = [10, 20, 30, 40] as const
const NAMES = Object.keys(ALGORITHMS) as AlgorithmName[]

type Results = readonly SentenceResult[]

export function summary(
  results: Results,
  training: number,
  { weight, countWordsOnce }: { readonly weight: number; readonly countWordsOnce: boolean },
): string {
  const pieces = results.filter(({ derived }) => !derived).length
  const open = results.filter(({ runs }) => !runs[PAPER].proven)
  const tried = open.filter(({ closed }) => closed !== null)
  const closed = tried.filter(({ closed: isClosed }) => isClosed === true).length
  const branching = tried.length === 0 ? '' : ` (branch and bound closed ${closed} of them within 10 s each)`
  return [
    `${results.length} sentences, the tagger counts ${weight}${countWordsOnce ? ' without words, which the grammar counts' : ''}; training took ${(training / 1000).toFixed(0)} s of the processor.`,
    `Without a tree of the grammar (pieces instead): ${pieces}.`,
    `Not proven by the paper's method: ${open.length}${branching}.`,
  ].join(' ')
}

/** Table 1: shares of sentences by the round in which the optimum was proven. */
export function roundsTable(results: Results): string {
  const rows = NAMES.map((name): Cell[] => {
    const runs = results.map((result) => result.runs[name])
    const share = (from: number, to: number) =>
      percent(
        runs.filter(({ proven, rounds }) => proven && rounds >= from && rounds <= to).length,
        runs.length,
      )
    const proven = percent(runs.filter((run) => run.proven).length, runs.length)
    const calls = runs.reduce((sum, run) => sum + run.calls, 0) / runs.length
    return [name, ...RANGES.map(([from, to]) => share(from, to)), proven, Number(calls.toFixed(1))]
  })
  const ranges = RANGES.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return markdownTable(['rounds', ...ranges, 'proven', 'calls of the grammar'], rows)
}

/** Table 3, with the separate models. */
export function accuracyTable(results: Results): string {
  const systems: [string, (result: SentenceResult) => PennTree][] = [
    ['grammar alone', (result) => result.grammar],
    ['tags fixed by the tagger', (result) => result.fixed],
    ['agreement', (result) => result.joint],
  ]
  const gold = results.map((result) => result.gold)
  const rows = systems.map(([name, treeOf]): Cell[] => {
    const { brackets, exact, tags, allTags } = evaluateTrees(gold, results.map(treeOf))
    const scores = [
      brackets.precision,
      brackets.recall,
      brackets.f1,
      exact.accuracy,
      tags.accuracy,
      allTags.accuracy,
    ]
    return [name, ...scores.map((score) => (100 * score).toFixed(2))]
  })
  return markdownTable(['', 'precision', 'recall', 'F1', 'exact', 'tags', 'tags with punctuation'], rows)
}

/** Fig. 5: accuracy and proofs by limit of rounds. */
export function curveTable(results: Results): string {
  const gold = results.map((result) => result.gold)
  const rows = LIMITS.map((limit, k): Cell[] => {
    const points = results.map(({ curve }) => curve[k])
    const { brackets } = evaluateTrees(
      gold,
      points.map(({ tree }) => tree),
    )
    const share = (of: readonly boolean[]) => percent(of.filter(Boolean).length, of.length)
    return [
      limit,
      (100 * brackets.f1).toFixed(2),
      share(points.map(({ proven }) => proven)),
      share(points.map(({ same }) => same)),
    ]
  })
  return markdownTable(['K', 'F1', 'certificates', 'same tree as with K = 50'], rows)
}

/** Time by length of sentence (medians), against the intersected dynamic program on the same chart. */
export function timeTable(results: Results): string {
  const rows = LENGTHS.map((most, k): Cell[] => {
    const least = (LENGTHS[k - 1] ?? 0) + 1
    const here = results.filter(({ words }) => words >= least && words <= most)
    const done = here.filter(({ intersection }) => intersection !== null)
    const typical = (of: (result: SentenceResult) => number) => median(here.map(of))
    const slow = done.map(({ intersection }) => intersection!.cpu)
    const quick = done.map(({ runs }) => runs['subgradient, Polyak steps'].cpu)
    const ratio = (of: (list: number[]) => number) =>
      done.length === 0 ? undefined : `${Number((of(slow) / of(quick)).toPrecision(2))}×`
    return [
      `${least}–${most}`,
      here.length,
      typical(({ chartCpu }) => chartCpu).toFixed(1),
      ...NAMES.map((name) => typical(({ runs }) => runs[name].cpu).toFixed(2)),
      done.length === 0 ? undefined : median(slow).toFixed(2),
      ratio(median),
      ratio((list) => list.reduce((a, b) => a + b, 0)),
    ]
  })
  const header = ['words', 'sentences', 'chart, ms', ...NAMES.map((name) => `${name}, ms`)]
  const ratios = ['intersection / Polyak, medians', 'the same, means']
  return markdownTable([...header, 'intersection, ms', ...ratios], rows)
}

/** Whether proven optima are those of the intersected dynamic program. */
export function checkIntersection(results: Results): string {
  const done = results.filter(({ intersection, runs }) => intersection !== null && runs[PAPER].proven)
  let most = 0
  for (const { intersection, runs } of done)
    most = Math.max(most, Math.abs(intersection!.score - runs[PAPER].value) / Math.abs(intersection!.score))
  return `Proven optima that were compared with the intersected dynamic program: ${done.length}; largest relative difference ${most.toExponential(1)}.`
}

function percent(count: number, of: number): string {
  return `${((100 * count) / Math.max(1, of)).toFixed(1)} %`
}
