// Reading with a network: windows over long sentences, one pass for all that ask, the same bits without
// WebAssembly and for each of several readers, and model files that are not what they say.
import { Random } from '@parleyjs/core/internal'
import { type Model, openModel, readModel, shareModel, writeModel } from '@parleyjs/learn'
import { beforeAll, describe, expect, it } from 'vitest'
import { tinyNetwork } from '../../test-support/tiny-network.js'
import { joinModels, readPipeline, splitModel } from '../pipeline/model.js'
import { TreeParser } from '../tasks/parse/tree-parser.js'
import { makeSentence } from '../text/conllu/make.js'
import { readNetwork } from './network-model.js'
import { NetworkScores } from './network-scores.js'
import { NetworkTagger } from './network-tagger.js'
import { windowBatch, windowsOf } from './windows.js'
import { WordReader } from './word-reader.js'

const FORMS = ['Dogs', 'saw', 'the', 'foxes', 'with', 'bones', '.']
const many = (n: number) =>
  Array.from({ length: n }, (_, i) => ['dogs', 'ate', 'fish', 'with', 'forks', '.'][(i * i + 3 * i) % 6])

let section: Model
beforeAll(async () => {
  section = await tinyNetwork()
}, 60_000)

describe('windows', () => {
  it('keep every word once, in order, with its own pieces', () => {
    const random = Random.of(5)
    for (let k = 0; k < 200; k++) {
      const lengths = Array.from({ length: 1 + random.below(80) }, () => 1 + random.below(12))
      const starts = [0, 1]
      for (const length of lengths) starts.push(starts[starts.length - 1] + length)
      const pieces = Array.from({ length: starts[starts.length - 1] + 1 }, (_, i) => i)
      const most = 32 + random.below(60)
      const read: number[][] = []
      const words = { pieces, starts, shapes: [0, ...lengths], characters: [] }
      for (const window of windowsOf(words, most)) {
        const batch = windowBatch(words, window)
        expect(batch.pieces.length).toBeLessThanOrEqual(most)
        for (const run of batch.wordRuns)
          read.push(Array.from(batch.pieces.slice(batch.wordPieces[run], batch.wordPieces[run + 1])))
      }
      expect(read).toEqual([0, ...lengths].map((_, w) => pieces.slice(starts[w], starts[w + 1])))
    }
  })
})

describe('a reader', () => {
  it('reads a sentence once for all that ask', () => {
    const reader = new WordReader(readNetwork(section))
    let passes = 0
    const encoder = reader.model.encoder
    const encode = encoder.encode.bind(encoder)
    encoder.encode = (forms) => {
      passes++
      return encode(forms)
    }
    new NetworkTagger(reader).tag(FORMS)
    const parser = new TreeParser(new NetworkScores(reader))
    parser.parse({ forms: [...FORMS] })
    parser.parseBest({ forms: [...FORMS] }, 2)
    expect(passes).toBe(1)
    parser.parse({ forms: FORMS.slice(1) })
    expect(passes).toBe(2)
  })

  it('has the same bits without WebAssembly, and for every reader', () => {
    const model = readNetwork(section)
    const [one, other, plain] = [new WordReader(model), new WordReader(model), new WordReader(model, false)]
    for (const forms of [FORMS, many(60), ['Yes'], FORMS]) {
      const said = [one, other, plain].map((reader) => {
        reader.read(forms)
        const parse = new TreeParser(new NetworkScores(reader)).parse({ forms })
        const into = new Float64Array(forms.length + 1)
        reader.arcs.headsOf(1, into)
        return { upos: reader.labels('upos'), lemmas: reader.labels('lemmas'), into, parse }
      })
      expect(said[1]).toEqual(said[0])
      expect(said[2]).toEqual(said[0])
      one.read(['Dogs'])
    }
  })

  it('reads the weights of a shared model where they are, beside other readers', () => {
    const shared = shareModel(writeModel(section))
    expect(shared).not.toBeInstanceOf(Uint8Array)
    const open = () => readNetwork(readModel(openModel(shared)))
    const readers = [new WordReader(open()), new WordReader(open())]
    const alone = new WordReader(readNetwork(section))
    const upos = (reader: WordReader, forms: readonly string[]) => {
      reader.read(forms)
      return reader.labels('upos')
    }
    for (const forms of [FORMS, many(100), ['Yes'], many(300), FORMS])
      for (const reader of readers) expect(upos(reader, forms)).toEqual(upos(alone, forms))
    const { arrays } = open()
    ;(arrays.upos as Int8Array).fill(0)
    const [one, other] = readers.map((reader) => upos(reader, ['Dogs']))
    expect(one).toEqual(other)
    expect(one).not.toEqual(upos(alone, ['Dogs']))
  })

  it('scores an arc the same alone and among others', () => {
    const reader = new WordReader(readNetwork(section))
    reader.read(FORMS)
    const into = new Float64Array(FORMS.length + 1)
    for (let m = 1; m <= FORMS.length; m++) {
      reader.arcs.headsOf(m, into)
      for (let h = 0; h <= FORMS.length; h++) expect(reader.arcs.score(h, m)).toBe(into[h])
    }
  })

  it('reads sentences of any length in time that grows with the length, and any heads that are given', () => {
    const reader = new WordReader(readNetwork(section))
    const parser = new TreeParser(new NetworkScores(reader))
    const forms = many(1300)
    const { upos } = new NetworkTagger(reader).tag(forms)
    expect(upos).toHaveLength(1300)
    const given = Array.from({ length: 1300 }, (_, i) => (i === 2 ? 1250 : null))
    const { heads } = parser.parse({ forms }, { heads: given })
    expect(heads[2]).toBe(1250)
    expect(heads.filter((h) => h === 0)).toHaveLength(1)
  })
})

describe('a model file', () => {
  const about = { licence: 'CC0-1.0', trainedOn: 'a test' }

  it('comes back as it was, and tags and parses', () => {
    const bytes = writeModel(joinModels({ network: section }, about))
    const { network } = splitModel(readModel(bytes))
    expect(network).toEqual(section)
    const sentence = makeSentence(FORMS)
    const { parse } = readPipeline(bytes).processSentence(sentence)
    expect(parse?.status).toBe('optimal')
    expect(sentence.upos[0]).toBe('NOUN')
  })

  it('is refused if a size, a name or a number is not what the rest says', () => {
    const refused = (path: string, value: unknown, message: RegExp) => {
      const copy = structuredClone({ header: section.header, arrays: section.arrays }) as Model
      const keys = path.split('/')
      let at = copy as unknown as Record<string, unknown>
      for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>
      at[keys[keys.length - 1]] = value
      const bytes = writeModel(copy)
      expect(() => readPipeline(bytes, 'n.parley'), path).toThrow(
        expect.objectContaining({
          code: 'bad-input',
          message: expect.stringMatching(message) as string,
          place: { file: 'n.parley' },
        }),
      )
    }
    refused('header/sizes/width', 24, /24 wide, which 2 heads/)
    refused('header/sizes/width', 32, /array "pieces" has \d+ numbers, where \d+ are needed/)
    refused('header/sizes/layers', 1e9, /"layers" of "sizes"/)
    refused('header/sizes/positions', '48', /"positions" of "sizes"/)
    refused('header/pieces', ['a'], /lacks \[UNK\]/)
    refused('header/pieces', ['a', 'a'], /list of pieces has the same name twice/)
    refused('header/names/upos', [], /"upos" of "names"/)
    refused('header/names/relations', ['dep'], /array "relation.*" has/)
    refused('header/analyses', ['NOUN'], /analysis "NOUN"/)
    refused('header/analyses', ['NOUN\t_\t_'], /no analysis of the tag/)
    refused('header/rules', [[0]], /rules of lemmas for 1 of 6 tags/)
    refused('header/rules/0', [9999], /"rules" of its header/)
    refused('header/lemmas', {}, /"exceptions" of "lemmas"/)
    refused('header/parts', ['triangle'], /does not know: \["triangle"\]/)
    refused('header/singleRoot', 1, /"singleRoot" of its header/)
    refused('header/features', 9, /version|features/)
    const numbers = (name: string, value: number) => new Float32Array(section.arrays[name].length).fill(value)
    refused('arrays/arc.scales', numbers('arc.scales', Number.NaN), /"arc.scales" has NaN/)
    refused('arrays/upos.bias', numbers('upos.bias', 1e9), /"upos.bias" has 1000000000/)
    refused('arrays/forms', new Float32Array(2), /"forms" is a Float32Array/)
  })

  it('of weights so large that sums overflow is refused when it is used', () => {
    const copy = structuredClone({ header: section.header, arrays: section.arrays }) as Model
    for (const [name, array] of Object.entries(copy.arrays)) {
      if (name.endsWith('scales')) array.fill(1e6)
      else if (array instanceof Int8Array) array.fill(127)
    }
    const parser = readPipeline(writeModel(copy), 'n.parley').stages.parser
    const said = () => parser?.parse({ forms: FORMS, upos: [], xpos: [], feats: [], lemmas: [] })
    expect(said).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/not finite numbers/) as string,
        place: { file: 'n.parley' },
      }),
    )
  })
})
