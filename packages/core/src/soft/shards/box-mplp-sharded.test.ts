// A problem in shards gives the same bits as in one piece, for any cut, and also after a restart from a
// checkpoint.
import { expect, test } from 'vitest'
import { type Random, SCORES, seeded } from '../../kinds/testing/random.js'
import { boxMplp } from '../box-mplp.js'
import { SoftProblem } from '../soft-problem.js'
import type { SoftSolution } from '../soft-solution.js'
import { TableFactor } from '../testing/random-soft-problem.js'
import { boxMplpSharded } from './box-mplp-sharded.js'
import type { ShardCommand, ShardLink } from './messages.js'
import { problemPart } from './problem-part.js'
import { SweepShard } from './sweep-shard.js'

/** Models of one to three variables with three values, and sets that take them in any order. */
function randomSets(random: Random, score: () => number): SoftProblem {
  const problem = new SoftProblem()
  const isStill = random.chance(0.5)
  const models = 3 + random.below(8)
  for (let m = 0; m < models; m++) {
    const sizes = Array.from({ length: 1 + random.below(3) }, () => 3)
    const factor = new TableFactor(sizes, Float64Array.from({ length: 3 ** sizes.length }, score))
    const still = {
      maximize: (scores: Float64Array, z: Float64Array) => factor.maximize(scores, z),
      maxMarginals: (scores: Float64Array, on: Float64Array, off: Float64Array) =>
        factor.maxMarginals(scores, on, off),
    }
    problem.addFactor(isStill && random.chance(0.8) ? () => still : factor, sizes)
  }
  const variables = problem.variableCount
  for (let set = 0; set < 1 + random.below(6); set++) {
    const members = new Set(Array.from({ length: 1 + random.below(5) }, () => random.below(variables)))
    const scores = random.chance(0.2) ? [score(), score(), score()] : undefined
    problem.consensus([...members], random.chance(0.3) ? [1, 0.5, 2] : 1.5, scores)
  }
  return problem
}

type Run = (shard: number, command: ShardCommand) => ReturnType<SweepShard['run']>

function linksOf(count: number, run: Run): ShardLink[] {
  return Array.from({ length: count }, (_, shard) => ({
    send: async <C extends ShardCommand>(command: C) => run(shard, structuredClone(command)) as never,
  }))
}

function bits({ multipliers: _, extra: __, trace, ...solution }: SoftSolution) {
  return { ...solution, trace: trace?.map(({ seconds: _, ...row }) => row) }
}

function* problems(count: number) {
  for (let seed = 0; seed < count; seed++) {
    const random = seeded(seed)
    const score = () => SCORES[seed % 3 === 0 ? 'ties' : 'ordinary'](random)
    const make = () => randomSets(seeded(seed), score)
    // Scores also come from `random`, so the problem is made once and used by all solvers.
    yield { seed, random, problem: make() }
  }
}

test('1, 2 and 3 shards give the bits of one piece, whichever factors they have', async () => {
  let several = 0
  let open = 0
  for (const { seed, random, problem } of problems(150)) {
    const options = { maxIterations: 12, tolerance: 1e-9, trace: true }
    const whole = boxMplp(problem, { ...options, blocks: 'sweeps' })
    const models = problem.sources.filter((source) => source !== null).length
    if (problem.variableCount <= problem.factorCount) continue
    if (whole.iterations > 1) several++
    if (whole.status !== 'optimal') open++
    for (const count of [1, 2, 3]) {
      const shardOf = Int32Array.from({ length: models }, () => random.below(count))
      const shards = Array.from(
        { length: count },
        (_, shard) => new SweepShard(problemPart(problem, (f) => shardOf[f] === shard)),
      )
      const links = linksOf(count, (shard, command) => shards[shard].run(command))
      const solution = await boxMplpSharded(problem, shardOf, links, options)
      expect(bits(solution), `seed ${seed}, ${count} shards`).toEqual(bits(whole))
    }
  }
  expect(several).toBeGreaterThan(20)
  expect(open).toBeGreaterThan(10)
})

test('a shard that is lost at any time is taken over from its checkpoint and the commands since', async () => {
  let lost = 0
  for (const { seed, random, problem } of problems(60)) {
    const options = { maxIterations: 12, tolerance: 1e-9 }
    if (problem.variableCount <= problem.factorCount) continue
    const whole = boxMplp(problem, { ...options, blocks: 'sweeps' })
    const models = problem.sources.filter((source) => source !== null).length
    const shardOf = Int32Array.from({ length: models }, (_, f) => f % 2)
    const make = (shard: number) => new SweepShard(problemPart(problem, (f) => shardOf[f] === shard))
    const shards = [make(0), make(1)]
    const kept = [undefined, undefined] as (ReturnType<SweepShard['checkpoint']> | undefined)[]
    const since: ShardCommand[][] = [[], []]
    const links = linksOf(2, (shard, command) => {
      if (random.chance(0.3)) {
        lost++
        shards[shard] = make(shard)
        if (kept[shard] !== undefined) shards[shard].restore(structuredClone(kept[shard]))
        for (const earlier of since[shard]) shards[shard].run(earlier)
      }
      const reply = shards[shard].run(command)
      since[shard].push(command)
      if (command.op === 'respond' && random.chance(0.7)) {
        kept[shard] = shards[shard].checkpoint()
        since[shard] = []
      }
      return reply
    })
    const solution = await boxMplpSharded(problem, shardOf, links, options)
    expect(bits(solution), `seed ${seed}`).toEqual(bits(whole))
  }
  expect(lost).toBeGreaterThan(50)
})

test('what cannot be done in shards is refused, and so is a checkpoint of another shard', async () => {
  const problem = new SoftProblem()
  const words = [0, 1].map(() =>
    problem.addFactor(new TableFactor([2, 2], Float64Array.of(0, 1, 2, 0)), [2, 2]),
  )
  problem.consensus(words, 1)
  const shard = new SweepShard(problemPart(problem, (f) => f === 0))
  const links = linksOf(1, (_, command) => shard.run(command))
  await expect(boxMplpSharded(problem, [0], links)).rejects.toThrow('2 models, but shards are given for 1')
  await expect(boxMplpSharded(problem, [0, 1], links)).rejects.toThrow('in shard 1; there are 1')
  expect(() => shard.restore(new SweepShard(problem).checkpoint())).toThrow('does not fit the shard')
  problem.agree(0, 2, 1)
  await expect(boxMplpSharded(problem, [0, 0], links)).rejects.toThrow('Only consensus sets')
})
