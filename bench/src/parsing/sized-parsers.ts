// The parsers of the figures by size: those trained for the ablation, or the one that Parley ships.
import { modelUrl } from '@parleyjs/model-en'
import type { Parser } from '@parleyjs/nlp'
import { partsName } from '@parleyjs/nlp/internal'
import { loadParser, trainedModel } from './trained-models.js'

export interface SizedParser {
  readonly size: string
  readonly parser: Parser
  /** Its name in the documentation. */
  readonly name: string
}

/**
 * A parser for each size of a list such as `arc,second,full`, if the folder has a model of the treebank; for
 * en_ewt, the shipped model stands in for its own size.
 */
export function sizedParsers(folder: string, treebank: string, sizes: string): SizedParser[] {
  return sizes.split(',').flatMap((size) => {
    const trained = trainedModel({ folder, treebank, parts: size, train: false })
    if (trained !== undefined) return [{ size, parser: loadParser(trained.file), name: `\`${size}\`` }]
    if (treebank !== 'en_ewt') return []
    const parser = loadParser(modelUrl)
    return partsName(parser.parts) === size ? [{ size, parser, name: `\`${size}\` (shipped)` }] : []
  })
}
