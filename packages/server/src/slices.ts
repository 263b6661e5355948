// Sends large answers in slices, each after the previous one has left. In this way the server can tell slow
// readers, whose bytes move, from stalled ones, and a stalled reader holds one slice at most. The system's
// buffers accept megabytes per connection at once, so that a few hundred new readers could block the event
// loop for seconds. Therefore they take turns.

const SLICE = 65_536
/** Number of slices that are sent in one turn of the event loop. */
const PER_TURN = 8
const waiting: (() => void)[] = []

/** Resolves when the next slice may be sent. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(grant)
  })
}

function grant(): void {
  const first = waiting.splice(0, PER_TURN)
  if (waiting.length > 0) setImmediate(grant)
  for (const resolve of first) resolve()
}

/** The body of an answer. Small bodies are returned unchanged. The caller sends the length as a header. */
export function sliced(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (bytes.length <= SLICE) return bytes
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await turn()
        controller.enqueue(bytes.subarray(at, at + SLICE))
        at += SLICE
        if (at >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
