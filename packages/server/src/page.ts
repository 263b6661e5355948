// Serves the files of a page. They are read once and kept in memory, also compressed where that saves bytes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { sliced } from './slices.js'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.gz': 'application/octet-stream',
}
const PACKED = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.wasm'])
/** A file whose name contains a hash of its content never changes, and may be cached forever. */
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.\w+$/

interface PageFile {
  readonly type: string
  readonly etag: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly packed: Uint8Array<ArrayBuffer> | null
  readonly hashed: boolean
}

export class Page {
  private readonly files = new Map<string, PageFile>()

  /**
   * Reads all files of a folder, and files that are elsewhere. `index.html` is also the page at `/`.
   */
  static read(folder: string, elsewhere: Readonly<Record<string, string>> = {}): Page {
    const page = new Page()
    for (const [name, path] of Object.entries(elsewhere)) page.add(name, readFileSync(path))
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath ?? entry.path, entry.name)
      page.add(
        `/${path
          .slice(folder.length)
          .replace(/^[/\\]/, '')
          .split(sep)
          .join('/')}`,
        readFileSync(path),
      )
    }
    return page
  }

  add(name: string, content: Uint8Array): void {
    const extension = extname(name)
    const bytes = new Uint8Array(content)
    this.files.set(name, {
      type: TYPES[extension] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      bytes,
      packed: PACKED.has(extension) && bytes.length > 1000 ? new Uint8Array(gzipSync(bytes)) : null,
      hashed: name.startsWith('/assets/') && HASHED.test(name),
    })
  }

  /** The answer to a GET, or null if there is no such file. */
  respond(context: Context): Response | null {
    const path = context.req.path === '/' ? '/index.html' : context.req.path
    const file = this.files.get(path)
    if (file === undefined) return null
    const headers: Record<string, string> = {
      'Content-Type': file.type,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
      'Cache-Control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    if (context.req.header('if-none-match')?.includes(file.etag))
      return new Response(null, { status: 304, headers })
    const packs = file.packed !== null && /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
    if (packs) headers['Content-Encoding'] = 'gzip'
    const bytes = packs ? file.packed : file.bytes
    headers['Content-Length'] = String(bytes.length)
    return new Response(sliced(bytes), { headers })
  }
}
