// Tokens that are several words: affixes on either side, forms that training has not seen, and model files.
import { readModel, writeModel } from '@parleyjs/learn'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import { type Affix, Affixes } from './affixes.js'
import type { GoldToken } from './gold.js'
import { learnAffixes } from './learn-affixes.js'
import { learnMultiwords } from './learn-multiwords.js'
import type { Multiwords } from './multiword.js'
import { Tokenizer } from './tokenizer.js'
import { trainTokenizer } from './train-tokenizer.js'

const token = (words: readonly string[], form = words.join('')): GoldToken => ({
  form,
  spaceAfter: true,
  words: words.length > 1 ? words : null,
})

/** A stem with clitics around it; `form` is how they are written together. */
type Attach = (stem: string, random: (n: number) => number) => GoldToken

/** Tokens of invented stems, and those among them whose forms training has not seen. */
function language(letters: string, attach: Attach): { train: GoldToken[]; unseen: GoldToken[] } {
  let state = 11
  const random = (n: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % n
  }
  const stems = Array.from({ length: 1000 }, () =>
    Array.from({ length: 3 + random(3) }, () => letters[random(letters.length)]).join(''),
  )
  // Few stems are frequent, as in texts; 200 of them occur in new tokens only.
  const sample = (count: number, from: number) =>
    Array.from({ length: count }, () =>
      attach(stems[from + Math.floor((random(10000) / 10000) ** 2 * (800 - from / 2))], random),
    )
  const train = sample(6000, 0)
  const seen = new Set(train.map(({ form }) => form))
  const unseen = [...sample(800, 0), ...sample(200, 400)].filter(({ form }) => !seen.has(form))
  return { train, unseen }
}

/** ו, ש, then ב, כ or ל (with or without the article, which is not written then), מ or ה; or a pronoun. */
const hebrew: Attach = (stem, random) => {
  const before = random(5) === 0 ? ['ו'] : []
  if (random(8) === 0) before.push('ש')
  const written = before.join('')
  const kind = random(12)
  if (kind < 3) return token([...before, 'בכל'[kind], 'ה', stem], `${written}${'בכל'[kind]}${stem}`)
  if (kind < 5) return token([...before, 'מה'[kind - 3], stem])
  if (kind === 5) return token([...before, `${stem}_`, '_של_', '_הם'], `${written}${stem}יהם`)
  return token([...before, stem])
}

/** و or ف, ب or ك, ل (before which the article loses its alif), and pronouns. */
const arabic: Attach = (stem, random) => {
  const before = random(4) === 0 ? ['وف'[random(2)]] : []
  const kind = random(10)
  if (kind < 2) return token([...before, 'بك'[kind], stem])
  if (kind < 4) return token([...before, 'ل', `ال${stem}`], `${before.join('')}لل${stem}`)
  if (kind < 6) return token([...before, stem, ['ه', 'ها', 'هم'][random(3)]])
  if (kind < 8) return token([...before, `ال${stem}`])
  return token([...before, stem])
}

/** decirle = decir + le, diciéndolo = diciendo + lo; hablo and come stay whole. */
const spanish: Attach = (stem, random) => {
  const kind = random(6)
  if (kind === 0) return token([`${stem}ar`, ['lo', 'la', 'le', 'se'][random(4)]])
  if (kind === 1) return token([`${stem}ando`, 'lo'], `${stem}ándolo`)
  if (kind === 2) return token([`${stem}alo`])
  return token([stem + ['o', 'as', 'aron'][kind - 3]])
}

/** Share of tokens whose words are right. */
function rightShare(by: Multiwords, tokens: readonly GoldToken[]): number {
  const right = tokens.filter(({ form, words }) => by.split(form).join('\t') === (words ?? [form]).join('\t'))
  return right.length / tokens.length
}

describe.each([
  ['prefixes, as in Hebrew', 'אגדוזחטינסעפצקרת', hebrew, 0.85],
  ['prefixes and suffixes, as in Arabic', 'جحخدذرزسشصضطعغقمني', arabic, 0.9],
  ['suffixes that change the stem, as in Spanish', 'bcdefghiklmnprstuv', spanish, 0.97],
] as const)('%s', (_, letters, attach, least) => {
  const { train, unseen } = language(letters, attach)
  const learned = learnMultiwords(train)

  test('are taken off forms that training has not seen', () => {
    expect(unseen.filter(({ words }) => words !== null).length).toBeGreaterThan(80)
    expect(rightShare(learned, unseen)).toBeGreaterThan(least)
    expect(
      rightShare(
        learned,
        unseen.filter(({ words }) => words !== null),
      ),
    ).toBeGreaterThan(least)
    expect(
      rightShare(
        learned,
        unseen.filter(({ words }) => words === null),
      ),
    ).toBeGreaterThan(least - 0.1)
  })

  test('and off those it has seen just as there', () => {
    const once = new Map<string, Set<string>>()
    for (const { form, words } of train)
      once.set(form, (once.get(form) ?? new Set()).add((words ?? [form]).join('\t')))
    const clear = train.filter(({ form }) => once.get(form)!.size === 1)
    expect(rightShare(learned, clear)).toBe(1)
    expect(learned.tables.forms.length).toBeLessThan(once.size / 8)
  })
})

test('a tokenizer that was written and read splits the same, and training twice gives the same bytes', () => {
  const { train, unseen } = language('אגדוזחטינסעפצקרת', hebrew)
  const rows = train.slice(0, 800).map(({ form, words }) => (words === null ? form : { form, words }))
  const sentences = Array.from({ length: rows.length / 10 }, (_, i) =>
    makeSentence([...rows.slice(10 * i, 10 * i + 10), '.']),
  )
  const tokenizer = trainTokenizer(sentences, { epochs: 2 })
  const bytes = writeModel(tokenizer.toModel())
  expect(writeModel(trainTokenizer(sentences, { epochs: 2 }).toModel())).toEqual(bytes)
  const text = unseen.map(({ form }) => form).join(' ')
  const read = Tokenizer.fromModel(readModel(bytes))
  const unfolded = Tokenizer.fromModel(readModel(writeModel(tokenizer.toModel(true))))
  expect([...read.tokenize(text)]).toEqual([...tokenizer.tokenize(text)])
  expect([...unfolded.tokenize(text)]).toEqual([...tokenizer.tokenize(text)])
})

test('affixes are learned from the words beside the stem, with what is not written', () => {
  const learned = learnAffixes([
    ['בבית', ['ב', 'ה', 'בית']],
    ['ובספר', ['ו', 'ב', 'ה', 'ספר']],
    ['ושולחן', ['ו', 'שולחן']],
    ['comprarlo', ['comprar', 'lo']],
    ['comprándolo', ['comprando', 'lo']],
    ['mirándoselo', ['mirando', 'se', 'lo']],
    ['hablándolo', ['hablando', 'lo']],
    ['gozándoselo', ['gozando', 'se', 'lo']],
    ['once', ['on', 'ce']],
  ])
  expect(learned).toEqual({
    before: [
      { text: 'ב', put: '', words: ['ב', 'ה'] },
      { text: 'ו', put: '', words: ['ו'] },
    ],
    after: [
      { text: 'lo', put: '', words: ['lo'] },
      { text: 'ándolo', put: 'ando', words: ['lo'] },
      { text: 'ándose', put: 'ando', words: ['se'] },
    ],
  })
})

test('candidates are what can be made by putting affixes on, each once; the whole form comes first', () => {
  const letter = fc.constantFrom('a', 'b')
  const text = fc.string({ unit: letter, minLength: 1, maxLength: 2 })
  const affix: fc.Arbitrary<Affix> = fc.record({
    text,
    put: fc.constantFrom('', '', 'b'),
    words: fc.array(text, { maxLength: 2 }),
  })
  const several = fc.uniqueArray(affix, { maxLength: 3, selector: (one) => JSON.stringify(one) })
  fc.assert(
    fc.property(
      several,
      several,
      fc.string({ unit: letter, minLength: 1, maxLength: 6 }),
      (before, after, form) => {
        const candidates = new Affixes(before, after).candidates(form)
        expect(candidates[0].words).toEqual([form])
        expect(new Set(candidates.map(({ words }) => words.join('\t'))).size).toBe(candidates.length)
        for (const { before: front, after: back, rest, stem, words } of candidates) {
          const fronts = front.map((i) => before[i])
          const backs = back.map((i) => after[i]).reverse()
          expect(fronts.map((one) => one.text).join('') + rest + backs.map((one) => one.text).join('')).toBe(
            form,
          )
          expect((fronts.at(-1)?.put ?? '') + rest + (backs[0]?.put ?? '')).toBe(stem)
          expect([...fronts.flatMap((one) => one.words), stem, ...backs.flatMap((one) => one.words)]).toEqual(
            words,
          )
        }
      },
    ),
    { seed: 5 },
  )
})

test('any form is split or left whole, in little time', () => {
  const { train } = language('אגדוזחטינסעפצקרת', hebrew)
  const learned = learnMultiwords(train)
  for (const form of ['ו', 'וו', 'וש', 'ו'.repeat(5000), 'וב'.repeat(2000), 'İ', '😀', '’']) {
    const words = learned.split(form)
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) expect(word).not.toBe('')
  }
})

test('a curly apostrophe counts as a straight one and stays as it is', () => {
  const verbs = ['do', 'did', 'could', 'would', 'is', 'was', 'were', 'should', 'must']
  const nouns = ['tree', 'plan', 'cat', 'isn', 'went', 'want']
  const learned = learnMultiwords([
    ...verbs.map((verb) => token([verb, "n't"])),
    ...nouns.map((noun) => token([noun])),
  ])
  expect(learned.split('hadn’t')).toEqual(['had', 'n’t'])
  expect(learned.split('Didn’t')).toEqual(['Did', 'n’t'])
})
