// Schemas for untrusted data (Redis, job files): a schema is a function that returns its argument, typed, or
// throws a `ParleyError` that names the field. Written here rather than taken from a package: every thread of
// a worker would load the package.
import { isAbsolute, normalize } from 'node:path'
import { type ErrorPlace, ParleyError } from '@parleyjs/core'
import type { Json } from './job.js'

/** Checks a value; `at` names it in messages. */
export type Schema<T> = (value: unknown, at: string) => T

/** A whole number in a range. */
export function whole(least = 0, most = Number.MAX_SAFE_INTEGER): Schema<number> {
  return (value, at) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return value
    return wrong(value, at, `a whole number from ${least} to ${most}`)
  }
}

/** Any number, NaN and the infinities included. */
export const anyNumber: Schema<number> = (value, at) =>
  typeof value === 'number' ? value : wrong(value, at, 'a number')

export const anyBoolean: Schema<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : wrong(value, at, 'true or false')

/** A string of at most `most` characters. */
export function text(most: number): Schema<string> {
  return (value, at) =>
    typeof value === 'string' && value.length <= most
      ? value
      : wrong(value, at, `a string of at most ${most} characters`)
}

/** A string that matches a pattern, which `wanted` describes. */
export function matching(pattern: RegExp, wanted: string): Schema<string> {
  return (value, at) => (typeof value === 'string' && pattern.test(value) ? value : wrong(value, at, wanted))
}

/** A path as `resolve` returns it: absolute, without `.` and `..`. */
export const absolutePath: Schema<string> = (value, at) => {
  const isPath =
    typeof value === 'string' && value.length <= 4096 && isAbsolute(value) && !value.includes('\0')
  if (isPath && normalize(value) === value) return value
  return wrong(value, at, 'an absolute path without . and ..')
}

/** A SHA-256 checksum in hexadecimal digits. */
export const checksum = matching(/^[0-9a-f]{64}$/, 'a checksum of 64 hexadecimal digits')

/** One of a few words. */
export function oneOf<const T extends string>(...words: readonly T[]): Schema<T> {
  return (value, at) => words.find((word) => word === value) ?? wrong(value, at, `one of ${words.join(', ')}`)
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return (value, at) => (value === null ? null : schema(value, at))
}

/** An array with `least` to `most` items. */
export function list<T>(item: Schema<T>, least: number, most: number): Schema<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length < least || value.length > most)
      return wrong(value, at, `a list of ${least} to ${most}`)
    for (let i = 0; i < value.length; i++) item(value[i], `${at}[${i}]`)
    return value as T[]
  }
}

/** An object with these fields and no others; those in `optional` may be missing. */
export function record<T extends object>(
  fields: { readonly [K in keyof T]-?: Schema<Required<T>[K]> },
  optional: readonly (keyof T & string)[] = [],
): Schema<T> {
  const names = Object.keys(fields) as (keyof T & string)[]
  return (value, at) => {
    if (!isPlain(value)) return wrong(value, at, 'an object')
    for (const name of names) {
      if (Object.hasOwn(value, name)) fields[name](value[name], `${at}.${name}`)
      else if (!optional.includes(name)) return wrong(undefined, `${at}.${name}`, 'a value')
    }
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined)
      throw new ParleyError('bad-input', `${at} has an unknown field "${oneLine(unknown, 40)}".`)
    return value as T
  }
}

/** The place of an error. */
export const errorPlace: Schema<ErrorPlace> = record<ErrorPlace>(
  { file: text(2 ** 20), line: whole(), column: whole(), variable: text(2 ** 20), factor: text(2 ** 20) },
  ['file', 'line', 'column', 'variable', 'factor'],
)

/** A JSON object with at most `depth` levels of nesting. */
export function jsonObject(depth: number): Schema<{ readonly [name: string]: Json }> {
  return (value, at) => {
    if (!isPlain(value)) return wrong(value, at, 'an object')
    requireJson(value, at, depth)
    return value as { [name: string]: Json }
  }
}

/** A typed array. */
export function typed<T extends Float64Array | Int32Array | Int16Array | Uint8Array>(
  kind: new (length: number) => T,
): Schema<T> {
  return (value, at) =>
    Object.prototype.toString.call(value) === `[object ${kind.name}]`
      ? (value as T)
      : wrong(value, at, `numbers in a ${kind.name}`)
}

/** Makes untrusted text safe for one line of a terminal: no control characters, limited length. */
export function oneLine(said: string, most = 600): string {
  const line = said.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  return line.length <= most ? line : `${line.slice(0, most)}…`
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function requireJson(value: unknown, at: string, depth: number): void {
  if (value === null || ['boolean', 'number', 'string'].includes(typeof value)) return
  if (typeof value !== 'object') wrong(value, at, 'JSON')
  if (depth === 0) throw new ParleyError('bad-input', `${at} is nested too deeply.`)
  for (const [key, item] of Object.entries(value)) requireJson(item, `${at}.${oneLine(key, 40)}`, depth - 1)
}

function wrong(value: unknown, at: string, wanted: string): never {
  const found = value === undefined ? 'missing' : typeof value === 'object' ? kindOf(value) : brief(value)
  throw new ParleyError('bad-input', `${at} is ${found}: expected ${wanted}.`)
}

function kindOf(value: object | null): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
}

function brief(value: unknown): string {
  return typeof value === 'string' ? `"${oneLine(value, 100)}"` : oneLine(String(value), 100)
}
