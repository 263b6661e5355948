// LDPC decoding as MAP inference: frame error rates of AD³ and of bit flipping (see docs/ldpc.md).
//
//   node bench/dist/ldpc.js [--json] [--frames 300] [--only CODE]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ad3, compile } from '@parleyjs/core'
import { type ParityChecks, readAlist } from './alist.js'
import { bitFlipping, weightedBitFlipping } from './bit-flipping.js'
import { type Channel, gaussian, symmetric } from './channel.js'
import { codeGraph } from './code-graph.js'
import { codeBasis, isCodeword, randomCodeword } from './codewords.js'
import { dataFolder } from './instances.js'
import { processorTime } from './processor-time.js'
import { seeded } from './random.js'
import { brief, markdownTable } from './table.js'

const DECIBELS = [1.5, 2, 2.5, 3, 3.5, 4]
const FLIPS = [0.02, 0.03, 0.04, 0.05, 0.06]

export interface LdpcRow {
  readonly code: string
  readonly channel: 'gaussian' | 'symmetric'
  readonly noise: string
  readonly frames: number
  /** Frames decoded to anything but the codeword that was sent. */
  readonly errors: { readonly plain: number; readonly weighted: number; readonly ad3: number }
  /** Frames whose answer is proven to be the most likely codeword … */
  readonly certified: number
  /** … and those of them that were not sent: errors of the channel, which no decoder can correct. */
  readonly certifiedErrors: number
  /** Milliseconds per frame. */
  readonly ms: { readonly plain: number; readonly weighted: number; readonly ad3: number }
  /** The part of `ms.ad3` that is spent on changing scores and compiling. */
  readonly msToCompile: number
}

const { values: args } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    frames: { type: 'string', default: '300' },
    only: { type: 'string' },
  },
})

function measure(code: string, checks: ParityChecks, name: LdpcRow['channel'], channel: Channel): LdpcRow {
  const frames = Number(args.frames)
  const basis = codeBasis(checks)
  const { graph, bits } = codeGraph(checks)
  const random = seeded(20_000)
  const errors = { plain: 0, weighted: 0, ad3: 0 }
  const ms = { plain: 0, weighted: 0, ad3: 0 }
  let certified = 0
  let certifiedErrors = 0
  let msToCompile = 0
  const differs = (word: ArrayLike<number> | null, sent: Uint8Array) =>
    word === null || sent.some((bit, i) => bit !== word[i])

  for (let frame = 0; frame < frames; frame++) {
    const sent = randomCodeword(basis, checks.bits, random)
    const ratios = channel.send(sent, random)

    const hard = Uint8Array.from(ratios, (ratio) => (ratio > 0 ? 1 : 0))
    const plain = processorTime(() => bitFlipping(checks, hard))
    ms.plain += plain.ms
    if (differs(plain.result, sent)) errors.plain++

    const weighted = processorTime(() => weightedBitFlipping(checks, ratios))
    ms.weighted += weighted.ms
    if (differs(weighted.result, sent)) errors.weighted++

    const compiled = processorTime(() => {
      bits.forEach((bit, i) => {
        graph.setScore(bit, ratios[i])
      })
      return compile(graph)
    })
    const decoded = processorTime(() => ad3(compiled.result))
    msToCompile += compiled.ms
    ms.ad3 += compiled.ms + decoded.ms
    const { assignment, status, value } = decoded.result
    if (assignment !== null && !isCodeword(checks, assignment)) throw new Error('AD³ returned no codeword.')
    const sentScore = ratios.reduce((sum, ratio, i) => sum + ratio * sent[i], 0)
    if (status === 'optimal' && value < sentScore - 1e-5 * Math.max(1, Math.abs(sentScore)))
      throw new Error(
        `Frame ${frame}: ${value} was called optimal, but the codeword sent scores ${sentScore}.`,
      )
    const wrong = differs(assignment, sent)
    if (wrong) errors.ad3++
    if (status === 'optimal') {
      certified++
      if (wrong) certifiedErrors++
    }
  }
  for (const decoder of ['plain', 'weighted', 'ad3'] as const) ms[decoder] /= frames
  return {
    code,
    channel: name,
    noise: channel.noise,
    frames,
    errors,
    certified,
    certifiedErrors,
    ms,
    msToCompile: msToCompile / frames,
  }
}

function report(rows: readonly LdpcRow[]): string {
  const percent = (part: number, whole: number) => `${Number(((100 * part) / whole).toPrecision(3))} %`
  const section = (channel: LdpcRow['channel'], title: string) => {
    const table = markdownTable(
      [
        'code',
        'noise',
        'bit flipping',
        'weighted',
        'AD³',
        'proven most likely',
        'of these wrong',
        'ms AD³',
        'compiling',
        'ms weighted',
      ],
      rows
        .filter((row) => row.channel === channel)
        .map((row) => [
          row.code,
          row.noise,
          percent(row.errors.plain, row.frames),
          percent(row.errors.weighted, row.frames),
          percent(row.errors.ad3, row.frames),
          percent(row.certified, row.frames),
          row.certifiedErrors,
          brief(row.ms.ad3),
          brief(row.msToCompile),
          brief(row.ms.weighted),
        ]),
    )
    return `### ${title}\n\n${table}`
  }
  return [
    section('gaussian', 'White Gaussian noise'),
    section('symmetric', 'Binary symmetric channel'),
    `Frame error rates over ${args.frames} random codewords each; processor time in milliseconds per frame.`,
  ].join('\n\n')
}

const folder = dataFolder('ldpc')
const rows: LdpcRow[] = []
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.alist'))
  .sort()) {
  const code = file.replace(/\.alist$/, '')
  if (args.only !== undefined && !code.includes(args.only)) continue
  const checks = readAlist(readFileSync(join(folder, file), 'utf8'))
  const rate = codeBasis(checks).length / checks.bits
  process.stderr.write(`${code} …\n`)
  for (const decibels of DECIBELS) rows.push(measure(code, checks, 'gaussian', gaussian(decibels, rate)))
  for (const p of FLIPS) rows.push(measure(code, checks, 'symmetric', symmetric(p)))
}
console.log(args.json ? JSON.stringify(rows, null, 1) : report(rows))
