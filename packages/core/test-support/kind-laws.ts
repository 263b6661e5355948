// The laws of a kind of factor: every operation against enumeration and against HiGHS.
import type { KindCase } from './factor-case.js'
import { testLocalOperations } from './local-laws.js'
import { testQuadraticStep } from './quadratic-laws.js'

/** Tests random factors of a kind, made in one or several ways. */
export function testKind(...cases: readonly KindCase[]): void {
  for (const kind of cases) {
    testLocalOperations(kind)
    testQuadraticStep(kind)
  }
}
