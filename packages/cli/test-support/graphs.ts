// Small graphs as text, with answers that are plain to see.
import { Random } from '@parleyjs/core/internal'

/** Two binary variables that like to differ; x0 would rather be 1. Best: 1 0, ln 2 + ln 3. */
export const PAIR_UAI = 'MARKOV\n2\n2 2\n2\n1 0\n2 0 1\n\n2\n1 2\n\n4\n1 3\n3 1\n'
export const PAIR_BEST = { assignment: [1, 0], value: Math.log(6) }

/** Three variables of which exactly one is 1. Best: 0 1 0, score 0.7. */
export const XOR_FG = '3\n1\n0.5\n0.7\n-0.2\nXOR 3 1 2 3\n'

/** Exactly one and none: cannot be. */
export const CLASH_FG = '2\n3\n0.5\n0.7\nXOR 2 1 2\nXOR 1 -1\nXOR 1 -2\n'

/** One variable with three values that cost 12, 15 and 20. */
export const COST_WCSP = 'cost 1 3 1 1000\n3\n1 0 0 3\n0 12\n1 15\n2 20\n'

/** A frustrated grid with random couplings, hard enough for exact search to last a while. */
export function hardGrid(n: number): string {
  const generator = new Random(1)
  const random = () => generator.uniform() * 2 - 1
  const scopes: string[] = []
  const tables: string[] = []
  const add = (scope: number[], table: number[]) => {
    scopes.push(`${scope.length} ${scope.join(' ')}`)
    tables.push(`${table.length} ${table.map((x) => Math.exp(x)).join(' ')}`)
  }
  for (let v = 0; v < n * n; v++) add([v], [0, random() * 0.1])
  for (let r = 0; r < n; r++)
    for (let c = 0; c < n; c++)
      for (const [rr, cc] of [
        [r, (c + 1) % n],
        [(r + 1) % n, c],
      ] as const) {
        const w = random() * 3
        add([r * n + c, rr * n + cc], [w, -w, -w, w])
      }
  return `MARKOV\n${n * n}\n${'2 '.repeat(n * n)}\n${scopes.length}\n${scopes.join('\n')}\n${tables.join('\n')}\n`
}
