// `parley serve`, from its first line to its end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parley } from '../test-support/run-parley.js'

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url))

test.each(['SIGTERM', 'SIGINT'] as const)('serves until %s, and ends well', async (signal) => {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--workers', '1'])
  let out = ''
  let err = ''
  child.stderr.on('data', (data) => (err += String(data)))
  for await (const data of child.stdout) {
    out += String(data)
    if (out.includes('\n')) break
  }
  const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(out)?.[0] ?? ''
  const response = await fetch(`${url}v1/tag`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"We sing."}',
  })
  expect(response.status).toBe(200)
  expect(((await response.json()) as { sentences: unknown[] }).sentences).toHaveLength(1)
  child.kill(signal)
  const [code] = (await once(child, 'exit')) as [number]
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test.each([
  [['serve', 'file.txt'], 'takes no file'],
  [['serve', '--port', '70000'], '65535'],
  [['serve', '--host', '0.0.0.0', '--port', '0'], 'token'],
  [['serve', '--model', 'nothing.gz'], 'no such file'],
])('parley %s is refused', (args, reason) => {
  const { code, out, err } = parley(args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(reason)
})
