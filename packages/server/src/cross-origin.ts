// Which pages of other origins may use the API. Without the option, none: neither can they read answers, nor
// can their forms make this server work.

import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { RequestError } from './errors.js'

/** Time in seconds for which a browser remembers what it may ask for. */
const MAX_AGE = 3600

/** Answers the preliminary requests of browsers, and lets pages of these origins read answers ("*": all). */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'POST', 'OPTIONS'],
    allowHeaders: ['Content-Type', 'Authorization', 'Accept'],
    exposeHeaders: ['Retry-After'],
    maxAge: MAX_AGE,
  })
}

/** Refuses requests from pages of other origins. Programs send no origin. */
export function onlyOwnPages(origins: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('origin')
    const own = context.req.header('host') ?? ''
    const isAllowed =
      origin === undefined ||
      origin === `http://${own}` ||
      origin === `https://${own}` ||
      origins.includes('*') ||
      origins.includes(origin)
    if (!isAllowed)
      throw new RequestError(
        'forbidden',
        'Pages of other origins may not use this server. It can be started with --cors ORIGIN.',
      )
    await next()
  }
}
