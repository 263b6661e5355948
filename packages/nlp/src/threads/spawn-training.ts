// Starts a thread of a training. Beside the module that it starts, so that its address also holds where both are in one folder of a bundle.
import { spawnThread, type Thread } from '@parley/core'
import type { TrainingThreadData } from './training-tasks.js'

export function spawnTrainingThread(data: TrainingThreadData): Thread {
  return spawnThread(new URL('./training-thread.js', import.meta.url), data)
}
