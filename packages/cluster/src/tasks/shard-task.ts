// Processes a shard: takes its bytes and returns the text that the command would print for them.
import { ParleyError } from '@parleyjs/core'
import { type Pipeline, readPipeline, type SummaryDocument, summariserOf } from '@parleyjs/nlp'
import {
  inThisThread,
  readDocument,
  requireText,
  runText,
  type SentenceJob,
  treesOf,
  writerFor,
  writeSummary,
} from '@parleyjs/runner'
import { type JobHeader, type ShardOrder, type ShardOutput, type Stretch, sha256 } from '../job.js'
import type { SummaryTaskOptions, TextTaskOptions } from './job-options.js'

type Read = (stretch: Stretch) => Promise<Uint8Array>

/** The tasks on shards with one model. */
export class ShardTasks {
  private pipeline: Pipeline | null = null

  constructor(
    private readonly model: Uint8Array,
    private readonly read: Read,
  ) {}

  /** Reads the stages of the model once: in advance, or for the first shard. */
  prepare(): Pipeline {
    this.pipeline ??= readPipeline(this.model)
    return this.pipeline
  }

  async run(order: ShardOrder, { task, options }: JobHeader): Promise<ShardOutput> {
    if (task === 'summarize') return this.summary(order, options as unknown as SummaryTaskOptions)
    return this.sentences(task, order, options as unknown as TextTaskOptions)
  }

  private async sentences(
    task: string,
    { kind, sources, line, offset }: ShardOrder,
    options: TextTaskOptions,
  ): Promise<ShardOutput> {
    const [source] = sources
    const chunks = [await this.whole(source)]
    const writer = writerFor({
      format: options.format,
      depth: task === 'tag' ? 'tags' : 'trees',
      confidence: options.confidence === true,
      color: false,
    })
    const encoder = new TextEncoder()
    const pieces: Uint8Array[] = []
    const warnings: string[] = []
    const job: SentenceJob = {
      input: kind === 'conllu' ? 'conllu' : 'text',
      tokens: 'keep',
      tags: task === 'tag' ? 'predict' : options.tags,
      tag: true,
      trees: treesOf(task, options),
      offsets: options.offsets === true,
    }
    const part = { file: source.path, chunks, firstLine: line, start: offset }
    await runText(inThisThread(this.prepare(), job, writer), [part], job, {
      write: (text) => void pieces.push(encoder.encode(text)),
      note: (note) => void warnings.push(...linesOf(note)),
    })
    return { output: Buffer.concat(pieces), sentences: pieces.length, warnings }
  }

  private async summary({ sources }: ShardOrder, options: SummaryTaskOptions): Promise<ShardOutput> {
    const names = sources.map(({ path }) => path)
    const warnings: string[] = []
    const documents: SummaryDocument[] = []
    for (const source of sources) {
      const file = { file: source.path, chunks: [await this.whole(source)] }
      documents.push(await readDocument(file, undefined, (note) => warnings.push(...linesOf(note))))
    }
    requireText(documents, names)
    const { words, extractive = false, format, showDeleted = false } = options
    const summary = summariserOf(this.model).summarise(documents, { words, extractive, names })
    const output = writeSummary(summary, { format, names, deleted: showDeleted, color: false })
    return {
      output: new TextEncoder().encode(output),
      sentences: summary.sentences.length,
      warnings: [...warnings, ...summary.warnings],
    }
  }

  /** The bytes of a stretch. Throws if they have changed since the job was submitted. */
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

function linesOf(note: string): string[] {
  return note.split('\n').slice(0, -1)
}
