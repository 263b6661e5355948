// The last literal, the output, is the OR of the others, the inputs. The other factors with an output are
// stored as this kind, or as XOR and OR, with negated literals.
import { groupOfColumns } from '../common/columns.js'
import type { FactorForm, FactorKind, JsonFactor } from '../common/kind.js'
import { allowed, fillFree, isTrue } from '../common/logic.js'
import { or } from '../or/or.js'
import { xor } from '../xor/xor.js'
import { OrOutGroup } from './or-out-group.js'

/** Which literals are stored negated. */
const PLAIN = 0
const NEGATED = 1

/** A factor with inputs and an output, added by a method of the graph and stored with these negations. */
function withOutput<Label extends string>(
  label: Label,
  method: 'xorOut' | 'orOut' | 'andOut' | 'implies',
  [inputs, inputsNegated]: readonly [string, number],
  [output, outputNegated]: readonly [string, number],
): FactorForm<Label> {
  return {
    label,
    json: {
      fields: [inputs, output],
      read: (graph, from, name) => graph[method](from.literals(inputs), from.literal(output), name),
      write: ({ literals, literal }: JsonFactor) => ({
        [inputs]: literals.slice(0, -1).map((encoded) => literal(encoded ^ inputsNegated)),
        [output]: literal((literals.at(-1) ?? 0) ^ outputNegated),
      }),
    },
  }
}

export const orOut: FactorKind<'xor-with-output' | 'or-with-output' | 'and-with-output' | 'implication'> = {
  code: 3,
  name: 'or-out',
  forms: [
    { ...withOutput('xor-with-output', 'xorOut', ['inputs', PLAIN], ['output', NEGATED]), storedAs: xor },
    withOutput('or-with-output', 'orOut', ['inputs', PLAIN], ['output', PLAIN]),
    withOutput('and-with-output', 'andOut', ['inputs', NEGATED], ['output', NEGATED]),
    { ...withOutput('implication', 'implies', ['premises', NEGATED], ['conclusion', PLAIN]), storedAs: or },
  ],
  score({ store }, factor, values, ones) {
    const output = isTrue(store.literals.data[store.literalStart.data[factor + 1] - 1], values)
    return allowed(output === ones - (output ? 1 : 0) > 0)
  },
  propagate(state, n, _params, ones, free) {
    const output = n - 1
    const onesIn = ones - (state[output] === 1 ? 1 : 0)
    const freeIn = free - (state[output] === -1 ? 1 : 0)
    if (onesIn > 0) {
      if (state[output] === 0) return false
      state[output] = 1
    } else if (freeIn === 0) {
      if (state[output] === 1) return false
      state[output] = 0
    } else if (state[output] === 0) fillFree(state, output, 0)
    else if (state[output] === 1 && freeIn === 1) fillFree(state, output, 1)
    return true
  },
  // The output of no input is false.
  impliesAlone: (store, factor) => store.literalStart.data[factor + 1] - store.literalStart.data[factor] <= 2,
  reduce(reduction, factor) {
    const ones = reduction.collectFree(factor)
    const { literals, origins, graph } = reduction
    if (literals.length === 0) return
    // A known output leaves an OR (or nothing, once an input is true).
    if (origins[literals.length - 1] === graph.store.literalStart.data[factor + 1] - 1)
      reduction.emit(orOut, factor, literals, origins, [])
    else if (ones === 1) reduction.emit(or, factor, literals, origins, [])
  },
  ...groupOfColumns(OrOutGroup),
  // z ≥ xᵢ, z ≤ Σ xᵢ
  inequalities(rows, literals) {
    const inputs = literals.length - 1
    const output = literals[inputs]
    for (let i = 0; i < inputs; i++) {
      rows.term(output, 1)
      rows.term(literals[i], -1)
      rows.row(0, Number.POSITIVE_INFINITY)
    }
    for (let i = 0; i < inputs; i++) rows.term(literals[i], 1)
    rows.term(output, -1)
    rows.row(0, Number.POSITIVE_INFINITY)
  },
}
