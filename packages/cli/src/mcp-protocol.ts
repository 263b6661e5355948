// The Model Context Protocol over standard input and output: JSON-RPC 2.0, a message on each line.
import { ParleyError } from '@parleyjs/core'

/** Versions of the protocol, the newest first. */
const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const

/** A tool that a language model may call. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: object
  /** Checks the arguments and does the work; throws a `ParleyError` for what the caller can correct. */
  readonly call: (given: unknown, signal: AbortSignal) => Promise<object>
}

/** Codes of JSON-RPC. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603

type Id = string | number

interface Message {
  readonly id?: Id
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Answers the messages of one client. */
export class McpSession {
  /** The calls that are running, by the id of their request. */
  private readonly running = new Map<Id, AbortController>()

  constructor(
    private readonly tools: readonly Tool[],
    private readonly info: { readonly version: string; readonly instructions: string },
    /** Receives each answer, a line of JSON without its end. */
    private readonly send: (line: string) => void,
    /** Receives reports of bugs. */
    private readonly log: (line: string) => void,
  ) {}

  /** Answers one line. Resolves when the answer is sent. */
  async receive(line: string): Promise<void> {
    if (line.trim() === '') return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      this.fail(null, PARSE_ERROR, 'The line is not JSON.')
      return
    }
    // An array of messages is a batch, in the versions of the protocol that have them.
    for (const one of Array.isArray(value) ? value : [value]) await this.answer(one)
  }

  /** Aborts everything that is running. */
  close(): void {
    for (const controller of this.running.values()) controller.abort()
  }

  private async answer(value: unknown): Promise<void> {
    const message = messageOf(value)
    if (message === null) {
      // An answer to a request; this server sends none.
      if (isRecord(value) && !('method' in value) && ('result' in value || 'error' in value)) return
      this.fail(idOf(value), INVALID_REQUEST, 'This is not a request of JSON-RPC 2.0.')
      return
    }
    const { id, method, params } = message
    if (id === undefined) {
      if (method === 'notifications/cancelled' && isId(params.requestId))
        this.running.get(params.requestId)?.abort()
      return
    }
    if (method === 'initialize') this.succeed(id, this.introduction(params.protocolVersion))
    else if (method === 'ping') this.succeed(id, {})
    else if (method === 'tools/list')
      this.succeed(id, {
        tools: this.tools.map(({ name, title, description, inputSchema }) => ({
          name,
          title,
          description,
          inputSchema,
          annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
        })),
      })
    else if (method === 'tools/call') await this.call(id, params)
    else this.fail(id, METHOD_NOT_FOUND, `There is no method "${method}".`)
  }

  private introduction(asked: unknown): object {
    const { version, instructions } = this.info
    return {
      protocolVersion: VERSIONS.find((one) => one === asked) ?? VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'parley', title: 'Parley', version },
      instructions,
    }
  }

  private async call(id: Id, params: Message['params']): Promise<void> {
    const tool = this.tools.find(({ name }) => name === params.name)
    if (tool === undefined) {
      this.fail(id, INVALID_PARAMS, `There is no tool "${String(params.name)}".`)
      return
    }
    const controller = new AbortController()
    this.running.set(id, controller)
    try {
      const result = await tool.call(params.arguments ?? {}, controller.signal)
      // The client wants no answer to what it has cancelled.
      if (!controller.signal.aborted)
        this.succeed(id, {
          content: [{ type: 'text', text: JSON.stringify(result) }],
          structuredContent: result,
        })
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof ParleyError)
        this.succeed(id, { content: [{ type: 'text', text: error.message }], isError: true })
      else {
        this.log(error instanceof Error ? (error.stack ?? error.message) : String(error))
        this.fail(id, INTERNAL_ERROR, 'This is a bug in Parley. Its standard error says more.')
      }
    } finally {
      this.running.delete(id)
    }
  }

  private succeed(id: Id, result: object): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }

  private fail(id: Id | null, code: number, message: string): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
  }
}

/** A request or a notification; null if it is neither. */
function messageOf(value: unknown): Message | null {
  if (!isRecord(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string') return null
  const { id, method, params = {} } = value
  if ((id !== undefined && !isId(id)) || !isRecord(params)) return null
  return { ...(id !== undefined && { id }), method, params }
}

function idOf(value: unknown): Id | null {
  return isRecord(value) && isId(value.id) ? value.id : null
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
