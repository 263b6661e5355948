// What users of `fit` meet: structures that take part, costs, streams, saved models, errors.
import { evaluate, ParleyError, verify } from '@parleyjs/core'
import { HeadAutomaton, SpanningTree } from '@parleyjs/structures'
import { describe, expect, test } from 'vitest'
import type { ModelGraph } from '../templates/model-graph.js'
import type { Output } from '../templates/output.js'
import { fit } from './fit.js'
import { loadLearned } from './learned-model.js'
import type { EpochReport, FitOptions } from './options.js'

const TAGS = ['noun', 'verb', 'the']

interface Sentence {
  readonly words: readonly string[]
  readonly tags: readonly (string | undefined)[]
}

const sentence = (text: string, tags: string): Sentence => ({ words: text.split(' '), tags: tags.split(' ') })
const SENTENCES = [
  sentence('the dog barks', 'the noun verb'),
  sentence('dogs bark', 'noun verb'),
  sentence('the bark hurts', 'the noun verb'),
  sentence('fish swim', 'noun verb'),
]

function buildTags(x: Sentence, g: ModelGraph): Output {
  const tags = x.words.map((word) => g.categorical(TAGS, (tag) => ({ [`${word}/${tag}`]: 1 })))
  g.sequence(tags, (from, to) => ({ [`${from}>${to}`]: 1 }))
  return tags
}
const TAGGER: FitOptions<Sentence> = { build: buildTags, truth: (x) => x.tags }

/** The error of a call. */
async function refusal(examples: Parameters<typeof fit<Sentence>>[0], options: object): Promise<ParleyError> {
  try {
    await fit(examples, { ...TAGGER, ...options })
  } catch (error) {
    if (error instanceof ParleyError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('a learned model', () => {
  test('answers with a certificate, predicts the same, and explains itself', async () => {
    const model = await fit(SENTENCES, TAGGER)
    const x = sentence('the fish barks', '? ? ?')
    const solution = model.solve(x)
    expect(solution.answer).toEqual(['the', 'noun', 'verb'])
    expect(solution.status).toBe('optimal')
    expect(verify(solution.graph, solution).ok).toBe(true)
    expect(model.predict(x)).toEqual(solution.answer)
    const parts = model.explain(x)
    const total = parts.reduce((sum, part) => sum + part.score, 0)
    expect(total).toBeCloseTo(solution.value, 9)
    for (const { score, features } of parts)
      expect(features.reduce((sum, { value, weight }) => sum + value * weight, 0)).toBeCloseTo(score, 9)
    expect(parts[0]).toMatchObject({ part: '[0]', label: 'the' })
    expect(model.weights.get('the/the')).toBeGreaterThan(0)
  })

  test('is saved and loaded', async () => {
    const model = await fit(SENTENCES, { ...TAGGER, licence: 'CC0-1.0' })
    const bytes = model.save()
    const again = loadLearned(bytes, buildTags)
    expect(again.weights).toEqual(model.weights)
    expect(again.save()).toEqual(bytes)
    for (const x of SENTENCES) expect(again.solve(x).value).toBe(model.solve(x).value)
    expect(() => loadLearned(bytes.slice(0, -3), buildTags)).toThrow(/checksum|damaged/)
  })

  test('learns from streams and from hashed features', async () => {
    const streamed = await fit(async function* () {
      yield* SENTENCES
    }, TAGGER)
    for (const x of SENTENCES) expect(streamed.predict(x)).toEqual(x.tags)
    const hashed = await fit(SENTENCES, { ...TAGGER, buckets: 1 << 12 })
    for (const x of SENTENCES) expect(hashed.predict(x)).toEqual(x.tags)
    expect(() => hashed.weights).toThrow(/hashed/)
    const again = loadLearned(hashed.save(), buildTags)
    for (const x of SENTENCES) expect(again.predict(x)).toEqual(x.tags)
  })

  test('with a stream is the same after an interruption', async () => {
    const { writeModel, readModel } = await import('../model/container.js')
    let kept: Uint8Array | null = null
    const checkpoint = {
      load: () => (kept === null ? null : readModel(kept)),
      save: (state: Parameters<typeof writeModel>[0]) => {
        kept = writeModel(state)
      },
    }
    const whole = await fit(() => SENTENCES, { ...TAGGER, epochs: 4 })
    await fit(() => SENTENCES, { ...TAGGER, epochs: 4, checkpoint, onEpoch: ({ epoch }) => epoch < 2 })
    const resumed = await fit(() => SENTENCES, { ...TAGGER, epochs: 4, checkpoint })
    expect(resumed.save()).toEqual(whole.save())
  })

  test('learns a batch under the same weights', async () => {
    const model = await fit(SENTENCES, { ...TAGGER, batch: 3 })
    for (const x of SENTENCES) expect(model.predict(x)).toEqual(x.tags)
  })

  test('keeps the epoch that is best on dev', async () => {
    const reports: EpochReport[] = []
    const dev = [sentence('the dog swim', 'the noun verb')]
    await fit(SENTENCES, { ...TAGGER, dev, onEpoch: (report) => reports.push(report) })
    expect(reports.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(Math.max(...reports.map((report) => report.dev ?? 0))).toBe(1)
  })
})

describe('structures', () => {
  // Word 1 is the root's child; word i hangs on word i − 1, which the features of arcs tell.
  const build = (x: { n: number }, g: ModelGraph) => {
    const arcs: [number, number][] = []
    for (let h = 0; h <= x.n; h++) for (let m = 1; m <= x.n; m++) if (h !== m) arcs.push([h, m])
    const variables = arcs.map(([h, m]) => g.binary({ [`distance ${h - m}`]: 1 }, `${h} to ${m}`))
    g.add(new SpanningTree({ length: x.n + 1, arcs }), variables, 'tree')
    return variables
  }
  const truth = (x: { n: number }) => {
    const labels: boolean[] = []
    for (let h = 0; h <= x.n; h++) for (let m = 1; m <= x.n; m++) if (h !== m) labels.push(m - h === 1)
    return labels
  }

  test.each(['perceptron', 'mira', 'adagrad', 'svm'] as const)('trees are learned by %s', async (method) => {
    const model = await fit([{ n: 3 }, { n: 4 }], { build, truth, method, epochs: 30 })
    expect(model.solve({ n: 6 }).answer).toEqual(truth({ n: 6 }))
  })

  test('sequences with scores by position, of different labels, and made by hand', async () => {
    const model = await fit([{ at: 1 }, { at: 2 }], {
      build(x, g) {
        const [a, b, c] = [
          g.categorical(['x', 'y']),
          g.categorical(['x', 'y', 'z']),
          g.categorical(['x', 'y']),
        ]
        g.sequence([a, b, c], (from, to, position) => ({ [`${x.at} ${position} ${from}${to}`]: 1 }))
        return [a, b, c]
      },
      truth: (x) => (x.at === 1 ? ['x', 'z', 'y'] : ['y', 'x', 'x']),
    })
    expect(model.solve({ at: 1 }).answer).toEqual(['x', 'z', 'y'])
    expect(model.predict({ at: 2 })).toEqual(['y', 'x', 'x'])
  })

  test.each(['mira', 'svm'] as const)(
    'automata with scores of their own are learned by %s',
    async (method) => {
      // No feature of an arc tells what is right: neighbouring modifiers must be taken together.
      const model = await fit([{ first: true }, { first: false }], {
        build(x, g) {
          const arcs = [0, 1, 2].map((i) => g.binary(i === 0 ? (x.first ? 5 : -5) : 0))
          const names = ['01', '02', '03', '0end', '12', '13', '1end', '23', '2end', '3end']
          g.scored(
            (scores) => new HeadAutomaton({ siblings: scores }),
            arcs,
            names.map((name) => ({ [name]: 1 })),
          )
          return arcs
        },
        truth: (x) => (x.first ? [true, true, false] : [false, false, true]),
        method,
      })
      expect(model.solve({ first: true }).answer).toEqual([true, true, false])
      expect(model.predict({ first: false })).toEqual([false, false, true])
    },
  )

  test('valid label sequences are valid in every answer', async () => {
    const LABELS = ['B', 'I', 'O']
    const data = [
      { words: ['New', 'York', 'is', 'big'], tags: ['B', 'I', 'O', 'O'] },
      { words: ['in', 'York'], tags: ['O', 'B'] },
    ]
    const model = await fit(data, {
      build(x, g) {
        const tags = x.words.map((word, i) =>
          g.categorical(LABELS, (tag) =>
            i === 0 && tag === 'I' ? Number.NEGATIVE_INFINITY : { [`${word}/${tag}`]: 1 },
          ),
        )
        g.sequence(tags, (from, to) =>
          from === 'O' && to === 'I' ? Number.NEGATIVE_INFINITY : { [from + to]: 1 },
        )
        return tags
      },
      truth: (x) => x.tags,
    })
    for (const x of data) expect(model.solve(x).answer).toEqual(x.tags)
    for (const words of [
      ['York', 'York', 'York'],
      ['is', 'York'],
    ]) {
      const answer = model.solve({ words, tags: [] }).answer as string[]
      answer.forEach((tag, i) => {
        if (tag === 'I') expect(answer[i - 1]).toMatch(/[BI]/)
      })
    }
  })
})

describe('costs', () => {
  const build = (_: { label: string }, g: ModelGraph) => [g.categorical(['a', 'b', 'c'], { bias: 1 })]
  const truth = (x: { label: string }) => [x.label]
  /** The loss under weights of 0 is the cost of the worst answer. */
  const firstLoss = async (cost: FitOptions<{ label: string }>['cost']) => {
    const reports: EpochReport[] = []
    const onEpoch = (report: EpochReport) => reports.push(report)
    const model = await fit([{ label: 'a' }], { build, truth, onEpoch, ...(cost !== undefined && { cost }) })
    const [a, b, c] = ['a', 'b', 'c'].map((label) => model.weights.get(`bias|${label}`) ?? 0)
    return { loss: reports[0].loss, margins: [a - b, a - c] }
  }

  test('are 1 for every wrong label by default', async () => {
    expect((await firstLoss(undefined)).loss).toBe(1)
    expect((await firstLoss('hamming')).loss).toBe(1)
  })

  test('are functions of labels, or parts of the graph', async () => {
    const table: Record<string, number> = { a: 0, b: 1, c: 7 }
    const byLabel = await firstLoss((_, guess) => table[String(guess)])
    expect(byLabel.loss).toBe(7)
    const byPart = await firstLoss({
      add(g, variables) {
        const [variable] = variables as ReturnType<typeof build>
        g.dense([variable], (guess) => table[guess])
      },
    })
    expect(byPart).toEqual(byLabel)
    // Worse answers are kept at a larger distance.
    expect(byLabel.margins[1]).toBeGreaterThan(byLabel.margins[0])
  })
})

describe('what cannot be learned from is refused', () => {
  test.each([
    ['no examples', [], {}, /no examples/],
    ['no examples in a stream', () => [], {}, /no examples/],
    ['no examples in dev', SENTENCES, { dev: [] }, /`dev` has no examples/],
    [
      'an unknown label',
      [sentence('a', 'adverb')],
      {},
      /Example 0: The truth at \[0\]: "adverb" is not a label/,
    ],
    [
      'an unknown label in dev',
      SENTENCES,
      { dev: [sentence('a', 'Noun')] },
      /Example of dev 0: .*"Noun".*Did you mean noun/,
    ],
    [
      'a truth of the wrong length',
      [sentence('a b', 'noun')],
      {},
      /Example 0: The truth has 1 values.*2 variables/,
    ],
    ['an unknown method', SENTENCES, { method: 'magic' }, /no method "magic"/],
    ['an unknown option', SENTENCES, { epoch: 3 }, /no option "epoch".*epochs/],
    ['no epochs', SENTENCES, { epochs: 0 }, /`epochs` is 0/],
    ['svm on streams', () => SENTENCES, { method: 'svm' }, /examples` as a list/],
    ['too little memory', SENTENCES, { memory: 0.001 }, /need more than 0.001 MB.*function.*buckets/],
    ['a negative cost', SENTENCES, { cost: () => -1 }, /cost at \[0\] is -1/],
  ] as const)('%s', async (_, examples, options, message) => {
    expect((await refusal(examples as Sentence[], options)).message).toMatch(message)
  })

  test.each([
    ['NaN', Number.NaN, /Example 0: variable 0 has a feature "w" with the value NaN/],
    ['infinite', Number.POSITIVE_INFINITY, /"w" with the value Infinity/],
    ['no number', 'x', /"w" with the value x/],
    ['a vector with NaN', [1, Number.NaN], /"w\[1\]" with the value NaN/],
  ])('a feature that is %s', async (_, value, message) => {
    const build = (_: Sentence, g: ModelGraph) => [g.categorical(TAGS, { w: value as number })]
    expect((await refusal([sentence('a', 'noun')], { build })).message).toMatch(message)
  })

  test('a truth that contradicts itself', async () => {
    const build = (_: Sentence, g: ModelGraph) => {
      const variable = g.categorical(TAGS)
      return [variable, variable]
    }
    const { message } = await refusal([sentence('a b', 'noun verb')], { build })
    expect(message).toMatch(/Example 0: The truth contradicts itself: .*\[1\] is "verb", and also "noun"/)
  })

  test('a truth that violates a hard constraint, which is named', async () => {
    const build = (x: Sentence, g: ModelGraph) => {
      const tags = x.words.map(() => g.categorical(TAGS))
      g.atMostOne(
        tags.map((tag) => tag.is('verb')),
        'at most one verb',
      )
      return tags
    }
    const bad = await refusal([sentence('a b', 'noun verb'), sentence('a b', 'verb verb')], { build })
    expect(bad.message).toMatch(/Example 1: The truth violates at most one verb/)
    const partial = { words: ['a', 'b', 'c'], tags: ['verb', undefined, 'verb'] }
    expect((await refusal([partial], { build })).message).toMatch(/Example 0: at most one verb cannot hold/)
  })

  test('a forbidden transition in the truth', async () => {
    const build = (x: Sentence, g: ModelGraph) => {
      const tags = x.words.map(() => g.categorical(TAGS))
      g.sequence(tags, (from, to) => (from === to ? Number.NEGATIVE_INFINITY : 0), {}, 'no repetition')
      return tags
    }
    expect((await refusal([sentence('a b', 'verb verb')], { build })).message).toMatch(
      /Example 0: .*no repetition/,
    )
  })

  test('an aborted training, whose checkpoint is kept', async () => {
    const signal = { aborted: false }
    const saved: string[] = []
    const checkpoint = { load: () => null, save: (_: unknown, after: string) => saved.push(after) }
    const onEpoch = ({ epoch }: EpochReport) => {
      if (epoch === 2) signal.aborted = true
    }
    const error = await refusal(SENTENCES, { signal, checkpoint, onEpoch, epochs: 1e6 })
    expect(error.code).toBe('interrupted')
    expect(saved.length).toBeGreaterThanOrEqual(2)
  })

  test('a checkpoint of another training', async () => {
    const { readModel, writeModel } = await import('../model/container.js')
    let kept: Uint8Array = new Uint8Array()
    const save = (state: Parameters<typeof writeModel>[0]) => {
      kept = writeModel(state)
    }
    await fit(SENTENCES, { ...TAGGER, checkpoint: { load: () => null, save } })
    const checkpoint = { load: () => readModel(kept), save }
    expect((await refusal(SENTENCES, { seed: 2, checkpoint })).message).toMatch(/seed was 1 and is 2/)
    expect((await refusal(SENTENCES.slice(1), { checkpoint })).message).toMatch(/examples was 4 and is 3/)
  })
})

test('fixed scores and learned scores add up', async () => {
  const model = await fit([{ label: 'a' }], {
    build: (_, g) => [g.categorical(['a', 'b'], (label) => [label === 'b' ? 0.25 : 0, { [label]: 1 }])],
    truth: (x) => [x.label],
  })
  const solution = model.solve({ label: '' })
  expect(solution.value).toBeCloseTo(model.weights.get('a') ?? Number.NaN, 12)
  expect(evaluate(solution.graph, [1])).toBeCloseTo(0.25 + (model.weights.get('b') ?? Number.NaN), 12)
})
