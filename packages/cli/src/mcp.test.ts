// `parley mcp`: the messages of the Model Context Protocol.
import { describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { graphTools } from './mcp-graph-tools.js'
import { McpSession } from './mcp-protocol.js'

const GRAPH = {
  parley: 1,
  variables: [
    { name: 'rain', score: 1 },
    { name: 'dry', score: 3 },
  ],
  factors: [{ kind: 'xor', literals: ['rain', 'dry'] }],
}

interface Reply {
  readonly id: number | string | null
  readonly result?: Record<string, unknown> & {
    readonly structuredContent?: Record<string, unknown>
    readonly isError?: boolean
    readonly content?: readonly { readonly text: string }[]
  }
  readonly error?: { readonly code: number; readonly message: string }
}

/** Sends messages, and returns the answers by id. */
async function talk(...messages: readonly (object | string)[]): Promise<Map<unknown, Reply>> {
  const input = messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  const { code, out } = await runHere(['mcp'], `${input}\n`)
  expect(code).toBe(0)
  const replies = out.split('\n').filter((line) => line !== '')
  return new Map(
    replies.map((line) => {
      const reply = JSON.parse(line) as Reply
      return [reply.id, reply]
    }),
  )
}

const request = (id: number, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params })
const fail = (line: string) => expect.fail(line)
const call = (id: number, name: string, given: object) =>
  request(id, 'tools/call', { name, arguments: given })

describe('the protocol', () => {
  test('introduces itself, and lists tools with schemas', async () => {
    const replies = await talk(
      request(1, 'initialize', {
        protocolVersion: '2025-03-26',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'tools/list'),
      request(3, 'ping'),
    )
    expect(replies.get(1)?.result).toMatchObject({
      protocolVersion: '2025-03-26',
      capabilities: { tools: {} },
      serverInfo: { name: 'parley' },
    })
    const tools = replies.get(2)?.result?.tools as { name: string; inputSchema: { type: string } }[]
    expect(tools.map(({ name }) => name)).toEqual(['solve', 'verify', 'explain', 'parse', 'search'])
    for (const { inputSchema } of tools) expect(inputSchema.type).toBe('object')
    expect(replies.get(3)?.result).toEqual({})
  })

  test.each([
    ['not JSON', null, -32700],
    ['{"id": 4, "method": "ping"}', 4, -32600],
    ['[]x', null, -32700],
    ['7', null, -32600],
    ['{"jsonrpc": "2.0", "id": 5, "method": "nothing"}', 5, -32601],
    ['{"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "nothing"}}', 6, -32602],
    ['{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": 7}', 7, -32600],
  ])('%s is refused', async (line, id, code) => {
    const replies = await talk(line, request(9, 'ping'))
    expect(replies.get(id)?.error?.code).toBe(code)
    expect(replies.get(9)?.result).toEqual({})
  })
})

describe('tools', () => {
  test('solve, then verify and explain the solution', async () => {
    const lines: string[] = []
    const session = new McpSession(
      graphTools(),
      { version: '1', instructions: '' },
      (line) => lines.push(line),
      fail,
    )
    const ask = async (name: string, given: object) => {
      await session.receive(JSON.stringify(call(1, name, given)))
      return (JSON.parse(lines.pop() ?? '') as Reply).result
    }
    const solved = await ask('solve', { graph: GRAPH })
    expect(solved?.structuredContent).toMatchObject({
      status: 'optimal',
      value: 3,
      bound: 3,
      named: { rain: 0, dry: 1 },
      solution: 's1',
    })
    expect(JSON.parse(solved?.content?.[0]?.text ?? '')).toEqual(solved?.structuredContent)
    expect((await ask('verify', { solution: 's1' }))?.structuredContent).toMatchObject({
      ok: true,
      value: 3,
      bound: 3,
    })
    expect((await ask('explain', { solution: 's1' }))?.structuredContent).toMatchObject({ total: 3 })
    for (let n = 0; n < 20; n++) await ask('solve', { graph: GRAPH })
    expect(await ask('verify', { solution: 's1' })).toMatchObject({ isError: true })
  })

  test('verify and explain an assignment', async () => {
    const replies = await talk(
      call(1, 'verify', { graph: GRAPH, assignment: [0, 1], value: 3 }),
      call(2, 'verify', { graph: GRAPH, assignment: [1, 1], value: 4 }),
      call(3, 'verify', { graph: GRAPH, assignment: [1, 0], value: 2 }),
      call(4, 'explain', { graph: GRAPH, assignment: [0, 1] }),
      call(5, 'verify', { solution: 's9' }),
      call(6, 'solve', { graph: GRAPH, k: 2 }),
    )
    const content = (id: number) => replies.get(id)?.result?.structuredContent
    expect(content(1)).toMatchObject({ ok: true, problems: [], value: 3 })
    expect(content(2)).toMatchObject({ ok: false })
    expect(content(2)?.problems).toEqual([expect.stringMatching(/xor.*violated/)])
    expect(content(3)).toMatchObject({ ok: false, value: 1 })
    expect(content(4)).toMatchObject({ total: 3 })
    expect(replies.get(5)?.result).toMatchObject({ isError: true })
    expect(content(6)?.solutions).toMatchObject([{ value: 3 }, { value: 1 }])
  })

  test('rules', async () => {
    const rules = 'domain t = {a, b}\nopen p(t)\n"one": exists! x: p(x)'
    const replies = await talk(call(1, 'solve', { rules, data: { p: [['b', 1]] } }))
    expect(replies.get(1)?.result?.structuredContent).toMatchObject({
      status: 'optimal',
      answer: { p: [['b']] },
    })
  })

  test('parse and search', async () => {
    const line = (columns: string) => `${columns.split(' ').join('\t')}\t_\t_\n`
    const conllu = `${line('1 We we PRON _ _ 2 nsubj')}${line('2 go go VERB _ _ 0 root')}\n`
    const replies = await talk(
      call(1, 'parse', { text: 'We learned a lesson.' }),
      call(2, 'parse', { text: 'One. Two.\nThree.', lines: true, format: 'conllu' }),
      call(3, 'search', { pattern: '{upos=VERB}=v', conllu }),
      call(4, 'search', { pattern: '{upos=', conllu }),
    )
    const content = (id: number) => replies.get(id)?.result?.structuredContent
    expect(content(1)?.sentences).toMatchObject([{ text: 'We learned a lesson.', status: 'optimal' }])
    expect(String(content(2)?.conllu).match(/# text = .*/g)).toEqual([
      '# text = One. Two.',
      '# text = Three.',
    ])
    expect(content(3)).toMatchObject({ complete: true, sentences: [{ matches: [{ named: { v: 2 } }] }] })
    expect(replies.get(4)?.result?.content?.[0]?.text).toMatch(/Column 7/)
  })

  test.each([
    ['solve', {}, /"graph" or "rules"/],
    ['solve', { graph: { variables: 7 } }, /variables/],
    ['solve', { graph: GRAPH, timeLimit: 1e9 }, /"timeLimit"/],
    ['parse', { text: 'x', extra: 1 }, /extra/],
    ['explain', { graph: GRAPH, assignment: [0] }, /./],
    ['explain', { graph: GRAPH, assignment: [0, 9] }, /./],
  ])('%s %j says what is wrong', async (name, given, message) => {
    const { result } = (await talk(call(1, name, given))).get(1) ?? {}
    expect(result?.isError).toBe(true)
    expect(result?.content?.[0]?.text).toMatch(message)
  })
})
