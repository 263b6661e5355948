// Typed access to parsed JSON. Every error names the place as a path: factors[3].literals[1].
import { ParleyError } from '../error.js'

/** A value and its path from the top. */
export interface At {
  value: unknown
  path: string
}

export function complain(path: string, message: string): ParleyError {
  const factor = /^factors\[\d+\]/.exec(path)?.[0]
  return new ParleyError(
    'bad-input',
    `${path === '' ? 'The graph' : path}: ${message}`,
    factor ? { factor } : {},
  )
}

/** The fields of an object. Throws for unknown fields, which are most likely misspelt. */
export function fields(at: At, known: readonly string[]): (name: string) => At {
  const { value, path } = at
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw complain(path, `expected an object, found ${show(value)}.`)
  const object = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(object))
    if (!known.includes(name))
      throw complain(
        path,
        `the field ${JSON.stringify(name.slice(0, 40))} is unknown here. Known are ${known.join(', ')}.`,
      )
  return (name) => ({
    value: Object.hasOwn(object, name) ? object[name] : undefined,
    path: path === '' ? name : `${path}.${name}`,
  })
}

export function list(at: At): unknown[] {
  if (!Array.isArray(at.value)) throw complain(at.path, `expected a list, found ${show(at.value)}.`)
  return at.value
}

/** The items of a list, each with its path. */
export function items(at: At): At[] {
  return list(at).map((value, i) => ({ value, path: `${at.path}[${i}]` }))
}

/** A list of numbers; with `forbidden`, null stands for −Infinity. */
export function numbers(at: At, forbidden = false): Float64Array {
  const values = list(at)
  const result = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (forbidden && value === null) result[i] = Number.NEGATIVE_INFINITY
    else if (typeof value === 'number' && Number.isFinite(value)) result[i] = value
    else
      throw complain(
        `${at.path}[${i}]`,
        `expected a number${forbidden ? ' or null' : ''}, found ${show(value)}.`,
      )
  }
  return result
}

export function number(at: At): number {
  if (typeof at.value !== 'number' || !Number.isFinite(at.value))
    throw complain(at.path, `expected a number, found ${show(at.value)}.`)
  return at.value
}

export function text(at: At): string {
  if (typeof at.value !== 'string') throw complain(at.path, `expected a string, found ${show(at.value)}.`)
  return at.value
}

export function flag(at: At): boolean {
  if (typeof at.value !== 'boolean')
    throw complain(at.path, `expected true or false, found ${show(at.value)}.`)
  return at.value
}

/** A value that may be missing. */
export function optional<T>(at: At, read: (at: At) => T): T | undefined {
  return at.value === undefined ? undefined : read(at)
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  return `a ${typeof value}`
}
