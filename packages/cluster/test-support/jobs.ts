// Small jobs for tests: lines of text that are made upper-case, each shard a line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { FileStorage } from '../src/file-storage.js'
import { type Job, type JobInput, makeJob, type ShardOrder, type ShardOutput, sha256 } from '../src/job.js'

/** A folder that is removed after the tests. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'parley-cluster-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A job over texts by name; every line is a shard. */
export function lineJob(folder: string, texts: Readonly<Record<string, string>>): Job {
  const inputs = Object.entries(texts).map(([name, text]): JobInput => {
    const path = join(folder, `${name}.in`)
    writeFileSync(path, text)
    let start = 0
    const shards = text.split(/(?<=\n)/).map((line, i) => {
      const end = start + line.length
      const stretch = { path, start, end, sha256: sha256(bytesOf(line)) }
      start = end
      return { sources: [stretch], line: i + 1, offset: stretch.start }
    })
    const whole = { bytes: text.length, sha256: sha256(bytesOf(text)) }
    return { path, name: `${name}.out`, kind: 'text', numbering: 'none', ...whole, shards }
  })
  const model = { path: null, sha256: sha256(bytesOf('no model')) }
  return makeJob({ task: 'upper', options: {}, model, version: '1', out: join(folder, 'out'), inputs })
}

/** Does a shard of such a job. */
export async function upperCase({ sources }: ShardOrder): Promise<ShardOutput> {
  const { path, start, end } = sources[0]
  const text = new TextDecoder().decode(await new FileStorage().read(path, start, end))
  return { output: bytesOf(text.toUpperCase()), sentences: 1, warnings: [] }
}
