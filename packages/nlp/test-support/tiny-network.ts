// A network of a few thousand weights that knows a handful of sentences by heart.
import { type Model, readModel, writeModel } from '@parleyjs/learn'
import { WordEncoder } from '../src/neural/batch.js'
import { frequentCharacters, labelNames, trueWords } from '../src/neural/label-sets.js'
import { type NetworkModel, networkSection, readNetwork } from '../src/neural/network-model.js'
import type { NetworkSizes } from '../src/neural/sizes.js'
import { trainWords } from '../src/neural/train-words.js'
import { networkOf } from '../src/neural/trained-network.js'
import { WordPieces } from '../src/neural/word-pieces.js'
import { parseConllu } from '../src/text/conllu/read.js'
import type { Sentence } from '../src/text/conllu/sentence.js'

const ROWS = [
  'Dogs/dog/NOUN/2/nsubj bark/bark/VERB/0/root ././PUNCT/2/punct',
  'The/the/DET/2/det cat/cat/NOUN/3/nsubj saw/see/VERB/0/root dogs/dog/NOUN/3/obj ././PUNCT/3/punct',
  'A/a/DET/2/det dog/dog/NOUN/3/nsubj ate/eat/VERB/0/root fish/fish/NOUN/3/obj with/with/ADP/6/case bones/bone/NOUN/4/nmod',
  'Cats/cat/NOUN/2/nsubj ate/eat/VERB/0/root fish/fish/NOUN/2/obj with/with/ADP/6/case a/a/DET/6/det fork/fork/NOUN/2/obl',
  'Yes/yes/INTJ/0/root',
]

/** The sentences. */
export const TINY_TREEBANK = ROWS.map((row) => {
  const words = row.split(' ').map((word, i) => {
    const [form, lemma, upos, head, deprel] = word.split('/')
    return [i + 1, form, lemma, upos, '_', form.endsWith('s') ? 'Number=Plur' : '_', head, deprel, '_', '_']
  })
  return `${words.map((columns) => columns.join('\t')).join('\n')}\n\n`
}).join('')

/** What the characters and the vocabulary of pieces do not have is unknown. */
const PIECES = ['[UNK]', '[CLS]', '[SEP]', 'dog', '##s', 'cat', 'bark', 'saw', 'ate', 'fish', 'bone', 'fork']
const MORE_PIECES = ['the', 'a', 'with', 'yes', '.', '##o', '##u', 'x', '##x']

export const tinySentences = (): Sentence[] => parseConllu(TINY_TREEBANK)

/** Trains it; the section of a model file. */
export async function tinyNetwork(): Promise<Model> {
  const sentences = [...tinySentences(), ...tinySentences()]
  const names = labelNames(sentences)
  const vocab = [...PIECES, ...MORE_PIECES]
  const characters = frequentCharacters(sentences)
  const encoder = new WordEncoder(new WordPieces(vocab), characters)
  const sizes: NetworkSizes = {
    ...{ width: 16, inner: 32, heads: 2, layers: 1, pieces: vocab.length, positions: 48 },
    characters: encoder.characterCount,
    relations: names.relations.length,
    upos: names.upos.length,
    xpos: names.xpos.length,
    feats: names.feats.length,
    lemmas: names.lemmas.length,
  }
  const training = await trainWords(trueWords(sentences, encoder, names), {
    ...{ sizes, epochs: 60, encoderRate: 3e-3, headRate: 3e-3, batch: 60, part: 60 },
  })
  const about = { licence: 'CC0-1.0', trainedOn: 'a test' }
  const network = networkOf({ names, sizes, characters, pieces: vocab }, sentences, about)
  const section = networkSection(network, training.parameters)
  await training.close()
  return readModel(writeModel(section))
}

/** The same, read. */
export async function readTinyNetwork(): Promise<NetworkModel> {
  return readNetwork(await tinyNetwork())
}
