// Short ways to evaluate in tests.
import { parseConllu } from '../text/conllu/read.js'
import { type Evaluation, evaluateConllu, type MetricName } from '../text/eval/evaluate-conllu.js'
import { block } from './words.js'

/** Evaluates two texts. */
export const compare = (gold: string, system: string, options = {}): Evaluation =>
  evaluateConllu(parseConllu(gold), parseConllu(system), options)

/** Correct, gold, system and aligned of a metric. */
export function counts(evaluation: Evaluation, name: MetricName): (number | null)[] {
  const { correct, gold, system, aligned } = evaluation.scores[name]!
  return [correct, gold, system, aligned]
}

/**
 * A sentence of tokens: `ab`, or `ab=a+b` for a multiword token; the first word is the root of the others.
 */
export function tokens(...list: string[]): string {
  let n = 0
  const line = (form: string) => `${++n} ${form} _ X _ _ ${n === 1 ? 0 : 1} dep`
  const lines = list.flatMap((token) => {
    const [form, parts] = token.split('=')
    const words = parts?.split('+')
    if (words === undefined) return [line(form)]
    return [`${n + 1}-${n + words.length} ${form}`, ...words.map(line)]
  })
  return block(...lines)
}
