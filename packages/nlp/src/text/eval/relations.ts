// Which relations and features the CoNLL 2018 metrics count.

/** Relations between content words: the words of CLAS, MLAS and BLEX. */
export const CONTENT: ReadonlySet<string> = new Set(
  (
    'nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl ' +
    'amod conj fixed flat compound list parataxis orphan goeswith reparandum root dep'
  ).split(' '),
)

/** Relations of function words, which MLAS compares together with their content word. */
export const FUNCTIONAL: ReadonlySet<string> = new Set('aux cop mark det clf case cc'.split(' '))

const UNIVERSAL: ReadonlySet<string> = new Set(
  (
    'PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense ' +
    'Aspect Voice Evident Polarity Person Polite'
  ).split(' '),
)

/**
 * The universal features of a FEATS column, sorted; language-specific features are left out.
 *
 * @example
 * universalFeatures('Style=Coll|Number=Sing|Case=Nom') // 'Case=Nom|Number=Sing'
 */
export function universalFeatures(feats: string): string {
  if (feats === '_') return ''
  const kept = feats.split('|').filter((feature) => UNIVERSAL.has(feature.split('=', 1)[0]))
  return kept.sort(byCodePoint).join('|')
}

/** A relation without its subtype: `nsubj` for `nsubj:pass`. */
export function withoutSubtype(deprel: string): string {
  const colon = deprel.indexOf(':')
  return colon < 0 ? deprel : deprel.slice(0, colon)
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
