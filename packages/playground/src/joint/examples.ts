// Example sentences for the tab of two models. In the first four, grammar and tagger differ at first; the
// shipped models get all trees right (scripts/showcase.test.ts checks that).
export const EXAMPLES = [
  'Our company plans to launch the new product.',
  'We must book the book before the play starts.',
  'Tests show that the drug works.',
  'He thought that that man was right.',
  'The cook likes to cook fish.',
]
