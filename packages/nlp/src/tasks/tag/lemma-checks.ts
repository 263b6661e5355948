// Restrictions on rules for forms that training has not seen: no rule may leave half a surrogate pair or an
// empty lemma, change a number, or change a symbol.

const NUMERAL = /\p{N}/gu
const LETTER_OR_NUMERAL = /[\p{L}\p{N}]/u
/** Symbols and emoji beyond ASCII, and the characters that join and vary them. */
const SYMBOL = /[^\P{S}\p{ASCII}]|\p{Extended_Pictographic}|\u200d|\ufe0e|\ufe0f/u
const LONE_HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const SIMPLE = /^[a-zA-Z]*$/

/** Whether a form is a symbol or an emoji, whose lemma is the form itself. */
export function isSymbol(form: string): boolean {
  return !SIMPLE.test(form) && SYMBOL.test(form) && !LETTER_OR_NUMERAL.test(form)
}

/** Whether a rule may produce this lemma from a form. */
export function isLemma(lemma: string, form: string): boolean {
  if (lemma === '' || (lemma === '_' && form !== '_')) return false
  if (SIMPLE.test(lemma) && SIMPLE.test(form)) return true
  return !/^\s|\s$|\s\s/.test(lemma) && numeralsOf(lemma) === numeralsOf(form)
}

/** Replaces unpaired halves of surrogate pairs, which no file can hold. */
export function wellFormed(text: string): string {
  return SIMPLE.test(text) ? text : text.replace(LONE_HALF, '\ufffd')
}

function numeralsOf(text: string): string {
  return (text.match(NUMERAL) ?? []).join('').toLowerCase()
}
