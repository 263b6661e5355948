// One shard of a soft problem: carries out the coordinator's commands, and saves and restores its state.
import { ParleyError } from '../../error.js'
import { FactorSweeps } from '../factor-sweeps.js'
import type { SoftProblem } from '../soft-problem.js'
import { type Calls, SoftState } from '../soft-state.js'
import { Voting } from '../soft-value.js'
import type { Answered, Begun, ReplyTo, ShardCommand, ShardReply, Swept } from './messages.js'

/** The state of a shard between two rounds, as plain arrays that can be written to a file. */
export type ShardCheckpoint = Readonly<Record<string, Float64Array | Int32Array>>

/**
 * Some of the factors of a soft problem, with their multipliers, for a remote coordinator. The problem has
 * these factors and the sets in which they have members, in the order of the whole problem; sets are numbered
 * from 0.
 *
 * @example
 * const shard = new SweepShard(part)
 * shard.run({ op: 'begin' }).best // the best score of each factor by itself
 */
export class SweepShard {
  private readonly state: SoftState
  private readonly sweeps: FactorSweeps
  private readonly voting: Voting
  /** Number of factors that are models; sets follow. */
  private readonly models: number
  /** The variable of the first set. */
  private readonly firstSet: number

  constructor(private readonly problem: SoftProblem) {
    this.models = modelCount(problem)
    this.state = new SoftState(problem)
    this.sweeps = new FactorSweeps(this.state)
    this.voting = new Voting(problem)
    this.firstSet = problem.factorFirst.data[this.models]
  }

  /** Carries out a command. The same commands from the same state give the same bits. */
  run<C extends ShardCommand>(command: C): ReplyTo<C> {
    return this.carryOut(command) as ReplyTo<C>
  }

  private carryOut(command: ShardCommand): ShardReply {
    switch (command.op) {
      case 'begin':
        return this.begin()
      case 'prepare':
        for (const f of command.factors) this.sweeps.prepare(f)
        return { scores: new Float64Array(0), best: new Float64Array(0), calls: this.takeCalls() }
      case 'move':
      case 'sweep':
        return this.sweep(command.op, command.factors, command.sets, command.scores)
      case 'respond':
        return this.respond(command.choice)
      case 'vote':
        return this.vote(command.choice)
    }
  }

  /** Copies the state between rounds: call it after `respond`, and before `prepare` or `sweep`. */
  checkpoint(): ShardCheckpoint {
    const copies: Record<string, Float64Array | Int32Array> = {}
    for (const [name, array] of Object.entries(this.arrays())) copies[name] = array.slice()
    return copies
  }

  /** Restores a checkpoint of a shard with the same problem. */
  restore(checkpoint: ShardCheckpoint): void {
    for (const [name, array] of Object.entries(this.arrays())) {
      const kept = checkpoint[name]
      if (kept?.length !== array.length || kept.constructor !== array.constructor)
        throw new ParleyError(
          'bad-input',
          `The checkpoint does not fit the shard: ${kept?.length ?? 'no'} numbers in "${name}", not ${array.length}. Remove it to start again.`,
        )
      if (array instanceof Int32Array) array.set(kept)
      else array.set(kept)
    }
  }

  private arrays(): Record<string, Float64Array | Int32Array> {
    const { multipliers, extra, values, own, best } = this.state
    const { answers } = this.sweeps
    const answered = { answered: answers.answered, answers: answers.values, answersOwn: answers.own }
    return { multipliers, extra, values, own, best, ...answered }
  }

  private begin(): Begun {
    const { sweeps, state, models, firstSet } = this
    for (let f = 0; f < models; f++) sweeps.ask(f, true)
    return {
      values: sweeps.answers.values.slice(0, firstSet),
      own: sweeps.answers.own.slice(0, models),
      best: state.best.slice(0, models),
      isSwept: sweeps.isSwept.slice(0, models),
      multipliers: state.multipliers.slice(),
      calls: this.takeCalls(),
    }
  }

  private sweep(op: 'move' | 'sweep', factors: Int32Array, sets: Int32Array, scores: Float64Array): Swept {
    const { sweeps, state } = this
    let at = 0
    for (const set of sets)
      for (let s = this.slot(set); s < this.slot(set + 1); s++) state.extra[s] = scores[at++]
    for (const f of factors) {
      if (op === 'sweep') sweeps.sweepPrepared(f)
      else sweeps.moveAsked(f, true)
    }
    const after = new Float64Array(at)
    at = 0
    for (const set of sets)
      for (let s = this.slot(set); s < this.slot(set + 1); s++) after[at++] = state.extra[s]
    return { scores: after, best: Float64Array.from(factors, (f) => state.best[f]), calls: this.takeCalls() }
  }

  private respond(choice: Int32Array): Answered {
    const { answers } = this.sweeps
    answers.choice.set(choice, this.firstSet)
    const factors: number[] = []
    answers.respondTo((f) => factors.push(f))
    return this.answered(factors, answers.own, answers.values)
  }

  private vote(choice: Int32Array): Answered {
    const { state, voting, models, firstSet } = this
    this.sweeps.answers.publish()
    state.values.set(choice, firstSet)
    voting.respond(state)
    const factors = Array.from({ length: models }, (_, f) => f)
    return this.answered(factors, state.own, state.values)
  }

  private answered(factors: readonly number[], own: Float64Array, values: Int32Array): Answered {
    const { factorFirst } = this.problem
    const all: number[] = []
    for (const f of factors)
      for (let v = factorFirst.data[f]; v < factorFirst.data[f + 1]; v++) all.push(values[v])
    return {
      factors: Int32Array.from(factors),
      own: Float64Array.from(factors, (f) => own[f]),
      values: Int32Array.from(all),
      gaps: this.sweeps.answers.gaps.slice(0, this.models),
      calls: this.takeCalls(),
    }
  }

  /** First slot of a set. */
  private slot(set: number): number {
    return this.problem.variableStart.data[this.firstSet + set]
  }

  /** The number of calls since the last `takeCalls`. */
  private takeCalls(): Calls {
    const { calls } = this.state
    const taken = { ...calls }
    calls.maximize = 0
    calls.maxMarginals = 0
    return taken
  }
}

/**
 * The number of models of a problem whose sets follow its models, as in the `consensusProblem` of
 * `@parleyjs/nlp`.
 */
export function modelCount({ sources, factorCount }: SoftProblem): number {
  const first = sources.indexOf(null)
  const models = first < 0 ? factorCount : first
  for (let f = models; f < factorCount; f++)
    if (sources[f] !== null)
      throw new ParleyError(
        'bad-argument',
        `Factor ${f} is a model, and factor ${first} a lone variable. In a problem with shards all models must come first.`,
      )
  return models
}
