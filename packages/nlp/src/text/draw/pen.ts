// The drawing interface of trees: a canvas has three of its four functions, and `svg.ts` has an SVG pen.

/** The role of a text, so that a pen can choose its font. */
export type TextRole = 'word' | 'tag' | 'relation' | 'note'

/** Anything that draws lines and text; x grows to the right, y downwards, in pixels. */
export interface Pen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void
  /** Writes text, centred at x, with its base line at y. */
  text(text: string, x: number, y: number, role: TextRole): void
  /** Optional: called before the arc into a word is drawn, and before the word itself; words count from 0. */
  begin?(what: 'arc' | 'word', word: number): void
}

/** A tree to draw; a `Sentence` is one. Heads count words from 1; 0 is the root and −1 unknown. */
export interface DrawableTree {
  readonly forms: readonly string[]
  readonly heads: ArrayLike<number>
  readonly deprels?: readonly string[]
  readonly upos?: readonly string[]
}
