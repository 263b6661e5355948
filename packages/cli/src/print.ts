// Standard output at the pace of its reader, so that a long answer does not pile up in memory.
import { once } from 'node:events'

/** Writes text and waits if the reader is behind. */
export async function print(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain')
}
