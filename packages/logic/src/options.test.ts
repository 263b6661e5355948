// Unknown options are refused.
import { ParleyError } from '@parleyjs/core'
import { expect, test } from 'vitest'
import { ground, parseRules, problemsIn, RuleBuilder, readTable, solveLazily } from './index.js'

const program = parseRules('open rain score 1')
const builder = () => new RuleBuilder()

const CALLS: Record<string, (options: never) => unknown> = {
  ground: (options) => ground(program, {}, options),
  solve: (options) => ground(program).solve(options),
  solveLazily: (options) => solveLazily(program, {}, options),
  parseRules: (options) => parseRules('open rain', options),
  problemsIn: (options) => problemsIn('open rain', options),
  readTable: (options) => readTable('a\n1\n', options),
  open: (options) => builder().open('rain', [], options),
  rule: (options) => builder().rule([], () => builder().open('rain', [])(), options),
  define: (options) =>
    builder().define([], () => [builder().open('rain', [])(), builder().open('wet', [])()], options),
}

test.each(Object.entries(CALLS))('%s refuses an option that does not exist', (_name, call) => {
  expect(() => call({ nonsense: 1 } as never)).toThrow(ParleyError)
  expect(() => call({ nonsense: 1 } as never)).toThrow(/has no option "nonsense"/)
  expect(() => call({} as never)).not.toThrow()
})

test('names what was meant', () => {
  expect(() => CALLS.ground({ limits: 3 } as never)).toThrow(
    '`ground` has no option "limits". Did you mean limit?',
  )
  expect(() => CALLS.solveLazily({ algorithm: 'exact', timelimit: 3 } as never)).toThrow(
    /Did you mean timeLimit/,
  )
})
