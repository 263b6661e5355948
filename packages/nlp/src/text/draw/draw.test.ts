// Drawings: the laws of the layout on random trees, what is escaped, and the terminal's version word by word.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawTree } from './draw-tree.js'
import { layOut } from './layout.js'
import type { DrawableTree, Pen } from './pen.js'
import { prettyTree } from './pretty.js'
import { treesToSvg, treeToSvg } from './svg.js'
import { columnsOf } from './text-width.js'

/** A random tree: the head of every word comes before it in a random order. */
const trees = fc
  .tuple(fc.integer({ min: 1, max: 25 }), fc.infiniteStream(fc.nat()))
  .map(([n, numbers]): DrawableTree => {
    const next = () => numbers.next().value as number
    const order = Array.from({ length: n }, (_, i) => i + 1)
    for (let i = n - 1; i > 0; i--) {
      const j = next() % (i + 1)
      ;[order[i], order[j]] = [order[j], order[i]]
    }
    const heads = Array.from({ length: n }, () => 0)
    for (let i = 1; i < n; i++) heads[order[i] - 1] = order[next() % i]
    const forms = heads.map((_, i) => 'w'.repeat(1 + (next() % 9)) + i)
    return {
      forms,
      heads,
      deprels: heads.map((h) => (h === 0 ? 'root' : 'nsubj:pass')),
      upos: forms.map(() => 'X'),
    }
  })

describe('the layout', () => {
  test('words do not overlap, arcs that share a gap have different heights, and an arc is above those inside it', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const { x, arcs, width, levels } = layOut(tree)
        for (let i = 1; i < x.length; i++) expect(x[i] - x[i - 1]).toBeGreaterThan(20)
        expect(x[x.length - 1]).toBeLessThan(width)
        expect(arcs).toHaveLength(tree.forms.length - 1)
        const ends = arcs.map(({ from, to, level }) => ({
          left: Math.min(from, to),
          right: Math.max(from, to),
          level,
        }))
        for (const a of ends)
          for (const b of ends) {
            if (a === b) continue
            const overlap = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            if (overlap > 0) expect(a.level).not.toBe(b.level)
            if (a.left < b.left && b.right < a.right) expect(a.level).toBeGreaterThan(b.level)
          }
        expect(Math.max(0, ...arcs.map(({ level }) => level))).toBe(levels)
        for (const { left, right } of ends) expect(right - left).toBeGreaterThan(50)
      }),
    )
  })

  test('no two ends of arcs meet at one place', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const { arcs, roots } = layOut(tree)
        const ends = [...arcs.flatMap(({ from, to }) => [from, to]), ...roots.map(({ x }) => x)].sort(
          (a, b) => a - b,
        )
        for (let i = 1; i < ends.length; i++) expect(ends[i] - ends[i - 1]).toBeGreaterThan(5)
      }),
    )
  })

  test('a sentence from right to left is mirrored', () => {
    const forms = ['ذهب', 'الولد', '.']
    const { x } = layOut({ forms, heads: [0, 1, 1] })
    expect(x[0]).toBeGreaterThan(x[1])
    expect(x[1]).toBeGreaterThan(x[2])
  })

  test('unknown, foreign and own heads are left out; an empty tree has no words', () => {
    expect(layOut({ forms: ['a', 'b', 'c'], heads: [-1, 2, 9] }).arcs).toEqual([])
    expect(layOut({ forms: [], heads: [] })).toMatchObject({ levels: 0, arcs: [], roots: [] })
  })
})

describe('the pen', () => {
  test('everything is drawn inside the size', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const seen: [number, number][] = []
        const note = (x: number, y: number) => void seen.push([x, y])
        const pen: Pen = {
          moveTo: note,
          lineTo: note,
          quadraticCurveTo: (_a, _b, x, y) => note(x, y),
          text: (_, x, y) => note(x, y),
        }
        const notes = tree.forms.map(() => '97')
        const size = drawTree(tree, pen, { notes })
        for (const [x, y] of seen) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(size.width)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(size.height)
        }
      }),
    )
  })
})

describe('a pen that asks', () => {
  test('is called for every arc and every word once, and an arc ends at its word', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const arcs = new Map<number, string>()
        const words = new Map<number, string>()
        let [what, word] = ['', -1]
        const pen: Pen = {
          moveTo() {},
          lineTo() {},
          quadraticCurveTo() {},
          text(text, _x, _y, role) {
            if (role === 'relation') arcs.set(word, `${what} ${text}`)
            if (role === 'word') words.set(word, `${what} ${text}`)
          },
          begin: (kind, i) => void ([what, word] = [kind, i]),
        }
        drawTree(tree, pen)
        const byWord = (map: Map<number, string>) => tree.forms.map((_, i) => map.get(i))
        expect(byWord(arcs)).toEqual(tree.deprels!.map((relation) => `arc ${relation}`))
        expect(byWord(words)).toEqual(tree.forms.map((form) => `word ${form}`))
      }),
    )
  })
})

describe('text for terminals', () => {
  test('characters that command a terminal are not passed on', () => {
    const drawn = prettyTree({ forms: ['\x1b[31mred', '\u009b2J', 'a\u2028b'], heads: [0, 1, 1] })
    expect(drawn).toBe('─┬─ \ufffd[31mred\n ├── \ufffd2J\n ╰── a\ufffdb\n')
  })

  test('a change of direction ends with its word', () => {
    const drawn = prettyTree({ forms: ['\u202eabc'], upos: ['X'], heads: [0] })
    expect(drawn).toBe('── \u2068\u202eabc\u2069 X\n')
  })

  test('characters take no, one or two columns', () => {
    expect(['', 'abc', 'e\u0301', '猫', 'か゚', '👍'].map(columnsOf)).toEqual([0, 3, 1, 2, 2, 2])
  })
})

describe('SVG', () => {
  test('has every word, tag and relation, each escaped', () => {
    const svg = treeToSvg({
      forms: ['<b>', '&', '"\u0001\ud800'],
      heads: [0, 1, 1],
      deprels: ['root', 'cc', 'x>y'],
      upos: ['X', 'CCONJ', '_'],
    })
    expect(svg).toContain('>&#60;b&#62;</text>')
    expect(svg).toContain('>&#38;</text>')
    expect(svg).toContain('>&#34;\ufffd\ufffd</text>')
    expect(svg).toContain('>x&#62;y</text>')
    expect(svg).not.toContain('>_</text>')
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+">\n<style>/)
    expect(svg).toContain('currentColor')
  })

  test('several trees stand below each other', () => {
    const tree = { forms: ['a'], heads: [0] }
    const size = (svg: string) => /width="(\d+)" height="(\d+)"/.exec(svg)!.slice(1).map(Number)
    const [width, height] = size(treeToSvg(tree))
    const both = treesToSvg([{ tree, title: 'one' }, { tree }])
    expect(size(both)).toEqual([width, 2 * height])
    expect(both).toContain(`<g transform="translate(0 ${height})">\n<title>a</title>`)
    expect(treesToSvg([])).toMatch(/^<svg .*<\/svg>\n$/s)
  })

  test('300 words in one row: as wide as it takes, no higher than its levels', () => {
    const forms = Array.from({ length: 300 }, (_, i) => `word${i}`)
    const chain = treeToSvg({ forms, heads: forms.map((_, i) => i) })
    expect(Number(/height="(\d+)"/.exec(chain)![1])).toBeLessThan(120)
    expect(Number(/width="(\d+)"/.exec(chain)![1])).toBeGreaterThan(10_000)
  })
})

describe('in a terminal', () => {
  test('a projective tree', () => {
    const tree = {
      forms: ['We', 'learned', 'a', 'lesson', 'in', '1987', '.'],
      upos: ['PRON', 'VERB', 'DET', 'NOUN', 'ADP', 'NUM', 'PUNCT'],
      heads: [2, 0, 4, 2, 6, 2, 2],
      deprels: ['nsubj', 'root', 'det', 'obj', 'case', 'obl', 'punct'],
    }
    expect(prettyTree(tree)).toBe(
      [
        ' ╭── We PRON nsubj',
        '─┼─ learned VERB root',
        ' │ ╭── a DET det',
        ' ├─┴─ lesson NOUN obj',
        ' │ ╭── in ADP case',
        ' ├─┴─ 1987 NUM obl',
        ' ╰── . PUNCT punct',
        '',
      ].join('\n'),
    )
  })

  test('lines that cross', () => {
    const text = prettyTree({ forms: ['a', 'b', 'c', 'd'], heads: [3, 4, 0, 3] })
    expect(text).toBe([' ╭── a', ' │ ╭── b', '─┼─╪─ c', ' ╰─┴─ d', ''].join('\n'))
  })

  test('every word has its line, in any tree and in no tree at all', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (tree, seed) => {
        const heads = Array.from(tree.heads, (h, i) =>
          (seed >> (i % 20)) & 1 ? (h + seed) % (tree.forms.length + 2) : h,
        )
        for (const hs of [tree.heads, heads]) {
          const lines = prettyTree({ ...tree, heads: hs }).split('\n')
          expect(lines).toHaveLength(tree.forms.length + 1)
          for (const [i, form] of tree.forms.entries()) expect(lines[i]).toContain(` ${form} X`)
        }
      }),
    )
  })

  test('colours only when asked; letters from right to left are isolated', () => {
    const tree = { forms: ['ذهب', '食べ'], heads: [0, 1], upos: ['VERB', 'X'] }
    expect(prettyTree(tree)).toContain('\u2068ذهب\u2069')
    expect(prettyTree(tree)).not.toContain('\x1b')
    expect(prettyTree(tree, { color: true, notes: ['1', '2'] })).toContain('\x1b[1m')
  })
})
