// e^x and the normal distribution in WebAssembly, four numbers at a time; plain-rows.ts has the same steps.

import { type Code, f32x4, i32, i32x4, type Local } from '../wasm/assembler.js'
import { ERF, EXP } from './row-kernels.js'
import { all } from './simd-code.js'

const { add, sub, mul, div, gt, and, abs, select } = f32x4

/** ((c₀ · x + c₁) · x + c₂) … */
function polynomial(terms: readonly number[], x: Code): Code {
  return terms.slice(1).reduce<Code>((sum, term) => add(mul(sum, x), all(term)), all(terms[0]))
}

/** x := e^x, with two variables to work in. */
export function exponential(x: Local, power: Local, r: Local): Code {
  const n = sub(power.get, all(EXP.round))
  const series = add(add(mul(mul(polynomial(EXP.polynomial, r.get), r.get), r.get), r.get), all(1))
  return [
    power.set(add(mul(x.get, all(EXP.log2e)), all(EXP.round))),
    r.set(sub(sub(x.get, mul(n, all(EXP.ln2High))), mul(n, all(EXP.ln2Low)))),
    r.set(series),
    // The whole number n, shifted into the exponent of a float: 2ⁿ.
    power.set(i32x4.add(i32x4.shl(power.get, i32.const(23)), i32x4.splat(i32.const(0x3f800000)))),
    x.set(and(mul(r.get, power.get), gt(x.get, all(EXP.least)))),
  ]
}

/** result := Φ(x), the normal distribution; `bell` is exp(−x²/2). */
export function normal(x: Local, bell: Local, result: Local): Code {
  const half = all(0.5)
  return [
    result.set(div(all(1), add(all(1), mul(all(ERF.p), mul(abs(x.get), all(Math.SQRT1_2)))))),
    result.set(mul(half, mul(mul(polynomial(ERF.polynomial, result.get), result.get), bell.get))),
    result.set(select(sub(all(1), result.get), result.get, gt(x.get, all(0)))),
  ]
}
