// Words with tags of the Penn treebank, as the columns that the dependency parser looks at.
import type { ParserInput } from '../../parse/interface/parser-input.js'

/**
 * The columns of a sentence: the tag, and a coarse one (NN for NNS and NNP, VB for all verbs).
 *
 * @example
 * wordColumns(['Dogs', 'bark'], ['NNS', 'VBP']).upos // ['NN', 'VB']
 */
export function wordColumns(forms: readonly string[], tags: readonly string[]): ParserInput {
  return {
    forms,
    upos: tags.map((tag) => (/^[A-Z]{3}/.test(tag) ? tag.slice(0, 2) : tag)),
    xpos: tags,
    lemmas: forms.map((form) => form.toLowerCase()),
  }
}
