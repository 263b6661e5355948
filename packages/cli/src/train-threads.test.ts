// `parley train --workers N`: the same bytes for every N, also where a training goes on from the checkpoint
// of another N.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { parley, start, temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'

const folder = temporaryFolder()
const treebank = folder.file('tiny.conllu', tinyTreebank())
const to = (name: string) => join(folder.path, name)
const COMMON = ['pipeline', '--train', treebank, '--name', 'Tiny', '--epochs', '5', '--jackknife', '3']

/** The bytes of a model that is trained by this number of workers. */
function trained(workers: number, more: readonly string[] = []): Buffer {
  const out = to(`${workers}.bin`)
  const args = ['train', ...COMMON, '--workers', String(workers), '--out', out, ...more]
  expect(parley(args)).toMatchObject({ code: 0, err: '' })
  return readFileSync(out)
}

const one = trained(1)

test.each([2, 3])('%i workers train the same pipeline as one worker', (workers) => {
  expect(trained(workers).equals(one)).toBe(true)
})

test('a tagger is the same, too', () => {
  const models = [1, 3].map((n) => {
    const out = to(`tagger-${n}.bin`)
    const args = ['train', 'tagger', '--train', treebank, '--out', out, '--workers', String(n)]
    expect(parley(args)).toMatchObject({ code: 0, err: '' })
    return readFileSync(out)
  })
  expect(models[1].equals(models[0])).toBe(true)
})

describe.skipIf(process.platform === 'win32')('a training that was stopped goes on with', () => {
  test.each([
    [1, 3],
    [3, 1],
  ])('%i and then %i workers', async (first, second) => {
    const file = to(`${first}-${second}.checkpoint`)
    const checkpoint = ['--checkpoint', file]
    const args = ['train', ...COMMON, '--workers', String(first), '--out', to('stopped'), '--verbose']
    const { child, end } = start([...args, ...checkpoint])
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    let over = false
    void end.then(() => {
      over = true
    })
    // Somewhere among the epochs of the weights, or the network's.
    while (!(/epoch 2 of 5 \(/.test(said) && existsSync(file)) && !over) await setTimeout(5)
    child.kill('SIGINT')
    await end
    expect(trained(second, checkpoint).equals(one)).toBe(true)
  })
})

test('each epoch is reported, with the accuracy on the development part', () => {
  const args = ['train', ...COMMON, '--dev', treebank, '--verbose']
  parley([...args, '--workers', '1', '--out', to('alone')])
  const epochs = parley([...args, '--workers', '2', '--out', to('told')])
    .err.split('\n')
    .filter((line) => /epoch \d of 5 \(.*dev UAS/.test(line))
  expect(epochs).toHaveLength(5)
  expect(readFileSync(to('told')).equals(readFileSync(to('alone')))).toBe(true)
})

test('what is wrong with the treebank is said as it is without threads', () => {
  const bad = folder.file('cycle.conllu', tinyTreebank().replace('\t2\tnsubj', '\t1\tnsubj'))
  const runs = ['1', '2'].map((n) =>
    parley(['train', 'parser', '--train', bad, '--out', to('never'), '--workers', n]),
  )
  expect(runs[0].code).toBe(2)
  expect(runs[1]).toEqual(runs[0])
})
