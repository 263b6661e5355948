// Checks how deeply a body is nested before it is parsed. A value that is nested thousands of levels deep
// overflows the stack of recursive code, including the structured clone to a worker thread.
import type { MiddlewareHandler } from 'hono'
import { RequestError } from './errors.js'

/** Maximum depth. Valid requests are nested about ten levels deep. */
const DEEPEST = 100

const QUOTE = 34
const BACKSLASH = 92

/**
 * Whether JSON text has more than `limit` open lists and objects at any point. For invalid JSON the result is
 * arbitrary.
 */
function isDeeper(text: string, limit: number): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === QUOTE) {
      i++
      for (; i < text.length && text.charCodeAt(i) !== QUOTE; i++) if (text.charCodeAt(i) === BACKSLASH) i++
    } else if (char === 91 || char === 123) {
      if (++depth > limit) return true
    } else if (char === 93 || char === 125) depth--
  }
  return false
}

/** Refuses bodies that are nested too deeply. */
export const onlyShallow: MiddlewareHandler = async (context, next) => {
  if (context.req.method === 'POST' && isDeeper(await context.req.text(), DEEPEST))
    throw new RequestError(
      'bad-request',
      `The body is nested more than ${DEEPEST} levels deep; no valid request is. Check how it was made.`,
    )
  await next()
}
