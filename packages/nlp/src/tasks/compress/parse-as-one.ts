// A line of text as one parsed sentence, even if the tokenizer would split it: for pairs of sentences and
// compressions.
import { ParleyError } from '@parleyjs/core'
import type { Pipeline } from '../../pipeline/pipeline.js'
import { makeSentence } from '../../text/conllu/make.js'
import type { Sentence } from '../../text/conllu/sentence.js'

/**
 * Splits a line into tokens, tags and parses them as one sentence; null if it has no token.
 *
 * @example
 * parseAsOne(pipeline, 'It rains. It pours.')!.length // 6
 */
export function parseAsOne(pipeline: Pipeline, line: string): Sentence | null {
  const { tokenizer, tagger, parser } = pipeline.stages
  if (tokenizer === undefined || tagger === undefined || parser === undefined)
    throw new ParleyError(
      'bad-argument',
      'Sentences must be parsed from text: this needs a model with a tokenizer, a tagger and a parser.',
    )
  // Replaces the quotes of the Penn treebank by usual ones.
  const text = line.trim().replaceAll(/``|''/g, '"').replaceAll(/\s+/g, ' ')
  const tokens = Array.from(tokenizer.tokenize(text)).flatMap((sentence) => sentence.tokens)
  if (tokens.length === 0) return null
  const rows = tokens.map(({ form, words, spaceAfter }) => {
    const misc = spaceAfter ? '_' : 'SpaceAfter=No'
    return words.length === 1 ? { form: words[0], misc } : { form, misc, words }
  })
  return pipeline.processSentence(makeSentence(rows, { text }), { tags: 'predict' }).sentence
}
