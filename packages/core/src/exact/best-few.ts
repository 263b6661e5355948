// Keeps the best few of many items in bounded memory.

/** The first few of many items in an order, without storing all of them. */
export class BestFew<T> {
  private kept: T[] = []

  constructor(
    private readonly most: number,
    /** Negative if a comes before b. Never 0 for two different items. */
    private readonly compare: (a: T, b: T) => number,
  ) {}

  add(item: T): void {
    this.kept.push(item)
    if (this.kept.length >= 2 * this.most + 1000) this.kept = this.sorted()
  }

  sorted(): T[] {
    return this.kept.sort(this.compare).slice(0, this.most)
  }
}
