// A part of several words as features see it: templates on its words, and what sets it apart from other parts
// of these words. For training, its places in a table are written to a list; for scoring, their weights are
// summed.
import type { Weights } from '@parleyjs/learn/internal'
import type { Templates } from './templates.js'

export class PartKey {
  private templates: Templates | null = null
  private salt = 0
  private a = 0
  private b = 0
  private c = 0
  private d = 0
  private again = 0
  private apart = 0

  /** Three words. */
  three(templates: Templates, a: number, b: number, c: number, salt: number): this {
    return this.four(templates, a, b, c, 0, salt)
  }

  four(templates: Templates, a: number, b: number, c: number, d: number, salt: number): this {
    this.templates = templates
    this.a = a
    this.b = b
    this.c = c
    this.d = d
    this.salt = salt
    this.again = 0
    return this
  }

  /** The first few features also come with a distance. */
  withDistance(count: number, bin: number): void {
    this.again = count
    this.apart = 1 + bin
  }

  /** Writes the places in a table with this shift; returns how many. */
  places(shift: number, out: Int32Array): number {
    const { salt, again, apart } = this
    const templates = this.templates!
    const { count } = templates
    const first = templates.part(0)
    const second = templates.part(1)
    const third = templates.part(2)
    const a = this.a * count
    const b = this.b * count
    const c = this.c * count
    if (templates.roles === 3)
      for (let k = 0; k < count; k++) out[k] = (first[a + k] + second[b + k] + third[c + k] + salt) >>> shift
    else {
      const fourth = templates.part(3)
      const d = this.d * count
      for (let k = 0; k < count; k++)
        out[k] = (first[a + k] + second[b + k] + third[c + k] + fourth[d + k] + salt) >>> shift
    }
    for (let k = 0; k < again; k++) out[count + k] = out[k] + apart
    return count + again
  }

  /** The sum of the weights at these places; `out` is a buffer for them. */
  score(weights: Weights, out: Int32Array): number {
    const { count, memory, address } = this.templates!
    const { shift } = weights
    const place = weights.placeIn(memory)
    if (memory === null || place === null) return weights.score(out, this.places(shift, out))
    const row = 4 * count
    return memory.lookUps.part(
      address[0] + this.a * row,
      address[1] + this.b * row,
      address[2] + this.c * row,
      address[3] + this.d * row,
      count,
      this.salt,
      shift,
      this.again,
      this.apart,
      place.codes,
      place.steps,
      memory.listAddress,
    )
  }
}
