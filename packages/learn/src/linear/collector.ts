// Collects training examples of a classifier in growable arrays.
import { grown } from '@parleyjs/core/internal'
import type { Examples } from './train.js'

/** Features and gold labels, one example after the other. */
export class Collector {
  private features = new Int32Array(1 << 14)
  private readonly starts: number[] = [0]
  private readonly gold: number[] = []
  private size = 0
  private readonly row: Int32Array

  constructor(maxFeatures: number) {
    this.row = new Int32Array(maxFeatures)
  }

  /** Adds an example; `write` puts its features into an array and returns their number. */
  add(gold: number, write: (out: Int32Array) => number): void {
    const n = write(this.row)
    if (this.size + n > this.features.length) this.features = grown(this.features)
    for (let i = 0; i < n; i++) this.features[this.size++] = this.row[i]
    this.starts.push(this.size)
    this.gold.push(gold)
  }

  examples(labels: number): Examples {
    return {
      features: this.features.subarray(0, this.size),
      starts: Int32Array.from(this.starts),
      gold: Int32Array.from(this.gold),
      labels,
    }
  }
}

/** The examples for which `keep` returns true. */
export function selectExamples(examples: Examples, keep: (example: number) => boolean): Examples {
  const { features, starts, gold, labels } = examples
  const picked: number[] = []
  let size = 0
  for (let i = 0; i < gold.length; i++)
    if (keep(i)) {
      picked.push(i)
      size += starts[i + 1] - starts[i]
    }
  const part = {
    features: new Int32Array(size),
    starts: new Int32Array(picked.length + 1),
    gold: new Int32Array(picked.length),
    labels,
  }
  picked.forEach((i, k) => {
    part.features.set(features.subarray(starts[i], starts[i + 1]), part.starts[k])
    part.starts[k + 1] = part.starts[k] + starts[i + 1] - starts[i]
    part.gold[k] = gold[i]
  })
  return part
}
