// A model file: magic number, version, checksum, a JSON header (what it is, its licence, what it was trained
// on), and named typed arrays, each on a multiple of 8 bytes so that it can be used in place. The caller
// compresses the file if needed.
//
//   0  "PARLEYM1"        8 bytes, the format's version being the last
//   8  checksum          uint32, FNV-1a of all bytes from 12 on
//   12 header length     uint32, bytes of UTF-8 JSON
//   16 header            padded with spaces to a multiple of 8
//   …  arrays            in the order of the header's list, each padded to a multiple of 8
import { ParleyError } from '@parleyjs/core'

export const MAGIC = 'PARLEYM1'

export const ARRAYS = {
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
}

export type ModelArray = InstanceType<(typeof ARRAYS)[keyof typeof ARRAYS]>

/** The header of every model. */
export interface ModelHeader {
  /** Kind of model: `tokenizer`, `tagger`, `parser`, or `pipeline` for several in one. */
  kind: string
  /** SPDX name of the licence of the weights. */
  licence: string
  /** The data, treebank version, command and seed of the training. */
  trainedOn: string
  /** Everything else the model needs, as JSON. */
  [key: string]: unknown
}

export interface Model {
  header: ModelHeader
  arrays: Record<string, ModelArray>
  /** The file it was read from, for errors about parts that are read later. */
  file?: string
}

/** A model as bytes, the same for the same input. */
export function writeModel({ header, arrays }: Model): Uint8Array {
  const list = Object.entries(arrays).map(([name, array]) => ({
    name,
    type: array.constructor.name,
    length: array.length,
  }))
  const json = new TextEncoder().encode(JSON.stringify({ ...header, arrays: list }))
  const headerLength = align(json.length)
  let size = 16 + headerLength
  for (const array of Object.values(arrays)) size += align(array.byteLength)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC), 0)
  view.setUint32(12, headerLength, true)
  bytes.fill(0x20, 16, 16 + headerLength)
  bytes.set(json, 16)
  let at = 16 + headerLength
  for (const array of Object.values(arrays)) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += align(array.byteLength)
  }
  view.setUint32(8, checksum(bytes), true)
  return bytes
}

/**
 * Reads a model. A damaged, truncated or foreign file is refused; the error says what is wrong. The arrays
 * share the memory of the input.
 */
export function readModel(input: Uint8Array, file?: string): Model {
  const place = file === undefined ? {} : { file }
  const refuse = (what: string) => new ParleyError('bad-input', `This is not a usable model: ${what}`, place)
  if (input.length < 16) throw refuse(`it has ${input.length} bytes.`)
  const magic = new TextDecoder('latin1').decode(input.slice(0, 8))
  if (magic !== MAGIC)
    throw refuse(
      magic.startsWith(MAGIC.slice(0, 7))
        ? `it is of version ${magic.slice(7)}, and this Parley reads version ${MAGIC.slice(7)}. Train it again, or use another Parley.`
        : 'it does not begin with the name of the format.',
    )
  // Typed arrays need an aligned start.
  const bytes = input.byteOffset % 8 === 0 ? input : input.slice()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerLength = view.getUint32(12, true)
  if (16 + headerLength > bytes.length) throw refuse('it is cut off within its header.')
  if (checksum(bytes) !== view.getUint32(8, true))
    throw refuse('its checksum is wrong: it is damaged or cut off.')
  if (headerLength % 8 !== 0)
    throw refuse(`its header has ${headerLength} bytes, which is not a multiple of 8.`)
  // Copy first: browsers do not decode shared memory.
  const { arrays: list, ...header } = parseHeader(bytes.slice(16, 16 + headerLength), refuse)
  for (const name of ['kind', 'licence', 'trainedOn'])
    if (typeof header[name] !== 'string') throw refuse(`its header has no text called "${name}".`)
  if (!Array.isArray(list)) throw refuse('its header has no list of arrays.')
  const found: [string, ModelArray][] = []
  let at = 16 + headerLength
  list.forEach((entry: unknown, i) => {
    const { name, type, length } = (entry ?? {}) as { name?: unknown; type?: unknown; length?: unknown }
    const isListed = typeof name === 'string' && typeof type === 'string' && Object.hasOwn(ARRAYS, type)
    if (!isListed || !Number.isInteger(length) || (length as number) < 0)
      throw refuse(`array ${i} of its header lacks a valid name, type or length.`)
    const make = ARRAYS[type as keyof typeof ARRAYS]
    if ((length as number) * make.BYTES_PER_ELEMENT > bytes.length - at)
      throw refuse(`its array "${name}" of ${String(length)} numbers extends beyond the end of the file.`)
    const array = new make(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length as number)
    found.push([name, array])
    at += align(array.byteLength)
  })
  // Entries become own properties: an array named `__proto__` cannot change the prototype.
  const arrays = Object.fromEntries(found)
  return { header: header as ModelHeader, arrays, ...place }
}

function parseHeader(bytes: Uint8Array, refuse: (what: string) => ParleyError): Record<string, unknown> {
  let header: unknown
  try {
    header = JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw refuse(`its header is not valid JSON: ${(error as Error).message}.`)
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    throw refuse('its header is not a JSON object.')
  return header as Record<string, unknown>
}

function align(length: number): number {
  return (length + 7) & ~7
}

/** FNV-1a, four bytes at a time, over the length and everything after the checksum. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 ^ bytes.length
  const end = 12 + ((bytes.length - 12) & ~3)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let i = 12; i < end; i += 4) hash = Math.imul(hash ^ view.getUint32(i, true), 0x01000193)
  for (let i = end; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193)
  return hash >>> 0
}
