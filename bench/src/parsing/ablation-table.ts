// The table of the ablation: the gain of each model size over the smallest on the same treebank, and whether
// it is significantly better than the previous size.
import { markdownTable } from '../table.js'
import { pairedP } from './paired-test.js'
import type { TrainingRecord } from './train-model.js'

export interface PartScores {
  readonly uas: number
  /** Without subtypes of relations, as in CoNLL 2018, and with them. */
  readonly las: number
  readonly full: number
  /** Share of trees proven best. */
  readonly proven: number
  /** Number of correct words in each sentence. */
  readonly correct: readonly number[]
}

export interface AblationRow {
  readonly treebank: string
  readonly parts: string
  readonly dev: PartScores
  readonly test: PartScores
  readonly record: TrainingRecord | null
}

/**
 * Markdown: a line per treebank and size, then the means of treebanks by size. In brackets is the difference
 * to the first size of the same treebank; p is that of LAS on dev and test together against the previous
 * size.
 *
 * @example
 * ablationTable(rows) // '| treebank | parts | dev UAS | …'
 */
export function ablationTable(measured: readonly AblationRow[]): string {
  const rows = [...measured, ...meanRows(measured)]
  const first = new Map<string, AblationRow>()
  for (const row of rows) if (!first.has(row.treebank)) first.set(row.treebank, row)
  return markdownTable(
    [
      'treebank',
      'parts',
      'dev UAS',
      'dev LAS',
      'test UAS',
      'test LAS',
      'test LAS, subtypes',
      'proven, test',
      'p',
    ],
    rows.map((row, r) => {
      const base = first.get(row.treebank)!
      const before = row === base ? undefined : rows[r - 1]
      const cell = (part: 'dev' | 'test', metric: 'uas' | 'las' | 'full') =>
        withGain(row[part][metric], row === base ? undefined : base[part][metric])
      return [
        row === base ? row.treebank : '',
        row.parts,
        cell('dev', 'uas'),
        cell('dev', 'las'),
        cell('test', 'uas'),
        cell('test', 'las'),
        cell('test', 'full'),
        `${(100 * row.test.proven).toFixed(1)} %`,
        before === undefined ? '' : shownP(pairedP(allCorrect(before), allCorrect(row))),
      ]
    }),
  )
}

/** A row for every size: the means of all treebanks, equally weighted, and the sentences of all of them. */
function meanRows(rows: readonly AblationRow[]): AblationRow[] {
  const bySize = new Map<string, AblationRow[]>()
  for (const row of rows) bySize.set(row.parts, [...(bySize.get(row.parts) ?? []), row])
  const count = new Set(rows.map(({ treebank }) => treebank)).size
  const isComplete = [...bySize.values()].every((group) => group.length === count)
  if (count < 2 || !isComplete) return []
  return [...bySize].map(([parts, group]) => ({
    treebank: 'mean',
    parts,
    dev: meanScores(group.map(({ dev }) => dev)),
    test: meanScores(group.map(({ test }) => test)),
    record: null,
  }))
}

function meanScores(scores: readonly PartScores[]): PartScores {
  const mean = (metric: 'uas' | 'las' | 'full' | 'proven') =>
    scores.reduce((sum, score) => sum + score[metric], 0) / scores.length
  return {
    uas: mean('uas'),
    las: mean('las'),
    full: mean('full'),
    proven: mean('proven'),
    correct: scores.flatMap(({ correct }) => correct),
  }
}

function allCorrect({ dev, test }: AblationRow): number[] {
  return [...dev.correct, ...test.correct]
}

function shownP(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}

/**
 * A score in percent, and its difference to another score.
 *
 * @example
 * withGain(88.5, 87.25) // '88.50 (+1.25)'
 */
export function withGain(score: number, base?: number): string {
  const shown = score.toFixed(2)
  if (base === undefined) return shown
  // Computed from the printed figures, so that a reader who subtracts gets the same number.
  const gain = Number(shown) - Number(base.toFixed(2))
  return `${shown} (${gain < 0 ? '−' : '+'}${Math.abs(gain).toFixed(2)})`
}
