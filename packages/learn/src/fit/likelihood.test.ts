// Maximum likelihood: probabilities by enumeration, slopes by finite differences, and the same bytes again.
import { Random } from '@parleyjs/core/internal'
import { MatrixTree, SpanningTree } from '@parleyjs/structures'
import { describe, expect, test } from 'vitest'
import { assignments, buildRandom, LABELS, randomExamples } from '../../test-support/random-model.js'
import { FeatureTable } from '../features/feature-table.js'
import { addFeatures, SparseSum } from '../features/segment.js'
import { makeExample } from '../methods/example.js'
import { lossOf } from '../methods/likelihood.js'
import { readModel, writeModel } from '../model/container.js'
import { countAssignment } from '../templates/counts.js'
import { TemplateContext } from '../templates/model-graph.js'
import { scoreTemplate, type Template } from '../templates/template.js'
import { TiedSequence } from '../templates/tied-sequence.js'
import { fit } from './fit.js'
import { templateOf } from './learned-model.js'

function scoreOf(template: Template, weights: Float64Array, values: Int32Array): number {
  const scores = new Float64Array(template.places)
  const counts = new Float64Array(template.places)
  scoreTemplate(template, weights, scores)
  countAssignment(template, values, counts)
  return counts.reduce((sum, count, p) => sum + (count === 0 ? 0 : count * scores[p]), 0)
}

test('losses and slopes of chains are those of enumeration and of finite differences', () => {
  const random = Random.of(5)
  const table = new FeatureTable()
  const context = new TemplateContext(table)
  const templates = randomExamples(31, 8, false).map((x) => templateOf(x, buildRandom, context))
  const weights = Float64Array.from({ length: table.size }, () => 2 * random.uniform() - 1)
  for (const template of templates) {
    const n = template.graph.variableCount
    // Some of the truth is unknown: it is summed out.
    const truth = Int32Array.from({ length: n }, () => random.below(4) - 1)
    const example = makeExample(template, truth, null, new Float64Array(table.size))
    let all = 0
    let right = 0
    for (const values of assignments(n)) {
      const mass = Math.exp(scoreOf(template, weights, values))
      all += mass
      if (values.every((value, v) => truth[v] < 0 || truth[v] === value)) right += mass
    }
    const { loss, counts } = lossOf(example, weights)
    expect(loss).toBeCloseTo(Math.log(all / right), 9)
    const slopes = new SparseSum()
    slopes.reserve(table.size)
    for (const { segment, at } of template.segments) addFeatures(segment, counts, at, 1, slopes)
    for (let f = 0; f < table.size; f++) {
      const moved = (step: number) => {
        const other = weights.slice()
        other[f] += step
        return lossOf(example, other).loss
      }
      expect(slopes.values[f]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 6)
    }
  }
})

test('chains whose scores are far apart have the same probabilities', () => {
  const random = Random.of(2)
  for (const size of [1, 30, 400, 5000])
    for (const forbid of [false, true]) {
      const chain = new TiedSequence(3, 4)
      for (let i = 0; i < chain.scores.length; i++) chain.scores[i] = size * (random.uniform() - 0.5)
      if (forbid) chain.scores[4] = Number.NEGATIVE_INFINITY
      const scores = Float64Array.from({ length: 12 }, () => size * (random.uniform() - 0.5))
      const marginals = new Float64Array(12)
      const expected = new Float64Array(15)
      const log = chain.marginals(scores, marginals, expected)
      const totals = [...assignments(4)].map((values) => {
        const configuration = new Float64Array(12)
        values.forEach((value, t) => {
          configuration[3 * t + value] = 1
        })
        const own = chain.score(configuration)
        return { configuration, total: own + configuration.reduce((sum, on, i) => sum + on * scores[i], 0) }
      })
      const most = Math.max(...totals.map(({ total }) => total))
      const sum = totals.reduce((all, { total }) => all + Math.exp(total - most), 0)
      expect(log).toBeCloseTo(most + Math.log(sum), 8)
      const counted = new Float64Array(15)
      const shares = new Float64Array(12)
      for (const { configuration, total } of totals) {
        const share = Math.exp(total - most) / sum
        if (share > 0) chain.count(configuration, share, counted, 0)
        configuration.forEach((on, i) => {
          shares[i] += share * on
        })
      }
      for (let i = 0; i < 12; i++) expect(marginals[i]).toBeCloseTo(shares[i], 8)
      for (let i = 0; i < 15; i++) expect(expected[i]).toBeCloseTo(counted[i], 8)
      const best = new Float64Array(12)
      expect(chain.maximize(scores, best) + best.reduce((all, on, i) => all + on * scores[i], 0)).toBeCloseTo(
        most,
        8,
      )
    }
})

describe('fit', () => {
  const random = Random.of(6)
  const examples = randomExamples(8, 12, false).map((x) => ({
    ...x,
    truth: x.features.map(() => (random.chance(0.2) ? undefined : LABELS[random.below(3)])),
  }))
  const options = {
    build: buildRandom,
    truth: (x: (typeof examples)[number]) => x.truth,
    method: 'likelihood' as const,
    regularization: 0.05,
  }

  test('reaches a point where no weight improves the objective', async () => {
    let objective = 0
    const model = await fit(examples, {
      ...options,
      tolerance: 1e-12,
      onEpoch: (report) => {
        expect(report.objective).toBeLessThanOrEqual(objective === 0 ? Number.POSITIVE_INFINITY : objective)
        objective = report.objective ?? 0
      },
    })
    const table = new FeatureTable()
    const context = new TemplateContext(table)
    const all = examples.map((x) => templateOf(x, buildRandom, context))
    const weights = Float64Array.from(table.names(), (name) => model.weights.get(name) ?? 0)
    const slopes = new SparseSum()
    slopes.reserve(table.size)
    all.forEach((template, i) => {
      const values = Int32Array.from(examples[i].truth, (label) =>
        label === undefined ? -1 : LABELS.indexOf(label),
      )
      const { counts } = lossOf(makeExample(template, values, null, new Float64Array(table.size)), weights)
      for (const { segment, at } of template.segments)
        addFeatures(segment, counts, at, 1 / examples.length, slopes)
    })
    for (let f = 0; f < table.size; f++) expect(slopes.values[f] + 0.05 * weights[f]).toBeCloseTo(0, 4)
  })

  test('gives the same bytes after an interruption', async () => {
    let kept: Uint8Array | null = null
    const checkpoint = {
      load: () => (kept === null ? null : readModel(kept)),
      save: (state: Parameters<typeof writeModel>[0]) => {
        kept = writeModel(state)
      },
    }
    const whole = (await fit(examples, { ...options, epochs: 9 })).save()
    await fit(examples, { ...options, epochs: 9, checkpoint, onEpoch: ({ epoch }) => epoch < 4 })
    expect((await fit(examples, { ...options, epochs: 9, checkpoint })).save()).toEqual(whole)
  })

  test('learns trees, by the matrix-tree theorem', async () => {
    const arcs: [number, number][] = [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 1],
    ]
    const model = await fit(
      [
        { right: [true, false, true, false] },
        { right: [false, true, false, true] },
        { right: [true, false, true, false] },
      ],
      {
        build(_, g) {
          const variables = arcs.map(([h, m]) => g.binary({ [`${h} ${m}`]: 1 }))
          g.add(new SpanningTree({ length: 3, arcs }), variables)
          return variables
        },
        truth: (x) => x.right,
        method: 'likelihood',
        regularization: 1e-6,
        tolerance: 1e-10,
      },
    )
    const scores = Float64Array.from(arcs, ([h, m]) => model.weights.get(`${h} ${m}`) ?? 0)
    const marginals = new Float64Array(4)
    new MatrixTree().solve(3, [0, 0, 1, 2], [1, 2, 2, 1], 4, scores, marginals, false)
    // The expected counts are those of the data.
    expect(marginals[0]).toBeCloseTo(2 / 3, 3)
    expect(marginals[2]).toBeCloseTo(2 / 3, 3)
    expect(marginals[3]).toBeCloseTo(1 / 3, 3)
  })

  test('names the factor that has no probabilities', async () => {
    const build = (_: unknown, g: Parameters<typeof buildRandom>[1]) => {
      const [a, b] = [g.binary({ a: 1 }), g.binary({ b: 1 })]
      g.pair(a, b, { both: 1 }, 'both of them')
      return [a, b]
    }
    await expect(fit([1], { build, truth: () => [true, false], method: 'likelihood' })).rejects.toThrow(
      /`marginals`.*both of them/,
    )
  })
})
