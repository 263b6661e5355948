// Threads change no byte of what is learned.
import type { Factor } from '@parleyjs/core'
import { Random } from '@parleyjs/core/internal'
import { expect, test } from 'vitest'
import { buildRandom, LABELS, type RandomExample, randomExamples } from '../../test-support/random-model.js'
import type { ModelGraph } from '../templates/model-graph.js'
import type { Output } from '../templates/output.js'
import { fit } from './fit.js'
import type { Method } from './options.js'

const threadModule = new URL('../../dist/fit/team-thread.js', import.meta.url)
const random = Random.of(12)
// Chains, cycles with constraints, and partial truth; more examples than a thread gets at a time.
const examples = [
  ...randomExamples(1, 60, false),
  ...randomExamples(2, 20, true),
  ...randomExamples(3, 10, true, true),
].map((x) => ({
  ...x,
  truth: x.features.map((_, i) => (random.chance(0.2) ? undefined : LABELS[(i + random.below(2)) % 2])),
}))
const truth = (x: RandomExample) => x.truth

const ANYTHING: Factor = {
  score: () => 0,
  maximize(scores, configuration) {
    configuration[0] = scores[0] > 0 ? 1 : 0
    return 0
  },
}

/** Has a factor that holds a function in some examples: they stay in the main thread. */
function buildMixed(x: RandomExample, g: ModelGraph): Output {
  const variables = buildRandom(x, g)
  if (x.exclusive.length > 0) {
    const literal = (
      variables as unknown as { is(value: number): Parameters<ModelGraph['xor']>[0][number] }[]
    )[0].is(0)
    g.add(ANYTHING, [literal], 'anything')
  }
  return variables
}

test.each<readonly [Method, typeof buildRandom, typeof examples]>([
  ['mira', buildMixed, examples],
  ['adagrad', buildRandom, examples],
  ['svm', buildRandom, examples],
  ['likelihood', buildRandom, examples.slice(0, 60)],
])('%s', async (method, build, list) => {
  const options = { build, truth, method, batch: 16, epochs: 2, threadModule, regularization: 0.1 }
  const alone = (await fit(list, options)).save()
  for (const workers of method === 'mira' ? [2, 3] : [2])
    expect((await fit(list, { ...options, workers })).save()).toEqual(alone)
})
