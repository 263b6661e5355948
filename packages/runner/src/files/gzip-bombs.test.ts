// Small gzip files that unpack to gigabytes are refused before they fill the memory.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelBytes } from './model-file.js'
import { readChunks } from './read-chunks.js'

const MB = 2 ** 20
let folder: string

/** Concatenated gzip members: this number of megabytes of one byte, packed to a thousandth. */
function bomb(name: string, byte: number, megabytes: number): string {
  const member = gzipSync(Buffer.alloc(64 * MB, byte))
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(Array.from({ length: megabytes / 64 }, () => member)))
  return path
}

/** How many bytes are read until it ends or is refused. */
async function readAll(file: string): Promise<{ bytes: number; error: unknown }> {
  let bytes = 0
  try {
    for await (const chunk of readChunks(file)) bytes += chunk.length
  } catch (error) {
    return { bytes, error }
  }
  return { bytes, error: null }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bombs-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('as a model', async () => {
  const file = bomb('model.gz', 0, 640)
  const before = process.memoryUsage().arrayBuffers
  await expect(modelBytes(file)).rejects.toThrow(/does not begin with the name of the format/)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MB)
})

test('as a text or a treebank', async () => {
  const { bytes, error } = await readAll(bomb('text.gz', 0x20, 320))
  expect(bytes).toBeLessThanOrEqual(64 * MB)
  expect(error).toMatchObject({ code: 'too-large', message: expect.stringMatching(/over 100 times as many/) })
})

test('a text that packs as texts do is read whole', async () => {
  const lines = Array.from({ length: 4 * 10 ** 5 }, (_, i) => `${i} ${(i * 7919) % 104729}\n`).join('')
  const path = join(folder, 'numbers.txt.gz')
  writeFileSync(path, Buffer.concat(Array(20).fill(gzipSync(lines))))
  expect(await readAll(path)).toEqual({ bytes: 20 * lines.length, error: null })
})
