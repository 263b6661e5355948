// Two parsers inside a model file: the grammar, and the dependency model beside it.
import { ParleyError } from '@parleyjs/core'
import type { Model } from '@parleyjs/learn'
import type { SectionModels } from '../../../pipeline/model.js'
import { Parser } from '../../parse/parser.js'
import { DependencyModel } from '../dependency-model/dependency-model.js'
import { loadLexicalised, saveLexicalised } from './save.js'
import { TwoParsers } from './two-parsers.js'

const KIND = 'dependency-model'

/** Origin of the two parsers, and the weight of the dependency model. */
export interface TwoParsersProvenance {
  readonly licence: string
  readonly trainedOn: string
  readonly weight?: number
}

/** Both models as sections for `joinModels`. */
export function packTwoParsers(parsers: TwoParsers, about: TwoParsersProvenance): SectionModels {
  const { licence, trainedOn, weight } = about
  const { header, arrays } = parsers.dependencyModel.parser.toModel({ licence, trainedOn })
  return {
    'lexicalised-grammar': saveLexicalised(parsers.grammar, { licence, trainedOn }),
    [KIND]: { header: { ...header, kind: KIND, ...(weight !== undefined && { weight }) }, arrays },
  }
}

/** The two parsers among the sections of a model; null if it has none. */
export function unpackTwoParsers(models: SectionModels): TwoParsers | null {
  const grammar = models['lexicalised-grammar']
  const dependencies = models[KIND]
  if (grammar === undefined || dependencies === undefined) return null
  const weight = weightOf(dependencies)
  const parser = Parser.fromModel({ ...dependencies, header: { ...dependencies.header, kind: 'parser' } })
  const options = weight === undefined ? {} : { weights: [1, weight] as const }
  return new TwoParsers(loadLexicalised(grammar), new DependencyModel(parser), options)
}

function weightOf({ header: { weight } }: Model): number | undefined {
  if (weight === undefined) return undefined
  if (typeof weight === 'number' && weight > 0 && weight < Number.POSITIVE_INFINITY) return weight
  throw new ParleyError(
    'bad-input',
    'The dependency model has a weight that is not a positive number. Train it again.',
  )
}
