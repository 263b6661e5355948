// The tags and relations of Universal Dependencies.

export const UNIVERSAL_TAGS: ReadonlySet<string> = new Set(
  'ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X'.split(' '),
)

/** Relations without subtypes. */
export const UNIVERSAL_RELATIONS: ReadonlySet<string> = new Set(
  (
    'acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl ' +
    'fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative xcomp'
  ).split(' '),
)
