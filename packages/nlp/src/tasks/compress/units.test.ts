import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSentence } from '../../text/conllu/make.js'
import { bestByLength } from './best-by-length.js'
import { Compressor } from './compressor.js'
import { keptText } from './detokenise.js'
import { finishWords } from './punctuation.js'
import { isOneOf, NEGATIONS } from './rules.js'
import { unitsOf } from './units.js'

/** "form/upos/head/relation" for every word. */
function parsed(...rows: string[]) {
  return makeSentence(
    rows.map((row) => {
      const [form, upos, head, deprel] = row.split('|')
      return { form: form, lemma: form.toLowerCase(), upos: upos, head: Number(head), deprel: deprel }
    }),
  )
}

const RELATIONS =
  'nsubj obj obl advmod amod det case mark cc conj flat fixed compound:prt cop aux punct ccomp parataxis nmod:poss cc:preconj appos'
const FORMS = 'not never president Obama and that ( ) " , - home go he in 5 %'

/** Random trees with random words and relations. */
const anySentence = fc
  .array(
    fc.record({
      form: fc.constantFrom(...FORMS.split(' ')),
      relation: fc.constantFrom(...RELATIONS.split(' ')),
      upos: fc.constantFrom('NOUN', 'VERB', 'PROPN', 'PRON'),
      head: fc.nat(),
      place: fc.nat(),
      space: fc.boolean(),
      token: fc.integer({ min: 0, max: 5 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((words) => {
    const order = words.map((_, w) => w).sort((a, b) => words[a].place - words[b].place || a - b)
    const place = new Map(order.map((w, at) => [w, at]))
    const rows = order.map((w) => {
      const { form, relation, upos, head, space } = words[w]
      const above = w === 0 ? -1 : head % w
      return {
        form,
        lemma: form.toLowerCase(),
        upos: /^\p{P}+$/u.test(form) && form !== '%' ? 'PUNCT' : upos,
        head: above < 0 ? 0 : place.get(above)! + 1,
        deprel: above < 0 ? 'root' : relation,
        misc: space ? '_' : 'SpaceAfter=No',
      }
    })
    return makeSentence(rows)
  })

describe('units of any sentence', () => {
  test('form a tree over all words except punctuation', () => {
    fc.assert(
      fc.property(anySentence, (sentence) => {
        const { length, of, parents, heads, sizes } = unitsOf(sentence)
        expect([...of].map((u) => u < 0)).toEqual(sentence.upos.map((upos) => upos === 'PUNCT'))
        for (let u = 0; u < length; u++) {
          expect(of[heads[u]]).toBe(u)
          let steps = 0
          for (let p = parents[u]; p >= 0; p = parents[p]) expect(steps++).toBeLessThan(length)
        }
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(of.filter((u) => u >= 0).length)
      }),
    )
  })

  test('no compression loses a negation, a name or a clause’s head, or half of a pair', () => {
    fc.assert(
      fc.property(anySentence, fc.nat(), (sentence, choice) => {
        const scores = new Compressor().scores(sentence)
        const { units } = scores
        if (units.length === 0) return
        const lengths = bestByLength(scores, units.sizes)
        const possible = [...lengths.scores.keys()].filter(
          (n) => lengths.scores[n] > Number.NEGATIVE_INFINITY,
        )
        const kept = finishWords(sentence, units, lengths.kept(possible[choice % possible.length]))
        const { heads, relations } = units.tree
        sentence.forms.forEach((form, w) => {
          const head = heads[w]
          if (sentence.upos[w] === 'PUNCT' || head < 0) return
          if (NEGATIONS.has(form) || isOneOf(new Set(['flat', 'fixed', 'det']), relations[w]))
            expect(kept[w]).toBe(kept[head])
          // Only an independent clause stays without its parent.
          const u = units.of[w]
          if (kept[w] === 1 && kept[head] === 0)
            expect(units.leads[u] === 1 || units.of[head] === u).toBe(true)
        })
        const open = (mark: string) =>
          sentence.forms.filter((form, w) => form === mark && kept[w] === 1).length
        expect(open('(')).toBe(open(')'))
        expect(open('"') % 2).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  test('every ratio gives a text', () => {
    fc.assert(
      fc.property(anySentence, fc.double({ min: 0.01, max: 1, noNaN: true }), (sentence, ratio) => {
        const { kept, keptWords, allWords } = new Compressor().compress(sentence, { ratio })
        expect(keptText(sentence, kept)).not.toBe('')
        expect(keptWords).toBeLessThanOrEqual(allWords)
      }),
    )
  })
})

test('a title depends on its name', () => {
  const { parents, of, heads } = unitsOf(
    parsed('Premier|NOUN|4|nsubj', 'Li|PROPN|1|flat', 'Keqiang|PROPN|1|flat', 'spoke|VERB|0|root'),
  )
  expect([...of]).toEqual([0, 1, 1, 2])
  expect([...parents]).toEqual([1, 2, -1])
  expect(heads[1]).toBe(1)
})

test('in a list the last one has the conjunction', () => {
  const { parents, of } = unitsOf(
    parsed('both|CCONJ|2|cc:preconj', 'A|NOUN|0|root', 'B|NOUN|2|conj', 'and|CCONJ|5|cc', 'C|NOUN|2|conj'),
  )
  expect([...of]).toEqual([0, 1, 2, 0, 0])
  expect([...parents]).toEqual([1, -1, 0])
})

test('a clause that became the sentence loses what opened it', () => {
  const sentence = parsed(
    'He|PRON|2|nsubj',
    'said|VERB|0|root',
    'that|SCONJ|5|mark',
    'it|PRON|5|nsubj',
    'rains|VERB|2|ccomp',
  )
  const units = unitsOf(sentence)
  const clause = Array.from({ length: units.length }, (_, u) =>
    u >= units.of[3] || u === units.of[4] ? 1 : 0,
  )
  clause[units.of[0]] = 0
  clause[units.of[1]] = 0
  expect(keptText(sentence, finishWords(sentence, units, clause))).toBe('It rains')
})
