// The options of the task `parse` as the pipeline takes them.
import type { TreeOptions } from '@parley/nlp'

/** What a user can ask of the parser. */
export interface ParseTaskOptions {
  readonly k?: number | undefined
  readonly algorithm?: 'ad3' | 'subgradient' | undefined
  readonly maxIterations?: number | undefined
  readonly projective?: boolean | undefined
  readonly trace?: boolean | undefined
}

/** The options of the pipeline for a task; only `parse` makes trees. */
export function treesOf(task: string, options: ParseTaskOptions): TreeOptions {
  if (task !== 'parse') return { parse: false }
  const { k, algorithm, maxIterations, projective, trace } = options
  const parser = {
    ...(algorithm !== undefined && { algorithm }),
    ...(maxIterations !== undefined && { maxIterations }),
    ...(projective === true && { projective }),
    ...(trace === true && { trace }),
  }
  return { parse: true, ...(k !== undefined && { k }), ...(Object.keys(parser).length > 0 && { parser }) }
}
