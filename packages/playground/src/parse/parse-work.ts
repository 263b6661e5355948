// Parsing in the worker: whole texts quickly, one sentence in detail.
import { ad3Steps, type FactorGraph } from '@parleyjs/core'
import { type Parse, type ParseOptions, Parser, Pipeline, parseConllu, type Sentence } from '@parleyjs/nlp'
import type { Work } from '../work/serve.js'
import type {
  Demands,
  ParsedSentence,
  ParseSettings,
  ParseTask,
  RankedTree,
  Study,
  StudyStep,
  StudyTask,
} from './parse-types.js'

/** Maximum number of sentences of a text that are shown. */
const MOST_SENTENCES = 100
/** Maximum length of a sentence for which next best trees are searched, and their number. */
const MOST_WORDS_RANKED = 60
const RANKED = 4
const MOST_ITERATIONS = 300

/** Selects some of a parser's kinds of parts; the scores of the other kinds are left out. */
export class ParserChoice {
  private readonly made = new Map<string, Parser>()
  constructor(readonly whole: Parser) {}

  with(parts: ParseSettings['parts']): Parser {
    const wanted = this.whole.parts.filter((part) => part === 'arc' || parts.includes(part))
    if (wanted.length === this.whole.parts.length) return this.whole
    const key = wanted.join()
    const parser = this.made.get(key) ?? new Parser({ ...this.whole.model, parts: wanted })
    this.made.set(key, parser)
    return parser
  }
}

export async function parseText(
  { stages }: Pipeline,
  choice: ParserChoice,
  { text, settings }: ParseTask['request'],
  work: Work<ParseTask['progress']>,
): Promise<ParseTask['result']> {
  const pipeline = new Pipeline({ ...stages, parser: choice.with(settings.parts) })
  const { algorithm, projective } = settings
  const sentences: ParsedSentence[] = []
  for (const { sentence, parse } of pipeline.process(text, { parser: { algorithm, projective } })) {
    if (sentences.length === MOST_SENTENCES) return { sentences, cut: true }
    sentences.push(view(sentence, parse?.status ?? 'optimal'))
    work.tell({ sentences: sentences.length })
    await work.breathe()
  }
  return { sentences, cut: false }
}

export async function studySentence(
  choice: ParserChoice,
  { conllu, settings, demands }: StudyTask['request'],
  work: Work<StudyTask['progress']>,
): Promise<Study> {
  const sentence = parseConllu(conllu)[0]
  const parser = choice.with(settings.parts)
  const options = optionsOf(sentence.length, settings, demands)
  const parse = parser.parse(sentence, { ...options, trace: true })
  sentence.setHeads(parse.heads).setColumn('deprel', parse.deprels)
  await work.breathe()
  const isShort = sentence.length <= MOST_WORDS_RANKED
  const best = isShort ? parser.parseBest(sentence, RANKED, options) : []
  const ranked = best
    .filter(({ heads }) => heads.some((head, i) => head !== parse.heads[i]))
    .slice(0, RANKED - 1)
  await work.breathe()
  const { graph, arcs, penalty } = parser.problem(sentence, options)
  if (settings.algorithm === 'ad3') await tellSteps(graph, penalty, parse.iterations, work)
  return {
    ...view(sentence, parse.status),
    confidence: Array.from(parse.confidence),
    margin: Array.from(parse.margin),
    value: parse.value,
    bound: parse.bound,
    iterations: parse.iterations,
    dropped: parse.dropped ?? [],
    arcs,
    factors: factorsOf(graph, arcs, sentence.forms),
    rows: parse.trace!.map(({ seconds: _, relaxed: __, ...row }) => row),
    alternatives: ranked.map(rankedTree),
  }
}

function optionsOf(n: number, { algorithm, projective }: ParseSettings, demands: Demands): ParseOptions {
  const heads = Array.from({ length: n }, (): number | null => null)
  for (const [word, head] of demands.forced) if (word >= 1 && word <= n) heads[word - 1] = head
  return {
    algorithm,
    projective,
    maxIterations: MOST_ITERATIONS,
    ...(demands.forced.length > 0 && { heads }),
    ...(demands.forbidden.length > 0 && {
      forbidden: demands.forbidden.map(([word, head]) => [head, word] as const),
    }),
  }
}

/** Repeats the iterations one at a time, and reports the beliefs of every factor. */
async function tellSteps(
  graph: FactorGraph,
  penalty: number,
  iterations: number,
  work: Work<StudyTask['progress']>,
): Promise<void> {
  let steps: StudyStep[] = []
  let told = performance.now()
  for (const { beliefs, votes, ...step } of ad3Steps(graph, { penalty })) {
    steps.push({ ...step, beliefs: Float32Array.from(beliefs), votes: Float32Array.from(votes) })
    if (performance.now() - told > 30) {
      work.tell({ steps })
      steps = []
      told = performance.now()
      await work.breathe()
    }
    if (step.iteration >= iterations) break
  }
  work.tell({ steps })
}

/** A description of each factor, derived from the arcs it links. */
function factorsOf(
  graph: FactorGraph,
  { head, modifier }: Pick<Study['arcs'], 'head' | 'modifier'>,
  forms: readonly string[],
): Study['factors'] {
  const { literals, literalStart } = graph.store
  return Array.from({ length: graph.factorCount }, (_, f) => {
    const arcs = Array.from(
      literals.data.subarray(literalStart.data[f], literalStart.data[f + 1]),
      (literal) => literal >> 1,
    )
    return { name: f === 0 ? 'the tree' : nameOf(f, arcs), arcs }
  })

  /** All arcs of a head automaton leave its head on one side, except those that enter the head. */
  function nameOf(f: number, arcs: readonly number[]): string {
    const h = head[arcs.at(-1)!]
    const own = arcs.filter((a) => head[a] === h)
    const others = arcs.filter((a) => head[a] !== h)
    if (h === undefined || others.some((a) => modifier[a] !== h)) return graph.describeFactor(f)
    const who = h === 0 ? 'the root' : `“${forms[h - 1]}”`
    const side = own.every((a) => modifier[a] < h) ? 'left of' : 'right of'
    return `${h === 0 ? 'words under' : side} ${who}${others.length > 0 ? ', with its head' : ''}`
  }
}

function rankedTree({ heads, deprels, value, status }: Parse): RankedTree {
  return { heads: Array.from(heads), deprels, value, status }
}

function view(sentence: Sentence, status: string): ParsedSentence {
  const { forms, upos, heads, deprels } = sentence
  return {
    forms: [...forms],
    upos: [...upos],
    heads: Array.from(heads),
    deprels: [...deprels],
    status,
    conllu: sentence.toString(),
  }
}
