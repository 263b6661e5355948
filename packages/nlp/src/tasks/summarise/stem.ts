// Porter's stemmer for English ("An algorithm for suffix stripping", 1980): one table per step, in his order.
// The measure m of a stem is the number of vowel–consonant turns in it, [C](VC)^m[V].
import { ownText } from '../../text/own-text.js'

/**
 * [ending, what replaces it]; of several that fit the longest counts, and it needs a stem of enough measure.
 */
type Rules = readonly (readonly [ending: string, replacement: string])[]

const STEP_2: Rules = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['abli', 'able'],
  ['eli', 'e'],
]
const STEP_3: Rules = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
const STEP_4 = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou'.split(' ')

const known = new Map<string, string>()
/** Maximum number of cached words; the cache is cleared beyond it. */
const MOST = 50_000

/**
 * The stem of a word in lower case. Words with anything but a–z in them stay as they are.
 *
 * @example
 * stem('relational') // 'relat'
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  if (known.size >= MOST) known.clear()
  const result = ownText(step5(step4(replace(replace(step1(word), STEP_2), STEP_3))))
  known.set(ownText(word), result)
  return result
}

/** Plurals and participles. */
function step1(word: string): string {
  let w = word
  if (w.endsWith('sses') || w.endsWith('ies')) w = w.slice(0, -2)
  else if (w.endsWith('s') && !w.endsWith('ss')) w = w.slice(0, -1)
  if (w.endsWith('eed')) {
    if (measure(w.slice(0, -3)) > 0) w = w.slice(0, -1)
  } else {
    const cut = w.endsWith('ed') ? 2 : w.endsWith('ing') ? 3 : 0
    if (cut > 0 && hasVowel(w.slice(0, -cut))) w = mended(w.slice(0, -cut))
  }
  return w.endsWith('y') && hasVowel(w.slice(0, -1)) ? `${w.slice(0, -1)}i` : w
}

/** Restores the spelling of the verb after the ending of a participle is removed. */
function mended(w: string): string {
  if (/(at|bl|iz)$/.test(w)) return `${w}e`
  if (/([^aeiou])\1$/.test(w) && !/[lsz]$/.test(w) && !isVowel(w, w.length - 1)) return w.slice(0, -1)
  return measure(w) === 1 && endsShort(w) ? `${w}e` : w
}

function replace(w: string, rules: Rules): string {
  const rule = rules.find(([ending]) => w.endsWith(ending))
  if (rule === undefined) return w
  const root = w.slice(0, -rule[0].length)
  return measure(root) > 0 ? root + rule[1] : w
}

function step4(w: string): string {
  const ending = STEP_4.find((e) => w.endsWith(e))
  if (ending === undefined) return w
  const root = w.slice(0, -ending.length)
  return measure(root) > 1 && (ending !== 'ion' || /[st]$/.test(root)) ? root : w
}

function step5(word: string): string {
  let w = word
  if (w.endsWith('e')) {
    const root = w.slice(0, -1)
    const m = measure(root)
    if (m > 1 || (m === 1 && !endsShort(root))) w = root
  }
  return w.endsWith('ll') && measure(w) > 1 ? w.slice(0, -1) : w
}

/** A y is a vowel after a consonant. */
function isVowel(w: string, i: number): boolean {
  const c = w[i]
  if ('aeiou'.includes(c)) return true
  return c === 'y' && i > 0 && !isVowel(w, i - 1)
}

function hasVowel(w: string): boolean {
  for (let i = 0; i < w.length; i++) if (isVowel(w, i)) return true
  return false
}

function measure(w: string): number {
  let m = 0
  let before = false
  for (let i = 0; i < w.length; i++) {
    const vowel = isVowel(w, i)
    if (before && !vowel) m++
    before = vowel
  }
  return m
}

/** Whether it ends consonant, vowel, consonant other than w, x and y. */
function endsShort(w: string): boolean {
  const n = w.length
  return n > 2 && !isVowel(w, n - 3) && isVowel(w, n - 2) && !isVowel(w, n - 1) && !/[wxy]$/.test(w)
}
