// A private Redis server for tests and drills: it can be killed and restarted with the data that it had
// saved.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectRedis } from '@parleyjs/cluster'
import { ParleyError } from '@parleyjs/core'

/** Maximum time until it answers, in milliseconds. */
const START_MS = 10_000

export class LocalRedis {
  private server: ChildProcess | null = null

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Whether a `redis-server` is installed. */
  static isInstalled(): boolean {
    return spawnSync('redis-server', ['--version']).status === 0
  }

  /** Starts a server on a free port, with its own folder. */
  static async start(): Promise<LocalRedis> {
    const redis = new LocalRedis(await mkdtemp(join(tmpdir(), 'parley-redis-')), await freePort())
    await redis.begin()
    return redis
  }

  /** Ends the server and restarts it with its data on disk; SIGKILL may lose the last second. */
  async restart(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    await this.end(signal)
    await this.begin()
  }

  /** Deletes all data, as if another server had taken its place. */
  async lose(): Promise<void> {
    await this.end('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
    await this.begin()
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM')
    await rm(this.folder, { recursive: true, force: true })
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { server } = this
    this.server = null
    if (server === null || server.exitCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }

  private async begin(): Promise<void> {
    const options = ['--dir', this.folder, '--appendonly', 'yes', '--save', '', '--bind', '127.0.0.1']
    await mkdir(this.folder, { recursive: true })
    const server = spawn('redis-server', ['--port', String(this.port), ...options], { stdio: 'ignore' })
    this.server = server
    // If this process dies, nothing else ends the server.
    const orphan = () => server.kill('SIGKILL')
    process.once('exit', orphan)
    server.once('exit', () => process.off('exit', orphan))
    const deadline = Date.now() + START_MS
    while (!(await answers(this.url))) {
      if (Date.now() > deadline || server.exitCode !== null)
        throw new ParleyError('unsupported', `redis-server did not start on port ${this.port}.`)
      await pause(50)
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    ;(await connectRedis(url, { timeout: 1000 })).disconnect()
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
