// The conditions in a quantified formula: parts without which a combination of values does not matter.
import type { Atom, Formula } from './ast.js'
import { conjunction, conjuncts } from './walk.js'

export interface Split {
  /** Known beforehand; taken out of the formula. */
  readonly guards: readonly Formula[]
  /** Atoms to be decided: where one is impossible, the combination does not matter. They stay in the formula. */
  readonly hints: readonly Atom[]
  readonly rest: Formula
}

/**
 * Under "exists" and counts the parts of a conjunction are conditions; under "forall" those of a premise, and parts of a
 * disjunction that are negated.
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
