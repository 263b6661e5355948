// Time of the command for one sentence, most of which is its start: builds in alternation, the median and the
// quartiles of each.
//
//   node bench/dist/start-time.js [--runs 12] [OTHER/packages/cli/bin/parley.js …]
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { COMMAND } from './scale/measure-command.js'
import { brief, markdownTable } from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '12' } },
})
const commands = [COMMAND, ...positionals]
const times = commands.map((): number[] => [])
for (let k = 0; k < Number(values.runs); k++)
  commands.forEach((command, i) => {
    const begun = performance.now()
    const { status } = spawnSync(process.execPath, [
      command,
      'parse',
      'We learned a lesson in 1987 about volatility.',
    ])
    if (status !== 0) throw new Error(`${command} ended with ${status}.`)
    times[i].push((performance.now() - begun) / 1000)
  })
console.log(
  markdownTable(
    ['command', 's, median', 'quartiles'],
    commands.map((command, i) => {
      const sorted = times[i].sort((a, b) => a - b)
      const at = (share: number) => brief(sorted[Math.floor(share * sorted.length)])
      return [command, at(0.5), `${at(0.25)} to ${at(0.75)}`]
    }),
  ),
)
