// Classes of rare words, by capitals, digits, hyphens and endings.

const ENDINGS = [
  'ing',
  'tion',
  'ness',
  'ment',
  'able',
  'ally',
  'ed',
  'ly',
  'al',
  'ic',
  'ive',
  'ous',
  'er',
  'or',
  'est',
  'ity',
  'ion',
  'y',
  's',
]

/**
 * The class of a word that is too rare to be known by itself.
 *
 * @example
 * unknownWordClass('Overcharging', 0) // '<First-ing>'
 */
export function unknownWordClass(word: string, position: number): string {
  let kind = ''
  if (/[A-Z]/.test(word[0] ?? ''))
    kind += /[a-z]/.test(word) ? (position === 0 ? 'First' : 'Capital') : 'CAPITALS'
  if (/\d/.test(word)) kind += /[A-Za-z]/.test(word) ? 'Mixed' : 'Number'
  if (word.includes('-')) kind += 'Hyphen'
  const lower = word.toLowerCase()
  const ending = word.length > 4 ? ENDINGS.find((end) => lower.endsWith(end)) : undefined
  return `<${kind}${ending === undefined ? '' : `-${ending}`}>`
}
