// Learns the slack of close-arcs.ts from sentences that training has not seen. A parser considers all arcs
// there; the slack may lose hardly any head that its parts choose.
import type { Parse } from '../interface/parse-result.js'
import type { ParserInput } from '../interface/parser-input.js'
import type { ScoredArcs } from '../tree-scores.js'
import { rankOf, SLACK } from './close-arcs.js'

/** One chosen head in this number may be further behind than … */
const ONE_IN = 2000
/** … the slack without this reserve. */
const RESERVE = 1.25

/** Input of `learnSlack`: a parser that considers all arcs, and the scores of its last sentence. */
export interface WideParser {
  readonly scores: ScoredArcs
  parse(sentence: ParserInput): Parse
}

/** The slack for a parser; undefined if there are no sentences, or if it is not below the usual one. */
export function learnSlack(parser: WideParser, sentences: Iterable<ParserInput>): number | undefined {
  const behind: number[] = []
  for (const sentence of sentences) {
    const { heads } = parser.parse(sentence)
    for (let m = 1; m <= heads.length; m++) behind.push(distance(parser.scores, heads[m - 1], m))
  }
  if (behind.length === 0) return undefined
  behind.sort((a, b) => b - a)
  const slack = RESERVE * behind[Math.floor(behind.length / ONE_IN)]
  return slack < SLACK ? slack : undefined
}

/** How far an arc is behind the best one into its word. */
function distance({ arcs, score }: ScoredArcs, head: number, modifier: number): number {
  let most = Number.NEGATIVE_INFINITY
  let own = Number.NEGATIVE_INFINITY
  for (let a = arcs.start[modifier]; a < arcs.start[modifier + 1]; a++) {
    const rank = rankOf(score[a], arcs.probability[a])
    if (rank > most) most = rank
    if (arcs.head[a] === head) own = rank
  }
  return most - own
}
