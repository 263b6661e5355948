// Places for rows that took a while to make: those that were not used for long make room for others.

/** Of so many places in turn, the one that was not used for longest is given to another row. */
const LOOKED_AT = 8

/**
 * Which place a row has, by its kind and its number within the kind.
 *
 * @example
 * const kept = new KeptRows([100, 20], 32)
 * kept.begin()
 * kept.find(0, 5) // −1
 * kept.place(0, 5) // 0, and from now on find(0, 5) is 0, until others need the place
 */
export class KeptRows {
  /** Of every row: one more than its place, 0 without one. */
  private readonly placeOf: Int32Array
  /** Where the rows of a kind begin. */
  private readonly first: Int32Array
  /** Of every place: the row that has it, or −1, and the turn in which it was used last. */
  private readonly rowAt: Int32Array
  private readonly usedIn: Float64Array
  private turn = 0
  private hand = 0

  /**
   * @param counts how many rows each kind has
   * @param places more than twice as many as a turn may use
   */
  constructor(counts: readonly number[], places: number) {
    this.first = new Int32Array(counts.length)
    for (let k = 1; k < counts.length; k++) this.first[k] = this.first[k - 1] + counts[k - 1]
    this.placeOf = new Int32Array(counts.reduce((sum, count) => sum + count, 0))
    this.rowAt = new Int32Array(places).fill(-1)
    this.usedIn = new Float64Array(places)
  }

  /** Begins a turn: what is found or placed from now on keeps its place until the next. */
  begin(): void {
    this.turn++
  }

  /** The place of a row, or −1. */
  find(kind: number, row: number): number {
    const place = this.placeOf[this.first[kind] + row] - 1
    if (place >= 0) this.usedIn[place] = this.turn
    return place
  }

  /** A place for a row that has none. */
  place(kind: number, row: number): number {
    const { rowAt, placeOf } = this
    const place = this.free()
    if (rowAt[place] >= 0) placeOf[rowAt[place]] = 0
    rowAt[place] = this.first[kind] + row
    placeOf[rowAt[place]] = place + 1
    this.usedIn[place] = this.turn
    return place
  }

  private free(): number {
    const { usedIn, turn } = this
    let best = -1
    while (best < 0)
      for (let i = 0; i < LOOKED_AT; i++) {
        const place = this.hand
        this.hand = place + 1 < usedIn.length ? place + 1 : 0
        if (usedIn[place] < turn && (best < 0 || usedIn[place] < usedIn[best])) best = place
      }
    return best
  }
}
