// Learns affixes from forms and their words. The word that shares most with the form is its stem, the others
// are affixes; where several words could be the stem, the reading with the most frequent affixes counts.
import type { Affix } from './affixes.js'

/** A reading of a form: affixes outermost first. */
interface Reading {
  readonly before: readonly Affix[]
  readonly after: readonly Affix[]
  readonly shared: number
}

/** Affixes in fewer forms are not learned. */
const FEWEST_FORMS = 2

/** The affixes of forms, each with its words, that occur in several of them. */
export function learnAffixes(forms: Iterable<readonly [form: string, words: readonly string[]]>): {
  before: Affix[]
  after: Affix[]
} {
  const readings = [...forms].map(([form, words]) => readingsOf(form, words))
  const counts = new Map<string, number>()
  for (const some of readings) {
    const keys = new Set(some.flatMap(keysOf))
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const chosen = new Map<string, number>()
  for (const some of readings)
    if (some.length > 0)
      for (const key of keysOf(mostFrequent(some, counts))) chosen.set(key, (chosen.get(key) ?? 0) + 1)
  const affixes = (side: string) =>
    [...chosen]
      .filter(([key, count]) => key[0] === side && count >= FEWEST_FORMS)
      .map(([key]) => key.slice(1))
      .sort()
      .map(affixOf)
  return { before: affixes('<'), after: affixes('>') }
}

function keysOf({ before, after }: Reading): string[] {
  const key = (side: string) => (affix: Affix) => side + [affix.text, affix.put, ...affix.words].join('\t')
  return [...before.map(key('<')), ...after.map(key('>'))]
}

function affixOf(key: string): Affix {
  const [text, put, ...words] = key.split('\t')
  return { text, put, words }
}

/** The reading of which the rarest affix is the most frequent; of equals that with the longest stem. */
function mostFrequent(readings: readonly Reading[], counts: ReadonlyMap<string, number>): Reading {
  let best = readings[0]
  let most = 0
  for (const reading of readings) {
    const rarest = Math.min(...keysOf(reading).map((key) => counts.get(key) ?? 0))
    if (rarest > most || (rarest === most && reading.shared > best.shared)) {
      best = reading
      most = rarest
    }
  }
  return best
}

/** The readings of a form: one for each word that shares characters with it. */
function readingsOf(form: string, words: readonly string[]): Reading[] {
  const readings: Reading[] = []
  words.forEach((word, k) => {
    const { length, inForm, inWord } = longestShared(form, word)
    if (length === 0) return
    const front = form.slice(0, inForm)
    const back = form.slice(inForm + length)
    const before = affixesBefore(front, word.slice(0, inWord), words.slice(0, k))
    const after = affixesAfter(back, word.slice(inWord + length), words.slice(k + 1))
    if (before !== null && after !== null) readings.push({ before, after, shared: length })
  })
  return readings
}

/** The longest text that occurs in both; of equals the first. */
function longestShared(form: string, word: string): { length: number; inForm: number; inWord: number } {
  const best = { length: 0, inForm: 0, inWord: 0 }
  for (let i = 0; i < form.length; i++)
    for (let j = 0; j < word.length; j++) {
      let n = 0
      while (i + n < form.length && j + n < word.length && form[i + n] === word[j + n]) n++
      if (n > best.length) Object.assign(best, { length: n, inForm: i, inWord: j })
    }
  return best
}

interface Building {
  text: string
  words: string[]
}

/**
 * The affixes that a text before the stem consists of. A word that is not written (Hebrew ה after ב) belongs
 * to the affix before it. Null if nothing is written for words or for the change of the stem.
 */
function affixesBefore(text: string, put: string, words: readonly string[]): Affix[] | null {
  if (text === '') return words.length === 0 && put === '' ? [] : null
  const found: Building[] = []
  let at = 0
  for (const word of words)
    if (word !== '' && text.startsWith(word, at)) {
      found.push({ text: word, words: [word] })
      at += word.length
    } else if (found.length === 0) return [{ text, put, words }]
    else found[found.length - 1].words.push(word)
  return finished(
    found,
    put,
    (last) => {
      last.text += text.slice(at)
    },
    { text, put, words },
  )
}

/** The same for a text after the stem, from its end. */
function affixesAfter(text: string, put: string, words: readonly string[]): Affix[] | null {
  if (text === '') return words.length === 0 && put === '' ? [] : null
  const found: Building[] = []
  let end = text.length
  for (const word of [...words].reverse())
    if (word !== '' && text.endsWith(word, end)) {
      found.push({ text: word, words: [word] })
      end -= word.length
    } else if (found.length === 0) return [{ text, put, words }]
    else found[found.length - 1].words.unshift(word)
  return finished(
    found,
    put,
    (last) => {
      last.text = text.slice(0, end) + last.text
    },
    { text, put, words },
  )
}

/** The affix beside the stem gets what is left of the text, and the change of the stem. */
function finished(
  found: readonly Building[],
  put: string,
  addRest: (last: Building) => void,
  otherwise: Affix,
): Affix[] {
  if (found.length === 0) return [otherwise]
  const last = found[found.length - 1]
  addRest(last)
  return found.map((affix) => ({ ...affix, put: affix === last ? put : '' }))
}
