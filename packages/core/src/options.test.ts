// Every function that takes options rejects unknown ones.
import { describe, expect, it } from 'vitest'
import {
  ad3,
  ad3InThreads,
  ad3Steps,
  agree,
  boxMplp,
  boxSubgradient,
  exact,
  type Factor,
  FactorGraph,
  kBest,
  mplp,
  ParleyError,
  readFg,
  readJson,
  readUai,
  readUaiEvidence,
  readWcsp,
  SoftProblem,
  solve,
  subgradient,
  writeLp,
} from './index.js'
import { boxMplpSharded, requireOptions } from './internal.js'

const graph = new FactorGraph()
graph.atMostOne([graph.binary(1), graph.binary(0.5)])
const soft = new SoftProblem()
soft.agree(soft.addVariable([2, 0]), soft.addVariable([0, 1]), 1)
const model: Factor = {
  maximize([a], configuration) {
    configuration[0] = Number(a > 0)
    return 1
  },
}

/** Every function, called with the options, which have no type, as in plain JavaScript. */
const FUNCTIONS: Record<string, (options: never) => unknown> = {
  ad3: (options) => ad3(graph, options),
  ad3Steps: (options) => [...ad3Steps(graph, options)],
  ad3InThreads: (options) => ad3InThreads(graph, options),
  subgradient: (options) => subgradient(graph, options),
  mplp: (options) => mplp(graph, options),
  exact: (options) => exact(graph, options),
  kBest: (options) => kBest(graph, 2, options),
  solve: (options) => solve(graph, options),
  agree: (options) => agree(model, model, 1, options),
  boxMplp: (options) => boxMplp(soft, options),
  boxSubgradient: (options) => boxSubgradient(soft, options),
  boxMplpSharded: (options) => boxMplpSharded(soft, [], [], options),
  readUai: (options) => readUai('MARKOV 1 2 0', options),
  readUaiEvidence: (options) => readUaiEvidence('0', graph, options),
  readFg: (options) => readFg('1\n0\n0\n', options),
  readWcsp: (options) => readWcsp('x 1 2 0 9\n2\n', options),
  readJson: (options) => readJson({ parley: 1, variables: [] }, options),
  writeLp: (options) => writeLp(graph, options),
}

/** The message of the error. */
async function refusal(call: (options: never) => unknown, options: unknown): Promise<string> {
  try {
    await call(options as never)
  } catch (error) {
    expect(error).toBeInstanceOf(ParleyError)
    return (error as ParleyError).message
  }
  return 'accepted'
}

describe.each(Object.entries(FUNCTIONS))('%s', (_name, call) => {
  it('refuses an option that does not exist', async () => {
    expect(await refusal(call, { nonsense: 1 })).toMatch(/^`\w+` has no option "nonsense"\./)
  })

  it('refuses options that are no object', async () => {
    for (const options of [null, 5, 'fast', [1]]) {
      const message = await refusal(call, options)
      expect(message).toMatch(/must be an object/)
    }
  })

  it('takes none', async () => {
    if (_name !== 'boxMplpSharded') expect(await refusal(call, {})).toBe('accepted')
  })
})

describe('a misspelt option', () => {
  const cases: [string, object, RegExp][] = [
    ['ad3', { maxIter: 3 }, /^`ad3` has no option "maxIter". Did you mean maxIterations\?$/],
    ['exact', { timelimit: 3 }, /Did you mean timeLimit\?/],
    ['exact', { penalty: 3 }, /`exact` has no option "penalty". It has tolerance, /],
    ['mplp', { tighten: { round: 3 } }, /`tighten of mplp` has no option "round". Did you mean rounds\?/],
    ['kBest', { tighten: { round: 3 } }, /`tighten of kBest` has no option/],
    ['kBest', { divers: 2 }, /Did you mean diverse\?/],
    ['solve', { algorithm: 'exact', tablelimit: 1 }, /`solve` has no option.*Did you mean tableLimit\?/],
    ['solve', { algoritm: 'exact' }, /Did you mean algorithm\?/],
    ['agree', { weight: [1, 2] }, /`agree` has no option "weight". Did you mean weights\?/],
    ['agree', { algorithm: 'ad3', step: 'sqrt' }, /`agree` has no option "step"/],
    ['agree', { tighter: { before: 3 } }, /`tighter of agree` has no option "before"/],
    ['boxMplp', { block: 'sets' }, /Did you mean blocks\?/],
    ['boxMplp', { blocks: 'stars' }, /There are no blocks "stars"/],
    ['readUai', { filename: 'x' }, /Did you mean file\?/],
  ]
  for (const [name, options, message] of cases)
    it(`${name} ${JSON.stringify(options)}`, async () => {
      expect(await refusal(FUNCTIONS[name], options)).toMatch(message)
    })
})

it('known options may be undefined', () => {
  expect(() => requireOptions('f', { a: undefined }, { a: true })).not.toThrow()
  expect(() => requireOptions('f', Object.create({ b: 1 }) as object, { a: true })).not.toThrow()
  expect(() => requireOptions('f', { constructor: 1 }, { a: true })).toThrow(/no option "constructor"/)
})
