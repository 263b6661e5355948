// Sets of words that should get the same value (paper 4, section 2: one consensus structure for each set):
// which words belong to a set, and what it costs when one of them differs. Sets are data: `ConsensusSets` of
// any task can be written by hand or by another program.
import { ParleyError } from '@parleyjs/core'
import { grown } from '@parleyjs/core/internal'

/** Larger penalties would reduce the precision of scores. */
export const MAX_PENALTY = 1e6

/** One set, as JSON has it. */
export interface ConsensusSet {
  /** Name of the set in explanations. */
  readonly name: string
  /**
   * The cost of a member that differs; or, for each value, the cost of a member that has it where the others
   * do not.
   */
  readonly penalty: number | Readonly<Record<string, number>>
  /** [sentence, word], both from 1. */
  readonly members: readonly (readonly [sentence: number, word: number])[]
}

/** Sets in compact form: 8 bytes for each member. A word may be in several sets. */
export class ConsensusSets {
  readonly names: string[] = []
  /** Penalties of each set: one number, or one for each value. */
  readonly penalties: (number | Float64Array)[] = []
  private starts: number[] = [0]
  private sentence = new Int32Array(1 << 8)
  private word = new Int32Array(1 << 8)

  /** @param values the names of the values, in order */
  constructor(readonly values: readonly string[]) {}

  get length(): number {
    return this.names.length
  }

  /** How many members all sets have. */
  get memberCount(): number {
    return this.starts[this.names.length]
  }

  get bytes(): number {
    return this.sentence.byteLength + this.word.byteLength
  }

  /** Begins a set; the following calls add its members. */
  begin(name: string, penalty: number | Float64Array): void {
    const most = typeof penalty === 'number' ? penalty : penalty.reduce((x, y) => Math.max(x, y), 0)
    if (!(most <= MAX_PENALTY))
      throw refuse(name, `the penalty ${most}; ${MAX_PENALTY} outweighs every score, and more is not allowed`)
    this.starts.push(this.memberCount)
    this.names.push(name)
    this.penalties.push(penalty)
  }

  /** Adds a member to the last set; sentence and word count from 0. */
  add(sentence: number, word: number): void {
    const at = this.memberCount
    if (at === this.sentence.length) {
      this.sentence = grown(this.sentence)
      this.word = grown(this.word)
    }
    this.sentence[at] = sentence
    this.word[at] = word
    this.starts[this.names.length]++
  }

  /** Where the members of a set begin; those of the next begin where they end. */
  start(set: number): number {
    return this.starts[set]
  }

  sentenceOf(member: number): number {
    return this.sentence[member]
  }

  wordOf(member: number): number {
    return this.word[member]
  }

  /** Sets as a user writes them; `lengthOf` says how many words a sentence has, for checks. */
  static from(
    sets: readonly ConsensusSet[],
    values: readonly string[],
    sentences: number,
    lengthOf: (sentence: number) => number,
  ): ConsensusSets {
    const result = new ConsensusSets(values)
    for (const { name, penalty, members } of sets) {
      result.begin(name, penaltyOf(name, penalty, values))
      if (members.length === 0) throw refuse(name, 'no members')
      const seen = new Set<string>()
      for (const [s, w] of members) {
        const key = `${s} ${w}`
        if (!Number.isInteger(s) || s < 1 || s > sentences)
          throw refuse(name, `sentence ${s}, but there are ${sentences} sentences`)
        if (!Number.isInteger(w) || w < 1 || w > lengthOf(s - 1))
          throw refuse(name, `word ${w} of sentence ${s}, which has ${lengthOf(s - 1)} words`)
        if (seen.has(key)) throw refuse(name, `word ${w} of sentence ${s} twice`)
        seen.add(key)
        result.add(s - 1, w - 1)
      }
    }
    return result
  }
}

/** Checks what was read from JSON. */
export function requireConsensusSets(json: unknown): ConsensusSet[] {
  const sets = (json as { sets?: unknown } | null)?.sets
  if (!Array.isArray(sets)) throw malformed('')
  sets.forEach((set: unknown, i) => {
    const { name, penalty, members } = (set ?? {}) as Partial<Record<keyof ConsensusSet, unknown>>
    if (typeof name !== 'string') throw malformed(`; set ${i + 1} has no name`)
    if (typeof penalty !== 'number' && (typeof penalty !== 'object' || penalty === null))
      throw malformed(`; set ${i + 1} ("${name}") has no penalty`)
    if (!Array.isArray(members)) throw malformed(`; set ${i + 1} ("${name}") has no list of members`)
    const wrong = members.findIndex((member) => !Array.isArray(member) || member.length !== 2)
    if (wrong >= 0)
      throw malformed(
        `; member ${wrong + 1} of set ${i + 1} ("${name}") is ${JSON.stringify(members[wrong])}, no [sentence, word]`,
      )
  })
  return sets as ConsensusSet[]
}

function malformed(fact: string): ParleyError {
  return new ParleyError(
    'bad-input',
    `Consensus sets look like {"sets": [{"name": "…", "penalty": 2, "members": [[1, 4], [7, 2]]}]}, sentence and word counting from 1${fact}.`,
  )
}

function penaltyOf(
  name: string,
  penalty: ConsensusSet['penalty'],
  values: readonly string[],
): number | Float64Array {
  const good = (x: unknown) => typeof x === 'number' && x >= 0 && x < Number.POSITIVE_INFINITY
  if (typeof penalty === 'number' && good(penalty)) return penalty
  const table = new Float64Array(values.length)
  if (typeof penalty === 'number') throw refuse(name, `the penalty ${penalty}; penalties are 0 or more`)
  for (const [value, cost] of Object.entries(penalty)) {
    const at = values.indexOf(value)
    if (at < 0) throw refuse(name, `a penalty for "${value}"; there are ${values.join(', ')}`)
    if (!good(cost)) throw refuse(name, `the penalty ${String(cost)}; penalties are 0 or more`)
    table[at] = cost
  }
  return table
}

function refuse(name: string, fact: string): ParleyError {
  return new ParleyError('bad-input', `The consensus set "${name}" has ${fact}.`)
}
