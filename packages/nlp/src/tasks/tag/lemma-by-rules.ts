// The lemma of a form by the best rule that applies to it.
import type { KnownLemmas } from './known-lemmas.js'
import { isLemma, wellFormed } from './lemma-checks.js'
import { applyRule, isConstant } from './lemma-rules.js'

/**
 * Tries rules from the best score down; the form itself if none of them applies. A constant rule applies only
 * to the forms that training saw it with, if they are known. The score of a rule is scores[from + rule].
 */
export function lemmaByRules(
  form: string,
  rules: readonly string[],
  choices: ArrayLike<number>,
  scores: ArrayLike<number>,
  known: KnownLemmas | null,
  from = 0,
): string {
  // Of equal scores the first rule wins.
  const isBetter = (rule: number, other: number) =>
    scores[from + rule] > scores[from + other] ||
    (scores[from + rule] === scores[from + other] && rule < other)
  for (let last = -1; ; ) {
    let best = -1
    for (let i = 0; i < choices.length; i++) {
      const rule = choices[i]
      if (last >= 0 && !isBetter(last, rule)) continue
      if (best < 0 || isBetter(rule, best)) best = rule
    }
    if (best < 0) return wellFormed(form)
    last = best
    if (known !== null && isConstant(rules[best])) {
      if (known.allows(best, form)) return rules[best].slice(1)
      continue
    }
    const lemma = applyRule(rules[best], form)
    if (lemma !== null && isLemma(lemma, form)) return wellFormed(lemma)
  }
}
