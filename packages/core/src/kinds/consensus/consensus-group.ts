// The local operations of consensus sets: a star of members around the set's variable. Given the value of the
// set, each member agrees or takes its best value at the penalty, so that a maximum takes one pass.
import type { FactorGraph } from '../../graph/graph.js'
import type { Literal } from '../../graph/variable.js'
import type { ProblemLinks } from '../../problem/links.js'
import type { LinearForms } from '../../rounding/linear-forms.js'
import { ActiveSet, type LocalMaximizer, Scratch } from '../common/active-set.js'
import { LocalGroup } from '../common/group.js'
import { consensus } from './consensus.js'

const NEVER = Number.NEGATIVE_INFINITY

/**
 * Consensus sets. Factor k has the groups groupStart[k] … groupStart[k + 1] − 1, of which the last is the
 * set.
 */
export class ConsensusGroup extends LocalGroup implements LocalMaximizer {
  readonly kind = 'consensus'
  own = 0
  rounds = 30
  private readonly sets: (ActiveSet | undefined)[]
  private readonly scratch: Scratch
  private readonly z: Float64Array
  private current = 0
  /** For the current factor: best total of each value of the set; score of a member that agrees with it. */
  private readonly total: Float64Array
  private readonly agreed: Float64Array
  /** Best score of each member that pays its penalty, and its link then. */
  private readonly apart: Float64Array
  private readonly choice: Int32Array

  /**
   * The values of the members of factor k begin at valueStart[k]: what each agrees with, and its penalty.
   */
  constructor(
    links: ProblemLinks,
    first: number,
    count: number,
    readonly groupStart: Int32Array,
    readonly widths: Int32Array,
    readonly valueStart: Int32Array,
    readonly agrees: Int32Array,
    readonly penalties: Float64Array,
  ) {
    super(links, first, count)
    this.sets = new Array<ActiveSet | undefined>(count)
    this.scratch = new Scratch(this.t.length)
    this.z = new Float64Array(this.t.length)
    this.total = new Float64Array(this.t.length)
    this.agreed = new Float64Array(this.t.length)
    this.apart = new Float64Array(this.t.length)
    this.choice = new Int32Array(this.t.length)
  }

  override get remembers() {
    return true
  }

  override get parts() {
    return [this.groupStart, this.widths, this.valueStart, this.agrees, this.penalties]
  }

  protected maximizeLocal(factor: number, s: Float64Array, n: number, z: Float64Array): number {
    const { on } = this.scratch
    const best = this.collect(factor - this.first, s, 1)
    const ones = this.choose(factor - this.first, s, 1, best, on)
    for (let i = 0; i < n; i++) z[i] = 0
    for (let j = 0; j < ones; j++) z[on[j]] = 1
    return this.total[best]
  }

  maximizeConfiguration(w: Float64Array, eta: number, on: Int32Array): number {
    return this.choose(this.current, w, eta, this.collect(this.current, w, eta), on)
  }

  /** Computes the total of every value of the set under `scale`·s. Returns the best value. */
  private collect(k: number, s: Float64Array, scale: number): number {
    const { groupStart, widths, total, agreed, apart } = this
    const set = groupStart[k + 1] - 1
    const size = widths[set]
    const members = this.valueStart[k + 1] - this.valueStart[k]
    for (let z = 0; z < size; z++) total[z] = scale * s[members + z]
    let link = 0
    for (let g = groupStart[k]; g < set; g++) {
      this.collectMember(k, g, link, s, scale, size)
      link += widths[g]
      for (let z = 0; z < size; z++) total[z] += Math.max(agreed[z], apart[g - groupStart[k]])
    }
    let best = 0
    for (let z = 1; z < size; z++) if (total[z] > total[best]) best = z
    return best
  }

  /** Fills `agreed`, and `apart` and `choice` of the member of group g, whose links begin at `link`. */
  private collectMember(
    k: number,
    g: number,
    link: number,
    s: Float64Array,
    scale: number,
    size: number,
  ): void {
    const { agrees, penalties, agreed, apart, choice } = this
    const member = g - this.groupStart[k]
    const from = this.valueStart[k]
    agreed.fill(NEVER, 0, size)
    apart[member] = NEVER
    for (let l = link; l < link + this.widths[g]; l++) {
      const score = scale * s[l]
      if (agrees[from + l] >= 0) agreed[agrees[from + l]] = score
      if (score - penalties[from + l] <= apart[member]) continue
      apart[member] = score - penalties[from + l]
      choice[member] = l
    }
  }

  /** Lists the links that are 1 if the set has the value z; sets `own`. Returns their number. */
  private choose(k: number, s: Float64Array, scale: number, z: number, on: Int32Array): number {
    const { groupStart, widths, agrees, penalties, apart, choice } = this
    const from = this.valueStart[k]
    const members = groupStart[k + 1] - 1 - groupStart[k]
    this.own = 0
    let link = 0
    for (let j = 0; j < members; j++) {
      const width = widths[groupStart[k] + j]
      let chosen = choice[j]
      for (let l = link; l < link + width; l++)
        if (agrees[from + l] === z && scale * s[l] >= apart[j]) chosen = l
      if (agrees[from + chosen] !== z) this.own -= penalties[from + chosen]
      on[j] = chosen
      link += width
    }
    on[members] = link + z
    return members + 1
  }

  protected projectLocal(factor: number, t: Float64Array, n: number, eta: number): void {
    const k = factor - this.first
    let set = this.sets[k]
    if (set === undefined) {
      set = new ActiveSet(n, this.groupStart[k + 1] - this.groupStart[k])
      this.sets[k] = set
    }
    this.current = k
    set.solve(t, eta, this, this.rounds, this.z, this.scratch)
    for (let i = 0; i < n; i++) t[i] = this.z[i]
  }

  protected maxMarginalsLocal(
    factor: number,
    s: Float64Array,
    _n: number,
    on: Float64Array,
    off: Float64Array,
  ): number {
    const k = factor - this.first
    const { groupStart, widths, agrees, penalties, total, agreed, apart } = this
    const best = total[this.collect(k, s, 1)]
    const set = groupStart[k + 1] - 1
    const size = widths[set]
    const from = this.valueStart[k]
    let link = 0
    for (let g = groupStart[k]; g < set; g++) {
      this.collectMember(k, g, link, s, 1, size)
      // `agreed` becomes the best of the others with each value of the set. The two largest suffice, since a
      // value of the member excludes only one value of the set.
      let first = -1
      let second = -1
      for (let z = 0; z < size; z++) {
        agreed[z] = total[z] - Math.max(agreed[z], apart[g - groupStart[k]])
        if (first < 0 || agreed[z] > agreed[first]) {
          second = first
          first = z
        } else if (second < 0 || agreed[z] > agreed[second]) second = z
      }
      for (let l = link; l < link + widths[g]; l++) {
        const own = agrees[from + l]
        const other = own === first ? second : first
        const alone = other < 0 ? NEVER : agreed[other] - penalties[from + l]
        on[l] = s[l] + (own < 0 ? alone : Math.max(agreed[own], alone))
      }
      offFromOthers(on, off, link, widths[g])
      link += widths[g]
    }
    for (let z = 0; z < size; z++) on[link + z] = total[z]
    offFromOthers(on, off, link, size)
    return best
  }

  protected scoreLocal(factor: number, z: Float64Array, _n: number): number {
    const k = factor - this.first
    const from = this.valueStart[k]
    const members = this.valueStart[k + 1] - from
    const set = this.groupStart[k + 1] - 1
    const value = onlyOne(z, members, this.widths[set]) - members
    let score = value < 0 ? NEVER : 0
    let link = 0
    for (let g = this.groupStart[k]; g < set; g++) {
      const l = onlyOne(z, link, this.widths[g])
      if (l < 0) return NEVER
      if (this.agrees[from + l] !== value) score -= this.penalties[from + l]
      link += this.widths[g]
    }
    return score
  }

  override relaxedScore(factor: number, _z: Float64Array): number {
    return this.sets[factor - this.first]?.ownScore() ?? 0
  }

  override reset(): void {
    for (const set of this.sets) set?.reset()
  }

  override leastScore(factor: number): number {
    const k = factor - this.first
    let least = 0
    let at = this.valueStart[k]
    for (let g = this.groupStart[k]; g < this.groupStart[k + 1] - 1; g++) {
      let largest = 0
      for (const end = at + this.widths[g]; at < end; at++) largest = Math.max(largest, this.penalties[at])
      least -= largest
    }
    return least
  }

  /** The mean penalty. */
  override scale(): number {
    let sum = 0
    for (const penalty of this.penalties) sum += penalty
    return this.penalties.length === 0 ? 0 : sum / this.penalties.length
  }

  override ownWork(factor: number): number {
    const k = factor - this.first
    return 2 * (this.valueStart[k + 1] - this.valueStart[k])
  }

  /** Each member and the set are a table of penalties. */
  addForm(forms: LinearForms, factor: number): void {
    this.addMember(forms, factor, this.groupStart[factor - this.first], this.links.factorStart[factor])
  }

  addMoreForms(forms: LinearForms, factor: number): void {
    const k = factor - this.first
    let link = this.links.factorStart[factor]
    for (let g = this.groupStart[k]; g < this.groupStart[k + 1]; g++) {
      if (g > this.groupStart[k] && g < this.groupStart[k + 1] - 1) {
        this.addMember(forms, factor, g, link)
        forms.end()
      }
      forms.exactlyOne(link, this.widths[g])
      link += this.widths[g]
    }
  }

  private addMember(forms: LinearForms, factor: number, g: number, link: number): void {
    const k = factor - this.first
    const first = this.links.factorStart[factor]
    const size = this.widths[this.groupStart[k + 1] - 1]
    const width = this.widths[g]
    const table = new Float64Array(width * size)
    for (let y = 0; y < width; y++) {
      const value = this.valueStart[k] + link - first + y
      for (let z = 0; z < size; z++)
        if (this.agrees[value] !== z) table[y * size + z] = -this.penalties[value]
    }
    forms.table(table)
    for (let y = 0; y < width; y++) forms.link(link + y, y * size)
    const set = first + this.valueStart[k + 1] - this.valueStart[k]
    for (let z = 0; z < size; z++) forms.link(set + z, z)
  }

  addTo(graph: FactorGraph, factor: number, literals: readonly Literal[]): void {
    const k = factor - this.first
    const [from, end] = [this.valueStart[k], this.valueStart[k + 1]]
    graph.store.add(
      consensus.code,
      graph.store.count,
      literals.map((literal) => 2 * literal.slot + (literal.negated ? 1 : 0)),
      Float64Array.of(
        this.groupStart[k + 1] - this.groupStart[k],
        ...this.widths.subarray(this.groupStart[k], this.groupStart[k + 1]),
        ...this.agrees.subarray(from, end),
        ...this.penalties.subarray(from, end),
      ),
    )
  }
}

/** The index of the only 1 among `width` numbers; −1 if there is not exactly one. */
function onlyOne(z: Float64Array, from: number, width: number): number {
  let found = -1
  for (let l = from; l < from + width; l++) {
    if (z[l] !== 1) continue
    if (found >= 0) return -1
    found = l
  }
  return found
}

/** In a group of which exactly one link is 1, a link is 0 exactly if another one is 1. */
export function offFromOthers(on: Float64Array, off: Float64Array, from: number, size: number): void {
  let first = NEVER
  let second = NEVER
  let best = -1
  for (let i = from; i < from + size; i++)
    if (on[i] > first) {
      second = first
      first = on[i]
      best = i
    } else if (on[i] > second) second = on[i]
  for (let i = from; i < from + size; i++) off[i] = i === best ? second : first
}
