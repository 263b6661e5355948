// Trains a tokenizer on a treebank: where tokens end, where sentences end, and which tokens are several
// words.
import { ParleyError } from '@parleyjs/core'
import { type OptionKeys, requireOptions } from '@parleyjs/core/internal'
import { Collector, trainLinear } from '@parleyjs/learn/internal'
import type { Sentence } from '../../text/conllu/sentence.js'
import { Characters, MAX_CHARACTER_FEATURES } from './characters.js'
import { MAX_ENDING_FEATURES, TokenNumbers } from './endings.js'
import { goldParagraphs, type Paragraph, surfaceTokens } from './gold.js'
import { learnMultiwords } from './multiword.js'
import { Tokenizer } from './tokenizer.js'

export interface TokenizerTraining {
  readonly epochs?: number
  readonly seed?: number
  /** Licence of the treebank, and with it of the model; `unknown` if left out. */
  readonly licence?: string
  /** What the model says it was trained on. */
  readonly trainedOn?: string
  /** Called after every epoch, with the share of all epochs that is done. */
  readonly onProgress?: (message: string, share: number) => void
}

const KEYS = {
  epochs: true,
  seed: true,
  licence: true,
  trainedOn: true,
  onProgress: true,
} satisfies OptionKeys<TokenizerTraining>

/**
 * Learns to split text as a treebank does. Uses its forms, `SpaceAfter=No`, multiword tokens, and the
 * beginnings of sentences and paragraphs.
 *
 * @example
 * const tokenizer = trainTokenizer(parseConllu(text))
 * writeModel(tokenizer.toModel())
 */
export function trainTokenizer(sentences: readonly Sentence[], options: TokenizerTraining = {}): Tokenizer {
  requireOptions('trainTokenizer', options, KEYS)
  if (sentences.length === 0)
    throw new ParleyError('bad-argument', 'A tokenizer cannot be trained on 0 sentences. Is the file empty?')
  const { epochs = 6, seed = 1, licence = 'unknown', trainedOn = `${sentences.length} sentences` } = options
  const paragraphs = goldParagraphs(sentences)
  // A treebank without a single SpaceAfter=No has no information on spaces: also learn from a copy with the
  // usual spacing.
  if (!paragraphs.some(hasGluedTokens)) paragraphs.push(...goldParagraphs(sentences, true))
  let done = 0
  const tell = (what: string) => (epoch: number) =>
    options.onProgress?.(`${what}: epoch ${epoch + 1} of ${epochs}`, ++done / (2 * epochs))
  const settings = { epochs, seed, minCount: 2, fullCount: 1, threshold: 0.02, prune: 0.05 }
  const tokenEnds = trainLinear(tokenExamples(paragraphs), { ...settings, onEpoch: tell('tokens') })
  const sentenceEnds = trainLinear(sentenceExamples(paragraphs), { ...settings, onEpoch: tell('sentences') })
  return new Tokenizer({
    tokenEnds,
    sentenceEnds,
    multiwords: learnMultiwords(sentences.flatMap(surfaceTokens)),
    inner: paragraphs.some(hasInnerSpace),
    licence,
    trainedOn,
  })
}

function hasGluedTokens({ spans }: Paragraph): boolean {
  for (let i = 2; i < spans.length; i += 2) if (spans[i] === spans[i - 1]) return true
  return false
}

function hasInnerSpace({ text, spans }: Paragraph): boolean {
  for (let i = 0; i < spans.length; i += 2) if (/\s/.test(text.slice(spans[i], spans[i + 1]))) return true
  return false
}

/**
 * Each position between two characters that are not spaces, and each space inside a token or between two
 * tokens.
 */
function tokenExamples(paragraphs: readonly Paragraph[]) {
  const collector = new Collector(MAX_CHARACTER_FEATURES)
  const inner = paragraphs.some(hasInnerSpace)
  for (const { text, spans } of paragraphs) {
    const characters = new Characters(text)
    const { offsets, length } = characters
    let token = 0
    let begin = -1
    let hash = 0
    for (let i = 0; i < length; i++) {
      if (characters.isSpace(i)) continue
      if (begin < 0) {
        begin = i
        hash = 0
      }
      hash = characters.extend(hash, i)
      const ends = offsets[i + 1] === spans[2 * token + 1]
      if (!characters.isSpace(i + 1) || (inner && i + 1 < length))
        collector.add(ends ? 1 : 0, (out) => characters.features(i, begin, hash, out))
      if (!ends) continue
      token++
      begin = -1
    }
  }
  return collector.examples(2)
}

/** Each token but the last of a paragraph. */
function sentenceExamples(paragraphs: readonly Paragraph[]) {
  const collector = new Collector(MAX_ENDING_FEATURES)
  const numbers = new TokenNumbers()
  for (const { text, spans, sentenceEnds } of paragraphs) {
    numbers.load(text, spans)
    for (let token = 0, begin = 0; token < spans.length / 2 - 1; token++) {
      const ends = sentenceEnds.has(token)
      collector.add(ends ? 1 : 0, (out) => numbers.features(token, begin, out))
      if (ends) begin = token + 1
    }
  }
  return collector.examples(2)
}
