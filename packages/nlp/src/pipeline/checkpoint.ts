// The state of a training of several stages: the finished stages, the predicted tags, and the parser's own
// state.
import type { CheckpointStore, Model, ModelArray, ModelHeader } from '@parleyjs/learn'
import { Fingerprint, loadSame } from '@parleyjs/learn/internal'

const KIND = 'training'

/** Parts of a training by name, all saved in one store. */
export class PartsInTraining {
  private readonly parts = new Map<string, Model>()

  constructor(
    private readonly store: CheckpointStore | undefined,
    private readonly fingerprint: Readonly<Record<string, unknown>>,
  ) {
    const saved = loadSame(store, KIND, fingerprint)
    if (saved === null) return
    const headers = saved.header.parts as Record<string, ModelHeader>
    for (const [name, header] of Object.entries(headers)) {
      const own = Object.entries(saved.arrays).filter(([key]) => key.startsWith(`${name}/`))
      const arrays = Object.fromEntries(own.map(([key, array]) => [key.slice(name.length + 1), array]))
      this.parts.set(name, { header, arrays })
    }
  }

  /** A part that is computed in one go: the saved one, or else a new one, which is saved at once. */
  once(name: string, make: () => Model): Model {
    const kept = this.parts.get(name)
    if (kept !== undefined) return kept
    const made = make()
    this.save(name, made, `the ${name}`)
    return made
  }

  /** Like `once`, for a part that is computed asynchronously. */
  async onceAsync(name: string, make: () => Promise<Model>): Promise<Model> {
    const kept = this.parts.get(name)
    if (kept !== undefined) return kept
    const made = await make()
    this.save(name, made, `the ${name}`)
    return made
  }

  /** The store for a part that saves its own state from time to time. */
  storeOf(name: string): CheckpointStore | undefined {
    if (this.store === undefined) return undefined
    return {
      ...(this.store.name !== undefined && { name: this.store.name }),
      load: () => this.parts.get(name) ?? null,
      save: (state, after) => this.save(name, state, `${after} of the ${name}`),
    }
  }

  private save(name: string, state: Model, after: string): void {
    this.parts.set(name, state)
    if (this.store === undefined) return
    const headers: Record<string, ModelHeader> = {}
    const arrays: Record<string, ModelArray> = {}
    for (const [part, model] of this.parts) {
      headers[part] = model.header
      for (const [key, array] of Object.entries(model.arrays)) arrays[`${part}/${key}`] = array
    }
    const header = { kind: KIND, licence: '', trainedOn: '', fingerprint: this.fingerprint, parts: headers }
    this.store.save({ header, arrays }, after)
  }
}

/** Wraps any JSON value as a part. */
export function jsonPart(value: unknown): Model {
  const json = new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>
  return { header: { kind: 'json', licence: '', trainedOn: '' }, arrays: { json } }
}

/** The value that `jsonPart` wrapped. */
export function fromJsonPart<T>({ arrays }: Model): T {
  return JSON.parse(new TextDecoder().decode(arrays.json as Uint8Array)) as T
}

/** A fingerprint of a treebank; any changed character changes it. */
export function treebankFingerprint(sentences: readonly { toString(): string }[]): string {
  const sum = new Fingerprint()
  for (const sentence of sentences) sum.add(sentence.toString())
  return sum.toString()
}
