// `learn` and `learn(x, …)` in weights and scores: weights that are learned, named after their rule.
import type { Formula, Term } from '../syntax/ast.js'
import { printFormula, printTerm } from '../syntax/print.js'

/** The weight of a rule, in which `learn` stands for learned weights. */
export function learnedWeight(
  weight: Term | null,
  name: string | null,
  formula: Formula,
  where: Formula | null,
): Term | null {
  if (weight === null) return null
  const condition = where === null ? '' : ` where ${printFormula(where)}`
  return learnedIn(weight, name ?? `${printFormula(formula)}${condition}`)
}

/** A term in which `learn` stands for learned weights. */
export function learnedIn(term: Term, owner: string): Term {
  switch (term.kind) {
    case 'variable':
      return term.name === 'learn' ? { kind: 'learn', owner, args: [], place: term.place } : term
    case 'call':
      if (term.name !== 'learn') return { ...term, args: term.args.map((arg) => learnedIn(arg, owner)) }
      return {
        kind: 'learn',
        owner: `${owner} ${term.args.map((arg) => printTerm(arg)).join(', ')} =`,
        args: term.args,
        place: term.place,
      }
    case 'arithmetic':
      return { ...term, left: learnedIn(term.left, owner), right: learnedIn(term.right, owner) }
    case 'negative':
      return { ...term, of: learnedIn(term.of, owner) }
    default:
      return term
  }
}
