// Drawings of constituents: laws of the layout on random trees, what is written where, the terminal's
// version.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RELATION_SIZE, TAG_SIZE, WORD_SIZE } from '../../draw/layout.js'
import type { Pen } from '../../draw/pen.js'
import { textWidth } from '../../draw/text-width.js'
import { parsePenn } from '../penn-read.js'
import { leaf, node, type PennTree, words } from '../tree.js'
import { constituencyJson } from '../tree-json.js'
import { constituencyToSvg, drawConstituency } from './draw.js'
import { layOutConstituents } from './layout.js'
import { prettyConstituency } from './pretty.js'

const tree = (text: string): PennTree => parsePenn(text)[0]
const SENTENCE = '(TOP (S (NP (DT the) (NN rain)) (VP (MD will) (VP (VB stop) (ADVP (RB soon)))) (. .)))'

const trees = fc.letrec<{ tree: PennTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc
      .tuple(
        fc.constantFrom('NN', 'VERYLONGTAG'),
        fc.constantFrom('a', 'wide words', 'incomprehensibilities'),
      )
      .map(([t, w]) => leaf(t, w)),
    fc
      .tuple(fc.constantFrom('S', 'AVERYLONGLABEL'), fc.array(tie('tree'), { minLength: 1, maxLength: 4 }))
      .map(([l, c]) => node(l, c)),
  ),
})).tree

interface Text {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
interface Line {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** What is drawn, as boxes and lines. */
function record(drawn: PennTree) {
  const texts: Text[] = []
  const lines: Line[] = []
  let [px, py] = [0, 0]
  const to = (x: number, y: number) => {
    lines.push({ x1: Math.min(px, x), y1: Math.min(py, y), x2: Math.max(px, x), y2: Math.max(py, y) })
    ;[px, py] = [x, y]
  }
  const pen: Pen = {
    moveTo: (x, y) => {
      ;[px, py] = [x, y]
    },
    lineTo: to,
    quadraticCurveTo: (_cx, _cy, x, y) => to(x, y),
    text: (text, x, y, role) => {
      const size = role === 'word' ? WORD_SIZE : role === 'tag' ? TAG_SIZE : RELATION_SIZE
      const half = textWidth(text, size) / 2
      texts.push({ left: x - half, right: x + half, top: y - size, bottom: y })
    },
  }
  const size = drawConstituency(drawn, pen)
  return { texts, lines, size }
}

describe('the drawing', () => {
  it('has no text over text, no line through text, and everything inside', () => {
    fc.assert(
      fc.property(trees, (drawn) => {
        const { texts, lines, size } = record(drawn)
        for (const [i, a] of texts.entries()) {
          expect(a.left >= 0 && a.right <= size.width && a.top >= 0 && a.bottom <= size.height).toBe(true)
          for (const b of texts.slice(i + 1))
            expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false)
          // Lines are upright or level but for their corners; a line may touch the text that it ends at.
          for (const l of lines)
            expect(l.x1 < a.right && a.left < l.x2 + 0.01 && l.y1 < a.bottom - 1 && a.top + 1 < l.y2).toBe(
              false,
            )
        }
      }),
      { numRuns: 200 },
    )
  })

  it('keeps words in order on one line, or in the opposite order for scripts from right to left', () => {
    const xs = (drawn: PennTree) => {
      const found: [number, number][] = []
      drawConstituency(drawn, {
        moveTo() {},
        lineTo() {},
        quadraticCurveTo() {},
        text: (_t, x, y, role) => role === 'word' && found.push([x, y]),
      })
      return found
    }
    const plain = xs(tree(SENTENCE)).sort((a, b) => a[0] - b[0])
    expect(new Set(plain.map(([, y]) => y)).size).toBe(1)
    expect(plain.length).toBe(6)
    const { root } = layOutConstituents(tree('(S (A (x שלום)) (B (y עולם)))'))
    expect(root.children[0].x).toBeGreaterThan(root.children[1].x)
  })

  it('becomes SVG with escaped, decoded text', () => {
    const svg = constituencyToSvg([tree('(S (-LRB- -LRB-) (NN a<b))'), tree('(NN x)')], ['first & only'])
    expect(svg).toMatch(/^<svg [^>]*class="parley-tree"/)
    expect(svg).toContain('<title>first &#38; only</title>')
    expect(svg).toContain('<title>x</title>')
    expect(svg).toMatch(/<text class="word"[^>]*>\(<\/text>/)
    expect(svg).toContain('a&#60;b')
    expect(svg).toContain('translate(0 ')
  })

  it('is safe for any depth', () => {
    let deep = leaf('X', 'x')
    for (let i = 0; i < 20_000; i++) deep = node('X', [deep])
    expect(record(deep).size.height).toBeGreaterThan(20_000)
  })
})

describe('the terminal', () => {
  it('shows a word per line', () => {
    expect(prettyConstituency(tree(SENTENCE))).toBe(
      [
        'TOP─S─┬─NP─┬─DT the',
        '      │    └─NN rain',
        '      ├─VP─┬─MD will',
        '      │    └─VP─┬─VB stop',
        '      │         └─ADVP─RB soon',
        '      └─. .',
        '',
      ].join('\n'),
    )
    expect(prettyConstituency(tree('(UH (yes -LRB-))'))).toBe('UH─yes (\n')
    expect(prettyConstituency(tree('( (NN a) (NN b))'))).toBe('──┬─NN a\n  └─NN b\n')
  })

  it('has one line for each word, and the same text with colours', () => {
    fc.assert(
      fc.property(trees, (drawn) => {
        const plain = prettyConstituency(drawn)
        expect(plain.split('\n').length - 1).toBe(words(drawn).length)
        const coloured = prettyConstituency(drawn, { color: true }).split('\x1b[')
        expect(coloured.length).toBeGreaterThan(1)
        expect(coloured.map((part, i) => (i === 0 ? part : part.slice(part.indexOf('m') + 1))).join('')).toBe(
          plain,
        )
      }),
    )
  })
})

describe('JSON', () => {
  it('has spans and head words', () => {
    expect(constituencyJson(tree('(NP (DT the) (-LRB- -LRB-) (NN rain))'))).toEqual({
      label: 'NP',
      start: 0,
      end: 3,
      head: 2,
      children: [
        { label: 'DT', word: 'the', start: 0, end: 1, head: 0 },
        { label: '-LRB-', word: '(', start: 1, end: 2, head: 1 },
        { label: 'NN', word: 'rain', start: 2, end: 3, head: 2 },
      ],
    })
  })
})
