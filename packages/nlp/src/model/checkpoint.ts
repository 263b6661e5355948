// Checkpoints: the state of a training as a model that says what it belongs to.
import { ParleyError } from '@parley/core'
import type { Model } from './container.js'

/**
 * Where a training keeps its state: a file, a database, memory.
 *
 * @example
 * let kept: Model | null = null
 * trainParser(sentences, { checkpoint: { load: () => kept, save: (state) => { kept = readModel(writeModel(state)) } } })
 */
export interface CheckpointStore {
  /** The file or whatever it is, for messages. */
  readonly name?: string
  /** What was saved last, or null. */
  load(): Model | null
  /**
   * Keeps a state in place of the one before. Its arrays are those of the training: copy or write them at once. `after`
   * says what was done last, such as "epoch 3 of 8".
   */
  save(state: Model, after: string): void
}

/** What a store has; a checkpoint of something else is refused with what differs. */
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
      `The checkpoint is of another training: ${differences.join('; ')}. Train with what it was begun with, or begin anew with another checkpoint.`,
      place,
    )
  return saved
}

/** A number for a list of texts and numbers: another one, in all likelihood, for another list. 16 hexadecimal digits. */
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
    // Where one text ends and the next begins counts as well.
    this.a = Math.imul(a ^ text.length, 0x01000193)
    this.b = Math.imul(b ^ 0x10000, 0x5bd1e995)
    return this
  }

  toString(): string {
    const hex = (x: number) => (x >>> 0).toString(16).padStart(8, '0')
    return hex(this.a) + hex(this.b)
  }
}
