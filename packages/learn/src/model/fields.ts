// Checks the headers and arrays of models before they are used, since a model file may come from an untrusted
// source.
import { ParleyError } from '@parleyjs/core'
import type { Model, ModelArray, ModelHeader } from './container.js'

/**
 * Reads fields of an object from a model and reports what is wrong with them. `what` names the object in
 * messages.
 */
export class Fields {
  constructor(
    private readonly what: string,
    private readonly object: unknown,
  ) {
    if (typeof object !== 'object' || object === null || Array.isArray(object))
      throw unusable(`${what} is ${show(object)}, where an object is needed`)
  }

  private at(name: string): unknown {
    return Object.hasOwn(this.object as object, name)
      ? (this.object as Record<string, unknown>)[name]
      : undefined
  }

  private wrong(name: string, needed: string): ParleyError {
    return unusable(`"${name}" of ${this.what} is ${show(this.at(name))}, where ${needed} is needed`)
  }

  text(name: string): string {
    const value = this.at(name)
    if (typeof value === 'string') return value
    throw this.wrong(name, 'a text')
  }

  /** A list of texts. */
  texts(name: string, fewest = 0): string[] {
    const value = this.at(name)
    if (isTexts(value) && value.length >= fewest) return value
    throw this.wrong(name, fewest > 0 ? `a list of ${fewest} texts or more` : 'a list of texts')
  }

  /** A list of lists of texts. */
  textLists(name: string, fewest: number): string[][] {
    const value = this.at(name)
    if (Array.isArray(value) && value.every((one) => isTexts(one) && one.length >= fewest))
      return value as string[][]
    throw this.wrong(name, `a list of lists of ${fewest} texts or more`)
  }

  /** A list of lists of numbers from 0 to `end` − 1. */
  numberLists(name: string, end: number): number[][] {
    const value = this.at(name)
    const isNumber = (x: unknown) => Number.isInteger(x) && (x as number) >= 0 && (x as number) < end
    if (Array.isArray(value) && value.every((one) => Array.isArray(one) && one.every(isNumber)))
      return value as number[][]
    throw this.wrong(name, `a list of lists of whole numbers below ${end}`)
  }

  /**
   * A list of lists whose first items match `items` and whose other items match `rest`: a text, or a whole
   * number below a limit.
   */
  tuples(name: string, items: readonly ('text' | number)[], rest?: 'text' | number): unknown[][] {
    const value = this.at(name)
    const fits = (x: unknown, item: 'text' | number | undefined) =>
      item === 'text'
        ? typeof x === 'string'
        : item !== undefined && Number.isInteger(x) && (x as number) >= 0 && (x as number) < item
    const isTuple = (one: unknown) =>
      Array.isArray(one) && one.length >= items.length && one.every((x, i) => fits(x, items[i] ?? rest))
    if (Array.isArray(value) && value.every(isTuple)) return value as unknown[][]
    const shape = [...items, ...(rest === undefined ? [] : [rest])].map((item) =>
      item === 'text' ? 'text' : `whole number below ${item}`,
    )
    throw this.wrong(name, `a list of lists of ${shape.join(', ')}`)
  }

  /** A finite number. */
  number(name: string, least = Number.NEGATIVE_INFINITY): number {
    const value = this.at(name)
    if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value
    throw this.wrong(name, Number.isFinite(least) ? `a number of at least ${least}` : 'a number')
  }

  /** A number above 0. */
  positive(name: string): number {
    const value = this.at(name)
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
    throw this.wrong(name, 'a positive number')
  }

  /** A whole number from `least` to `most`. */
  whole(name: string, least: number, most: number): number {
    const value = this.at(name)
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most)
      return value as number
    throw this.wrong(name, least === most ? String(least) : `a whole number from ${least} to ${most}`)
  }

  flag(name: string): boolean {
    const value = this.at(name)
    if (typeof value === 'boolean') return value
    throw this.wrong(name, 'true or false')
  }

  /** An object in the object. */
  fields(name: string): Fields {
    if (this.at(name) === undefined) throw this.wrong(name, 'an object')
    return new Fields(`"${name}" of ${this.what}`, this.at(name))
  }

  /** The object as the header of a model. */
  header(): ModelHeader {
    for (const name of ['kind', 'licence', 'trainedOn']) this.text(name)
    return this.object as ModelHeader
  }

  has(name: string): boolean {
    return this.at(name) !== undefined && this.at(name) !== null
  }
}

/** An array of a model; its type is checked, and its length if one is required. */
export function arrayOf<Type extends new (length: number) => ModelArray>(
  { arrays }: Pick<Model, 'arrays'>,
  name: string,
  type: Type,
  length?: number,
): InstanceType<Type> {
  const array = Object.hasOwn(arrays, name) ? arrays[name] : undefined
  if (array === undefined)
    throw new ParleyError('bad-input', `The model has no array called "${name}". Train it again.`)
  if (!(array instanceof type))
    throw unusable(`its array "${name}" is a ${array.constructor.name}, where a ${type.name} is needed`)
  if (length !== undefined && array.length !== length)
    throw unusable(`its array "${name}" has ${array.length} numbers, where ${length} are needed`)
  return array as InstanceType<Type>
}

/** Refuses numbers outside of a range. */
export function requireRange(name: string, numbers: ArrayLike<number>, least: number, most: number): void {
  for (let i = 0; i < numbers.length; i++)
    if (!(numbers[i] >= least && numbers[i] <= most))
      throw unusable(`its array "${name}" has ${numbers[i]} at ${i}, outside of ${least} to ${most}`)
}

/** The error about a model that Parley did not write. */
export function unusable(what: string): ParleyError {
  return new ParleyError(
    'bad-input',
    `This is not a usable model: ${what}. Train it again, or use another Parley.`,
  )
}

/**
 * Calls `read` on a model. Any unexpected error inside is reported as a fault of the model; errors name the
 * file.
 *
 * @example
 * reading('small.parley', () => JSON.parse('[1, 2]')) // [1, 2]
 */
export function reading<T>(file: string | undefined, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const place = file === undefined ? {} : { file }
    if (error instanceof ParleyError)
      throw new ParleyError(error.code, error.message, { ...place, ...error.place })
    if (!(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError))
      throw error
    throw new ParleyError(
      'bad-input',
      `This is not a usable model: it lacks something that this Parley needs (${error.message}). Train it again, or use another Parley.`,
      place,
    )
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** A value in a message. */
function show(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
