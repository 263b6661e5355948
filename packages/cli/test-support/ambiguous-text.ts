// A text in which heads and tags are in doubt, so that sentences have something to agree on.

const PEOPLE = ['The guard', 'A woman', 'My neighbour', 'Nobody', 'The tall boy', 'Her sister']
const VERBS = ['saw', 'ate', 'knew', 'fixed', 'painted', 'left', 'zorped', 'blicked']
const THINGS = ['the owner', 'a cake', 'the wug', 'an old house', 'the daxes', 'the fence', 'a blick']
const TAILS = [
  'with a fork',
  'of the dog',
  'near the park',
  'with the red zorp',
  'from the town',
  'that night',
  'because they blick loudly',
  'and went home',
]

/** A text of `sentences` sentences, a paragraph for every five. The tests are about this very text. */
export function ambiguousText(sentences: number): string {
  let state = 1
  const pick = (from: readonly string[]) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return from[(state >>> 16) % from.length]
  }
  const lines = Array.from({ length: sentences }, (_, i) => {
    const gap = i % 5 === 4 ? '\n\n' : ' '
    return `${pick(PEOPLE)} ${pick(VERBS)} ${pick(THINGS)} ${pick(TAILS)}.${gap}`
  })
  return `${lines.join('').trimEnd()}\n`
}
