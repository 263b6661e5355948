// The size of a model as declared by its header, known before memory is allocated.
import { ParleyError } from '@parleyjs/core'
import { ARRAYS, MAGIC, readModel } from './container.js'

/** Maximum length of a header. It holds names and settings: 50 kB for the English model. */
const MAX_HEADER_BYTES = 64 * 2 ** 20

/** The size of the whole model, read from its beginning; null if more bytes are needed. */
export function modelSize(start: Uint8Array, file?: string): number | null {
  if (start.length < 16) return null
  // Let the reader report data that is not a model, or a model of another version.
  if (new TextDecoder('latin1').decode(start.slice(0, 8)) !== MAGIC) readModel(start, file)
  const length = new DataView(start.buffer, start.byteOffset).getUint32(12, true)
  if (length > MAX_HEADER_BYTES)
    throw refusal(`its header declares ${length} bytes for itself; the limit is ${MAX_HEADER_BYTES}.`, file)
  if (start.length < 16 + length) return null
  let size = 16 + length
  for (const { type, length: count } of listedArrays(start.slice(16, 16 + length), file)) {
    const bytes = ARRAYS[type as keyof typeof ARRAYS]?.BYTES_PER_ELEMENT
    if (bytes === undefined || !Number.isSafeInteger(count) || (count as number) < 0)
      throw refusal('its header lists an array whose type or length is unknown.', file)
    size += Math.ceil(((count as number) * bytes) / 8) * 8
  }
  return size
}

function listedArrays(json: Uint8Array, file?: string): { type?: unknown; length?: unknown }[] {
  let list: unknown
  try {
    list = (JSON.parse(new TextDecoder().decode(json)) as { arrays?: unknown } | null)?.arrays
  } catch {
    throw refusal('its header is damaged.', file)
  }
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'object' && entry !== null))
    throw refusal('its header lacks the list of its arrays.', file)
  return list as { type?: unknown; length?: unknown }[]
}

function refusal(what: string, file: string | undefined): ParleyError {
  const place = file === undefined ? {} : { file }
  return new ParleyError('bad-input', `This is not a usable model: ${what}`, place)
}
