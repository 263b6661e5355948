// The figures of the original C++ AD3 in bench/reference, see its README.md.
import { readFileSync } from 'node:fs'

export interface Reference {
  readonly lpOptimum: number | undefined
  readonly bestKnown: number | undefined
  /** Whether `bestKnown` is proven optimal. */
  readonly proven: boolean
  readonly bound: number
  readonly rounded: number | undefined
  /** Number of iterations until its residuals were below 1e−6, at most 1000. */
  readonly iterations: number
}

/** The reference figures by instance, from the text of the table. */
export function parseReference(text: string): Map<string, Reference> {
  const [header, ...lines] = text.trim().split(/\r?\n/)
  const names = header.split('\t')
  const table = new Map<string, Reference>()
  for (const line of lines) {
    const cells = line.split('\t')
    const cell = (name: string) => cells[names.indexOf(name)] ?? 'NA'
    const number = (name: string) => {
      const x = Number.parseFloat(cell(name))
      return Number.isNaN(x) ? undefined : x
    }
    table.set(cell('instance').replace(/\.fg$/, ''), {
      lpOptimum: number('lp_optimum'),
      bestKnown: number('best_known'),
      proven: !cell('best_known').endsWith('*'),
      bound: number('ad3_bound')!,
      rounded: number('ad3_rounded'),
      iterations: number('ad3_iterations')!,
    })
  }
  return table
}

/** The table that comes with the benchmarks. */
export function readReference(): Map<string, Reference> {
  return parseReference(readFileSync(new URL('../reference/ad3-cpp.tsv', import.meta.url), 'utf8'))
}
