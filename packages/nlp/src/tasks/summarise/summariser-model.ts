// Learned weights and settings of a summariser, as a section of a model file.
import { ParleyError } from '@parleyjs/core'
import type { Model } from '@parleyjs/learn'
import { Fields } from '@parleyjs/learn/internal'
import { FEATURES } from './concept-features.js'
import { ConceptModel } from './concept-model.js'
import type { CompressionPrices } from './sentence-tree.js'

/** Relative weights of concepts, compressions and the budget. */
export interface SummariserSettings {
  readonly prices: CompressionPrices
  /** Times the expected share of a single stem: its weight relative to a pair. */
  readonly words: number
  /** Times the expected share of a pair of stop words. */
  readonly stopPairs: number
  /** Times the expected share of a single stop word. Default 0. */
  readonly stopWords?: number
  /** Expected shares below this count as 0. */
  readonly least: number
}

/** Weights of concepts and settings. */
export interface SummariserModel {
  readonly concepts: ConceptModel
  readonly settings: SummariserSettings
}

export function packSummariser(
  { concepts, settings }: SummariserModel,
  about: { readonly licence: string; readonly trainedOn: string },
): Model {
  return {
    header: { kind: 'summariser', ...about, settings },
    arrays: { weights: Float32Array.from(concepts.weights) },
  }
}

export function unpackSummariser({ header, arrays }: Model): SummariserModel {
  const weights = arrays.weights
  if (header.kind !== 'summariser' || weights === undefined || weights.length !== FEATURES)
    throw new ParleyError(
      'bad-input',
      `This is not a usable summariser: it has ${weights?.length ?? 'no'} weights, and this Parley needs ${FEATURES}. Train it again, or use another Parley.`,
    )
  return {
    concepts: new ConceptModel(Float64Array.from(weights)),
    settings: settingsOf(new Fields('its header', header).fields('settings')),
  }
}

/** The settings of a model, each of which must be a number. */
function settingsOf(fields: Fields): SummariserSettings {
  const prices = fields.fields('prices')
  return {
    prices: {
      cut: prices.number('cut'),
      slack: prices.number('slack'),
      sentence: prices.number('sentence'),
      clause: prices.number('clause'),
      deletion: prices.number('deletion'),
    },
    words: fields.number('words'),
    stopPairs: fields.number('stopPairs'),
    ...(fields.has('stopWords') && { stopWords: fields.number('stopWords') }),
    least: fields.number('least'),
  }
}
