// The figures of the original C++ AD3 in bench/reference, see its README.md.
import { readFileSync } from 'node:fs'

export interface Reference {
  readonly lpOptimum: number | undefined
  readonly bestKnown: number | undefined
  /** Whether `bestKnown` is proven optimal. */
  readonly proven: boolean
  readonly bound: number
  readonly rounded: number | undefined
  readonly iterations: number
  /** Milliseconds to residuals of 1e−6, or 1000 iterations. */
  readonly ms: number
  /** Milliseconds to a bound within 1e−4 of the LP optimum; undefined if it never got there. */
  readonly msTo1e4: number | undefined
}

/** The reference figures by instance, from the text of the table. */
export function parseReference(text: string): Map<string, Reference> {
  const [header, ...lines] = text.trim().split(/\r?\n/)
  const names = header!.split('\t')
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
      ms: number('ad3_cpu_ms')!,
      msTo1e4: number('ad3_ms_to_1e-4'),
    })
  }
  return table
}

/** The table that comes with the benchmarks. */
export function readReference(): Map<string, Reference> {
  return parseReference(readFileSync(new URL('../reference/ad3-cpp.tsv', import.meta.url), 'utf8'))
}
