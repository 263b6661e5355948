// Models for the figures: missing ones are trained, one process after the other, and kept in a folder.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Parser, type Pipeline, readModel, readPipeline, splitModel } from '@parleyjs/nlp'
import type { TrainingRecord } from './train-model.js'

export interface TrainedModel {
  readonly file: string
  /** The cost of training; null for a model from elsewhere. */
  readonly record: TrainingRecord | null
}

export interface ModelRequest {
  readonly folder: string
  readonly treebank: string
  readonly parts: string
  readonly epochs?: string | undefined
  /** Whether missing models are trained; otherwise they are left out. */
  readonly train: boolean
}

/** The file of a model. */
export function modelFile({ folder, treebank, parts, epochs }: Omit<ModelRequest, 'train'>): string {
  const passes = epochs === undefined ? '' : `-${epochs}`
  return join(folder, `${treebank}.${parts.replaceAll(',', '+')}${passes}.parley.gz`)
}

/** The model trained with these settings; undefined if there is none and none can be made. */
export function trainedModel(request: ModelRequest): TrainedModel | undefined {
  const { folder, treebank, parts, epochs, train } = request
  const file = modelFile(request)
  if (!existsSync(file)) {
    if (!train) {
      process.stderr.write(`${file} is missing, and left out.\n`)
      return undefined
    }
    mkdirSync(folder, { recursive: true })
    process.stderr.write(`Training ${file} …\n`)
    const script = fileURLToPath(new URL('train-model.js', import.meta.url))
    const args = ['--treebank', treebank, '--parts', parts, '--out', file]
    if (epochs !== undefined) args.push('--epochs', epochs)
    const arcs = modelFile({ folder, treebank, parts: 'arc' })
    if (existsSync(arcs)) args.push('--network', arcs)
    const { status, signal } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' })
    if (status !== 0) {
      process.stderr.write(`It failed (${signal ?? status}), and is left out.\n`)
      process.exitCode = 1
      return undefined
    }
  }
  const record = `${file}.json`
  return {
    file,
    record: existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as TrainingRecord) : null,
  }
}

/** The bytes of a model file, decompressed. */
export function modelBytes(file: string | URL): Uint8Array {
  const bytes = readFileSync(file)
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
}

/** A model of any kind as a pipeline. */
export function loadPipeline(file: string | URL): Pipeline {
  return readPipeline(modelBytes(file), String(file))
}

/** The parser of a model: of a pipeline, or alone. */
export function loadParser(file: string | URL): Parser {
  const { parser } = splitModel(readModel(modelBytes(file), String(file)))
  if (parser === undefined) throw new Error(`${String(file)} has no parser.`)
  return Parser.fromModel(parser)
}
