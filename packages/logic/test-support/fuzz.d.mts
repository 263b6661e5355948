import type { ParleyError } from '@parleyjs/core'
import type { Data, GroundOptions, Program } from '../src/index.js'

/** The broken rules file of this seed. */
export function brokenRules(seed: number): string
/** Reads and grounds it; what went wrong beyond a ParleyError with its place, or null. */
export function tryBrokenRules(
  seed: number,
  logic: {
    problemsIn: (text: string) => ParleyError[]
    parseRules: (text: string) => Program
    ground: (program: Program, data: Data, options: GroundOptions) => unknown
  },
): string | null
