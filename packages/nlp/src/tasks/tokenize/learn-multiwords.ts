// Learns from a treebank how tokens are split into words: affixes, a classifier that chooses among them, and
// the forms that it gets wrong.
import { Affixes } from './affixes.js'
import type { GoldToken } from './gold.js'
import { learnAffixes } from './learn-affixes.js'
import { isCapital, lowerForm, Multiwords } from './multiword.js'
import { type SplitExample, trainSplitter } from './splitter.js'

/** What is known of a form: how often it has which words. */
interface Seen {
  readonly analyses: Map<string, number>
  isCapital: boolean
}

/** Learns how tokens are split. */
export function learnMultiwords(tokens: Iterable<GoldToken>, seed = 1): Multiwords {
  const seen = new Map<string, Seen>()
  let any = false
  for (const { form, words } of tokens) {
    if (words?.length === 0) continue
    const lower = lowerForm(form)
    const analysis = words === null ? lower : words.map(lowerForm).join('\t')
    if (words !== null && words.length > 1) any = true
    count(seen, lower, analysis, isCapital(form))
  }
  if (!any) return new Multiwords({ forms: [], endings: [] })
  const examples: SplitExample[] = []
  for (const [form, { analyses, isCapital }] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1)))
    examples.push({ form, words: mostFrequent(analyses).split('\t'), isCapital })
  const several = examples.filter(({ words }) => words.length > 1)
  const { before, after } = learnAffixes(several.map(({ form, words }) => [form, words] as const))
  const splitter = trainSplitter(examples, new Affixes(before, after), seed)
  const bySplitter = new Multiwords({ forms: [], endings: [] }, splitter)
  const forms: string[][] = []
  for (const { form, words } of examples) {
    const ways = [form, form[0].toUpperCase() + form.slice(1)]
    const isRight = (way: string) => bySplitter.split(way).map(lowerForm).join('\t') === words.join('\t')
    if (!ways.every(isRight)) forms.push([form, ...words])
  }
  return new Multiwords({ forms, endings: [] }, splitter)
}

function count(seen: Map<string, Seen>, form: string, analysis: string, capital: boolean): void {
  const known = seen.get(form) ?? { analyses: new Map<string, number>(), isCapital: true }
  known.analyses.set(analysis, (known.analyses.get(analysis) ?? 0) + 1)
  if (!capital) known.isCapital = false
  seen.set(form, known)
}

/** The value with the largest count; of equals the first in order. */
function mostFrequent(counts: ReadonlyMap<string, number>): string {
  let best = ''
  let most = 0
  for (const [value, times] of counts)
    if (times > most || (times === most && value < best)) {
      best = value
      most = times
    }
  return best
}
