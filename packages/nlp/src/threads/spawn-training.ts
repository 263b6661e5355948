// Starts a thread of a training. It lies beside the module that it starts, so that the relative address is
// also right when a bundle puts both into one folder.
import { spawnThread, type Thread } from '@parleyjs/core'
import type { TrainingThreadData } from './training-tasks.js'

export function spawnTrainingThread(data: TrainingThreadData): Thread {
  return spawnThread(new URL('./training-thread.js', import.meta.url), data)
}
