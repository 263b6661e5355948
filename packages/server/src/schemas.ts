// Schemas of requests and answers. Requests are checked against them, and /openapi.json publishes them.
import { z } from '@hono/zod-openapi'
import { ALGORITHMS } from '@parleyjs/core/internal'
import type { Limits } from './limits.js'
import { taskFields } from './task-fields.js'

const text = z.string().min(1).describe('Plain text; paragraphs end at empty lines')
const conllu = z.string().min(1).describe('Sentences in CoNLL-U; their tokens are kept')
const maxIterations = z.int().min(1).max(1_000_000).describe('Maximum number of iterations of the solver')

/** Exactly one of two fields. */
const either =
  (a: string, b: string) =>
  (value: Readonly<Record<string, unknown>>): boolean =>
    (value[a] === undefined) !== (value[b] === undefined)

/** The bodies of requests. */
export function requestSchemas(limits: Limits) {
  const k = z.int().min(1).max(limits.answers).describe('Number of best answers to return')
  const sentences = { text: text.optional(), conllu: conllu.optional() }
  const oneOf = { message: 'Give "text" or "conllu", and not both.' }
  return {
    tag: z
      .strictObject({ ...sentences, ...taskFields('tag') })
      .refine(either('text', 'conllu'), oneOf)
      .openapi('TagRequest'),
    parse: z
      .strictObject({
        ...sentences,
        ...taskFields('parse', { k: limits.answers }),
      })
      .refine(either('text', 'conllu'), oneOf)
      .openapi('ParseRequest'),
    summarize: z
      .strictObject({
        documents: z.array(text).min(1).max(1000).describe('Plain texts on one topic'),
        ...taskFields('summarize'),
      })
      .openapi('SummarizeRequest'),
    search: z
      .strictObject({
        pattern: z
          .string()
          .min(1)
          .max(10_000)
          .describe('A pattern such as {upos=VERB} >nsubj {}=s (docs/search.md)'),
        conllu,
        ...taskFields('search'),
      })
      .openapi('SearchRequest'),
    solve: z
      .strictObject({
        graph: z.record(z.string(), z.unknown()).optional().describe("A factor graph in Parley's JSON"),
        rules: z.string().min(1).optional().describe('Rules of first-order logic'),
        data: z.record(z.string(), z.unknown()).optional().describe('Rules: their data, by name'),
        algorithm: z.enum(ALGORITHMS).optional(),
        maxIterations: maxIterations.optional(),
        timeLimit: z
          .number()
          .positive()
          .max(limits.time / 1000)
          .optional()
          .describe('Time limit in seconds'),
        tolerance: z.number().positive().max(1).optional(),
        k: k.optional(),
        explain: z
          .boolean()
          .optional()
          .describe('Add the contribution of every variable and factor, or rule'),
      })
      .refine(either('graph', 'rules'), { message: 'Give "graph" or "rules", and not both.' })
      .refine((value) => value.data === undefined || value.rules !== undefined, {
        message: '"data" goes with "rules".',
        path: ['data'],
      })
      .refine(({ k: many, algorithm }) => many === undefined || (algorithm ?? 'exact') === 'exact', {
        message: '"k" searches with the algorithm exact.',
        path: ['algorithm'],
      })
      .openapi('SolveRequest'),
  }
}

const status = z.enum(['optimal', 'fractional', 'infeasible', 'interrupted'])
const known = z.string().nullable()
const figures = {
  status,
  value: z.number().nullable(),
  bound: z.number().nullable(),
  gap: z.number().nullable(),
}

const word = z
  .strictObject({
    id: z.int(),
    form: z.string(),
    lemma: known,
    upos: known,
    xpos: known,
    feats: known,
    head: z.int().nullable(),
    deprel: known,
    misc: z.string().optional(),
    start: z.int().optional().describe('Offset of its beginning in the text, in UTF-16 units'),
    end: z.int().optional(),
    confidence: z.number().optional(),
    margin: z.number().nullable().optional(),
  })
  .openapi('Word')

const dropped = z
  .array(z.string())
  .optional()
  .describe('Parts of the model that were left out because the sentence is too large for them')

const tree = z.strictObject({ heads: z.array(z.int()), deprels: z.array(z.string()), ...figures, dropped })

export const sentenceSchema = z
  .strictObject({
    id: known,
    text: known,
    status: status.optional(),
    value: z.number().optional(),
    bound: z.number().optional(),
    gap: z.number().optional(),
    dropped,
    words: z.array(word),
    alternatives: z.array(tree).optional(),
    multiwordTokens: z.array(z.strictObject({ first: z.int(), last: z.int(), form: z.string() })).optional(),
  })
  .openapi('Sentence')

export const searchSchema = z
  .strictObject({
    sentences: z.array(
      z.strictObject({
        number: z.int().describe('Number of the sentence, from 1'),
        line: z.int(),
        id: known,
        text: z.string(),
        matches: z.array(
          z.strictObject({
            words: z.array(z.int()).describe('Ids of the words, in the order of the pattern'),
            forms: z.array(z.string()),
            named: z.record(z.string(), z.int()),
          }),
        ),
        complete: z.boolean().describe('Whether these are all matches of the sentence'),
      }),
    ),
    searched: z.int().describe('Number of sentences that were searched'),
    complete: z.boolean().describe('Whether all sentences were searched'),
  })
  .openapi('Found')

export const modelsSchema = z
  .strictObject({ models: z.record(z.string(), z.array(z.string())), default_model: z.string() })
  .openapi('Models')

export const processSchema = z
  .strictObject({ model: z.string(), acknowledgements: z.array(z.string()), result: z.string() })
  .openapi('Processed')

export const processFields = z
  .object({
    data: z.string().describe('The text, or sentences in the format of "input"'),
    tokenizer: z
      .string()
      .optional()
      .describe(
        'If given, data is text to split. Options: presegmented (a sentence on each line), ranges, normalized_spaces',
      ),
    tagger: z.string().optional().describe('If given, words are tagged'),
    parser: z.string().optional().describe('If given, sentences are parsed'),
    model: z.string().optional(),
    input: z.enum(['conllu', 'horizontal', 'vertical']).optional().describe('Default conllu'),
    output: z.enum(['conllu', 'horizontal', 'vertical']).optional().describe('Default conllu'),
  })
  .openapi('ProcessFields')

export const sentencesSchema = z.strictObject({ sentences: z.array(sentenceSchema) }).openapi('Sentences')

const assignment = z.array(z.int()).nullable()
const ruleAnswer = z.record(z.string(), z.array(z.array(z.union([z.string(), z.number()])))).nullable()

export const solutionSchema = z
  .strictObject({
    algorithm: z.enum(ALGORITHMS),
    ...figures,
    iterations: z.int(),
    assignment: assignment.optional().describe('Graphs: the value of each variable'),
    names: z.array(known).optional(),
    answer: ruleAnswer.optional().describe('Rules: what is true'),
    variables: z.int(),
    factors: z.int(),
    clash: z.array(z.record(z.string(), z.unknown())).optional().describe('Constraints that cannot all hold'),
    solutions: z
      .array(z.strictObject({ ...figures, assignment: assignment.optional(), answer: ruleAnswer.optional() }))
      .optional(),
    explanation: z.record(z.string(), z.unknown()).optional(),
  })
  .openapi('Solution')

const span = z.array(z.int()).length(2).describe('Begin and end, in UTF-16 units of its document')

export const summarySchema = z
  .strictObject({
    text: z.string(),
    words: z.int(),
    allWords: z.int(),
    ...figures,
    iterations: z.int(),
    allSentences: z.int(),
    considered: z.int(),
    warnings: z.array(z.string()),
    sentences: z.array(
      z.strictObject({
        document: z.int().describe('Index of the document, from 0'),
        start: z.int(),
        end: z.int(),
        original: z.string(),
        text: z.string(),
        words: z.int(),
        kept: z.array(span),
        deleted: z.array(span),
      }),
    ),
    concepts: z.array(
      z.strictObject({ key: z.string(), weight: z.number(), count: z.int(), covered: z.boolean() }),
    ),
  })
  .openapi('Summary')

export const errorSchema = z
  .strictObject({
    error: z.strictObject({
      code: z.string(),
      message: z.string(),
      where: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  })
  .openapi('Error')

export const healthSchema = z
  .strictObject({
    status: z.enum(['ok', 'no-threads', 'shutting-down']),
    workers: z.int().describe('Threads that can work'),
    working: z.int().describe('Threads at work'),
    free: z.int().describe('Threads that wait for work'),
    lost: z.int().describe('Threads that ended and are being replaced'),
    waiting: z.int().describe('Requests that wait for a thread'),
  })
  .openapi('Health')
