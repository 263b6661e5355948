import { describe, expect, it } from 'vitest'
import { dependencies, lexicalise } from './dependencies.js'
import { COLLINS_HEAD_RULES, headChild } from './head-rules.js'
import { parsePenn } from './penn-read.js'
import { words } from './tree.js'

const tree = (text: string) => parsePenn(text)[0]

/** The head's label and position, for a constituent given by the labels of its children. */
function head(label: string, children: string): string {
  const labels = children.split(' ')
  const at = headChild(tree(`(${label} ${labels.map((child) => `(${child} x)`).join(' ')})`))
  return `${labels[at]} ${at}`
}

describe('heads of constituents', () => {
  it.each([
    ['S', 'NP VP .', 'VP 1'],
    ['S', 'S CC S', 'S 0'],
    ['S', 'VP TO', 'TO 1'],
    ['VP', 'MD RB VP', 'MD 0'],
    ['VP', 'TO VP', 'TO 0'],
    ['VP', 'ADVP VBD NP', 'VBD 1'],
    ['PP', 'RB IN NP', 'IN 1'],
    ['PP', 'IN IN NP', 'IN 1'],
    ['SBAR', 'WHNP S', 'WHNP 0'],
    ['SBAR', 'RB IN S', 'IN 1'],
    ['NP', 'DT JJ NN', 'NN 2'],
    ['NP', 'NP PP', 'NP 0'],
    ['NP', 'NN POS', 'POS 1'],
    ['NP', 'NP NN', 'NN 1'],
    ['NP', '$ CD', '$ 0'],
    ['NP', 'CD JJ', 'CD 0'],
    ['NP', 'DT JJ RB', 'RB 2'],
    ['NP', 'DT EX', 'EX 1'],
    ['NML', 'NN NN', 'NN 1'],
    ['QP', 'IN CD', 'IN 0'],
    ['ADJP', 'RB JJ', 'JJ 1'],
    ['ADVP', 'RB RB', 'RB 1'],
    ['WHADVP', 'WRB RB', 'WRB 0'],
    // Nothing of the list: the end that the rule names, without punctuation; unknown labels begin at the
    // left.
    ['UCP', 'NP , .', 'NP 0'],
    ['PRN', ', NP VP ,', 'NP 1'],
    ['XYZ', '-LRB- AB CD', 'AB 1'],
    ['PRN', '-LRB- -RRB-', '-LRB- 0'],
  ])('%s -> %s: %s', (label, children, expected) => {
    expect(head(label, children)).toBe(expected)
  })

  it('are the first conjunct of a coordination', () => {
    expect(head('NP', 'NN CC NN')).toBe('NN 0')
    expect(head('NP', 'NN , NN , CC NN')).toBe('NN 2')
    expect(head('NP', 'CC NN')).toBe('NN 1')
    expect(head('NP', 'DT NN CC JJ NN')).toBe('NN 4')
  })

  it('follow rules of the user', () => {
    const rules = {
      ...COLLINS_HEAD_RULES,
      S: { searches: [{ from: 'left', labels: ['NP'] }], otherwise: 'left' },
    } as const
    expect(headChild(tree('(S (VP x) (NP y))'), rules)).toBe(1)
  })
})

describe('dependencies', () => {
  const sentence = tree(
    '(TOP (S (NP (DT the) (NN rain)) (VP (MD will) (VP (VB stop) (ADVP (RB soon)))) (. .)))',
  )

  it('attach the head word of every child to that of the head child', () => {
    expect(words(sentence)).toEqual(['the', 'rain', 'will', 'stop', 'soon', '.'])
    const { heads, relations } = dependencies(sentence)
    expect([...heads]).toEqual([2, 3, 0, 3, 4, 3])
    expect(relations[2]).toBeNull()
    expect(relations[1]).toEqual({ parent: 'S', head: 'VP', modifier: 'NP', direction: 'left' })
    expect(relations[4]).toEqual({ parent: 'VP', head: 'VB', modifier: 'ADVP', direction: 'right' })
  })

  it('come with head words and spans of all constituents', () => {
    const { label, start, end, head, headChild, children } = lexicalise(sentence).children[0]
    expect({ label, start, end, head, headChild }).toEqual({
      label: 'S',
      start: 0,
      end: 6,
      head: 2,
      headChild: 1,
    })
    expect(children.map((child) => [child.label, child.start, child.end, child.head])).toEqual([
      ['NP', 0, 2, 1],
      ['VP', 2, 5, 2],
      ['.', 5, 6, 5],
    ])
    expect(children[2]).toMatchObject({ word: '.', headChild: -1, children: [] })
  })

  it('of one word are one root', () => {
    expect([...dependencies(tree('(TOP (UH yes))')).heads]).toEqual([0])
    expect([...dependencies(tree('(UH yes)')).heads]).toEqual([0])
  })
})
