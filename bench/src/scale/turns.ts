// Processes that run side by side and yet one at a time: each for its seconds, then it is stopped (SIGSTOP)
// and the next goes on, until all have ended. How fast a machine is changes from one half minute to the next
// by up to a half, where others use it, too; so all of them have their share of that.
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A process that is stopped when it is handed over, and then runs in turns until `end`. The times are those
 * of its own turns.
 */
export class TurnTaker {
  over = false
  seconds = 0
  /** Processor time on all cores that the host withheld from this virtual machine (Linux; NaN elsewhere). */
  stolenSeconds = 0

  constructor(
    private readonly child: ChildProcess,
    private readonly end: Promise<unknown>,
  ) {
    child.kill('SIGSTOP')
    void end.then(() => {
      this.over = true
    })
  }

  /** Lets the process run for some seconds, or to its end. */
  async turn(seconds: number): Promise<void> {
    const stolen = stolenSoFar()
    const begun = performance.now()
    this.child.kill('SIGCONT')
    if (seconds === Number.POSITIVE_INFINITY) await this.end
    else await Promise.race([this.end, sleep(1000 * seconds, undefined, { ref: false })])
    if (!this.over) this.child.kill('SIGSTOP')
    this.seconds += (performance.now() - begun) / 1000
    this.stolenSeconds += stolenSoFar() - stolen
  }
}

/** Gives turns of `seconds` each, until all processes have ended. */
export async function takeTurns(
  all: readonly { readonly taker: TurnTaker; readonly seconds: number }[],
): Promise<void> {
  for (let left = all; left.length > 0; left = left.filter(({ taker }) => !taker.over))
    for (const { taker, seconds } of left) await taker.turn(seconds)
}

/** Clock ticks per second, as Linux counts processor time. */
export const TICKS = 100

/** Stolen time of all cores since the machine was started. */
function stolenSoFar(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/)[8]) / TICKS
  } catch {
    return Number.NaN
  }
}
