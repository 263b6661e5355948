// Rules that make a lemma from a form: how to change its case, what to remove at either end and what to add
// there.
// "Dogs" → dog is the rule L0||1| (lower case, nothing removed at the beginning, one character removed at the
// end; tabs stand where | is shown). Counts are of code points, so no rule leaves half of a surrogate pair.

/** A rule that keeps nothing of the form: `=` and the lemma. */
export function isConstant(rule: string): boolean {
  return rule[0] === '='
}

/** The simplest rule that makes a lemma from a form. */
export function lemmaRule(form: string, lemma: string): string {
  let best = ''
  let least = Number.POSITIVE_INFINITY
  for (const way of ['L', 'K', 'T']) {
    const { rule, cost } = editRule(way, recase(form, way), lemma)
    if (cost < least) {
      best = rule
      least = cost
    }
  }
  return best
}

/** Applies a rule to a form; null if it does not fit. */
export function applyRule(rule: string, form: string): string | null {
  if (isConstant(rule)) return rule.slice(1)
  const base = recase(form, rule[0])
  const [takeFirst, putFirst, takeLast, putLast] = rule.slice(1).split('\t')
  const middle = inside(base, Number(takeFirst), Number(takeLast))
  return middle === '' ? null : putFirst + middle + putLast
}

const HALF = /[\ud800-\udfff]/

/** Removes `first` code points at the beginning of a text and `last` at its end. */
function inside(text: string, first: number, last: number): string {
  if (!HALF.test(text)) return text.slice(first, Math.max(first, text.length - last))
  const characters = Array.from(text)
  return characters.slice(first, Math.max(first, characters.length - last)).join('')
}

function recase(form: string, way: string): string {
  if (way === 'K') return form
  const lower = form.toLowerCase()
  if (way === 'L') return lower
  const first = form.slice(0, (form.codePointAt(0) ?? 0) > 0xffff ? 2 : 1)
  return first + lower.slice(first.toLowerCase().length)
}

/** The rule around the longest substring that form and lemma share. */
function editRule(way: string, base: string, lemma: string): { rule: string; cost: number } {
  const from = Array.from(base)
  const to = Array.from(lemma)
  let longest = 0
  let start = 0
  let put = 0
  for (let i = 0; i < from.length; i++)
    for (let j = 0; j < to.length; j++) {
      let n = 0
      while (i + n < from.length && j + n < to.length && from[i + n] === to[j + n]) n++
      if (n > longest) {
        longest = n
        start = i
        put = j
      }
    }
  if (longest === 0) return { rule: `=${lemma}`, cost: 1000 }
  const takeLast = from.length - start - longest
  const putFirst = to.slice(0, put).join('')
  const putLast = to.slice(put + longest).join('')
  return {
    rule: `${way}${start}\t${putFirst}\t${takeLast}\t${putLast}`,
    cost: start + put + takeLast + (to.length - put - longest),
  }
}
