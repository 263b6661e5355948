// A worker's folders: symbolic links are resolved before a path is compared with them.
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test-support/jobs.js'
import { Roots } from './roots.js'

const folder = realpathSync(temporaryFolder())
const at = (...path: readonly string[]) => join(folder, ...path)
for (const name of ['in', 'in/sub', 'inner', 'out']) mkdirSync(at(name))
for (const name of ['in/a', 'in/..b', 'inner/a', 'out/a']) writeFileSync(at(name), '')
symlinkSync(at('out'), at('in/out'))
symlinkSync(at('in'), at('out/in'))
symlinkSync(at('out/later'), at('in/later'))
symlinkSync(at('in/loop'), at('in/loop'))

test('paths are followed to where they lead', async () => {
  const roots = await Roots.open([at('in')], '--input-root')
  for (const path of ['in', 'in/a', 'in/..b', 'in/sub/new/newer', 'out/in/a', 'out/in/new'])
    await expect(roots.require(at(path))).resolves.toBeUndefined()
  for (const path of ['', 'inner', 'inner/a', 'out/a', 'out', 'in/out/a', 'in/out/new', 'in/../out/a'])
    await expect(roots.require(at(path))).rejects.toThrow('is outside the folders that this worker may use')
  // A dangling symbolic link could lead anywhere later.
  for (const path of ['in/later', 'in/later/x', 'in/loop', 'in/a/x'])
    await expect(roots.require(at(path))).rejects.toThrow('cannot be followed')
  await expect(roots.require(at('in/out/a'))).rejects.toThrow(`(it leads to ${at('out/a')})`)
})

test('links are resolved to their folders; anything else than a folder is an error', async () => {
  const roots = await Roots.open([at('out/in'), at('out')], '--input-root')
  await expect(roots.require(at('in/a'))).resolves.toBeUndefined()
  await expect(roots.require(at('inner/a'))).rejects.toThrow(`They are ${at('in')}, ${at('out')};`)
  await expect(Roots.open([at('in/a')], '--input-root')).rejects.toThrow('--input-root')
  await expect(Roots.open([at('none')], '--output-root')).rejects.toThrow('there is no such folder')
})
