// Generates text of any length for drills: short paragraphs of plain sentences.

const SUBJECTS = ['The committee', 'Every engineer', 'Our neighbour', 'A tired translator', 'She', 'Nobody']
const VERBS = ['reads', 'has forgotten', 'will explain', 'keeps', 'found', 'did not like']
const OBJECTS = ['the report', 'an old map of the town', 'what they said', 'two letters', 'the second proof']
const ENDS = ['in the evening', 'because it rained', 'without a word', 'for the third time', 'on Monday', '']

/** Text of `sentences` sentences, four to a paragraph. */
export function prose(sentences: number, random: () => number): string {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)]
  let text = ''
  for (let i = 1; i <= sentences; i++) {
    const words = [pick(SUBJECTS), pick(VERBS), pick(OBJECTS), pick(ENDS)].filter((word) => word !== '')
    text += `${words.join(' ')}.${i % 4 === 0 ? '\n\n' : ' '}`
  }
  return `${text.trimEnd()}\n`
}
