// What a command took, from inside: loaded before it (`node --import …/usage-report.js bin/parley.js …`), it writes processor
// time, time and memory to the file that PARLEY_USAGE_REPORT names when the process ends.
import { writeFileSync } from 'node:fs'

export interface Usage {
  /** Of all threads of the process: the compiler's and the collector's as well. */
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
