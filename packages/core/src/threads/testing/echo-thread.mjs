// A thread for the tests: says what it was given, doubles numbers, fills shared memory, and ends in several
// ways.
const { threadPort } = await import(new URL('../../../dist/threads/spawn.js', import.meta.url).href)

const port = await threadPort()
port.postMessage({ data: port.data })
port.onMessage((message) => {
  if (typeof message === 'number') port.postMessage(2 * message)
  else if (message instanceof Int32Array) {
    Atomics.store(message, 0, 7)
    Atomics.notify(message, 0)
    port.postMessage('written')
  } else if (message === 'throw') throw new Error('as asked')
  else if (message === 'exit') globalThis.process.exit(3)
  else if (message === 'close') port.close()
})
