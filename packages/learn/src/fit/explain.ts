// Why a model answered as it did: for every part of the answer, its features and their weights.
import type { FeatureTable } from '../features/feature-table.js'
import { countAssignment } from '../templates/counts.js'
import { LabelledVariable } from '../templates/labelled-variable.js'
import { outputVariables } from '../templates/output.js'
import { scoreTemplate, type Template } from '../templates/template.js'

/** A part of an answer. */
export interface PartExplanation {
  /** The variable's place in what `build` returned, or the name of the factor. */
  readonly part: string
  /** The label that was chosen; missing for factors. */
  readonly label?: string | boolean
  readonly score: number
  /** Score of the best other label, by the variable's own features. */
  readonly otherScore?: number
  readonly other?: string | boolean
  /** The largest contributions first. */
  readonly features: readonly { readonly name: string; readonly value: number; readonly weight: number }[]
}

export function explainTemplate(
  template: Template,
  assignment: Int32Array,
  table: FeatureTable,
  weights: Float64Array,
): PartExplanation[] {
  const counts = new Float64Array(template.places)
  const scores = new Float64Array(template.places)
  countAssignment(template, assignment, counts)
  scoreTemplate(template, weights, scores)
  const features = featuresByPlace(template, counts, table, weights)
  const list = (from: number, to: number) => {
    const found = features.slice(from, to).flat()
    return found.sort((a, b) => Math.abs(b.value * b.weight) - Math.abs(a.value * a.weight))
  }
  const explained: PartExplanation[] = outputVariables(template.output).map(({ variable, path }) => {
    const value = assignment[variable.index]
    const place = template.slotPlace[variable.slot]
    if (!(variable instanceof LabelledVariable))
      return {
        part: path,
        label: value === 1,
        score: value * scores[place],
        other: value !== 1,
        otherScore: (1 - value) * scores[place],
        features: list(place, place + 1),
      }
    let other = -1
    for (let v = 0; v < variable.size; v++)
      if (v !== value && (other < 0 || scores[place + v] > scores[place + other])) other = v
    return {
      part: path,
      label: variable.labels[value],
      score: scores[place + value],
      ...(other >= 0 && { other: variable.labels[other], otherScore: scores[place + other] }),
      features: list(place + value, place + value + 1),
    }
  })
  for (const part of template.parts) {
    let score = 0
    for (let p = part.at; p < part.at + part.count; p++) if (counts[p] !== 0) score += counts[p] * scores[p]
    const found = list(part.at, part.at + part.count)
    if (found.length > 0)
      explained.push({ part: template.graph.describeFactor(part.factor), score, features: found })
  }
  return explained
}

/** The features of the places that count. */
function featuresByPlace(
  template: Template,
  counts: Float64Array,
  table: FeatureTable,
  weights: Float64Array,
) {
  const found: { name: string; value: number; weight: number }[][] = Array.from(counts, () => [])
  for (const { segment, at } of template.segments) {
    const { first, width, row, value } = segment
    for (let e = 0; e < first.length; e++)
      for (let j = 0; j < width[e]; j++) {
        const place = at + first[e] + j
        const id = row[e] + j
        if (counts[place] !== 0 && weights[id] !== 0)
          found[place].push({ name: table.nameOf(id), value: value[e] * counts[place], weight: weights[id] })
      }
  }
  return found
}
