// Memory over a long stream: sentences of a treebank, repeated, through `parley parse`, with their tags or as
// raw text. Prints the resident memory of the command as sentences come out of it (Linux); with --out every
// sample is written to a file as it is taken. With --new-words long words of raw text differ in each pass
// through the treebank, so that no cached word occurs again.
//
//   PARLEY_DATA=… node bench/dist/scale/million.js [--model M] [--text [--new-words]] [--sentences 1000000]
//     [--workers 2] [--out samples.json]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readTreebank } from '../parsing/treebanks.js'
import { markdownTable } from '../table.js'
import { COMMAND } from './measure-command.js'

/** Number of samples, and of lines in the table. */
const SAMPLES = 200
const LINES = 10

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    sentences: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: '2' },
    treebank: { type: 'string', default: 'en_ewt' },
    text: { type: 'boolean', default: false },
    'new-words': { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
if (values['new-words'] && !values.text) {
  console.error('--new-words goes with --text.')
  process.exit(2)
}
const wanted = Number(values.sentences)
const every = Math.max(1, Math.floor(wanted / SAMPLES))

// As text, every sentence is a paragraph, so that it stays one sentence.
const source = readTreebank(values.treebank, 'train')
  .map((one) => (values.text ? `${one.text ?? one.forms.join(' ')}\n\n` : one.toString()))
  .join('')

const model = values.model === undefined ? [] : ['--model', values.model]
const child = spawn(
  process.execPath,
  [COMMAND, 'parse', '-', '--input', values.text ? 'text' : 'conllu', '--workers', values.workers, ...model],
  {
    stdio: ['pipe', 'pipe', 'inherit'],
  },
)
const begun = performance.now()
child.stdin.on('error', () => {})
const feeding = feed()
const samples: { sentences: number; megabytes: number; seconds: number }[] = []
let sentences = 0
for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
  for (let at = chunk.indexOf('\n\n'); at >= 0; at = chunk.indexOf('\n\n', at + 2)) sentences++
  if (sentences >= every * (samples.length + 1)) sample()
  if (sentences >= wanted) break
}
child.kill('SIGKILL')
await feeding

const seconds = (performance.now() - begun) / 1000
const settled = samples.slice(Math.floor(samples.length / 10)).map(({ megabytes }) => megabytes)
const step = Math.max(1, Math.floor(samples.length / LINES))
const rows = samples.filter((_, i) => (i + 1) % step === 0)
console.log(
  markdownTable(
    ['sentences', 'MB'],
    rows.map((s) => [s.sentences, Math.round(s.megabytes)]),
  ),
)
console.log(
  `\n${sentences} sentences in ${Math.round(seconds)} s, ${values.workers} workers; after the first tenth ` +
    `${Math.round(Math.min(...settled))} to ${Math.round(Math.max(...settled))} MB.`,
)

/** Writes the source repeatedly, as fast as the command reads, until the command has ended. */
async function feed(): Promise<void> {
  const closed = once(child, 'close')
  let gone = false
  void closed.then(() => {
    gone = true
  })
  for (let pass = 0; !gone; pass++)
    if (!child.stdin.write(textOf(pass)))
      await Promise.race([once(child.stdin, 'drain'), closed]).catch(() => {})
}

function textOf(pass: number): string {
  if (!values['new-words']) return source
  const ending = pass.toString(26).replace(/[0-9]/g, (digit) => String.fromCharCode(113 + Number(digit)))
  return source.replace(/\p{L}{8,}/gu, (word) => `${word}${ending}`)
}

function sample(): void {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]) / 1024
  samples.push({ sentences, megabytes, seconds: (performance.now() - begun) / 1000 })
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(samples)}\n`)
}
