// The API as data: the input and output of each path. `app.ts` implements them.
import { createRoute } from '@hono/zod-openapi'
import type { Limits } from './limits.js'
import {
  errorSchema,
  healthSchema,
  modelsSchema,
  processFields,
  processSchema,
  requestSchemas,
  searchSchema,
  sentenceSchema,
  sentencesSchema,
  solutionSchema,
  summarySchema,
} from './schemas.js'

const json = <S>(schema: S) => ({ 'application/json': { schema } })
const failure = (description: string) => ({ description, content: json(errorSchema) })

const FAILURES = {
  400: failure('The request is not understood; "where" says which line or field'),
  401: failure('The token is missing or wrong'),
  403: failure('The request came by a name that this server does not answer to'),
  413: failure('Too much at once: bytes, variables, combinations or memory'),
  415: failure('The body is not JSON (/process: no form)'),
  422: failure('Correct, but not something this model or solver can do'),
  429: failure('Busy: try again after the seconds in Retry-After'),
  500: failure('A bug'),
  503: failure('Shutting down'),
  504: failure('It took too long'),
}

const SENTENCES = {
  200: {
    description:
      'The sentences; as one object, as a line of JSON each (Accept: application/x-ndjson), or as CoNLL-U (Accept: text/x-conllu). ' +
      'In a stream, what goes wrong midway comes as a last line {"error": …}.',
    content: {
      ...json(sentencesSchema),
      'application/x-ndjson': { schema: sentenceSchema },
      'text/x-conllu': { schema: { type: 'string' as const } },
    },
  },
}

export function routes(limits: Limits) {
  const request = requestSchemas(limits)
  const body = <S>(schema: S) => ({ body: { required: true as const, content: json(schema) } })
  return {
    parse: createRoute({
      method: 'post',
      path: '/v1/parse',
      operationId: 'parse',
      summary: 'Dependency trees of text or of sentences in CoNLL-U, each with its bound',
      request: body(request.parse),
      responses: { ...SENTENCES, ...FAILURES },
    }),
    tag: createRoute({
      method: 'post',
      path: '/v1/tag',
      operationId: 'tag',
      summary: 'Words with their tags, features and lemmas',
      request: body(request.tag),
      responses: { ...SENTENCES, ...FAILURES },
    }),
    solve: createRoute({
      method: 'post',
      path: '/v1/solve',
      operationId: 'solve',
      summary:
        'The best assignment of a factor graph, or the best answer to rules, with a bound that proves how good it is',
      request: body(request.solve),
      responses: { 200: { description: 'The solution', content: json(solutionSchema) }, ...FAILURES },
    }),
    summarize: createRoute({
      method: 'post',
      path: '/v1/summarize',
      operationId: 'summarize',
      summary: 'Documents in fewer words: sentences are chosen and shortened together',
      request: body(request.summarize),
      responses: { 200: { description: 'The summary', content: json(summarySchema) }, ...FAILURES },
    }),
    search: createRoute({
      method: 'post',
      path: '/v1/search',
      operationId: 'search',
      summary: 'Words and relations between them, in sentences in CoNLL-U',
      request: body(request.search),
      responses: {
        200: { description: 'The sentences that match', content: json(searchSchema) },
        ...FAILURES,
      },
    }),
    models: createRoute({
      method: 'get',
      path: '/models',
      operationId: 'udpipeModels',
      summary: "UDPipe's interface: the model of this server",
      responses: { 200: { description: 'The model', content: json(modelsSchema) }, ...FAILURES },
    }),
    process: createRoute({
      method: 'post',
      path: '/process',
      operationId: 'udpipeProcess',
      summary: "UDPipe's interface: split, tag and parse",
      request: {
        body: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: processFields },
            'multipart/form-data': { schema: processFields },
          },
        },
      },
      responses: { 200: { description: 'The result', content: json(processSchema) }, ...FAILURES },
    }),
    health: createRoute({
      method: 'get',
      path: '/healthz',
      operationId: 'health',
      security: [],
      summary: 'Whether the server is well',
      responses: {
        200: { description: 'It is', content: json(healthSchema) },
        503: { description: 'It is shutting down, or no thread can work', content: json(healthSchema) },
      },
    }),
  }
}
