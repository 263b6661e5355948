// Access control: on a loopback address every local client is allowed, otherwise only clients with the token.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { RequestError } from './errors.js'

const AT_HOME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Whether an address to listen on can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host)
}

/**
 * Refuses requests that name another host. This prevents DNS rebinding: a foreign page can resolve its own
 * name to 127.0.0.1, and would then have the same origin as this server.
 */
export const onlyLocalNames: MiddlewareHandler = async (context, next) => {
  const host = context.req.header('host') ?? ''
  if (!AT_HOME.test(host))
    throw new RequestError(
      'forbidden',
      'This server answers to localhost only. Start it with --host and --token.',
    )
  await next()
}

/** Requires `Authorization: Bearer TOKEN`. */
export function requireToken(token: string): MiddlewareHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(token)
  return async (context, next) => {
    const given = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    if (given === undefined || !timingSafeEqual(digest(given), wanted)) {
      context.header('WWW-Authenticate', 'Bearer')
      throw new RequestError('unauthorized', 'A token is needed: Authorization: Bearer TOKEN')
    }
    await next()
  }
}

/** Security headers: the page loads nothing from other origins and is not shown in frames. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  const set = (name: string, value: string) => context.res.headers.set(name, value)
  set(
    'Content-Security-Policy',
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  set('X-Content-Type-Options', 'nosniff')
  set('Referrer-Policy', 'no-referrer')
  set('Cross-Origin-Opener-Policy', 'same-origin')
  set('Cross-Origin-Embedder-Policy', 'require-corp')
  set('Cross-Origin-Resource-Policy', 'same-origin')
}
