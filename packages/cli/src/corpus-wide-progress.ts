// The progress of `--corpus-wide`: one line that is overwritten, on a terminal only.
import type { SoftTraceRow } from '@parleyjs/core/internal'

export class CorpusProgress {
  private last = 0

  round({ iteration, bound, value, runs }: SoftTraceRow): undefined {
    this.show(
      `round ${iteration}  dual ${bound.toFixed(3)}  value ${value.toFixed(3)}  runs per model ${runs.toFixed(2)}`,
      true,
    )
  }

  show(line: string, now = false): void {
    if (!process.stderr.isTTY || (!now && Date.now() - this.last < 100)) return
    this.last = Date.now()
    process.stderr.write(`\r${line.slice(0, (process.stderr.columns || 80) - 1)}\x1b[K`)
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  }
}
