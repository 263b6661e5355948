// The tools of `parley mcp` on text: parse, search.
import { type Pipeline, type Processed, parseConllu, searchTrees, TreePattern } from '@parleyjs/nlp'
import { foundJson, sentencePiece } from '@parleyjs/runner'
import { z } from 'zod'
import type { Tool } from './mcp-protocol.js'
import { makeTool } from './mcp-tool.js'

/** Maximum number of characters of a text, and of sentences in an answer. */
const MOST_TEXT = 1_000_000
const MOST_SENTENCES = 100

const PARSE = z
  .strictObject({
    text: z.string().min(1).max(MOST_TEXT).optional().describe('Plain text'),
    conllu: z
      .string()
      .min(1)
      .max(MOST_TEXT)
      .optional()
      .describe('Sentences in CoNLL-U; their tokens are kept'),
    lines: z.boolean().optional().describe('Text: every line is a sentence'),
    format: z.enum(['json', 'conllu']).optional().describe('Default json'),
  })
  .refine(({ text, conllu }) => (text === undefined) !== (conllu === undefined), {
    message: 'Give "text" or "conllu", and not both.',
  })

const SEARCH = z.strictObject({
  pattern: z.string().min(1).max(10_000).describe('Such as {upos=VERB} >nsubj {}=s >obj {lemma=/.*ing/}=o'),
  conllu: z.string().min(1).max(MOST_TEXT).describe('Sentences in CoNLL-U'),
})

/** The tools; `pipeline` loads the model when it is first needed. */
export function textTools(pipeline: () => Promise<Pipeline>): Tool[] {
  return [
    makeTool(
      'parse',
      'Parse',
      'Splits text into sentences and words, and finds tags, lemmas and the dependency tree of each sentence, with a bound that says whether the ' +
        'tree is the best one under the model.',
      PARSE,
      async ({ text, conllu, lines, format = 'json' }, signal) => {
        const found: Processed[] = []
        const loaded = await pipeline()
        const sentences =
          text === undefined
            ? loaded.processSentences(parseConllu(conllu!), { signal })
            : loaded.processStream([text], { signal, ...(lines === true && { lines }) })
        for await (const one of sentences) found.push(one)
        if (format === 'conllu') return { conllu: found.map(sentencePiece('conllu', false)).join('') }
        const piece = sentencePiece('json', false)
        return { sentences: found.map((one) => JSON.parse(piece(one)) as object) }
      },
    ),
    makeTool(
      'search',
      'Search',
      'Finds words and relations between them in sentences in CoNLL-U (such as the answer of "parse" with format conllu).',
      SEARCH,
      async ({ pattern: text, conllu }, signal) => {
        const pattern = new TreePattern(text)
        const sentences: object[] = []
        for await (const found of searchTrees(pattern, [conllu])) {
          if (sentences.length === MOST_SENTENCES || signal.aborted) return { sentences, complete: false }
          sentences.push(foundJson({ found, pattern }))
        }
        return { sentences, complete: true }
      },
    ),
  ]
}
