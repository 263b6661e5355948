// Checkpoints: the state of a training, stored as a model that identifies the training.
import { ParleyError } from '@parleyjs/core'
import type { Model } from './container.js'

/**
 * Storage for the state of a training: a file, a database, memory.
 *
 * @example
 * let kept: Model | null = null
 * const save = (state: Model) => { kept = readModel(writeModel(state)) }
 * trainParser(sentences, { checkpoint: { load: () => kept, save } })
 */
export interface CheckpointStore {
  /** Name of the store for messages, such as a file name. */
  readonly name?: string
  /** The last saved state, or null. */
  load(): Model | null
  /**
   * Replaces the saved state. The arrays are those of the training: copy or write them at once. `after` says
   * which step was completed, such as "epoch 3 of 8".
   */
  save(state: Model, after: string): void
}

/**
 * The saved state of a store. A checkpoint of another training is refused; the error lists the differences.
 */
export function loadSame(
  store: CheckpointStore | undefined,
  kind: string,
  fingerprint: Readonly<Record<string, unknown>>,
): Model | null {
  const saved = store?.load() ?? null
  if (saved === null) return null
  const place = store?.name === undefined ? {} : { file: store.name }
  if (saved.header.kind !== kind)
    throw new ParleyError(
      'bad-input',
      `This is no checkpoint of a ${kind}, but a "${saved.header.kind}". Name another file.`,
      place,
    )
  const before = (saved.header.fingerprint ?? {}) as Record<string, unknown>
  const names = new Set([...Object.keys(before), ...Object.keys(fingerprint)])
  const text = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
  const differences = [...names]
    .filter((name) => text(before[name]) !== text(fingerprint[name]))
    .map((name) => `${name} was ${text(before[name])} and is ${text(fingerprint[name])}`)
  if (differences.length > 0)
    throw new ParleyError(
      'bad-input',
      `The checkpoint is of another training: ${differences.join('; ')}. Train with the same settings and data, or start again with another checkpoint.`,
      place,
    )
  return saved
}

/**
 * A fingerprint of a list of texts and numbers: 16 hexadecimal digits. Different lists almost certainly
 * differ in it.
 */
export class Fingerprint {
  private a = 0x811c9dc5
  private b = 0x9747b28c

  add(text: string): this {
    let { a, b } = this
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      a = Math.imul(a ^ c, 0x01000193)
      b = Math.imul(b ^ (c + i), 0x5bd1e995)
      b ^= b >>> 15
    }
    // The boundary between two texts changes the fingerprint, too.
    this.a = Math.imul(a ^ text.length, 0x01000193)
    this.b = Math.imul(b ^ 0x10000, 0x5bd1e995)
    return this
  }

  toString(): string {
    const hex = (x: number) => (x >>> 0).toString(16).padStart(8, '0')
    return hex(this.a) + hex(this.b)
  }
}
