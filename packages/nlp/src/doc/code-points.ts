// Positions in code points: Python, databases and most other languages count characters so, JavaScript counts
// UTF-16 units.

/** Converts positions of a text from UTF-16 units to code points. */
export class CodePoints {
  /** Positions of the second halves of surrogate pairs. */
  private readonly halves: Int32Array

  constructor(text: string) {
    const halves: number[] = []
    for (const { index } of text.matchAll(/[\u{10000}-\u{10ffff}]/gu)) halves.push(index + 1)
    this.halves = Int32Array.from(halves)
  }

  /** The number of code points before a position. */
  of(position: number): number {
    let low = 0
    let high = this.halves.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.halves[middle] < position) low = middle + 1
      else high = middle
    }
    return position - low
  }
}
