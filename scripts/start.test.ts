// `npm start` from a clone: the command, with its arguments, output and exit code passed through.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const START = fileURLToPath(new URL('./start.mjs', import.meta.url))
const ROOT = fileURLToPath(new URL('..', import.meta.url))

function start(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [START, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stdout, stderr }
}

test('it serves the playground', async () => {
  // The usual port may be taken while tests run.
  const child = spawn(process.execPath, [START, 'serve', '--port', '0'], { cwd: ROOT })
  let out = ''
  for await (const data of child.stdout) {
    out += String(data)
    if (out.includes('\n')) break
  }
  const page = await fetch(/http:\/\/\S+/.exec(out)![0])
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('<title>Parley playground</title>')
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})

test('arguments, output and exit codes go through, and nothing else is on standard output', () => {
  const solved = start('solve', 'examples/rain.json', '--json')
  expect(solved.status).toBe(0)
  expect(JSON.parse(solved.stdout)).toMatchObject({ file: 'examples/rain.json', status: 'optimal' })
  const wrong = start('solve', 'examples/nothing.json')
  expect(wrong).toMatchObject({ status: 2, stdout: '' })
  expect(wrong.stderr).toContain('There is no such file')
})

test.each(['rain.json', 'team.fg', 'australia.wcsp', 'grid.uai'])(
  'examples/%s is solved to optimality',
  (file) => {
    const { stdout } = start('solve', `examples/${file}`, '--algorithm', 'exact', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ status: 'optimal' })
  },
)
