// A cache directory for rows that are expensive to compute, with approximate least-recently-used replacement.

/** Number of consecutive places of which the least recently used one is replaced. */
const LOOKED_AT = 8

/**
 * Maps a row (its kind, and its number within the kind) to its place in the cache.
 *
 * @example
 * const kept = new KeptRows([100, 20], 32)
 * kept.begin()
 * kept.find(0, 5) // −1
 * kept.place(0, 5) // 0; find(0, 5) is then 0 until another row takes the place
 */
export class KeptRows {
  /** Place of each row plus one; 0 if the row is not cached. */
  private readonly placeOf: Int32Array
  /** Where the rows of a kind begin. */
  private readonly first: Int32Array
  /** Row at each place, or −1; and the turn in which the place was last used. */
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

  /** Begins a turn: rows found or placed in a turn keep their places until the turn ends. */
  begin(): void {
    this.turn++
  }

  /** The place of a row, or −1. */
  find(kind: number, row: number): number {
    const place = this.placeOf[this.first[kind] + row] - 1
    if (place >= 0) this.usedIn[place] = this.turn
    return place
  }

  /** Assigns a place to a row that is not cached. */
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
