// Reuses the views of a buffer, so that calls allocate nothing.

/** The views of a buffer, one per requested length. */
export class Views<T extends Float64Array | Int32Array> {
  private readonly views: (T | undefined)[] = []

  constructor(private readonly buffer: T) {}

  of(length: number): T {
    const view = this.views[length] ?? (this.buffer.subarray(0, length) as T)
    this.views[length] = view
    return view
  }
}
