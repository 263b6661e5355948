// `--corpus-wide` on one core, on two, and on two workers with a Redis between them, all on this machine: how
// long it takes, and whether the bytes are the same.
//
//   PARLEY_DATA=… node bench/dist/scale/corpus-wide.js [--tag 60000] [--parse 15000]
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeSentence } from '@parleyjs/nlp'
import { englishSentences, upTo } from '../corpus-wide/english-text.js'
import { LocalRedis } from './local-redis.js'
import { COMMAND, measureCommand } from './measure-command.js'

/** Penalties with which words change: see docs/corpus-wide.md. */
const PENALTIES = { tag: '3', parse: '4' } as const

const { values } = parseArgs({
  options: { tag: { type: 'string', default: '60000' }, parse: { type: 'string', default: '15000' } },
})
const folder = mkdtempSync(join(tmpdir(), 'parley-corpus-wide-'))
const sentences = englishSentences()
const redis = await LocalRedis.start()
const workers = [0, 1].map(() =>
  spawn(process.execPath, [COMMAND, 'cluster', 'corpus-worker', '--redis', redis.url], { cwd: folder }),
)
try {
  console.log(
    '| task | words | one thread, s | two threads, s | times faster | two workers and Redis, s | same bytes |',
  )
  console.log('|---|--:|--:|--:|--:|--:|---|')
  for (const task of ['tag', 'parse'] as const) {
    const goal = Number(values[task])
    const corpus = join(folder, `${task}.conllu`)
    const some = upTo(sentences, goal).map((words) =>
      makeSentence(words.map((form) => ({ form }))).toString(),
    )
    writeFileSync(corpus, some.join(''))
    const options = [corpus, '--penalty', PENALTIES[task], '--json']
    const command = [task, '--corpus-wide', ...options, '--workers']
    const one = await measureCommand([...command, '1'])
    const two = await measureCommand([...command, '2'])
    const out = join(folder, task)
    const begun = performance.now()
    const lead = [
      'cluster',
      'corpus-wide',
      '--redis',
      redis.url,
      '--task',
      task,
      '--parts',
      '2',
      '--out',
      out,
    ]
    const child = spawn(process.execPath, [COMMAND, ...lead, ...options], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'exit')
    const seconds = (performance.now() - begun) / 1000
    const sum = createHash('sha256')
      .update(readFileSync(join(out, `${task}.json`)))
      .digest('hex')
    const same = one.output === two.output && one.output === sum ? 'yes' : 'NO'
    const cells = [`\`${task}\``, goal, one.seconds.toFixed(1), two.seconds.toFixed(1)]
    cells.push((one.seconds / two.seconds).toFixed(2), seconds.toFixed(1), same)
    console.log(`| ${cells.join(' | ')} |`)
  }
} finally {
  for (const worker of workers) worker.kill('SIGTERM')
  await redis.stop()
  rmSync(folder, { recursive: true, force: true })
}
