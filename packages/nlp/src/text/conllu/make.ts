// Makes sentences that do not come from a file: from a tokenizer, or from the user's own words.
import { ParleyError } from '@parleyjs/core'
import { COLUMNS, type TextColumn } from './columns.js'
import { requireField } from './fields.js'
import { parseConllu } from './read.js'
import type { Sentence } from './sentence.js'

/** A word of a new sentence: its form, and any other columns that are known. */
export type NewWord = { readonly form: string; readonly head?: number } & Partial<
  Readonly<Record<TextColumn, string>>
>

/** A token: a word, or a multiword token with its words. */
export type NewToken =
  | string
  | NewWord
  | { readonly form: string; readonly misc?: string; readonly words: readonly (string | NewWord)[] }

/**
 * Makes a sentence from its tokens.
 *
 * @example
 * makeSentence(['I', { form: "don't", words: ['do', "n't"] }], { text: "I don't" }).toString()
 * // "# text = I don't\n1\tI\t_…\n2-3\tdon't\t_…\n2\tdo\t_…\n3\tn't\t_…\n\n"
 */
export function makeSentence(
  tokens: Iterable<NewToken>,
  comments: Readonly<Record<string, string>> = {},
): Sentence {
  const rows: string[] = Object.entries(comments).map(([key, value]) => {
    requireField('comment', `${key} = ${value}`)
    return `# ${key} = ${value}`
  })
  let words = 0
  const add = (id: string, word: NewWord) => {
    let row = id
    for (const name of COLUMNS) {
      if (name === 'id') continue
      const value = name === 'head' ? headField(word.head) : word[name]
      if (value !== undefined) requireField(name, value)
      row += `\t${value ?? '_'}`
    }
    rows.push(row)
  }
  for (const token of tokens) {
    const given = typeof token === 'string' ? { form: token } : token
    if (!('words' in given)) {
      add(String(++words), given)
      continue
    }
    const { form, misc } = given
    add(`${words + 1}-${words + given.words.length}`, { form, ...(misc !== undefined && { misc }) })
    for (const word of given.words) add(String(++words), typeof word === 'string' ? { form: word } : word)
  }
  if (words === 0) throw new ParleyError('bad-argument', 'A sentence needs at least one word.')
  const [sentence] = parseConllu(`${rows.join('\n')}\n\n`, {
    strict: false,
    // Text need not be normalised; every other deviation is an error.
    onWarning: ({ code }, refusal) => {
      if (code !== 'unicode') throw new ParleyError('bad-argument', refusal)
    },
  })
  return sentence
}

function headField(head: number | undefined): string {
  return head === undefined || head < 0 ? '_' : String(head)
}
