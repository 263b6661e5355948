// Reports the outcome of a job as text or JSON, and its progress on a terminal.
import type { Job, JobReport, Progress } from '@parleyjs/cluster'
import { ParleyError } from '@parleyjs/core'
import { describeFailure } from '../failure.js'

/** Maximum number of warnings, and of failures, that are printed individually. */
const MOST = 20

/** Prints the outputs on stdout, and what failed on stderr. */
export function printReport(job: Job, report: JobReport, json: boolean): void {
  const { state, shards, done, failed, sentences, finished, failures } = report
  const warnings = finished.flatMap((manifest) => manifest.warnings)
  for (const warning of warnings.slice(0, MOST)) process.stderr.write(`parley: ${warning}\n`)
  if (warnings.length > MOST)
    process.stderr.write(`parley: … and ${warnings.length - MOST} more of these, in the manifests.\n`)
  for (const { message, place } of failures.slice(0, MOST))
    process.stderr.write(`${describeFailure(new ParleyError('bad-input', message, place)).message}\n`)
  if (failures.length > MOST) process.stderr.write(`parley: … and ${failures.length - MOST} more of these.\n`)
  const outputs = finished.map(({ input, output }) => ({
    ...output,
    input: input.path,
    path: `${job.out}/${output.name}`,
  }))
  if (json) {
    const summary = { job: job.id, state, shards, done, failed, sentences, outputs, failures }
    process.stdout.write(`${JSON.stringify(summary)}\n`)
    return
  }
  for (const { path, sentences: count } of outputs) process.stdout.write(`${path}: ${count} sentences\n`)
  const undone = job.inputs.filter(({ path }) => !outputs.some(({ input }) => input === path))
  if (state === 'failed')
    process.stderr.write(
      `parley: ${failed} of ${shards} shards failed; ${inputs(undone.length)} without output.\n`,
    )
  if (state === 'stopped' || state === 'interrupted')
    process.stderr.write(
      `parley: ${state} after ${done} of ${shards} shards. Go on: parley cluster resume ${job.id} --out ${job.out}\n`,
    )
}

function inputs(count: number): string {
  return count === 1 ? 'one input is' : `${count} inputs are`
}

/** A line that is overwritten, on a terminal only. */
export class ProgressLine {
  private shown = false
  private readonly began = performance.now()

  constructor(private readonly terminal: NodeJS.WriteStream) {}

  show({ shards, done, failed, sentences }: Progress): void {
    if (!this.terminal.isTTY) return
    const seconds = (performance.now() - this.began) / 1000
    const bad = failed === 0 ? '' : `, ${failed} failed`
    const rate = Math.round(sentences / Math.max(seconds, 0.001))
    this.terminal.write(
      `\r${done} of ${shards} shards${bad}, ${sentences} sentences (${rate} per second)\x1b[K`,
    )
    this.shown = true
  }

  end(): void {
    if (this.shown) this.terminal.write('\r\x1b[K')
    this.shown = false
  }
}
