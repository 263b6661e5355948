// Agreement between a grammar and a tagger, in the worker; every round is recorded.
import { ConstituencyParser, type TokenizerStage, treeTags } from '@parleyjs/nlp'
import type { JointRound, SectionModels } from '@parleyjs/nlp/internal'
import type { Work } from '../work/serve.js'
import type { JointTask } from './joint-types.js'

/** Reads the two models of a model file. */
export function agreementOf(models: SectionModels): Agreement {
  return new Agreement(ConstituencyParser.fromModels(models))
}

export class Agreement {
  constructor(private readonly parser: ConstituencyParser) {}

  /** Parses the first sentence of a text with both models; null if there is none. */
  async reach(
    tokenizer: TokenizerStage,
    { text, step }: JointTask['request'],
    work: Work<JointTask['progress']>,
  ): Promise<JointTask['result']> {
    const sentences = Array.from(tokenizer.tokenize(text), ({ tokens }) =>
      tokens.flatMap(({ words }) => words),
    )
    const [words] = sentences
    if (words === undefined) return null
    await work.breathe()
    const rounds: JointRound[] = []
    const { tree, status, value, bound, derived } = this.parser.parse(words, {
      algorithm: 'subgradient',
      step,
      onRound: (round) => {
        rounds.push(round)
        work.tell({ rounds: rounds.length })
        return undefined
      },
    })
    const cut = sentences.length > 1
    return { words, cut, rounds, tree, tags: treeTags(tree), status, value, bound, derived }
  }
}
