// `parley train --checkpoint`: stopped, gone on with, refused; and what is shown meanwhile.
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { parley, start, temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'
import { duration, TrainingDisplay } from './train-progress.js'

const folder = temporaryFolder()
const treebank = folder.file('tiny.conllu', tinyTreebank())
const large = folder.file('large.conllu', tinyTreebank().repeat(5))
const to = (name: string) => join(folder.path, name)
const temporary = () => readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))

/** Waits for a file, and then stops the training. */
async function stopAfter(file: string, args: readonly string[]) {
  const { child, end } = start(['train', ...args])
  let ended = false
  void end.then(() => {
    ended = true
  })
  while (!existsSync(file) && !ended) await setTimeout(20)
  child.kill('SIGINT')
  return end
}

describe.skipIf(process.platform === 'win32')('Ctrl-C', () => {
  test('leaves a checkpoint, from which the same command goes on to the same bytes', async () => {
    const common = ['--train', large, '--epochs', '12', '--jackknife', '2', '--name', 'Tiny', '--no-network']
    const args = ['parser', ...common, '--out', to('a.bin'), '--checkpoint', to('a.checkpoint')]
    const { code, out, err } = await stopAfter(to('a.checkpoint'), args)
    expect({ code, out }).toEqual({ code: 130, out: '' })
    expect(err).toMatch(
      /^parley: Stopped\. .*a\.checkpoint keeps what was done up to .*: run the same command again/,
    )
    expect(existsSync(to('a.bin'))).toBe(false)
    expect(temporary()).toEqual([])
    const other = parley([
      'train',
      'parser',
      ...common,
      '--out',
      to('x'),
      '--checkpoint',
      to('a.checkpoint'),
      '--seed',
      '2',
    ])
    expect(other.code).toBe(2)
    expect(other.err).toMatch(/a\.checkpoint: The checkpoint is of another training: seed was 1 and is 2\./)
    const resumed = parley(['train', ...args])
    expect({ code: resumed.code, err: resumed.err }).toEqual({ code: 0, err: '' })
    parley(['train', 'parser', ...common, '--out', to('b.bin')])
    expect(readFileSync(to('a.bin')).equals(readFileSync(to('b.bin')))).toBe(true)
    expect(existsSync(to('a.checkpoint'))).toBe(false)
  })

  test('without a checkpoint leaves nothing behind', async () => {
    const before = readdirSync(folder.path)
    const args = ['tagger', '--train', large, '--out', to('never.gz'), '--epochs', '9999', '--verbose']
    const { child, end } = start(['train', ...args])
    await once(child.stderr!, 'data')
    child.kill('SIGINT')
    const { code, out, err } = await end
    expect({ code, out }).toEqual({ code: 130, out: '' })
    expect(err).toMatch(/^parley: Stopped: no model was written\.$/m)
    expect(readdirSync(folder.path)).toEqual(before)
  })
})

test('a pipeline goes on from a checkpoint, too', async () => {
  const args = ['pipeline', '--train', treebank, '--epochs', '4', '--name', 'Tiny', '--no-network']
  const file = to('p.checkpoint')
  await stopAfter(file, [...args, '--out', to('p.bin'), '--checkpoint', file])
  parley(['train', ...args, '--out', to('p.bin'), '--checkpoint', file])
  parley(['train', ...args, '--out', to('q.bin')])
  expect(readFileSync(to('p.bin')).equals(readFileSync(to('q.bin')))).toBe(true)
})

test.each([
  [['tagger', '--checkpoint', to('c')], /--checkpoint is for a parser or a pipeline/],
  [['parser', '--checkpoint', treebank], /give it a file of its own/],
  [['parser', '--checkpoint', to('no/folder/c')], /there is no folder/],
  [
    ['parser', '--checkpoint', large],
    /large\.conllu: This is not a checkpoint: it does not begin .* Name a new file/,
  ],
])('%j is refused', (args, message) => {
  const { code, err } = parley(['train', ...args, '--train', treebank, '--out', to('m')])
  expect(code).toBe(2)
  expect(err).toMatch(message)
  expect(existsSync(large)).toBe(true)
})

describe('progress', () => {
  test('a line per epoch with --verbose, with the accuracy on the development part', () => {
    const args = [
      'train',
      'parser',
      '--parts',
      'arc',
      '--train',
      treebank,
      '--dev',
      treebank,
      '--epochs',
      '2',
    ]
    const { err } = parley([...args, '--out', to('v.bin'), '--verbose'])
    const lines = err
      .trimEnd()
      .split('\n')
      .filter((line) => / dev /.test(line))
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(
      /^parser: epoch 2 of 2 \(arc\), [\d.]+ % right while learning, dev UAS [\d.]+ LAS [\d.]+$/,
    )
  })

  test('a bar on a terminal, with the time that is left', () => {
    let written = ''
    let now = 0
    const terminal = { isTTY: true, columns: 70, write: (text: string) => (written += text) }
    const display = new TrainingDisplay(terminal as unknown as NodeJS.WriteStream, false, () => now)
    const show = (share: number, epochDone = false) => {
      written = ''
      display.show('parser: epoch 1 of 8', { stage: 'parser', share, epochDone })
      return written
    }
    expect(show(0.25)).toBe('\r█████░░░░░░░░░░░░░░░ 25 %  parser: epoch 1 of 8\x1b[K')
    now += 60_000
    expect(show(0.5)).toBe('\r██████████░░░░░░░░░░ 50 %, 2:00 left  parser: epoch 1 of 8\x1b[K')
    expect(show(0.5, true)).toContain('\r\x1b[Kparser: epoch 1 of 8\n\r█')
    written = ''
    display.end()
    expect(written).toBe('\r\x1b[K')
    expect([duration(1), duration(59_500), duration(3_600_000 + 61_000)]).toEqual(['0:01', '1:00', '1 h 01'])
  })
})
