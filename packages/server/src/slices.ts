// Large answers are sent in slices, each when the one before has left: a slow reader then shows as one whose bytes move,
// and a stalled one holds no more than a slice. The buffers of the system take megabytes for each connection at once, so
// that a few hundred new readers could keep the event loop busy for seconds: they take turns.

const SLICE = 65_536
/** Slices that are sent before the event loop looks after anything else. */
const PER_TURN = 8
const waiting: (() => void)[] = []

/** Resolves when it is time for a slice. */
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

/** Bytes as a body of an answer: themselves if they are few. The length must be sent as a header. */
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
