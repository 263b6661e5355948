// English stop words: articles, pronouns, prepositions, auxiliaries, conjunctions, and the remains of
// contractions.

const WORDS = `a about above after again all also am an and any are as at be because been before being below between both
but by can could did do does doing down during each few for from further had has have having he her here hers herself him
himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other our
ours ourselves out over own same she should so some such than that the their theirs them themselves then there these they
this those through to too under until up very was we were what when where which while who whom why will with would you
your yours yourself yourselves s t d m ll re ve n't 's 'd 'm 'll 're 've ca wo us may might must shall upon`

const STOP = new Set(WORDS.split(/\s+/))

/** Whether a word (in lower case) is a stop word. */
export function isStopWord(word: string): boolean {
  return STOP.has(word.replaceAll('’', "'"))
}

/** The share of words (in lower case) that are very frequent in nearly every English text. */
export function shareOfStopWords(words: readonly string[]): number {
  if (words.length === 0) return 0
  let count = 0
  for (const word of words) if (isStopWord(word)) count++
  return count / words.length
}
