// Writes standard output with back-pressure, so that a long answer does not accumulate in memory.
import { once } from 'node:events'

/** Writes text, and waits until a slow reader is ready for more. */
export async function print(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain')
}
