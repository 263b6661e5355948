// Reads safetensors files, the format in which pretrained networks are published: 8 bytes with the length of
// a JSON header, the header with type, shape and place of each array, then the arrays.
import { ParleyError } from '@parleyjs/core'
import { parseJson } from '@parleyjs/core/internal'

/** An array of a file, as 32-bit floats. */
export interface NamedArray {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

const BYTES: Readonly<Record<string, number>> = { F16: 2, F32: 4 }
const MOST_HEADER = 2 ** 24

/**
 * Reads the arrays of 16-bit and 32-bit floats whose names are wanted; by default all of them. Others, such
 * as integers, are left out.
 */
export function readSafetensors(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean = () => true,
): Map<string, NamedArray> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.length < 8 ? 0 : Number(view.getBigUint64(0, true))
  if (length < 2 || length > Math.min(MOST_HEADER, bytes.length - 8))
    throw broken(`its header would take ${length} of ${bytes.length} bytes`)
  const header = parseHeader(new TextDecoder().decode(bytes.subarray(8, 8 + length)))
  const arrays = new Map<string, NamedArray>()
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__' || !isWanted(name)) continue
    const { dtype, shape, data_offsets: place } = entry
    const size = BYTES[String(dtype)]
    if (size === undefined) continue
    if (!isNaturals(shape) || !isNaturals(place) || place.length !== 2)
      throw broken(`the entry ${JSON.stringify(name)} has no shape or no place`)
    const count = shape.reduce((product, n) => product * n, 1)
    const [from, to] = [8 + length + place[0], 8 + length + place[1]]
    if (to > bytes.length || to - from !== count * size)
      throw broken(`the array ${JSON.stringify(name)} of ${count} numbers lies at bytes ${from} to ${to}`)
    const values = new Float32Array(count)
    for (let i = 0; i < count; i++)
      values[i] = size === 4 ? view.getFloat32(from + 4 * i, true) : half(view.getUint16(from + 2 * i, true))
    arrays.set(name, { shape, values })
  }
  return arrays
}

function parseHeader(text: string): Record<string, Record<string, unknown>> {
  const header: unknown = parseJson(text)
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    throw broken('its header is not an object')
  for (const [name, entry] of Object.entries(header))
    if (typeof entry !== 'object' || entry === null)
      throw broken(`the entry ${JSON.stringify(name)} is not an object`)
  return header as Record<string, Record<string, unknown>>
}

function isNaturals(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((n) => Number.isSafeInteger(n) && n >= 0)
}

function broken(why: string): ParleyError {
  return new ParleyError('bad-input', `This is not a usable safetensors file: ${why}.`)
}

/** A number of 16 bits: a sign, 5 bits of exponent, 10 of fraction. */
function half(bits: number): number {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const size =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction === 0
          ? Number.POSITIVE_INFINITY
          : Number.NaN
        : (1024 + fraction) * 2 ** (exponent - 25)
  return bits >> 15 === 0 ? size : -size
}
