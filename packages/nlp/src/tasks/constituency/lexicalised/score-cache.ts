// Cache of scores by two integers for one sentence: a hash table with open addressing.

/** A map from pairs of integers to numbers. */
export class ScoreCache {
  private first = new Int32Array(4096).fill(-1)
  private second = new Int32Array(4096)
  private values = new Float64Array(4096)
  private size = 0

  /** The number of a pair; NaN if there is none. */
  get(a: number, b: number): number {
    const place = this.find(a, b)
    return this.first[place] < 0 ? Number.NaN : this.values[place]
  }

  set(a: number, b: number, value: number): number {
    if (2 * (this.size + 1) > this.first.length) this.grow()
    const place = this.find(a, b)
    if (this.first[place] < 0) this.size++
    this.first[place] = a
    this.second[place] = b
    this.values[place] = value
    return value
  }

  private find(a: number, b: number): number {
    const { first, second } = this
    const mask = first.length - 1
    const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b)
    let place = (mixed ^ (mixed >>> 15)) & mask
    while (first[place] >= 0 && (first[place] !== a || second[place] !== b)) place = (place + 1) & mask
    return place
  }

  private grow(): void {
    const { first, second, values } = this
    this.first = new Int32Array(2 * first.length).fill(-1)
    this.second = new Int32Array(2 * first.length)
    this.values = new Float64Array(2 * first.length)
    for (let i = 0; i < first.length; i++) {
      if (first[i] < 0) continue
      const place = this.find(first[i], second[i])
      this.first[place] = first[i]
      this.second[place] = second[i]
      this.values[place] = values[i]
    }
  }
}
