// What can be asked of the parser on the command line: the next best trees, algorithms, limits, traces.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConllu } from '@parleyjs/nlp'
import { beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.js'
import { parley, temporaryFolder } from '../test-support/run-parley.js'
import { tinyTreebank } from '../test-support/treebank.js'

const folder = temporaryFolder()
const model = join(folder.path, 'tiny.bin')
// Words in an order that training has not seen: several trees are near each other.
const TEXT = 'Birds old see chase small. Dogs see small birds.'

beforeAll(() => {
  const treebank = folder.file('tiny.conllu', tinyTreebank())
  const { code, err } = parley([
    'train',
    'pipeline',
    '--train',
    treebank,
    '--out',
    model,
    '--epochs',
    '4',
    '--no-network',
  ])
  expect({ code, err }).toEqual({ code: 0, err: '' })
}, 60_000)

async function run(...args: string[]): Promise<string> {
  const { code, out, err } = await runHere(['parse', TEXT, '--model', model, ...args])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}
const json = async (...args: string[]) =>
  (await run('--format', 'json', ...args))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('--k', () => {
  test('JSON has the next best trees as alternatives, each another one and no better than the one before', async () => {
    const [first, second] = await json('--k', '4')
    expect(first.alternatives.length).toBeGreaterThan(0)
    expect(first.alternatives.length).toBeLessThanOrEqual(3)
    for (const { words, value, alternatives } of [first, second]) {
      const own = words.map(({ head }: { head: number }) => head).join(' ')
      const seen = new Set([own])
      let last = value
      for (const tree of alternatives) {
        expect(tree.value).toBeLessThanOrEqual(last)
        expect(tree.gap).toBeGreaterThanOrEqual(0)
        expect(tree.deprels).toHaveLength(words.length)
        expect(tree.heads.filter((head: number) => head === 0)).toHaveLength(1)
        last = tree.value
        seen.add(tree.heads.join(' '))
      }
      expect(seen.size).toBe(1 + alternatives.length)
    }
  })

  test('the best tree is the one that is found without it', async () => {
    const alone = await json()
    const ranked = await json('--k', '1')
    expect(ranked.map(({ words }) => words)).toEqual(alone.map(({ words }) => words))
    expect(alone[0].alternatives).toBeUndefined()
    expect(ranked[0].alternatives).toEqual([])
  })

  test('CoNLL-U repeats the sentence, with rank and value', async () => {
    const sentences = parseConllu(await run('--k', '2'))
    const [found] = await json('--k', '2')
    expect(sentences.slice(0, 2).map((sentence) => sentence.comment('parse_rank'))).toEqual(['1', '2'])
    expect(Number(sentences[0].comment('parse_value'))).toBe(found.value)
    expect(Array.from(sentences[1].heads)).toEqual(found.alternatives[0].heads)
    expect(sentences[1].deprels).toEqual(found.alternatives[0].deprels)
    expect(sentences[1].text).toBe(sentences[0].text)
  })

  test('pretty draws each with its value, and SVG all of them', async () => {
    const [found] = await json('--k', '3')
    const pretty = await run('--k', '3', '--format', 'pretty')
    expect(pretty).toContain(`tree 2, value ${Number(found.alternatives[0].value.toPrecision(4))}, `)
    expect(pretty.match(/^Birds old see chase small\.$/gm)).toHaveLength(1)
    const svg = await run('--k', '2', '--format', 'svg')
    expect(svg).toContain('Birds old see chase small. (tree 2)')
  })
})

describe('--algorithm, --max-iterations, --projective', () => {
  test('the subgradient method solves what AD³ solves', async () => {
    const ad3 = await json()
    const subgradient = await json('--algorithm', 'subgradient', '--max-iterations', '1000')
    ad3.forEach((sentence, i) => {
      expect(subgradient[i].bound).toBeGreaterThanOrEqual(sentence.value - 1e-6)
      if (sentence.status === 'optimal' && subgradient[i].status === 'optimal')
        expect(subgradient[i].value).toBeCloseTo(sentence.value, 4)
    })
  })

  test('projective trees have no crossing arcs, and score no more than the best', async () => {
    const free = await json()
    const projective = await json('--projective')
    projective.forEach(({ words, value }, i) => {
      expect(value).toBeLessThanOrEqual(free[i].bound + 1e-9)
      expect(crosses(words.map(({ head }: { head: number }) => head))).toBe(false)
    })
  })

  test.each([
    [['--algorithm', 'mplp'], /--algorithm mplp: choose one of ad3, subgradient/],
    [['--max-iterations', '0'], /whole number of at least 1/],
    [['--k', '0'], /whole number of at least 1/],
    [['--k', '2', '--trace', join(folder.path, 't.csv')], /does not go with --k/],
    [['--trace', join(folder.path, 'no/t.csv')], /there is no folder/],
  ])('%j is refused', async (args, message) => {
    const { code, out, err } = await runHere(['parse', TEXT, '--model', model, ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
  })
})

describe('--force and --forbid', () => {
  const second = async (...args: string[]) => (await json(...args))[1].words

  test('heads, relations and tags of any sentence', async () => {
    const free = await second()
    expect(free.map(({ head }: { head: number }) => head)).toEqual([2, 0, 4, 2, 2])
    expect((await second('--force', '2.4:head=1'))[3].head).toBe(1)
    expect((await second('--force', '2.3:deprel=punct,2.4:upos=VERB'))[2].deprel).toBe('punct')
    expect((await second('--force', '2.4:upos=VERB'))[3].upos).toBe('VERB')
    const other = await second('--forbid', '2.3:head=4,2.1:deprel=nsubj,2.5:upos=PUNCT')
    expect(other[2].head).not.toBe(4)
    expect(other[0].deprel).not.toBe('nsubj')
    expect(other[4].upos).not.toBe('PUNCT')
    expect(await second('--force', '4:head=1')).toEqual(free)
  })

  test('words of CoNLL-U, beside what MISC demands', async () => {
    const given = tinyTreebank()
      .split('\n\n')
      .slice(0, 2)
      .join('\n\n')
      .replace('SpaceAfter=No', 'ForceHead=1')
    const args = ['parse', '-', '--model', model, '--force', '3:head=1,2.4:head=1']
    const { out, err } = await runHere(args, `${given}\n\n`)
    expect(err).toBe('')
    expect(parseConllu(out).map(({ heads }) => [heads[2], heads[3]])).toEqual([
      [1, 1],
      [4, 1],
    ])
  })

  test.each([
    [['--force', '2:upos=VRB'], /The tag "VRB" demanded of word 2 is unknown: the tagger knows 4 others/],
    [['--force', '9:head=1'], /--force 9:head=1: sentence 1 has 6 words/],
    [['--force', '3.1:head=2'], /is about sentence 3, but there were 2/],
    [['--forbid', '1:lemma=x'], /--forbid 1:lemma=x: expected WORD:head=NUMBER/],
    [['--force', '1:head=x'], /expected WORD:head=NUMBER/],
    [['--force', '1:head=2,2:head=1'], /No tree over the 6 words respects the constraints/],
    [['--force', '1:deprel=colour'], /"colour" of word 1 is unknown/],
  ])('%j is refused', async (args, message) => {
    const { code, err } = await runHere(['parse', TEXT, '--model', model, ...args])
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })
})

describe('--trace', () => {
  const file = join(folder.path, 'trace.csv')

  test('has the iterations of every sentence; bounds fall and values rise', async () => {
    await run('--trace', file)
    const [header, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(header).toBe(
      'sentence,iteration,dual,bound,value,relaxed,primalResidual,dualResidual,activeFactors,seconds',
    )
    const cells = rows.map((row) => row.split(',').map(Number))
    expect(cells.length).toBeGreaterThan(0)
    for (let i = 1; i < cells.length; i++) {
      const [before, now] = [cells[i - 1], cells[i]]
      if (before[0] !== now[0]) continue
      expect(now[1]).toBeGreaterThan(before[1])
      expect(now[3]).toBeLessThanOrEqual(before[3])
    }
    expect(new Set(cells.map(([sentence]) => sentence))).toEqual(new Set([1, 2]))
  })

  test('leaves nothing behind if something goes wrong, and an old file as it was', async () => {
    const old = readFileSync(file, 'utf8')
    const broken = folder.file('broken.conllu', `${tinyTreebank()}1\tx\n\n`)
    const { code } = await runHere(['parse', broken, '--model', model, '--trace', file])
    expect(code).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe(old)
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(existsSync(join(folder.path, 't.csv'))).toBe(false)
  })
})

function crosses(heads: readonly number[]): boolean {
  const arcs = heads.map((head, i) => [Math.min(head, i + 1), Math.max(head, i + 1)] as const)
  return arcs.some(([a, b]) => arcs.some(([c, d]) => a < c && c < b && b < d))
}
