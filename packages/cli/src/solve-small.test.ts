// A small graph is solved without a thread, with the same answer as in one.
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { PAIR_BEST, PAIR_UAI } from '../test-support/graphs.js'
import { runHere } from '../test-support/run-here.js'
import { temporaryFolder } from '../test-support/run-parley.js'

// Other test files of this process may have loaded the command: what they imported is replaced, too.
const { Worker } = threads
function useWorker(one: typeof Worker): void {
  threads.Worker = one
  syncBuiltinESMExports()
}
useWorker(
  class {
    constructor() {
      throw new Error('A thread was started.')
    }
  } as unknown as typeof Worker,
)
afterAll(() => useWorker(Worker))

const folder = temporaryFolder()
const small = folder.file('small.uai', PAIR_UAI)

test.each(['ad3', 'mplp', 'subgradient', 'exact'])('by %s', async (algorithm) => {
  const { code, out } = await runHere(['solve', small, '-a', algorithm, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ assignment: PAIR_BEST.assignment })
})

test('what may be large, or blocks the event loop, goes to a thread', async () => {
  const packed = folder.file('small.uai.gz', gzipSync(PAIR_UAI))
  const rules = folder.file('small.parley', 'open a\n~a\n')
  for (const args of [[packed], [rules], [small, '--k', '2'], [small, '-a', 'ilp'], [small, '--repeat', '1']])
    expect((await runHere(['solve', ...args])).err).toContain('A thread was started.')
})
