// The table of all task options. Command-line flags with their help, the schemas of HTTP requests and the
// check of jobs are generated from it.
import { SOLVE } from './solve-options.js'
import { choice, flag, real, type TaskOptions, whole } from './types.js'

const KEEP_OR_PREDICT = choice('keep', 'predict')
const HTTP_TAGS = 'CoNLL-U: keep tags and lemmas or predict them; by default, kept if every word has a tag'
const JOB_FORMAT = 'submit: conllu (default) or json; summarize: text, json or html'

const OFFSETS = {
  type: flag(),
  help: "text: write TokenRange=start:end into MISC, in UTF-16 units of the file's text",
  command: {},
  job: { help: 'parse, tag: TokenRange=start:end in MISC, for text' },
} as const

const TOKENS = {
  type: KEEP_OR_PREDICT,
  value: 'WHAT',
  help: 'conllu: keep the words (default), or predict them from the text',
  command: {},
} as const

const SPACES = {
  type: flag(),
  help: 'text: write its white space into MISC, as UDPipe does (SpacesAfter, SpacesBefore)',
  command: {},
} as const

const ONE_PER_LINE = {
  type: flag(),
  help: 'text: every line is a sentence (the same as --input lines)',
  command: {},
  http: { help: 'Text: every line is a sentence' },
} as const

const LINES = { type: choice('conllu', 'json'), default: 'conllu', help: JOB_FORMAT } as const

const PARSE = {
  format: {
    type: choice('conllu', 'json', 'svg', 'pretty'),
    value: 'F',
    short: 'f',
    help: 'conllu, json, svg or pretty; default: pretty on a terminal, else conllu',
    command: {},
    job: LINES,
  },
  tags: {
    type: KEEP_OR_PREDICT,
    value: 'WHAT',
    help: 'conllu: keep or predict tags and lemmas; default: keep them if all words have one',
    command: {},
    http: { help: HTTP_TAGS },
    job: { help: 'parse: keep or predict tags of CoNLL-U' },
  },
  tokens: TOKENS,
  offsets: OFFSETS,
  spaces: SPACES,
  lines: ONE_PER_LINE,
  confidence: {
    type: flag(),
    help: 'add the probability of every head, and the status and gap of every tree',
    command: {},
    http: { help: 'Add the probability of each head' },
    job: { help: 'parse: add the probability of every head' },
  },
  k: {
    type: whole(1),
    value: 'K',
    help: 'the K best trees of every sentence, over the arcs that survived pruning',
    command: {},
    http: { help: 'Number of best trees to return' },
    job: { help: 'parse: the K best trees' },
  },
  algorithm: {
    type: choice('ad3', 'subgradient'),
    value: 'NAME',
    short: 'a',
    help: 'ad3 (default) or subgradient; used by models that score more than single arcs',
    command: {},
    http: {},
    job: { help: 'parse: ad3 (default) or subgradient' },
  },
  projective: {
    type: flag(),
    help: 'only trees without crossing arcs',
    command: {},
    http: { help: 'Only trees without crossing arcs' },
    job: { help: 'parse: only trees without crossing arcs' },
  },
  maxIterations: {
    type: whole(1),
    value: 'N',
    help: 'maximum number of iterations of the algorithm per sentence (default 200)',
    command: {},
    http: { type: whole(1, 1_000_000), help: 'Maximum number of iterations of the solver' },
    job: { help: 'parse: maximum number of iterations per sentence' },
  },
} as const satisfies TaskOptions

const TAG = {
  format: {
    type: choice('conllu', 'json', 'pretty'),
    value: 'F',
    short: 'f',
    help: 'conllu, json or pretty; default: pretty on a terminal, else conllu',
    command: {},
    job: LINES,
  },
  tags: { type: KEEP_OR_PREDICT, help: HTTP_TAGS, http: {} },
  tokens: TOKENS,
  offsets: OFFSETS,
  spaces: SPACES,
  lines: ONE_PER_LINE,
} as const satisfies TaskOptions

const TOKENIZE = {
  format: { ...TAG.format, job: undefined },
  offsets: { ...OFFSETS, job: undefined },
  spaces: SPACES,
  lines: { ...ONE_PER_LINE, http: undefined },
} as const satisfies TaskOptions

/** `parse --constituency`. */
const CONSTITUENCY = {
  tags: { ...PARSE.tags, http: undefined, job: undefined },
  tokens: TOKENS,
  format: {
    type: choice('brackets', 'json', 'svg', 'pretty'),
    value: 'F',
    short: 'f',
    help: 'brackets, json, svg or pretty; default: pretty on a terminal, else brackets',
    command: {},
  },
  confidence: { type: flag(), help: 'pretty: also show the status and the gap', command: {} },
  noAgreement: { type: flag(), help: 'with --constituency: the grammar alone', command: {} },
  lexicalised: {
    type: flag(),
    help: 'with --constituency: a grammar of head words and dependencies; slower, more accurate',
    command: {},
  },
} as const satisfies TaskOptions

const COMPRESS = {
  tags: { ...PARSE.tags, http: undefined, job: undefined },
  ratio: {
    type: real({
      above: 0,
      most: 1,
      expected: 'a share of the words, more than 0 and at most 1, such as 0.6',
    }),
    value: 'R',
    short: 'r',
    help: 'maximum share of words to keep, such as 0.6 (default: the model decides)',
    command: {},
  },
  format: {
    type: choice('text', 'json', 'html'),
    value: 'F',
    short: 'f',
    help: 'text (default), json or html',
    command: {},
  },
  showDeleted: {
    type: flag(),
    help: 'text, html: show deleted words: dimmed, between ~~ and ~~, or as <del>',
    command: {},
  },
} as const satisfies TaskOptions

const SUMMARIZE = {
  format: {
    type: choice('text', 'json', 'html'),
    value: 'F',
    short: 'f',
    help: 'text (default), json or html',
    command: {},
    job: { default: 'text', help: JOB_FORMAT },
  },
  words: {
    type: whole(1),
    value: 'N',
    short: 'w',
    help: 'maximum number of words in the summary, without punctuation (default 100)',
    command: {},
    http: { type: whole(1, 100_000), help: 'Maximum number of words in the summary (default 100)' },
    job: { default: 100, help: 'summarize: maximum number of words in a summary (default 100)' },
  },
  extractive: {
    type: flag(),
    help: 'whole sentences only; several times faster',
    command: {},
    http: { help: 'Whole sentences only' },
    job: { help: 'summarize: whole sentences only' },
  },
  showDeleted: {
    type: flag(),
    help: 'also show removed words: grey on a terminal, [-so-] elsewhere, <del> in html',
    command: {},
    job: { help: 'summarize: also show removed words' },
  },
} as const satisfies TaskOptions

const SEARCH = {
  format: {
    type: choice('text', 'conllu', 'json'),
    value: 'F',
    short: 'f',
    help: 'text (default), conllu or json',
    command: {},
  },
  count: {
    type: flag(),
    short: 'c',
    help: 'print only the numbers of sentences and matches',
    command: {},
  },
  context: {
    type: whole(1),
    value: 'N',
    short: 'C',
    help: 'text, conllu: also print the N sentences before and after each',
    command: {},
  },
  max: {
    type: whole(1),
    value: 'N',
    short: 'm',
    help: 'stop after N sentences with matches',
    command: {},
    http: { type: whole(1, 10_000), help: 'Maximum number of sentences to return (default 1000)' },
  },
  limit: {
    type: whole(1, 1_000_000),
    value: 'N',
    help: 'maximum number of matches per sentence (default 1000)',
    command: {},
    http: { type: whole(1, 10_000), help: 'Maximum number of matches per sentence (default 1000)' },
  },
} as const satisfies TaskOptions

/** The options of each task. Front ends that share a task share its options. */
export const TASK_OPTIONS = {
  parse: PARSE,
  tag: TAG,
  summarize: SUMMARIZE,
  tokenize: TOKENIZE,
  constituency: CONSTITUENCY,
  compress: COMPRESS,
  solve: SOLVE,
  search: SEARCH,
} as const

export type TaskName = keyof typeof TASK_OPTIONS
export const TASKS = Object.keys(TASK_OPTIONS) as readonly TaskName[]

/** The tasks of jobs, in the order of the help. */
export const JOB_TASKS = ['parse', 'tag', 'summarize'] as const
export type JobTask = (typeof JOB_TASKS)[number]
