// A text in which heads and tags are in doubt, so that sentences have something to agree on.
import { Random } from '@parleyjs/core/internal'

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

/** So many sentences of one text, a paragraph for every five. */
export function ambiguousText(sentences: number): string {
  const random = new Random(1)
  const pick = (from: readonly string[]) => from[random.below(from.length)]
  const lines = Array.from({ length: sentences }, (_, i) => {
    const gap = i % 5 === 4 ? '\n\n' : ' '
    return `${pick(PEOPLE)} ${pick(VERBS)} ${pick(THINGS)} ${pick(TAILS)}.${gap}`
  })
  return `${lines.join('').trimEnd()}\n`
}
