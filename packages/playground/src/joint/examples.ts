// Sentences to try in the tab of two models. In the first four, grammar and tagger differ at first; the shipped models get the trees
// of all of them right (scripts/showcase.test.ts compares).
export const EXAMPLES = [
  'Our company plans to launch the new product.',
  'We must book the book before the play starts.',
  'Tests show that the drug works.',
  'He thought that that man was right.',
  'The cook likes to cook fish.',
]
