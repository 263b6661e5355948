// Paper 3, section 4.2, on a treebank: Tables 1 and 2, Fig. 5 and times, as Markdown. Models come from
// two-parsers-train.js.
//
//   PARLEY_DATA=… node bench/dist/joint/two-parsers.js --models DIR --treebank masc --part test [--weight 2]
//     [--sentences 500] [--every 1] [--min-length 1] [--max-length 200] [--intersect 40] [--wide 1]
//     [--tables accuracy,rounds,curve,times,open,check] [--curve] [--mplp]
import { parseArgs } from 'node:util'
import { compareHeads, evaluateTrees, type PennTree, treeWords } from '@parleyjs/nlp'
import { median } from '../median.js'
import { markdownTable } from '../table.js'
import { craft, masc, type PartOfData } from './split.js'
import {
  type AlgorithmName,
  LIMITS,
  loadModels,
  NAMES,
  runSentence,
  type SentenceRecord,
} from './two-parsers-run.js'

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    treebank: { type: 'string', default: 'masc' },
    part: { type: 'string', default: 'test' },
    weight: { type: 'string', default: '2' },
    sentences: { type: 'string', default: '1000000' },
    every: { type: 'string', default: '1' },
    'min-length': { type: 'string', default: '1' },
    'max-length': { type: 'string', default: '200' },
    /** Sentences of more words are not intersected. */
    intersect: { type: 'string', default: '40' },
    /** Factor by which the chart's limits are increased. */
    wide: { type: 'string', default: '1' },
    tables: { type: 'string', default: 'accuracy,rounds,curve,times,open,check' },
    curve: { type: 'boolean', default: false },
    /** MPLP takes most of the time. */
    mplp: { type: 'boolean', default: false },
  },
})
const data = process.env.PARLEY_DATA
const folder = values.models ?? process.env.PARLEY_MODELS
if (data === undefined || folder === undefined) {
  console.error(
    'Set PARLEY_DATA, and PARLEY_MODELS (or --models) to where the models of two-parsers-train.js are.',
  )
  process.exit(2)
}
const part = values.part as PartOfData
const { parser, tags } = loadModels(folder, values.treebank)
const all = (values.treebank === 'craft' ? craft : masc)(data, part)
const chosen = all
  .map((tree, i) => ({ tree, tags: tags[part][i] }))
  .filter((_, i) => i % Number(values.every) === 0)
  .filter(({ tree }) => {
    const { length } = treeWords(tree)
    return length >= Number(values['min-length']) && length <= Number(values['max-length'])
  })
  .slice(0, Number(values.sentences))
const names = NAMES.filter((name) => !name.startsWith('MPLP') || values.mplp)
const gold: PennTree[] = []
const options = { curve: values.curve, intersectUpTo: Number(values.intersect), wide: Number(values.wide) }

for (const weight of values.weight.split(',')) {
  const records: SentenceRecord[] = []
  const show = () =>
    [`Weight ${weight}, ${records.length} sentences of ${values.treebank} ${part}:`, ...report(records)].join(
      '\n\n',
    )
  gold.length = 0
  for (const one of chosen) {
    records.push(runSentence(parser, one.tree, one.tags, Number(weight), options, names))
    gold.push(one.tree)
    if (records.length % 50 === 0) process.stderr.write(`${show()}\n`)
  }
  console.log(`${show()}\n`)
}

function report(records: readonly SentenceRecord[]): string[] {
  const underived = records.filter(({ derived }) => !derived).length
  const tables: Record<string, () => string[]> = {
    accuracy: () => [accuracyTable(records)],
    rounds: () => [roundsTable(records)],
    curve: () => (values.curve ? [curveTable(records)] : []),
    times: () => [timeTable(records)],
    open: () => [
      `Sentences without a tree of the grammar over the arcs: ${underived}.`,
      names.map((name) => closedLine(records, name)).join(' '),
    ],
    check: () => [checkLine(records)],
  }
  return values.tables.split(',').flatMap((name) => tables[name]?.() ?? [`There is no table "${name}".`])
}

/**
 * Whether proven optima equal those of the intersected dynamic program, and whether any value or bound
 * contradicts it.
 */
function checkLine(records: readonly SentenceRecord[]): string {
  let [compared, most, above] = [0, 0, 0]
  for (const { intersection, algorithms } of records) {
    if (intersection === null) continue
    for (const { certified, value } of Object.values(algorithms)) {
      const difference = (value - intersection.score) / Math.max(1, Math.abs(intersection.score))
      if (difference > 1e-6) above++
      if (!certified) continue
      compared++
      most = Math.max(most, Math.abs(difference))
    }
  }
  return `Proven optima that were compared with the intersected dynamic program: ${compared}; largest relative difference ${most.toExponential(1)}; values above its optimum: ${above}.`
}

/**
 * What branch and bound proves where an algorithm proved nothing, and whether the answer was already the
 * best.
 */
function closedLine(records: readonly SentenceRecord[], name: AlgorithmName): string {
  const open = records.filter(({ derived, algorithms }) => derived && !algorithms[name]!.certified)
  const proven = open.flatMap(({ algorithms, closed }) =>
    closed
      .filter((one) => one.name === name && one.parse.status === 'optimal')
      .map((one) => ({ ...one, wasBest: one.parse.value - algorithms[name]!.value < 1e-6 })),
  )
  const best = proven.filter(({ wasBest }) => wasBest).length
  const most = Math.round(Math.max(0, ...proven.map(({ time }) => time)))
  if (open.length === 0) return `Left open by ${name}: 0.`
  return `Left open by ${name}: ${open.length}; proven by branch and bound then: ${proven.length} (in ${most} ms at most), of which ${best} had the best tree already.`
}

/** Paper 3, Table 2. */
function accuracyTable(records: readonly SentenceRecord[]): string {
  const row = (name: string, trees: readonly PennTree[], heads?: readonly Int32Array[]) => {
    const { brackets, exact, dependencies } = evaluateTrees(gold, trees)
    return [
      name,
      percent(brackets.precision),
      percent(brackets.recall),
      percent(brackets.f1),
      percent(exact.accuracy),
      percent(dependencies.accuracy),
      heads && percent(headAccuracy(heads)),
    ]
  }
  const dependencyHeads = records.map((record) => record.dependencyHeads)
  return markdownTable(
    ['', 'precision', 'recall', 'F1', 'exact', 'heads by rules', 'heads found'],
    [
      row(
        'lexicalised grammar',
        records.map(({ grammar }) => grammar),
      ),
      [
        'dependency model',
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        percent(headAccuracy(dependencyHeads)),
      ],
      row(
        'grammar with these arcs',
        records.map(({ fixed }) => fixed),
        dependencyHeads,
      ),
      row(
        'both agree',
        records.map(({ joint }) => joint),
        records.map(({ jointHeads }) => jointHeads),
      ),
    ],
  )
}

function headAccuracy(heads: readonly Int32Array[]): number {
  let correct = 0
  let words = 0
  heads.forEach((found, i) => {
    const one = compareHeads(gold[i], found)
    correct += one.correct
    words += one.words
  })
  return correct / words
}

/** Paper 3, Table 1: the round in which the parsers agreed. */
function roundsTable(records: readonly SentenceRecord[]): string {
  const bins = [1, 2, 3, 4, 10, 20, 50]
  const columns = ['1', '2', '3', '4', '5–10', '11–20', '21–50', 'not by 50', 'within 50']
  const rows = names.map((name) => {
    const counts = Array.from({ length: bins.length + 1 }, () => 0)
    for (const { algorithms } of records) {
      const { certified, rounds } = algorithms[name]!
      counts[certified ? bins.findIndex((most) => rounds <= most) : bins.length]++
    }
    const shares = counts.map((count) => percent(count / records.length))
    return [name, ...shares, percent(1 - counts[bins.length] / records.length)]
  })
  return markdownTable(['rounds', ...columns], rows)
}

/** Paper 3, Fig. 5. */
function curveTable(records: readonly SentenceRecord[]): string {
  const last = LIMITS.length - 1
  const rows = LIMITS.map((limit, k) => {
    const trees = records.map(({ curve }) => curve[k].tree)
    const certified = records.filter(({ curve }) => curve[k].certified).length
    const byMore = records.filter(({ curve }) => curve[k].certifiedByMore).length
    const same = records.filter(
      ({ curve }) => JSON.stringify(curve[k].tree) === JSON.stringify(curve[last].tree),
    )
    return [
      limit,
      percent(evaluateTrees(gold, trees).brackets.f1),
      percent(certified / records.length),
      percent(byMore / records.length),
      percent(same.length / records.length),
    ]
  })
  return markdownTable(
    ['most rounds K', 'F1', 'certified %', 'the same, with grandparents', 'same tree as K = 50, %'],
    rows,
  )
}

/** Milliseconds of processor time per sentence, by length: medians, and ratios of medians and of means. */
function timeTable(records: readonly SentenceRecord[]): string {
  const bins: [number, number][] = [
    [1, 10],
    [11, 20],
    [21, 30],
    [31, 40],
    [41, 1000],
  ]
  const rows = bins.flatMap(([from, to]) => {
    const some = records.filter(({ words }) => words >= from && words <= to)
    if (some.length === 0) return []
    const typical = (of: (record: SentenceRecord) => number) => Number(median(some.map(of)).toPrecision(3))
    const both = some.filter(({ intersection }) => intersection !== null)
    const slow = both.map(({ intersection }) => intersection!.time)
    const quick = both.map(({ algorithms }) => algorithms['subgradient, Polyak']!.time)
    const ratio = (of: (list: number[]) => number) =>
      both.length === 0 ? undefined : `${Number((of(slow) / of(quick)).toPrecision(2))}×`
    return [
      [
        to > 40 ? `over ${from - 1}` : `${from}–${to}`,
        some.length,
        typical(({ edges }) => edges),
        typical(({ times }) => times.models),
        typical(({ times }) => times.grammar),
        typical(({ times }) => times.dependencies),
        ...names.map((name) => typical(({ algorithms }) => algorithms[name]!.time)),
        both.length === 0 ? undefined : Number(median(slow).toPrecision(3)),
        ratio(median),
        ratio((list) => list.reduce((a, b) => a + b, 0)),
      ],
    ]
  })
  return markdownTable(
    [
      'words',
      'sentences',
      'edges',
      'chart and scores, ms',
      'one decoding: grammar',
      'dependencies',
      ...names,
      'intersection',
      'intersection / Polyak, medians',
      'the same, means',
    ],
    rows,
  )
}

function percent(share: number): number {
  return Number((100 * share).toFixed(1))
}
