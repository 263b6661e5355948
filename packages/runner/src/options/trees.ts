// Converts the options of the task `parse` to those of the pipeline.
import type { TreeOptions } from '@parleyjs/nlp'

/** The options of a user for the parser. */
export interface ParseTaskOptions {
  readonly k?: number | undefined
  readonly algorithm?: 'ad3' | 'subgradient' | undefined
  readonly maxIterations?: number | undefined
  readonly projective?: boolean | undefined
  readonly trace?: boolean | undefined
}

/** The tree options of the pipeline for a task. Only `parse` makes trees. */
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
