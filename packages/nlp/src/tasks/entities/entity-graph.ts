// From the scores that a network gives to the labels of tokens to a factor graph whose solutions are valid
// sequences of labels. Made for the token classification of transformers.js, whose types it does not need.
import {
  type CategoricalVariable,
  type Factor,
  FactorGraph,
  ParleyError,
  type Solution,
  solve,
} from '@parleyjs/core'
import { Sequence } from '@parleyjs/structures'
import { BioScheme, type TokenSpan } from './bio.js'

/** Scores of labels: `logits` of a model's output, `[1, tokens, labels]`, or a row for each token. */
export type TokenScores =
  | { readonly data: ArrayLike<unknown>; readonly dims: readonly number[] }
  | readonly ArrayLike<number>[]

export interface EntityGraphOptions {
  /** The labels by number: `model.config.id2label`, or a list. */
  readonly labels: readonly string[] | Readonly<Record<string, string>>
  /**
   * Which tokens take part; the others, such as [CLS], [SEP] and the later pieces of a word, are left out.
   * Default: all.
   */
  readonly tokens?: readonly number[] | undefined
}

/**
 * A factor graph for the labels of tokens. Each token has a variable, and one factor allows only valid
 * sequences: I-PER comes after B-PER or I-PER. Add more factors to `graph` before it is solved, such as a
 * `pair` for two occurrences of a name that should have the same label.
 *
 * @example
 * // const { logits } = await model(tokenizer(text)); labels: model.config.id2label
 * const logits = { dims: [1, 3, 3], data: Float32Array.of(0, 2, 1, 0, 1, 3, 4, 0, 0) }
 * const entities = new EntityGraph(logits, { labels: { 0: 'O', 1: 'B-PER', 2: 'I-PER' } })
 * const solution = entities.solve()
 * entities.spans(solution) // [{ type: 'PER', start: 0, end: 2 }]
 */
export class EntityGraph {
  readonly graph = new FactorGraph()
  /** A variable for each token; its values are the numbers of the labels. */
  readonly variables: readonly CategoricalVariable[]
  readonly scheme: BioScheme

  /** Scores are logits or logarithms of probabilities; the softmax of a row does not change the answer. */
  constructor(scores: TokenScores, { labels, tokens }: EntityGraphOptions) {
    this.scheme = new BioScheme(listOf(labels))
    const rows = rowsOf(scores, this.scheme.labels.length)
    const chosen = tokens ?? rows.map((_, token) => token)
    this.variables = chosen.map((token, i) => {
      const row = rows[token]
      if (row === undefined)
        throw new ParleyError(
          'bad-argument',
          `tokens[${i}] is ${token}; there are scores of ${rows.length} tokens.`,
        )
      return this.graph.categorical(row, `token ${token}`)
    })
    if (this.variables.length > 0)
      this.graph.add(
        validSequence(this.scheme, this.variables.length),
        this.variables.flatMap((variable) => this.scheme.labels.map((_, label) => variable.is(label))),
        'valid labels',
      )
  }

  /** The best labels, proven best if the status is `optimal`; exact without further factors. */
  solve(): Solution {
    return solve(this.graph, { algorithm: 'exact' })
  }

  /** The labels of the tokens in a solution; empty if there is none. */
  labels({ assignment }: Pick<Solution, 'assignment'>): string[] {
    return assignment === null ? [] : this.variables.map((v) => this.scheme.labels[assignment[v.index]])
  }

  /** The spans of a solution, by the positions of their tokens among those that take part. */
  spans({ assignment }: Pick<Solution, 'assignment'>): TokenSpan[] {
    return assignment === null ? [] : this.scheme.spans(this.variables.map((v) => assignment[v.index]))
  }
}

/** The factor that allows only valid sequences of labels. */
function validSequence(scheme: BioScheme, length: number): Factor {
  const { labels } = scheme
  const begin = labels.map((_, label) => (scheme.mayBegin(label) ? 0 : Number.NEGATIVE_INFINITY))
  const step = labels.flatMap((_, before) =>
    labels.map((__, label) => (scheme.mayFollow(before, label) ? 0 : Number.NEGATIVE_INFINITY)),
  )
  const steps = Array.from({ length: length - 1 }, () => step).flat()
  return new Sequence({
    states: new Array<number>(length).fill(labels.length),
    scores: [...begin, ...steps, ...labels.map(() => 0)],
  })
}

function listOf(labels: EntityGraphOptions['labels']): readonly string[] {
  if (Array.isArray(labels)) return labels as readonly string[]
  const list = Object.entries(labels).reduce<string[]>((all, [id, label]) => {
    all[Number(id)] = label as string
    return all
  }, [])
  for (let id = 0; id < list.length; id++)
    if (typeof list[id] !== 'string')
      throw new ParleyError('bad-argument', `labels has no label with number ${id}.`)
  return list
}

function rowsOf(scores: TokenScores, labels: number): readonly ArrayLike<number>[] {
  const rows = 'dims' in scores ? tensorRows(scores) : scores
  for (const [token, row] of rows.entries())
    if (row.length !== labels)
      throw new ParleyError(
        'bad-argument',
        `Token ${token} has ${row.length} scores, but there are ${labels} labels.`,
      )
  return rows
}

/** The rows of a tensor with one text. */
function tensorRows({ data, dims }: Extract<TokenScores, { readonly dims: unknown }>): Float64Array[] {
  const [texts, tokens, labels] = dims.length === 2 ? [1, ...dims] : dims
  if (dims.length < 2 || dims.length > 3 || texts !== 1 || data.length !== tokens * labels)
    throw new ParleyError(
      'bad-argument',
      `The tensor has the shape [${dims.join(', ')}]; expected [1, tokens, labels], the scores of one text.`,
    )
  return Array.from({ length: tokens }, (_, token) =>
    Float64Array.from({ length: labels }, (__, label) => Number(data[token * labels + label])),
  )
}
