// `parley parse` between other programs: pipes that end early, long streams, Ctrl-C.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseConllu } from '@parleyjs/nlp'
import { beforeAll, expect, test } from 'vitest'
import { parley, temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'

const COMMAND = fileURLToPath(new URL('../bin/parley.js', import.meta.url))
const folder = temporaryFolder()
const model = join(folder.path, 'tiny.gz')

beforeAll(() => {
  const treebank = folder.file('tiny.conllu', tinyTreebank())
  const { code, err } = parley([
    'train',
    'pipeline',
    '--train',
    treebank,
    '--out',
    model,
    '--parts',
    'arc',
    '--no-network',
  ])
  expect({ code, err }).toEqual({ code: 0, err: '' })
}, 60_000)

test.skipIf(process.platform === 'win32')('a reader that closes early is no error', () => {
  const long = folder.file('long.conllu', tinyTreebank().repeat(300))
  const script = `"${process.execPath}" "${COMMAND}" parse "${long}" -m "${model}" | head -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: '# sent_id = 1\n0\n', stderr: '' })
})

test('a long stream is parsed in constant memory', () => {
  const input = tinyTreebank().repeat(600)
  const { code, out, err } = parley(['parse', '-', '--model', model], {
    input,
    env: { NODE_OPTIONS: '--max-old-space-size=30' },
  })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.length).toBe(input.length)
})

test('a long paragraph of text is parsed in constant memory', () => {
  const input = 'Dogs see small birds. Cats chase old birds. '.repeat(5000)
  const { code, out, err } = parley(['parse', '-', '--model', model], {
    input,
    env: { NODE_OPTIONS: '--max-old-space-size=30' },
  })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.match(/^# text = /gm)).toHaveLength(10_000)
})

test('a sentence is printed as soon as it is whole, while more is to come', async () => {
  const child = spawn(process.execPath, [COMMAND, 'parse', '-', '--model', model])
  child.stdin.write(`${'Dogs see small birds.\n\n'.repeat(3000)}`)
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  expect(chunk.toString()).toMatch(/^# newpar id = p1\n# sent_id = 1\n# text = Dogs see small birds\./)
  child.kill('SIGKILL')
})

test.skipIf(process.platform === 'win32')(
  'Ctrl-C ends it at once, with whole sentences printed',
  async () => {
    const child = spawn(process.execPath, [COMMAND, 'parse', '-', '--model', model])
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stdin.write('Dogs see small birds.\n\n'.repeat(3000))
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGINT' })
    const whole = out.slice(0, out.lastIndexOf('\n\n') + 2)
    for (const { heads } of parseConllu(whole)) expect(Array.from(heads)).toEqual([2, 0, 4, 2, 2])
  },
)
