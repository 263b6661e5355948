// The connections of a server: how many there are, for whom each waits, and which must go. A connection is stalled while
// no request has arrived whole, and while bytes of an answer do not leave. When there are too many, the one that has been
// stalled longest makes room, so that clients who stall cannot keep others out.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.js'

export interface ConnectionLimits {
  /** Connections at once. */
  readonly connections: number
  /** Connections at once from one address. */
  readonly connectionsPerAddress: number
  /** Milliseconds after which an answer is cut off if none of its bytes leaves. */
  readonly send: number
}

/** Connections beyond the limit that may ask for /healthz, and nothing else. */
const RESERVE = 512
/** Milliseconds that a connection of the reserve lives at most. */
const RESERVE_MS = 2000
/** What a connection is doing; the first kinds make room first. It makes none while the server works on its request. */
const KINDS = ['stalled', 'kept', 'sending'] as const
type Kind = (typeof KINDS)[number]
/** Milliseconds after which it may have to make room. */
const PATIENCE_MS: Readonly<Record<Kind, number>> = { stalled: 250, kept: 500, sending: 250 }
/** How often it is looked whether bytes have left. */
const LOOK_MS = 100

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly begin: number
}

interface Connection {
  readonly socket: Socket
  readonly network: string
  readonly reserved: boolean
  readonly begin: number
  /** Requests whose answers are not wholly sent. */
  readonly exchanges: Set<Exchange>
  /** When the last answer was sent, or the connection began. */
  idleSince: number
  /** Bytes that had been read by then. */
  readBefore: number
  /** Bytes that have left, and when that number last changed. */
  sent: number
  movedAt: number
}

export class Connections {
  private readonly all = new Map<Socket, Connection>()
  private readonly counts = new Map<string, number>()
  private reserved = 0
  private closing = false
  private readonly timer: NodeJS.Timeout

  constructor(
    server: Server,
    private readonly limits: ConnectionLimits,
  ) {
    server.on('connection', (socket: Socket) => this.admit(socket))
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.begin(request, response),
    )
    // Node takes a connection for idle, and closes it, once its whole answer is queued; here it has to be sent.
    server.closeIdleConnections = () => this.closeIdle()
    this.timer = setInterval(() => this.look(), Math.min(LOOK_MS, limits.send / 2))
    this.timer.unref()
  }

  /** Whether there were too many connections when this one came. */
  isReserved(socket: Socket): boolean {
    return this.all.get(socket)?.reserved === true
  }

  /** From now on connections are closed when nothing is left to answer on them. */
  close(): void {
    this.closing = true
    this.closeIdle()
  }

  /** Closes what is left. */
  cut(): void {
    clearInterval(this.timer)
    for (const socket of this.all.keys()) socket.destroy()
  }

  private admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const now = performance.now()
    const crowded = this.count(network) >= this.limits.connectionsPerAddress
    const full = this.all.size - this.reserved >= this.limits.connections
    const reserved = (crowded || full) && !this.makeRoom(crowded ? network : null, now)
    if (reserved && this.reserved >= RESERVE) this.dropOldestReserved()
    this.all.set(socket, {
      socket,
      network,
      reserved,
      begin: now,
      exchanges: new Set(),
      idleSince: now,
      readBefore: 0,
      sent: 0,
      movedAt: now,
    })
    if (reserved) this.reserved++
    else this.counts.set(network, this.count(network) + 1)
    socket.once('close', () => this.forget(socket))
  }

  private forget(socket: Socket): void {
    const connection = this.all.get(socket)
    if (connection === undefined) return
    this.all.delete(socket)
    if (connection.reserved) {
      this.reserved--
      return
    }
    const left = this.count(connection.network) - 1
    if (left > 0) this.counts.set(connection.network, left)
    else this.counts.delete(connection.network)
  }

  private count(network: string): number {
    return this.counts.get(network) ?? 0
  }

  /** Ends a connection at once: it counts no more. */
  private drop({ socket }: Connection): void {
    this.forget(socket)
    socket.destroy()
  }

  /** Drops the connection of one network, or of all, that can best be missed; false if none can. */
  private makeRoom(network: string | null, now: number): boolean {
    for (const kind of KINDS) {
      let longest: Connection | null = null
      let since = now - PATIENCE_MS[kind]
      for (const connection of this.all.values()) {
        if (connection.reserved || (network !== null && connection.network !== network)) continue
        const state = stateOf(connection)
        if (state?.kind !== kind || state.since > since) continue
        longest = connection
        since = state.since
      }
      if (longest === null) continue
      this.drop(longest)
      return true
    }
    return false
  }

  /** The oldest of the reserve, one that has asked for nothing if there is any. */
  private dropOldestReserved(): void {
    const reserved = [...this.all.values()].filter((connection) => connection.reserved)
    this.drop(reserved.find(({ exchanges }) => exchanges.size === 0) ?? reserved[0])
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.all.get(request.socket)
    if (connection === undefined) return
    const exchange = { request, response, begin: performance.now() }
    const { socket, exchanges } = connection
    exchanges.add(exchange)
    response.once('close', () => {
      exchanges.delete(exchange)
      connection.idleSince = performance.now()
      connection.readBefore = socket.bytesRead
      if (this.closing && exchanges.size === 0) socket.destroySoon()
    })
  }

  private look(): void {
    const now = performance.now()
    for (const connection of this.all.values()) {
      const { socket, reserved, begin } = connection
      const sent = socket.bytesWritten - socket.writableLength
      if (sent !== connection.sent || socket.writableLength === 0) {
        connection.sent = sent
        connection.movedAt = now
      }
      if (now - connection.movedAt >= this.limits.send || (reserved && now - begin >= RESERVE_MS))
        this.drop(connection)
    }
  }

  private closeIdle(): void {
    for (const connection of this.all.values()) if (isIdle(connection)) connection.socket.destroy()
  }
}

/** Whether no request has begun to arrive since the last answer. */
function isIdle({ socket, exchanges, readBefore }: Connection): boolean {
  return exchanges.size === 0 && socket.bytesRead === readBefore
}

/** What a connection is doing, and since when; null if it is the server's turn. */
function stateOf(connection: Connection): { readonly kind: Kind; readonly since: number } | null {
  const { socket, exchanges, idleSince, readBefore, movedAt } = connection
  if (exchanges.size === 0)
    return { kind: readBefore > 0 && isIdle(connection) ? 'kept' : 'stalled', since: idleSince }
  if (socket.writableLength > 0) return { kind: 'stalled', since: movedAt }
  for (const { request, response, begin } of exchanges) {
    if (!request.complete) return { kind: 'stalled', since: begin }
    if (response.headersSent) return { kind: 'sending', since: begin }
  }
  return null
}
