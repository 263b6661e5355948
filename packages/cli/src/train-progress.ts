// Shows the progress of training: a bar on a terminal; elsewhere a line per epoch, with --verbose.
import type { TrainingProgress } from '@parleyjs/nlp'

const BAR = 20

export class TrainingDisplay {
  private begun = { at: 0, share: 2, stage: '' }
  private shown = false

  constructor(
    private readonly terminal: NodeJS.WriteStream,
    private readonly verbose: boolean,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Whether anything is shown at all. */
  get watched(): boolean {
    return this.terminal.isTTY || this.verbose
  }

  show(text: string, progress: TrainingProgress): void {
    const { terminal, verbose } = this
    if (progress.epochDone && this.watched) this.note(`${text}\n`)
    if (!terminal.isTTY) {
      if (verbose && progress.stage !== this.begun.stage && !progress.epochDone) this.note(`${text} …\n`)
      this.begun.stage = progress.stage
      return
    }
    terminal.write(`\r${this.line(text, progress).slice(0, (terminal.columns || 80) - 1)}\x1b[K`)
    this.shown = true
  }

  /** Prints a permanent line. */
  note(text: string): void {
    this.end()
    this.terminal.write(text)
  }

  /** Erases the bar. */
  end(): void {
    if (this.shown) this.terminal.write('\r\x1b[K')
    this.shown = false
  }

  /** Draws the bar: the stage, its progress, and its estimated remaining time. */
  private line(text: string, { share, stage }: TrainingProgress): string {
    const now = this.clock()
    const { begun } = this
    if (share < begun.share || stage !== begun.stage) this.begun = { at: now, share, stage }
    const done = share - this.begun.share
    const left = done > 0 ? `, ${duration(((now - this.begun.at) / done) * (1 - share))} left` : ''
    const full = Math.round(BAR * share)
    const bar = '█'.repeat(full) + '░'.repeat(BAR - full)
    return `${bar} ${Math.round(100 * share)} %${left}  ${text}`
  }
}

/** Minutes and seconds, or hours and minutes, rounded up. */
export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))}`
}
