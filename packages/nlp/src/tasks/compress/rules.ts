// Words that a compression must not separate, as data. Relations are those of Universal Dependencies; one
// without a subtype stands for all of its subtypes unless those are listed themselves.

/** Words with these relations, and none of their subtypes, stay or go with their head. */
export const GO_WITH_HEAD: ReadonlySet<string> = new Set([
  'aux',
  'aux:pass',
  'case',
  'cc',
  'compound:prt',
  'cop',
  'det',
  'expl',
  'fixed',
  'flat',
  'flat:foreign',
  'flat:name',
  'goeswith',
  'mark',
  'nmod:poss',
])

/** Words with these tags stay or go with their head, whatever their relation: "the man I talked to". */
export const TAGS_WITH_HEAD: ReadonlySet<string> = new Set(['ADP'])

/** Words with these relations stay or go with their head where both are parts of a name. */
export const IN_NAMES: ReadonlySet<string> = new Set(['amod', 'compound'])

/**
 * Words with these lemmas stay or go with their head, whatever their relation: without them the sentence says
 * the opposite.
 */
export const NEGATIONS: ReadonlySet<string> = new Set([
  'not',
  "n't",
  'n’t',
  'never',
  'no',
  'neither',
  'nor',
  'hardly',
  'barely',
  'scarcely',
])

/**
 * Features of words that open a question or a relative clause, such as "when" and "which": they stay or go
 * with their head.
 */
export const ASKING = /(^|\|)PronType=([A-Za-z,]*,)?(Int|Rel)/

/** Words with these relations must stay where their head does. */
export const REQUIRED: ReadonlySet<string> = new Set(['csubj', 'nsubj', 'obj', 'xcomp'])

/**
 * Words with these relations may stay without their head if they have a subject: they are sentences of their
 * own.
 */
export const CLAUSES: ReadonlySet<string> = new Set(['ccomp', 'conj', 'parataxis'])

/** Relations of the subject that a clause needs to stand alone. */
export const SUBJECTS: ReadonlySet<string> = new Set(['nsubj', 'csubj', 'expl'])

/** Words with these relations are dropped where the clause that they open has become the sentence. */
export const OPENERS: ReadonlySet<string> = new Set(['cc', 'mark'])

/** Words with these relations belong to a whole phrase, and follow where its head is replaced. */
export const OF_THE_PHRASE: ReadonlySet<string> = new Set([
  'acl',
  'appos',
  'aux',
  'case',
  'cc',
  'conj',
  'cop',
  'mark',
  'nsubj',
  'punct',
])

/** Words before a name that may go, whatever their tag; so may every noun. */
export const TITLES: ReadonlySet<string> = new Set(
  `mr mr. mrs mrs. ms ms. dr dr. prof prof. professor sir dame lord lady president vice-president premier chancellor
  minister secretary senator sen. rep. congressman congresswoman gov. governor mayor attorney judge justice sheriff
  prince princess king queen pope cardinal archbishop bishop rev. reverend father general gen. colonel col. captain
  capt. lieutenant lt. sergeant sgt. officer detective chief director chairman chairwoman ceo founder coach manager
  actor actress singer rapper guitarist midfielder striker winger defender goalkeeper quarterback forward
  pitcher aussie`.split(/\s+/),
)

/** Whether a relation is in a list, by itself or without its subtype. */
export function isOneOf(list: ReadonlySet<string>, relation: string): boolean {
  if (list.has(relation)) return true
  const colon = relation.indexOf(':')
  return colon > 0 && list.has(relation.slice(0, colon))
}
