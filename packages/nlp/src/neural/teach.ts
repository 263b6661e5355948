// A trained network as a teacher: its probabilities for sentences, which a smaller network learns from
// (Hinton, Vinyals and Dean 2015). Only the most probable columns of each row are kept.
import { portableExp } from '@parleyjs/core/internal'
import { type Parameters, type RowShares, Tape, type Tensor } from '@parleyjs/learn'
import { batchOf, type EncodedWords } from './batch.js'
import type { TrueWords } from './loss.js'
import { scoreWords } from './network.js'
import type { Taught } from './row-shares.js'
import { type NetworkSizes, WORD_LABELS } from './sizes.js'

const MOST_COLUMNS = 6
/** Less probable columns are left out. */
const LEAST_SHARE = 0.003

/** What the teacher says about a sentence whose heads are known; otherwise about its own best heads. */
export function teach(
  parameters: Parameters,
  sizes: NetworkSizes,
  sentence: EncodedWords & Partial<TrueWords>,
): TrueWords {
  const tape = new Tape(parameters.memory)
  const scores = scoreWords(tape, parameters, sizes, batchOf([sentence]))
  const count = sentence.shapes.length
  const heads = shares(tape, scores.arcs, count)
  const best = sentence.heads ?? firsts(heads)
  const pairs = Array.from({ length: 2 * count }, (_, i) =>
    i % 2 === 0 ? i / 2 : Math.max(0, best[(i - 1) / 2]),
  )
  const relations = shares(tape, scores.relations(pairs), sizes.relations)
  const taught = { heads, relations } as Record<keyof Taught, RowShares>
  for (const kind of WORD_LABELS) taught[kind] = shares(tape, scores.labels(kind), sizes[kind])
  tape.clear()
  return {
    ...sentence,
    heads: best,
    relations: sentence.relations ?? firsts(relations),
    labels: sentence.labels ?? {
      upos: firsts(taught.upos),
      xpos: firsts(taught.xpos),
      feats: firsts(taught.feats),
      lemmas: firsts(taught.lemmas),
    },
    taught,
  }
}

/** The most probable columns of each row, the best first; none for the root. */
function shares(tape: Tape, scores: Tensor, count: number): RowShares {
  const starts = [0, 0]
  const columns: number[] = []
  const kept: number[] = []
  const rows = tape.read(scores)
  for (let m = 1; m < rows.length; m++) {
    const row = rows[m].slice(0, count)
    const most = Math.max(...row)
    const p = row.map((score) => portableExp(score - most))
    const sum = p.reduce((all, x) => all + x, 0)
    const order = Array.from(p.keys()).sort((a, b) => p[b] - p[a] || a - b)
    for (const column of order.slice(0, MOST_COLUMNS))
      if (column === order[0] || p[column] / sum >= LEAST_SHARE) {
        columns.push(column)
        kept.push(p[column] / sum)
      }
    starts.push(columns.length)
  }
  return {
    starts: Int32Array.from(starts),
    columns: Int16Array.from(columns),
    shares: Float32Array.from(kept),
  }
}

/** The first column of each row; −1 for the root. */
function firsts({ starts, columns }: RowShares): number[] {
  return Array.from({ length: starts.length - 1 }, (_, m) => (m === 0 ? -1 : columns[starts[m]]))
}
