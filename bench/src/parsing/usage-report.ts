// Reports the usage of a command from inside: loaded before it (`node --import …/usage-report.js
// bin/parley.js …`), it writes processor time, time and memory to the file named by PARLEY_USAGE_REPORT when
// the process ends.
import { writeFileSync } from 'node:fs'

export interface Usage {
  /**
   * Processor time of all threads of the process, including those of the compiler and the garbage collector.
   */
  readonly cpuMs: number
  readonly ms: number
  readonly peakMegabytes: number
}

const file = process.env.PARLEY_USAGE_REPORT
if (file !== undefined)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const usage: Usage = {
      cpuMs: (user + system) / 1000,
      ms: performance.now(),
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
    }
    writeFileSync(file, JSON.stringify(usage))
  })
