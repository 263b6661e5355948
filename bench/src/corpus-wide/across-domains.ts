// Parsing across domains: a parser that knows only forms and UPOS, the columns that EWT and ATIS share, and
// sets of words whose heads should have the same tag.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Parser, type Sentence, trainParser, writeModel } from '@parleyjs/nlp'
import { loadParser } from '../parsing/trained-models.js'
import { readTreebank } from '../parsing/treebanks.js'

/** What words in the same set have in common. */
export interface Contexts {
  readonly name: string
  readonly offsets: readonly number[]
  readonly words: boolean
}

export const AROUND: Contexts = { name: 'tags at −1, 0, 1', offsets: [-1, 0, 1], words: false }
export const LEFT: Contexts = { name: 'tags at −1, 0', offsets: [-1, 0], words: false }
export const WORD: Contexts = { name: 'word and tag', offsets: [0], words: true }

/**
 * The training treebank, the parsed one, what should agree, and the penalty, chosen on the development parts.
 */
export interface Crossing {
  readonly from: string
  readonly to: string
  readonly contexts: Contexts
  readonly penalty: number
}

export const CROSSINGS: readonly Crossing[] = [
  { from: 'en_ewt', to: 'en_atis', contexts: AROUND, penalty: 0.5 },
  { from: 'en_ewt', to: 'en_atis', contexts: LEFT, penalty: 1.5 },
  { from: 'en_ewt', to: 'en_atis', contexts: WORD, penalty: 1 },
  { from: 'en_atis', to: 'en_ewt', contexts: AROUND, penalty: 0.1 },
  { from: 'en_atis', to: 'en_ewt', contexts: LEFT, penalty: 0.1 },
  { from: 'en_atis', to: 'en_ewt', contexts: WORD, penalty: 0.3 },
]

/** The folder of the trained parsers. */
export const ARC_PARSERS = join(tmpdir(), 'parley-arc-parsers')

/** The parser of a treebank; it is trained if the folder does not contain it. */
export function arcParser(treebank: string, folder: string): Parser {
  const file = join(folder, `${treebank}.forms-and-tags.arc.parley`)
  if (!existsSync(file)) {
    process.stderr.write(`Training ${file} …\n`)
    const sentences = readTreebank(treebank, 'train').map((sentence) => ({
      ...formsAndTags(sentence),
      heads: sentence.heads,
      deprels: sentence.deprels,
    }))
    const parser = trainParser(sentences, { parts: 'arc', network: false })
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      `${file}.part`,
      writeModel(parser.toModel({ licence: 'that of the treebank', trainedOn: treebank })),
    )
    renameSync(`${file}.part`, file)
  }
  return loadParser(file)
}

export function formsAndTags({ forms, upos }: Sentence) {
  return { forms, upos }
}
