// Tests that output files are replaced as a whole, also through symbolic links, and that wrong paths are
// refused.
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test-support/run-parley.js'
import { UsageError } from './usage-error.js'
import { requireWritable, writeWhole } from './write-file.js'

const folder = temporaryFolder()

test('writes and replaces, and leaves nothing else behind', () => {
  const path = join(folder.path, 'a.csv')
  writeWhole(path, 'one')
  writeWhole(path, 'two')
  expect(readFileSync(path, 'utf8')).toBe('two')
  expect(readdirSync(folder.path)).toEqual(['a.csv'])
})

test('writes through a symbolic link', () => {
  const target = folder.file('target.txt', 'old')
  const link = join(folder.path, 'link.txt')
  symlinkSync(target, link)
  writeWhole(link, 'new')
  expect(readFileSync(target, 'utf8')).toBe('new')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
})

test.skipIf(process.platform === 'win32')('never replaces a device', () => {
  writeWhole('/dev/null', 'text')
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
})

test.skipIf(process.platform !== 'linux')('the reason names no temporary file', () => {
  // A folder in which nobody can make files.
  expect(() => writeWhole('/proc/x.csv', 'text')).toThrow(/^Cannot write \/proc\/x\.csv: [^/]+$/)
})

test('refuses a folder, and a place that does not exist', () => {
  mkdirSync(join(folder.path, 'sub'))
  expect(() => requireWritable(join(folder.path, 'sub'))).toThrow(UsageError)
  expect(() => requireWritable(join(folder.path, 'no', 'such', 'x.csv'))).toThrow(/no folder/)
})
