// Limits the connections of a server, in total and per client. A connection is stalled while no request has
// arrived completely, and while the bytes of an answer do not leave. When there are too many connections, the
// one that has been stalled longest is closed, so that stalling clients cannot keep others out.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.js'

export interface ConnectionLimits {
  /** Maximum number of simultaneous connections. */
  readonly connections: number
  /** Maximum number of simultaneous connections from one address. */
  readonly connectionsPerAddress: number
  /** Time after which an answer is cut off if none of its bytes leaves, in milliseconds. */
  readonly send: number
}

/** Number of reserve connections beyond the limit. They may request /healthz and nothing else. */
const RESERVE = 512
/** Maximum lifetime of a reserve connection, in milliseconds. */
const RESERVE_MS = 2000
/**
 * States of a connection that can be closed to make room, in this order. It is kept while its request is
 * processed.
 */
const KINDS = ['stalled', 'kept', 'sending'] as const
type Kind = (typeof KINDS)[number]
/** Time in a state after which a connection may be closed to make room, in milliseconds. */
const PATIENCE_MS: Readonly<Record<Kind, number>> = { stalled: 250, kept: 500, sending: 250 }
/** Interval between checks whether bytes have left, in milliseconds. */
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
  /** Requests whose answers are not completely sent. */
  readonly exchanges: Set<Exchange>
  /** Time when the last answer was sent, or when the connection was opened. */
  idleSince: number
  /** Number of bytes that had been read at `idleSince`. */
  readBefore: number
  /** Number of bytes that have left; `movedAt` is when it last changed. */
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
    // Node considers a connection idle, and closes it, once its answer is queued. Here the answer must have
    // been sent.
    server.closeIdleConnections = () => this.closeIdle()
    this.timer = setInterval(() => this.look(), Math.min(LOOK_MS, limits.send / 2))
    this.timer.unref()
  }

  /** Whether this connection was opened beyond the limit. */
  isReserved(socket: Socket): boolean {
    return this.all.get(socket)?.reserved === true
  }

  /** Closes idle connections, and all others as soon as their requests are answered. */
  close(): void {
    this.closing = true
    this.closeIdle()
  }

  /** Closes all remaining connections at once. */
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

  /** Ends a connection and stops counting it. */
  private drop({ socket }: Connection): void {
    this.forget(socket)
    socket.destroy()
  }

  /**
   * Drops a connection of one network or of all: by kind, then the longest in its state. False if none may be
   * dropped.
   */
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

  /** Drops the oldest reserve connection, preferably one without a request. */
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

/** Whether nothing of a further request has arrived since the last answer. */
function isIdle({ socket, exchanges, readBefore }: Connection): boolean {
  return exchanges.size === 0 && socket.bytesRead === readBefore
}

/** The state of a connection, and since when; null while the server processes its request. */
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
