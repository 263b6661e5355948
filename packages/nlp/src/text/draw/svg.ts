// Trees as SVG: one string in the page's text colour, without external fonts or scripts.
import { type DrawingSize, type DrawOptions, drawTree } from './draw-tree.js'
import { RELATION_SIZE, TAG_SIZE, WORD_SIZE } from './layout.js'
import type { DrawableTree, Pen, TextRole } from './pen.js'

// `:root` matches the drawing only in a file of its own; inside a page, the drawing takes the page's colour.
const STYLE =
  'svg.parley-tree{font-family:system-ui,sans-serif;fill:currentColor}' +
  'svg.parley-tree:root{color-scheme:light dark;color:CanvasText}' +
  'svg.parley-tree path{fill:none;stroke:currentColor;opacity:.65}' +
  'svg.parley-tree text{text-anchor:middle;unicode-bidi:plaintext}' +
  `svg.parley-tree .word{font-size:${WORD_SIZE}px}` +
  `svg.parley-tree .relation{font-size:${RELATION_SIZE}px}` +
  `svg.parley-tree .tag,svg.parley-tree .note{font-size:${TAG_SIZE}px;opacity:.65}`

/** Collects the drawing as the content of an SVG element. */
class SvgPen implements Pen {
  path = ''
  texts = ''

  moveTo(x: number, y: number): void {
    this.path += `M${round(x)} ${round(y)}`
  }

  lineTo(x: number, y: number): void {
    this.path += `L${round(x)} ${round(y)}`
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.path += `Q${round(cx)} ${round(cy)} ${round(x)} ${round(y)}`
  }

  text(text: string, x: number, y: number, role: TextRole): void {
    this.texts += `<text class="${role}" x="${round(x)}" y="${round(y)}">${escapeXml(text)}</text>\n`
  }
}

export interface SvgOptions extends DrawOptions {
  /** Text for screen readers and the tooltip. Default: the words. */
  readonly title?: string
}

/**
 * A dependency tree as an SVG file, or as an element to put into a page.
 *
 * @example
 * treeToSvg({ forms: ['Go', 'on'], heads: [0, 1], deprels: ['root', 'advmod'] }) // '<svg xmlns=…</svg>\n'
 */
export function treeToSvg(tree: DrawableTree, options: SvgOptions = {}): string {
  return treesToSvg([{ tree, ...options }])
}

/** Several trees in one drawing, below each other. */
export function treesToSvg(trees: Iterable<{ readonly tree: DrawableTree } & SvgOptions>): string {
  return drawingsToSvg(
    (function* () {
      for (const { tree, ...options } of trees)
        yield {
          title: options.title ?? tree.forms.join(' '),
          draw: (pen: Pen) => drawTree(tree, pen, options),
        }
    })(),
  )
}

/** A drawing, with its text for screen readers. */
export interface Drawing {
  readonly title: string
  draw(pen: Pen): DrawingSize
}

/** Drawings of any kind below each other. */
export function drawingsToSvg(drawings: Iterable<Drawing>): string {
  let [width, height] = [0, 0]
  let inside = ''
  for (const drawing of drawings) {
    const pen = new SvgPen()
    const size = drawing.draw(pen)
    inside +=
      `<g${height === 0 ? '' : ` transform="translate(0 ${height})"`}>\n<title>${escapeXml(drawing.title)}</title>\n` +
      `${pen.path === '' ? '' : `<path d="${pen.path}"/>\n`}${pen.texts}</g>\n`
    width = Math.max(width, Math.ceil(size.width))
    height += Math.ceil(size.height)
  }
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" class="parley-tree" role="img" ' +
    `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n<style>${STYLE}</style>\n${inside}</svg>\n`
  )
}

function round(x: number): string {
  return String(Math.round(x * 10) / 10)
}

/**
 * Escapes text for XML: its five special characters; characters that XML forbids become a replacement
 * character.
 */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(FORBIDDEN, '\ufffd')
}

// Control characters except white space, and unpaired surrogates.
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu
