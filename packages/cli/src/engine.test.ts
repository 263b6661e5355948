// Tests which inputs count as short.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isShort } from './engine.js'

describe('work that is soon done', () => {
  test('is known by the size of its files; nobody knows what a pipe will bring', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-short-'))
    try {
      const small = { file: join(folder, 'small.txt') }
      const large = { file: join(folder, 'large.conllu') }
      const text = { file: join(folder, 'large.txt') }
      writeFileSync(small.file, 'We go.')
      writeFileSync(large.file, 'We go. '.repeat(300_000))
      writeFileSync(text.file, 'We go. '.repeat(100_000))
      expect(isShort([{ text: 'We go.' }, small], 1)).toBe(true)
      expect(isShort([small, large], 1)).toBe(false)
      expect(isShort([small, large], 2)).toBe(true)
      expect(isShort([large, large, large], 2)).toBe(false)
      expect(isShort([text], 2)).toBe(false)
      expect(isShort([{ file: '-' }], 1)).toBe(false)
      // What is wrong with it is said where it is read.
      expect(isShort([{ file: join(folder, 'none.txt') }], 1)).toBe(true)
      expect(isShort([{ file: join(small.file, 'in-a-file.txt') }], 1)).toBe(true)
      expect(isShort([{ file: join(folder, `${'long'.repeat(100)}.txt`) }], 1)).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
