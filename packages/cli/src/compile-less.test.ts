import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isShort } from './compile-less.js'

describe('work that is soon done', () => {
  test('is known by the size of its files; nobody knows what a pipe will bring', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-short-'))
    try {
      const small = { file: join(folder, 'small.txt') }
      const large = { file: join(folder, 'large.txt') }
      writeFileSync(small.file, 'We go.')
      writeFileSync(large.file, 'We go. '.repeat(300_000))
      expect(isShort([{ text: 'We go.' }, small])).toBe(true)
      expect(isShort([small, large])).toBe(false)
      expect(isShort([{ file: '-' }])).toBe(false)
      // What is wrong with it is said where it is read.
      expect(isShort([{ file: join(folder, 'none.txt') }])).toBe(true)
      expect(isShort([{ file: join(small.file, 'in-a-file.txt') }])).toBe(true)
      expect(isShort([{ file: join(folder, `${'long'.repeat(100)}.txt`) }])).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
