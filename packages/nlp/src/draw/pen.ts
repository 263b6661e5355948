// What a tree is drawn with: a canvas has three of the four functions already, an SVG pen is in `svg-pen.ts`.

/** What a piece of text is, so that a pen can choose its font. */
export type TextRole = 'word' | 'tag' | 'relation' | 'note'

/** Anything that draws lines and text; x grows to the right, y downwards, in pixels. */
export interface Pen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void
  /** Writes text, centred at x, with its base line at y. */
  text(text: string, x: number, y: number, role: TextRole): void
  /** If there is one: told before the arc into a word is drawn, and before the word itself; words count from 0. */
  begin?(what: 'arc' | 'word', word: number): void
}

/** A tree to draw; a `Sentence` is one. Heads count words from 1; 0 is the root and −1 unknown. */
export interface DrawableTree {
  readonly forms: readonly string[]
  readonly heads: ArrayLike<number>
  readonly deprels?: readonly string[]
  readonly upos?: readonly string[]
}
