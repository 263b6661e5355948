// A categorical variable whose values have names.
import { CategoricalVariable, type Literal, ParleyError } from '@parleyjs/core'
import { didYouMean } from '@parleyjs/core/internal'

/** A variable with one of several labels, made by `categorical` of a model's graph. */
export class LabelledVariable extends CategoricalVariable {
  constructor(
    index: number,
    slot: number,
    readonly labels: readonly string[],
    private readonly values: ReadonlyMap<string, number>,
  ) {
    super(index, slot, labels.length)
  }

  /** The literal "this variable has this label", or value. */
  override is(label: number | string): Literal {
    return super.is(typeof label === 'string' ? this.numberOf(label) : label)
  }

  /** The number of a label. */
  numberOf(label: string): number {
    const value = this.values.get(label)
    if (value === undefined) throw unknownLabel(label, this.labels)
    return value
  }
}

export function unknownLabel(label: unknown, labels: readonly string[]): ParleyError {
  const near = typeof label === 'string' ? didYouMean(label, labels) : ''
  const some = labels.length > 12 ? `${labels.slice(0, 12).join(', ')}, …` : labels.join(', ')
  return new ParleyError(
    'bad-argument',
    `${JSON.stringify(label)} is not a label of this variable.${near || ` It has ${some}.`}`,
  )
}
