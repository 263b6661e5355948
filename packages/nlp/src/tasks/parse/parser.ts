// The dependency parser of weighted features.
import type { Model } from '@parleyjs/learn'
import type { ParserInput } from './interface/parser-input.js'
import { LinearScores } from './linear-scores.js'
import { loadParser, type ParserModel, saveParser } from './parser-model.js'
import { learnSlack } from './prune/learn-slack.js'
import { TreeParser } from './tree-parser.js'

export type { ParserParts } from './parts/parts.js'

/**
 * A trained parser. It owns work space: use one per thread.
 *
 * @example
 * const parser = readPipeline(bytes).stages.parser!
 * parser.parse({ forms: ['Dogs', 'bark'], upos: ['NOUN', 'VERB'] }).heads // Int32Array [2, 0]
 */
export class Parser extends TreeParser {
  constructor(readonly model: ParserModel) {
    super(new LinearScores(model))
  }

  /**
   * The parser with a slack learned from unseen sentences; the same parser without such sentences, or with
   * arcs alone.
   */
  withSlackFor(sentences: Iterable<ParserInput>): Parser {
    if (this.parts.length === 1) return this
    const { scores } = this
    const parse = (sentence: ParserInput) => this.parse(sentence, { slack: Number.POSITIVE_INFINITY })
    const slack = learnSlack({ scores, parse }, sentences)
    return slack === undefined ? this : new Parser({ ...this.model, slack })
  }

  /** The model as header and arrays, for `writeModel`. Weights are rounded to a byte each. */
  toModel(about: { licence: string; trainedOn: string }): Model {
    return saveParser(this.model, about)
  }

  /** The parser in a file that `readModel` read. */
  static fromModel(model: Model): Parser {
    return new Parser(loadParser(model))
  }
}
