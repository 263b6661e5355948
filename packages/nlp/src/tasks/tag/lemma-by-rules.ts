// The lemma of a form by rules: the best one that applies to it, with a bonus for lemmas that training saw.
import type { KnownLemmas } from './known-lemmas.js'
import { isLemma, wellFormed } from './lemma-checks.js'
import { applyRule, isConstant } from './lemma-rules.js'

/**
 * Log-odds for a lemma that training saw, for each kind of evidence, and the maximum number of lemmas that
 * are compared. Chosen on the development parts of six treebanks.
 */
const SEEN_BONUS = 3
const MAX_COMPARED = 10

/** How the lemmas that training saw count. */
export interface SeenWeight {
  /** Number of the word's tag, as in the set of seen lemmas. */
  readonly tag: number
  /** Log-odds per unit of the scores. */
  readonly scale: number
}

/**
 * Compares what rules make, from the best score down; the form itself if none of them applies. A constant
 * rule applies only to the forms that training saw it with, if they are known. The score of a rule is
 * scores[from + rule]. Without `weight`, the first rule that applies makes the lemma.
 */
export function lemmaByRules(
  form: string,
  rules: readonly string[],
  choices: ArrayLike<number>,
  scores: ArrayLike<number>,
  known: KnownLemmas | null,
  from = 0,
  weight: SeenWeight | null = null,
): string {
  const seen = known?.seen ?? null
  const bonus = seen === null || weight === null ? 0 : SEEN_BONUS / weight.scale
  const lemmaOf = (among: ArrayLike<number>): string | null => {
    let best: string | null = null
    let most = 0
    let compared = 0
    for (
      let rule = nextRule(-1, among, scores, from);
      rule >= 0;
      rule = nextRule(rule, among, scores, from)
    ) {
      const score = scores[from + rule]
      // No later rule has a higher score, so none can win with more than both bonuses.
      if (best !== null && (compared === MAX_COMPARED || score + 2 * bonus <= most)) break
      const lemma = lemmaByRule(form, rule, rules, known)
      if (lemma === null) continue
      compared++
      const all =
        seen === null || weight === null ? score : score + bonus * seen.evidence(form, lemma, weight.tag)
      if (best !== null && all <= most) continue
      best = lemma
      most = all
    }
    return best
  }
  // Rules far behind the best are tried only where none of the others applies.
  const near = bonus === 0 ? choices : nearBest(choices, scores, from, 2 * bonus)
  return wellFormed(lemmaOf(near) ?? lemmaOf(choices) ?? form)
}

/** The rules whose scores are less than `reach` behind the best. */
function nearBest(
  choices: ArrayLike<number>,
  scores: ArrayLike<number>,
  from: number,
  reach: number,
): number[] {
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i < choices.length; i++) top = Math.max(top, scores[from + choices[i]])
  const near: number[] = []
  for (let i = 0; i < choices.length; i++) if (scores[from + choices[i]] > top - reach) near.push(choices[i])
  return near
}

/** The rule that comes after another in the order of scores; −1 if there is none. */
function nextRule(last: number, choices: ArrayLike<number>, scores: ArrayLike<number>, from: number): number {
  // Of equal scores the first rule wins.
  const isBetter = (rule: number, other: number) =>
    scores[from + rule] > scores[from + other] ||
    (scores[from + rule] === scores[from + other] && rule < other)
  let best = -1
  for (let i = 0; i < choices.length; i++) {
    const rule = choices[i]
    if (last >= 0 && !isBetter(last, rule)) continue
    if (best < 0 || isBetter(rule, best)) best = rule
  }
  return best
}

/** The lemma that a rule makes; null if the rule does not apply to the form. */
function lemmaByRule(
  form: string,
  rule: number,
  rules: readonly string[],
  known: KnownLemmas | null,
): string | null {
  if (known !== null && isConstant(rules[rule])) return known.allows(rule, form) ? rules[rule].slice(1) : null
  const lemma = applyRule(rules[rule], form)
  return lemma !== null && isLemma(lemma, form) ? lemma : null
}
