// The table of commands and their options. The parser of command lines and `parley help` both use it.
import type { OptionValue } from '@parleyjs/runner'
import { CLUSTER_COMMAND } from './cluster/cluster-options.js'
import { GREP_COMMAND } from './grep-options.js'
import { flags, TEXT_COMMANDS } from './text-commands.js'

export interface Option {
  /** Placeholder of the value in the help; absent for a switch. */
  readonly value?: string
  readonly short?: string
  /** The option may be given several times. */
  readonly many?: true
  readonly help: string
}

export interface Command {
  readonly synopsis: string
  readonly summary: string
  readonly options: Readonly<Record<string, Option>>
  /** The text of the help below the options. */
  readonly notes: string
}

export type AlgorithmName = OptionValue<'solve', 'command', 'algorithm'>

export const INPUT_FORMATS = ['uai', 'fg', 'wcsp', 'json', 'parley'] as const
export type InputFormat = (typeof INPUT_FORMATS)[number]

export const OUTPUT_FORMATS = ['uai', 'json', 'lp', 'dot'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

const RULES_OPTIONS = {
  data: { value: 'DIR', help: 'rules: NAME.csv, NAME.tsv and NAME.json files, or one .json file' },
  limit: { value: 'N', help: 'rules: go through at most N combinations (default 20000000)' },
} satisfies Record<string, Option>

const INPUT_OPTIONS = {
  'input-format': {
    value: 'FORMAT',
    help: 'uai, fg, wcsp, json or parley, if the name of FILE does not show it',
  },
  evidence: { value: 'F', short: 'e', help: 'fix variables to the values in a UAI evidence file' },
} satisfies Record<string, Option>

export const COMMANDS = {
  solve: {
    synopsis: 'parley solve FILE [options]',
    summary: 'Find the best assignment of a factor graph, with a bound that proves how good it is.',
    options: {
      ...flags('solve', 'algorithm'),
      ...INPUT_OPTIONS,
      ...RULES_OPTIONS,
      ...flags('solve', 'lazy', 'maxIterations', 'timeLimit', 'tolerance', 'tighten', 'workers'),
      ...flags('solve', 'k', 'diverse', 'repeat'),
      trace: { value: 'F.csv', help: 'write one line per iteration' },
      ...flags('solve', 'explain'),
      json: { help: 'print one JSON object' },
    },
    notes: `FILE is a graph in .uai, .fg, .wcsp or Parley's .json format, each also as .gz; "-" reads standard input
(then give --input-format). Scores are maximised: value and bound are natural logarithms for .uai,
and a .wcsp cost of 12 is the value -12. A .parley file holds rules (docs/logic.md), with their data in --data.

A progress line is shown on a terminal. Ctrl-C stops and prints the best answer so far; a second Ctrl-C quits.

Status: optimal (value and bound meet), fractional (the relaxation is solved but not tight), infeasible,
interrupted (by a limit or Ctrl-C; value and bound are still valid).
Exit code: 0 solved or stopped by a limit, 1 infeasible, 2 bad input or usage, 130 Ctrl-C, 70 a bug in Parley.`,
  },
  convert: {
    synopsis: 'parley convert FILE --to FORMAT [options]',
    summary: 'Write a factor graph in another format.',
    options: {
      to: { value: 'FORMAT', short: 't', help: 'uai, json, lp (CPLEX LP format) or dot (Graphviz)' },
      out: { value: 'F', short: 'o', help: 'write to F (default: standard output)' },
      integer: { help: 'lp: require integers, which makes an integer program' },
      ...INPUT_OPTIONS,
      ...RULES_OPTIONS,
    },
    notes: `FILE is a graph in .uai, .fg, .wcsp or Parley's .json format, each also as .gz; "-" reads standard input.
The output file appears only when it is complete.
Exit code: 0 done, 2 bad input or usage, 70 a bug in Parley.`,
  },
  eval: {
    synopsis: 'parley eval GOLD SYSTEM [options]',
    summary: 'Compare a parsed or tagged file with the correct one: CoNLL-U, or bracketed trees.',
    options: {
      constituency: { help: 'the files hold bracketed trees (default if GOLD ends in .mrg, .ptb or .psd)' },
      'allow-multiple-roots': { help: 'do not report sentences with several roots' },
      'single-root': { help: 'refuse sentences with several roots, as the official script does' },
      json: { help: 'print one JSON object' },
    },
    notes: `CoNLL-U is compared by the CoNLL 2018 metrics.
Words are aligned by their characters, so SYSTEM may have its own tokens and sentences, but not its own text.
Additional metrics: LAS-subtypes distinguishes nsubj:pass from nsubj; UAS-nopunct and LAS-nopunct leave out
words with UPOS PUNCT or DEPREL punct (if GOLD has none: words of punctuation characters only).

Bracketed trees are compared by the rules of evalb with Collins' parameters: labelled constituents without the
root; traces, function tags and the tags , : \`\` '' . left out; PRT equals ADVP. Dependencies follow Collins'
head rules. Both files must have the same sentences and words.

Both files may be packed with gzip; "-" reads standard input.
Exit code: 0 done, 2 bad input or usage, 70 a bug in Parley.`,
  },
  check: {
    synopsis: 'parley check FILE [FILE2] [options]',
    summary: 'Check a CoNLL-U treebank before training: show its contents and likely errors.',
    options: {
      json: { help: 'print one JSON object' },
    },
    notes: `With two files, FILE is the training part and FILE2 the development or test part. Then the command also reports
sentences in both parts, and tags and relations that occur in FILE2 only.
Files may be packed with gzip; "-" reads standard input.
Exit code: 0 usable, 1 there are errors (cycles, wrong heads, no sentences,
deviations from the format), 2 bad input or usage, 70 a bug in Parley.`,
  },
  ...TEXT_COMMANDS,
  grep: GREP_COMMAND,
  serve: {
    synopsis: 'parley serve [options]',
    summary: 'Serve the playground and an HTTP API on this machine.',
    options: {
      port: { value: 'N', short: 'p', help: 'listen on port N (default 8080; 0: any free port)' },
      host: {
        value: 'H',
        help: 'listen on this address (default 127.0.0.1; all but local addresses need --token)',
      },
      token: { value: 'T', help: 'the token that API requests must send (or set PARLEY_TOKEN)' },
      model: { value: 'M', short: 'm', help: 'a trained model (default: the English one)' },
      cors: {
        value: 'ORIGIN',
        many: true,
        help: 'let pages of this origin use the API, such as https://example.org or "*"; repeatable',
      },
      workers: { value: 'N', help: 'worker threads (default: number of cores)' },
      queue: { value: 'N', help: 'maximum number of waiting requests (default 16 per thread); more get 429' },
      timeout: { value: 'S', help: 'time limit of a request in seconds (default 30)' },
      'max-body': { value: 'BYTES', help: 'maximum size of a request (default 2000000)' },
    },
    notes: `Prints its address and runs until Ctrl-C or SIGTERM. Then it finishes open requests and ends.
A second signal ends it at once.
The API is described at /openapi.json and in docs/server.md.
Exit code: 0 stopped by a signal, 2 bad input or usage, 70 a bug in Parley.`,
  },
  mcp: {
    synopsis: 'parley mcp [options]',
    summary: 'Let language models solve, verify, explain, parse and search (Model Context Protocol).',
    options: {
      model: { value: 'M', short: 'm', help: 'a trained model (default: the English one)' },
    },
    notes: `Speaks JSON-RPC 2.0 on standard input and output, a message on each line, until the input ends. In the settings
of a client: {"command": "npx", "args": ["-y", "parleyjs", "mcp"]}
Tools: solve, verify and explain (factor graphs and rules), parse, search (docs/mcp.md).
Exit code: 0 the input ended, 2 bad usage, 70 a bug in Parley.`,
  },
  cluster: CLUSTER_COMMAND,
} satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS
