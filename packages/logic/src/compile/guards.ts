// Finds the conditions in a quantified formula: parts that, if false, make a combination of values
// irrelevant.
import type { Atom, Formula } from '../syntax/ast.js'
import { conjunction, conjuncts } from '../syntax/walk.js'

export interface Split {
  /** Conditions that are known before solving; they are taken out of the formula. */
  readonly guards: readonly Formula[]
  /**
   * Atoms to be decided: where one of them does not exist, the combination is irrelevant. They stay in the
   * formula.
   */
  readonly hints: readonly Atom[]
  readonly rest: Formula
}

/**
 * Under "exists" and in counts, the parts of a conjunction are conditions. Under "forall", they are the parts
 * of a premise and the negated parts of a disjunction.
 */
export function split(body: Formula, universal: boolean, isGiven: (formula: Formula) => boolean): Split {
  return universal ? splitUniversal(body, isGiven) : splitConjunction(body, isGiven)
}

function splitConjunction(body: Formula, isGiven: (formula: Formula) => boolean): Split {
  const parts = conjuncts(body)
  const guards = parts.filter(isGiven)
  const open = parts.filter((part) => !guards.includes(part))
  const hints = open.filter((part): part is Atom => part.kind === 'atom')
  return { guards, hints, rest: conjunction(open) ?? { kind: 'truth', value: true, place: body.place } }
}

function splitUniversal(body: Formula, isGiven: (formula: Formula) => boolean): Split {
  if (body.kind === 'implies') {
    const left = splitConjunction(body.left, isGiven)
    const right = splitUniversal(body.right, isGiven)
    const certain = left.rest.kind === 'truth' && left.rest.value
    return {
      guards: [...left.guards, ...right.guards],
      hints: [...left.hints, ...right.hints],
      rest: certain ? right.rest : { ...body, left: left.rest, right: right.rest },
    }
  }
  if (body.kind !== 'or') return { guards: [], hints: [], rest: body }
  const guards: Formula[] = []
  const hints: Atom[] = []
  const parts: Formula[] = []
  for (const part of body.parts) {
    if (part.kind === 'not' && isGiven(part.of)) guards.push(...conjuncts(part.of))
    else parts.push(part)
    if (part.kind === 'not' && part.of.kind === 'atom' && !isGiven(part.of)) hints.push(part.of)
  }
  const rest: Formula =
    parts.length === 0
      ? { kind: 'truth', value: false, place: body.place }
      : parts.length === 1
        ? parts[0]
        : { ...body, parts }
  return { guards, hints, rest }
}
