// The key shared by submitters and workers: messages through Redis are signed with it, so that Redis need not
// be trusted.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ParleyError } from '@parleyjs/core'

/** Minimum and maximum number of bytes of a key. */
const [FEWEST, MOST] = [16, 4096]

/**
 * Signs and checks messages with HMAC-SHA-256. A signature is valid for one purpose: the kind of message, and
 * the job and shard that it concerns.
 *
 * @example
 * const key = await OrderKey.fromFile(path) // for example /etc/parley/key
 * const signature = key.sign('order', bytes)
 * key.isValid('order', bytes, signature) // true
 */
export class OrderKey {
  constructor(private readonly secret: Uint8Array) {}

  /** Reads a key file: any bytes; white space around them is removed. */
  static async fromFile(path: string): Promise<OrderKey> {
    const place = { file: path }
    let bytes: Buffer
    try {
      bytes = await readFile(path)
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      throw new ParleyError('bad-argument', `The key cannot be read (${code}).`, place)
    }
    const secret = Buffer.from(bytes.toString('latin1').trim(), 'latin1')
    if (secret.length >= FEWEST && secret.length <= MOST) return new OrderKey(secret)
    throw new ParleyError(
      'bad-argument',
      `A key has ${FEWEST} to ${MOST} bytes, this file has ${secret.length}. Make one: openssl rand -hex 32`,
      place,
    )
  }

  sign(purpose: string, message: string | Uint8Array): Buffer {
    // The length separates purpose and message unambiguously.
    return createHmac('sha256', this.secret)
      .update(`parley ${purpose.length} ${purpose}\n`)
      .update(message)
      .digest()
  }

  isValid(purpose: string, message: string | Uint8Array, signature: Uint8Array): boolean {
    const wanted = this.sign(purpose, message)
    return signature.length === wanted.length && timingSafeEqual(signature, wanted)
  }
}

/** Throws unless a message is signed with this side's key, or unsigned if this side has no key. */
export function requireSignature(
  key: OrderKey | undefined,
  purpose: string,
  message: string | Uint8Array,
  signature: Uint8Array | undefined,
): void {
  if (key === undefined) {
    if (signature === undefined) return
    throw new ParleyError('bad-input', 'It is signed, and there is no key here to check it: --key-file FILE.')
  }
  if (signature === undefined)
    throw new ParleyError(
      'bad-input',
      'It is not signed. All submitters and all workers need the same --key-file FILE.',
    )
  if (!key.isValid(purpose, message, signature))
    throw new ParleyError(
      'bad-input',
      'Its signature does not match: it was signed with another key, or changed on its way.',
    )
}
