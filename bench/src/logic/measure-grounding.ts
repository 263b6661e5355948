// Grounds one program of one size in its own process (node --expose-gc): time and memory, as JSON.
import { ground } from '@parleyjs/logic'
import { processorTime } from '../processor-time.js'
import { PROGRAMS, type ProgramName } from './programs.js'

const [name, rules] = process.argv.slice(2) as [ProgramName, string]
const { program, data } = PROGRAMS[name](Number(rules))
const limit = 1e9
ground(...smallArguments())

const before = memory()
const { result, ms } = processorTime(() => ground(program, data, { limit }))
console.log(JSON.stringify({ name, ...result.size, ms, bytes: memory() - before }))

/** A small program of the same kind for the warm-up, so that compilation does not distort the first sizes. */
function smallArguments(): Parameters<typeof ground> {
  const small = PROGRAMS[name](2000)
  return [small.program, small.data, { limit }]
}

function memory(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
