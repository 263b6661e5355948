// Runs GLPK on an integer program: the solver of paper 2, Table 1.3.
import type { LinearProgram } from '@parleyjs/core'
import type { GLPK, LP } from 'glpk.js/node'

/** Loads GLPK (WebAssembly). */
export async function loadGlpk(): Promise<GLPK> {
  const module = await import('glpk.js/node')
  return await module.default()
}

export interface GlpkRun {
  /** Whether the optimum was proven within the time. */
  readonly finished: boolean
  /** The value of the best summary found, if there is one. */
  readonly objective: number | undefined
}

/** Converts a program to GLPK's format. */
export function glpkProgram(glpk: GLPK, program: LinearProgram): LP {
  const name = (c: number) => `x${c}`
  const subjectTo: LP['subjectTo'] = []
  for (let r = 0; r < program.rowCount; r++) {
    const vars: { name: string; coef: number }[] = []
    for (let i = program.rowStart[r]; i < program.rowStart[r + 1]; i++)
      vars.push({ name: name(program.column[i]), coef: program.coefficient[i] })
    // Rows of summaries are equations, or have only an upper bound.
    const [lb, ub] = [program.rowLower[r], program.rowUpper[r]]
    const type = lb === ub ? glpk.GLP_FX : glpk.GLP_UP
    subjectTo.push({ name: `r${r}`, vars, bnds: { type, ub, lb: lb === ub ? lb : 0 } })
  }
  const columns = Array.from({ length: program.columnCount }, (_, c) => c)
  return {
    name: 'summary',
    objective: {
      direction: glpk.GLP_MAX,
      name: 'value',
      vars: columns.map((c) => ({ name: name(c), coef: program.cost[c] })),
    },
    subjectTo,
    bounds: columns
      .slice(program.integerCount)
      .map((c) => ({ name: name(c), type: glpk.GLP_DB, lb: program.lower[c], ub: program.upper[c] })),
    binaries: columns.slice(0, program.integerCount).map(name),
  }
}

/** Solves a program within a time limit in seconds. */
export function runGlpk(glpk: GLPK, lp: LP, timeLimit: number): GlpkRun {
  const { result } = glpk.solve(lp, { msglev: glpk.GLP_MSG_OFF, tmlim: timeLimit, presol: true })
  const found = result.status === glpk.GLP_OPT || result.status === glpk.GLP_FEAS
  return { finished: result.status === glpk.GLP_OPT, objective: found ? result.z : undefined }
}
