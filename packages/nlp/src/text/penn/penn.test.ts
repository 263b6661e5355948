import { ParleyError } from '@parleyjs/core'
import { describe, expect, it } from 'vitest'
import { decodeWord, encodeWord } from './escapes.js'
import { parsePenn, readPenn } from './penn-read.js'
import { writePenn } from './penn-write.js'
import { foldTree, leaf, node, type PennTree, sameTree, spans, tags, words } from './tree.js'

const SENTENCE =
  '( (S (NP-SBJ (PRP We)) (VP (VBP go) (PP (IN to) (NP (-LRB- -LRB-) (NN sea) (-RRB- -RRB-))))))'

function refusal(text: string, options = {}): ParleyError {
  try {
    parsePenn(text, options)
  } catch (error) {
    if (error instanceof ParleyError) return error
    throw error
  }
  throw new Error(`not refused: ${text}`)
}

describe('reading trees', () => {
  it('reads labels, tags and words', () => {
    const [tree] = parsePenn('(S (NP (PRP We)) (VP (VBP go)))')
    expect(tree).toEqual(node('S', [node('NP', [leaf('PRP', 'We')]), node('VP', [leaf('VBP', 'go')])]))
  })

  it('does not care how trees are laid out', () => {
    const pretty = SENTENCE.replaceAll(' (', '\r\n\t ( ').replaceAll(')', ' ) ')
    const [one, two, three] = parsePenn(`\ufeff\n${SENTENCE}${SENTENCE}\n${pretty}`) as [
      PennTree,
      PennTree,
      PennTree,
    ]
    expect(writePenn(one)).toBe(SENTENCE)
    expect(sameTree(one, two) && sameTree(one, three)).toBe(true)
  })

  it('keeps the spelling of words, or decodes it on demand', () => {
    const text = '(X (A -LRB-) (B 1\\/2) (C \\*\\*) (D a-LSB-b) (E --))'
    expect(words(parsePenn(text)[0])).toEqual(['-LRB-', '1\\/2', '\\*\\*', 'a-LSB-b', '--'])
    expect(words(parsePenn(text, { decode: true })[0])).toEqual(['(', '1/2', '**', 'a[b', '--'])
  })

  it('accepts spaces within words and brackets without a label within trees, as treebanks have them', () => {
    const text = '(S (NN Xpd TTD) ( (NN x)))'
    expect(writePenn(parsePenn(text)[0])).toBe(text)
    expect(words(parsePenn(text)[0])).toEqual(['Xpd TTD', 'x'])
  })

  it('reads nothing from nothing', () => {
    expect(parsePenn(' \n ')).toEqual([])
    expect(parsePenn('')).toEqual([])
  })

  it.each([
    ['(S (NN a)', 1, 10, /a closing bracket is missing.*line 1, column 1/],
    ['(S (NN a))\n(S\n (NP', 3, 5, /2 closing brackets are missing: expected "\)".*line 2, column 1/],
    ['(S (NN a)))', 1, 11, /no opening/],
    ['\n  oops (S (NN a))', 2, 3, /Expected "\(".*"oops"/],
    ['(S (NN a)) oops', 1, 12, /Expected "\(".*"oops"/],
    ['(S (NN a) ())', 1, 11, /empty/],
    ['(S\n (NN))', 2, 2, /either no tag or no word/],
    ['(S (NN a) dog)', 1, 11, /"dog" has no tag/],
    ['( (NN a) dog)', 1, 10, /"dog" has no tag/],
    ['(NN a (NN b))', 1, 7, /Expected "\)" after the word "a"/],
  ])('refuses %j with its place', (text, line, column, message) => {
    const error = refusal(text, { file: 'bad.mrg' })
    expect(error.code).toBe('bad-input')
    expect(error.message).toMatch(message)
    expect(error.place).toEqual({ file: 'bad.mrg', line, column })
    expect(error.message).toContain(`Line ${line}, column ${column}:`)
  })

  it('refuses 100,000 brackets within each other, and a word without an end', () => {
    expect(refusal('('.repeat(100_000)).code).toBe('too-large')
    expect(refusal(`(S${' (X'.repeat(100_000)} a${')'.repeat(100_001)}`).code).toBe('too-large')
    expect(refusal('x'.repeat(100_000)).code).toBe('too-large')
  })

  it('reads 10 MB in a second', () => {
    const text = `${SENTENCE}\n`.repeat(10e6 / (SENTENCE.length + 1))
    parsePenn(text.slice(0, (SENTENCE.length + 1) * 1000))
    const before = process.cpuUsage()
    expect(parsePenn(text).length).toBe(Math.floor(10e6 / (SENTENCE.length + 1)))
    const { user } = process.cpuUsage(before)
    // Other work on the machine, and the collector's threads, count as well.
    expect(user / 1e6).toBeLessThan(4)
  })
})

describe('reading a stream', () => {
  it('does not depend on where the pieces end', async () => {
    const text = `\ufeff${SENTENCE.replace('sea', 'naïve 海')}\n(NP\n (NN x))\n`
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 3, 7, 50, 1000]) {
      const pieces: Uint8Array[] = []
      for (let i = 0; i < bytes.length; i += size) pieces.push(bytes.subarray(i, i + size))
      const trees: PennTree[] = []
      for await (const tree of readPenn(pieces)) trees.push(tree)
      expect(trees).toEqual(parsePenn(text))
    }
  })

  it('names the same place for an error', async () => {
    const text = '(S (NN a))\n (S (NN abc) wrong)'
    for (const size of [1, 2, 5, 100]) {
      const pieces: string[] = []
      for (let i = 0; i < text.length; i += size) pieces.push(text.slice(i, i + size))
      await expect(collect(pieces)).rejects.toMatchObject({
        place: { line: 2, column: 14 },
      })
    }
  })

  it('refuses bytes that are not UTF-8', async () => {
    await expect(collect([Uint8Array.of(0x28, 0xff, 0x20)])).rejects.toMatchObject({ code: 'bad-input' })
    await expect(collect([Uint8Array.of(0x28, 0xc3)])).rejects.toMatchObject({ code: 'bad-input' })
  })
})

async function collect(pieces: Iterable<string | Uint8Array>): Promise<PennTree[]> {
  const trees: PennTree[] = []
  for await (const tree of readPenn(pieces)) trees.push(tree)
  return trees
}

describe('writing trees', () => {
  it('breaks long trees into lines that are read as the same tree', () => {
    const long = node('TOP', [parsePenn(SENTENCE)[0].children[0], parsePenn(SENTENCE)[0].children[0]])
    const pretty = writePenn(long, { pretty: true })
    expect(pretty.split('\n').length).toBeGreaterThan(2)
    expect(Math.max(...pretty.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(sameTree(parsePenn(pretty)[0], long)).toBe(true)
    expect(writePenn(parsePenn('(NP (NN a))')[0], { pretty: true })).toBe('(NP (NN a))')
  })

  it('never writes what cannot be read', () => {
    expect(writePenn(leaf('NN', 'f(x)  y '))).toBe('(NN f-LRB-x-RRB- y)')
    expect(() => writePenn(leaf('NN', ' '))).toThrow(ParleyError)
    expect(() => writePenn(leaf('N N', 'a'))).toThrow(ParleyError)
    expect(() => writePenn(node('NP', []))).toThrow(ParleyError)
  })

  it('spells brackets by name and back', () => {
    for (const word of ['(', ')', '[', ']', '{', '}', 'a(b)', '-'])
      expect(decodeWord(encodeWord(word))).toBe(word)
    expect(encodeWord('(')).toBe('-LRB-')
  })
})

describe('what a tree contains', () => {
  it('lists words, tags and spans', () => {
    const tree = parsePenn(SENTENCE)[0]
    expect(words(tree)).toEqual(['We', 'go', 'to', '-LRB-', 'sea', '-RRB-'])
    expect(tags(tree)).toEqual(['PRP', 'VBP', 'IN', '-LRB-', 'NN', '-RRB-'])
    expect(spans(tree)).toEqual([
      { label: '', start: 0, end: 6 },
      { label: 'S', start: 0, end: 6 },
      { label: 'NP-SBJ', start: 0, end: 1 },
      { label: 'VP', start: 1, end: 6 },
      { label: 'PP', start: 2, end: 6 },
      { label: 'NP', start: 3, end: 6 },
    ])
  })

  it('folds from the leaves up, with ancestors, at any depth', () => {
    const seen = foldTree<string>(parsePenn('(A (B (C c) (D d)) (E e))')[0], (at, below, above) => {
      return `${above.map(({ label }) => label).join('')}.${at.label}[${below.join(' ')}]`
    })
    expect(seen).toBe('.A[A.B[AB.C[] AB.D[]] A.E[]]')
    let deep = leaf('X', 'x')
    for (let i = 0; i < 100_000; i++) deep = node('X', [deep])
    expect(foldTree<number>(deep, (_, [below = 0]) => below + 1)).toBe(100_001)
    expect(writePenn(deep).length).toBe(3 * 100_000 + 5 + 100_000)
    expect(spans(deep).length).toBe(100_000)
    expect(sameTree(deep, deep)).toBe(true)
  })
})
