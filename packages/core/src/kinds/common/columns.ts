// Groups whose arrays are columns of parameters: one array with an entry per factor for each parameter.
import type { ProblemLinks } from '../../problem/links.js'
import type { FactorGroup } from './group.js'
import type { FactorKind } from './kind.js'

type ColumnGroup = new (
  links: ProblemLinks,
  first: number,
  count: number,
  ...columns: Float64Array[]
) => FactorGroup

/** The two ways to make a group whose constructor takes this many columns. */
export function groupOfColumns(
  Group: ColumnGroup,
  columns = 0,
): Required<Pick<FactorKind, 'makeGroup' | 'groupFromParts'>> {
  return {
    makeGroup(source) {
      const arrays = Array.from({ length: columns }, (_, i) => source.column(i))
      return new Group(source.links, source.first, source.count, ...arrays)
    },
    groupFromParts: (links, first, count, parts) =>
      new Group(links, first, count, ...(parts as readonly Float64Array[])),
  }
}
