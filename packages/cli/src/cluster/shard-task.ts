// Does a shard: its bytes in, what the command would print for them out.
import { type JobHeader, type ShardOrder, type ShardOutput, type Stretch, sha256 } from '@parley/cluster'
import { ParleyError } from '@parley/core'
import {
  type Pipeline,
  type Processed,
  readConllu,
  readPipeline,
  type Sentence,
  type SummaryDocument,
  summariserOf,
} from '@parley/nlp'
import { decodeText } from '../decode-text.js'
import { Deviations } from '../deviations.js'
import { looksLikeConllu } from '../input-kind.js'
import { writeSummary } from '../summarize-output.js'
import { writerFor } from '../text-output.js'
import { type SummaryTaskOptions, type TextTaskOptions, treesOf } from './task-options.js'

type Read = (stretch: Stretch) => Promise<Uint8Array>

/** What a model can do with shards. */
export class ShardTasks {
  private pipeline: Pipeline | null = null

  constructor(
    private readonly model: Uint8Array,
    private readonly read: Read,
  ) {}

  /** Reads the stages, if that is not done yet: before there is a shard, or for the first one. */
  prepare(): Pipeline {
    this.pipeline ??= readPipeline(this.model)
    return this.pipeline
  }

  async run(order: ShardOrder, { task, options }: JobHeader): Promise<ShardOutput> {
    if (task === 'summarize') return this.summary(order, options as unknown as SummaryTaskOptions)
    return this.sentences(task, order, options as unknown as TextTaskOptions)
  }

  private async sentences(task: string, order: ShardOrder, options: TextTaskOptions): Promise<ShardOutput> {
    const [source] = order.sources
    const bytes = await this.whole(source)
    const deviations = new Deviations(source.path)
    const processed =
      order.kind === 'conllu'
        ? this.fromConllu(task, order, bytes, deviations, options)
        : this.fromText(task, order, bytes, options)
    const depth = task === 'tag' ? 'tags' : 'trees'
    const writer = writerFor({
      format: options.format,
      depth,
      confidence: options.confidence === true,
      color: false,
    })
    const encoder = new TextEncoder()
    const pieces: Uint8Array[] = []
    for await (const one of processed) pieces.push(encoder.encode(writer.write(one)))
    const warnings = deviations.describe().split('\n').slice(0, -1)
    return { output: Buffer.concat(pieces), sentences: pieces.length, warnings }
  }

  private async *fromText(
    task: string,
    { sources, line, offset }: ShardOrder,
    bytes: Uint8Array,
    options: TextTaskOptions,
  ): AsyncGenerator<Processed, void, undefined> {
    const { path } = sources[0]
    yield* this.prepare().processStream(decodeText(path, [bytes], line), {
      ...(task === 'tag' ? { parse: false } : treesOf(options)),
      tag: true,
      offsets: options.offsets === true,
      start: offset,
    })
  }

  private async *fromConllu(
    task: string,
    { sources, line }: ShardOrder,
    bytes: Uint8Array,
    deviations: Deviations,
    options: TextTaskOptions,
  ): AsyncGenerator<Processed, void, undefined> {
    const file = sources[0].path
    const pipeline = this.prepare()
    const tags = task === 'tag' ? 'predict' : options.tags
    const wanted = {
      ...(task === 'tag' ? { parse: false } : treesOf(options)),
      ...(tags !== undefined && { tags }),
    }
    const reading = { strict: false, file, firstLine: line, onWarning: deviations.add } as const
    for await (const sentence of readConllu([bytes], reading)) {
      try {
        yield pipeline.processSentence(sentence, wanted)
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error
        throw new ParleyError(error.code, error.message, { file, line: sentence.line, ...error.place })
      }
    }
  }

  private async summary({ sources }: ShardOrder, options: SummaryTaskOptions): Promise<ShardOutput> {
    const names = sources.map(({ path }) => path)
    const warnings: string[] = []
    const documents: SummaryDocument[] = []
    for (const source of sources) documents.push(await this.document(source, warnings))
    if (documents.every((document) => document.length === 0 || isBlank(document)))
      throw new ParleyError('bad-input', 'There is no text to summarise.', { file: names.join(', ') })
    const { words, extractive = false, format, showDeleted = false } = options
    const summary = summariserOf(this.model).summarise(documents, { words, extractive, names })
    const output = writeSummary(summary, { format, names, deleted: showDeleted, color: false })
    return {
      output: new TextEncoder().encode(output),
      sentences: summary.sentences.length,
      warnings: [...warnings, ...summary.warnings],
    }
  }

  private async document(source: Stretch, warnings: string[]): Promise<SummaryDocument> {
    const bytes = await this.whole(source)
    const pieces: string[] = []
    for await (const piece of decodeText(source.path, [bytes])) pieces.push(piece)
    const text = pieces.join('')
    if (!looksLikeConllu(text.slice(0, 2 ** 16))) return text
    const deviations = new Deviations(source.path)
    const sentences: Sentence[] = []
    const reading = { strict: false, file: source.path, onWarning: deviations.add } as const
    for await (const sentence of readConllu([bytes], reading)) sentences.push(sentence)
    warnings.push(...deviations.describe().split('\n').slice(0, -1))
    return sentences
  }

  /** The bytes of a stretch, if they are still what was submitted. */
  private async whole(stretch: Stretch): Promise<Uint8Array> {
    const bytes = await this.read(stretch)
    if (bytes.length === stretch.end - stretch.start && sha256(bytes) === stretch.sha256) return bytes
    const { path: file, start, end } = stretch
    throw new ParleyError(
      'bad-input',
      `Bytes ${start} to ${end} are not what they were when the job was submitted. Submit it again.`,
      { file },
    )
  }
}

function isBlank(document: SummaryDocument): boolean {
  return typeof document === 'string' && document.trim() === ''
}
