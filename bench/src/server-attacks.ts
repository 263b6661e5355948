// Attacks on a server on this machine, for trials: each runs until it is stopped, within fixed bounds, and
// reports the answers it received.
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type Attack = (port: number, stop: AbortSignal) => Promise<string>

const doubling = (() => {
  const lines = Array.from({ length: 60 }, (_, i) => `d${i + 1} := d${i} & (d${i} | p(b))`)
  return `domain t = {a, b}\nopen p(t)\nd0 := p(a)\n${lines.join('\n')}\n"x": d60`
})()
const nested = (open: string, close: string) =>
  `{"graph":{"parley":1,"variables":${open.repeat(5000)}1${close.repeat(5000)}}}`
const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const post = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'nested lists': repeated(() => nested('[', ']')),
  'nested objects': repeated(() => nested('{"a":', '}')),
  'rules that double 60 times': repeated(() => JSON.stringify({ rules: doubling })),
  'domains of 10 million': repeated(() =>
    JSON.stringify({ rules: 'domain m = 1..10000000\ndomain n = 1..10000000\nopen p(n)\np(1)' }),
  ),
  '1,100 who do not read the model file': stalled(1100, async (port) => head(await largestFile(port))),
  '1,100 who do not read the page': stalled(1100, () => head('/')),
  '200 who do not read a stream': stalled(200, () =>
    post(
      '/v1/tag',
      JSON.stringify({ text: 'A fox sleeps. '.repeat(20_000) }),
      'Accept: application/x-ndjson\r\n',
    ),
  ),
  '1,100 who send headers without end': stalled(1100, () => 'POST /v1/tag HTTP/1.1\r\nX-Slow: ', 'a'),
  '1,100 who send half a body': stalled(1100, () => post('/v1/tag', '{"text":"We sing."}').slice(0, -5)),
}

/** The same request to /v1/solve repeatedly, by eight clients, at most 2,000 times. */
function repeated(body: () => string): Attack {
  return async (port, stop) => {
    const counts = new Map<string, number>()
    let left = 2000
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!stop.aborted && left-- > 0) {
          const result = await fetch(`http://127.0.0.1:${port}/v1/solve`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: body(),
            signal: AbortSignal.timeout(60_000),
          }).then(
            async (response) => {
              await response.text()
              return String(response.status)
            },
            () => 'none',
          )
          counts.set(result, (counts.get(result) ?? 0) + 1)
          await delay(5)
        }
      }),
    )
    return [...counts].map(([result, count]) => `${count} × ${result}`).join(', ')
  }
}

/** Connections that send something and read nothing; a tenth of them is replaced every half second. */
function stalled(
  count: number,
  text: (port: number) => string | Promise<string>,
  trickle: string | null = null,
): Attack {
  return async (port, stop) => {
    const bytes = await text(port)
    const open: Socket[] = []
    let begun = 0
    let refused = 0
    const begin = () => {
      const socket = connect(port, '127.0.0.1').pause()
      socket.on('error', () => refused++)
      socket.write(bytes)
      open.push(socket)
      begun++
    }
    for (let i = 0; i < count; i++) begin()
    while (!stop.aborted) {
      await delay(500)
      if (trickle !== null) for (const socket of open) if (socket.writable) socket.write(trickle)
      for (const socket of open.splice(0, count / 10)) {
        socket.destroy()
        if (begun < 10_000) begin()
      }
    }
    for (const socket of open) socket.destroy()
    return `${begun} connections, ${refused} seen cut`
  }
}

/** The largest file that the page or one of its scripts loads: the model. */
async function largestFile(port: number): Promise<string> {
  const names = ['']
  for (const name of names) {
    const source = await (await fetch(`http://127.0.0.1:${port}/${name}`)).text()
    for (const [, file] of source.matchAll(/["'`/]([\w.-]+\.(?:js|gz))["'`]/g)) {
      const found = `assets/${file}`
      if (found.endsWith('.gz')) return `/${found}`
      if (!names.includes(found)) names.push(found)
    }
  }
  throw new Error('The page loads no model. Build the playground first.')
}
