// Summaries in the worker. Documents are tagged and parsed once; changing the budget only solves again.
import { Compressor, type Pipeline, type Sentence, Summariser, type Summary } from '@parleyjs/nlp'
import {
  rougeWords,
  type SectionModels,
  type SummarySentence,
  unpackSummariser,
} from '@parleyjs/nlp/internal'
import type { Work } from '../work/serve.js'
import type { Run, SummaryResult, SummaryTask } from './summary-types.js'

/** Maximum number of concepts that are listed and highlighted. */
const MOST_CONCEPTS = 24
const CONTENT = new Set(['NOUN', 'PROPN', 'VERB', 'ADJ', 'ADV', 'NUM', 'X'])
const WORD = /([\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*)/u

/** Keeps the documents that were read last, with their tags and trees. */
export class SummaryDesk {
  private texts: readonly string[] = []
  private documents: Sentence[][] = []

  constructor(
    private readonly pipeline: Pipeline,
    private readonly summariser: Summariser,
  ) {}

  /** Uses the summariser of a model file. */
  static of(pipeline: Pipeline, models: SectionModels): SummaryDesk {
    const model = unpackSummariser(models.summariser!)
    const compressor = Compressor.fromModels(models)
    return new SummaryDesk(pipeline, new Summariser({ pipeline, compressor, model }))
  }

  async summarise(
    { documents: texts, settings }: SummaryTask['request'],
    work: Work<SummaryTask['progress']>,
  ): Promise<SummaryResult | null> {
    const documents = await this.read(texts, work)
    if (documents.every((sentences) => sentences.length === 0)) return null
    const summary = this.summariser.summarise(documents, settings)
    return describe(summary, documents)
  }

  private async read(texts: readonly string[], work: Work<SummaryTask['progress']>): Promise<Sentence[][]> {
    if (texts.length === this.texts.length && texts.every((text, d) => text === this.texts[d]))
      return this.documents
    const documents: Sentence[][] = []
    let count = 0
    for (const text of texts) {
      const sentences: Sentence[] = []
      for (const { sentence } of this.pipeline.process(text)) {
        sentences.push(sentence)
        work.tell({ sentences: ++count })
        await work.breathe()
      }
      documents.push(sentences)
    }
    ;[this.texts, this.documents] = [texts, documents]
    return documents
  }
}

function describe(summary: Summary, documents: readonly (readonly Sentence[])[]): SummaryResult {
  const { text, words, allWords, status, value, bound, iterations, warnings } = summary
  const concepts = summary.concepts.slice(0, MOST_CONCEPTS)
  const content = contentStems(documents)
  const stems = new Set(concepts.flatMap(({ key }) => key.split(' ')).filter((stem) => content.has(stem)))
  const used = new Map(
    summary.sentences.map((sentence) => [`${sentence.document} ${sentence.position}`, sentence]),
  )
  return {
    text,
    words,
    allWords,
    status,
    value,
    bound,
    iterations,
    concepts: concepts.map(({ key, weight, covered }) => ({ key, weight, covered })),
    warnings,
    documents: documents.map((sentences, d) =>
      sentences.map((sentence, position) => {
        const chosen = used.get(`${d} ${position}`)
        const pieces = chosen === undefined ? [{ text: textOf(sentence), kept: false }] : piecesOf(chosen)
        return { used: chosen !== undefined, runs: pieces.flatMap((piece) => runsOf(piece, stems)) }
      }),
    ),
  }
}

/** Stems of content words: “the battery” is marked at its second word only. */
function contentStems(documents: readonly (readonly Sentence[])[]): Set<string> {
  const stems = new Set<string>()
  for (const { forms, upos } of documents.flat())
    forms.forEach((form, i) => {
      if (CONTENT.has(upos[i])) for (const stem of rougeWords(form)) stems.add(stem)
    })
  return stems
}

function textOf(sentence: Sentence): string {
  return sentence.text ?? sentence.forms.join(' ')
}

/** The original sentence in pieces that are kept or cut. */
function piecesOf({ original, start, stretches }: SummarySentence): { text: string; kept: boolean }[] {
  const pieces: { text: string; kept: boolean }[] = []
  let at = 0
  for (const stretch of stretches) {
    if (stretch.start - start > at)
      pieces.push({ text: original.slice(at, stretch.start - start), kept: false })
    at = stretch.end - start
    pieces.push({ text: original.slice(stretch.start - start, at), kept: stretch.kept })
  }
  return pieces
}

function runsOf({ text, kept }: { text: string; kept: boolean }, stems: ReadonlySet<string>): Run[] {
  return text
    .split(WORD)
    .filter((run) => run !== '')
    .map((run) => ({ text: run, kept, concept: rougeWords(run).some((stem) => stems.has(stem)) }))
}
