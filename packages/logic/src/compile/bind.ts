// Joins a program and its data: domains get members, given predicates become relations, functions become
// tables.
import { ParleyError } from '@parleyjs/core'
import { didYouMean } from '@parleyjs/core/internal'
import { constantValue } from '../data/constant-value.js'
import { type Data, dataRows, inlineRows, type Rows, rowError } from '../data/table.js'
import type { Resolved } from '../resolve/resolved.js'
import type { DomainDeclaration, Member, Param, Term } from '../syntax/ast.js'
import { errorAt, type Place } from '../syntax/place.js'
import { figure } from '../syntax/too-large.js'
import { Domain } from './domain.js'
import { Relation } from './relation.js'

/** A function as data: a value for each tuple of the relation. */
export interface FunctionTable {
  readonly relation: Relation
  /** Numbers; for a function into a domain, the value that a variable holds for the member. */
  readonly values: Float64Array
  readonly otherwise: number | null
  /** The domain of the values; null for numbers. */
  readonly result: Domain | null
}

export interface Bound {
  readonly resolved: Resolved
  readonly domains: ReadonlyMap<string, Domain>
  readonly givens: ReadonlyMap<string, Relation>
  readonly functions: ReadonlyMap<string, FunctionTable>
  /** Scores of open predicates that are given as a table. */
  readonly scores: ReadonlyMap<string, FunctionTable>
}

const LARGEST_INTERVAL = 10_000_000

/** The file that the data of each name comes from, for messages. */
export type DataFiles = Readonly<Record<string, string>>

/** Binds a program to its data. Domains that are intervals may have at most `limit` members in total. */
export function bind(resolved: Resolved, data: Data, limit: number, files: DataFiles = {}): Bound {
  return new Binder(resolved, data, limit, files).run()
}

interface Needed {
  readonly name: string
  readonly params: readonly Param[]
  readonly result: string | null
  readonly rows: Rows
  readonly hasValue: boolean
}

class Binder {
  private readonly domains = new Map<string, Domain>()
  /** Number of members of the intervals bound so far. */
  private members = 0
  private readonly tables = new Map<string, Needed>()

  constructor(
    private readonly resolved: Resolved,
    private readonly data: Data,
    private readonly limit: number,
    private readonly files: DataFiles,
  ) {}

  run(): Bound {
    const { resolved } = this
    this.checkNames()
    for (const one of resolved.givens.values()) this.need(one.name, one.params, one, one.table, false, true)
    for (const one of resolved.functions.values())
      this.need(one.name, one.params, one, one.table, true, one.otherwise === null)
    for (const one of resolved.opens.values()) {
      const inline = one.score !== null && 'rows' in one.score ? one.score : null
      if (one.score !== null && inline === null) this.refuseData(one.name, one.place)
      else this.need(one.name, one.params, one, inline, true, false)
    }
    for (const declaration of resolved.domains.values()) this.domain(declaration)

    const givens = new Map<string, Relation>()
    const functions = new Map<string, FunctionTable>()
    const scores = new Map<string, FunctionTable>()
    for (const { name } of resolved.givens.values()) givens.set(name, this.table(name).relation)
    for (const { name, otherwise, result } of resolved.functions.values())
      functions.set(name, { ...this.table(name), otherwise, result: this.domains.get(result ?? '') ?? null })
    for (const { name } of resolved.opens.values())
      if (this.tables.has(name)) scores.set(name, this.table(name))
    return { resolved, domains: this.domains, givens, functions, scores }
  }

  private checkNames(): void {
    const { domains, givens, functions, opens, macros } = this.resolved
    const known = [domains, givens, functions, opens, macros].flatMap((map) => [...map.keys()])
    for (const name of Object.keys(this.data)) {
      if (known.includes(name) && !macros.has(name)) continue
      const why = macros.has(name)
        ? `${name} is defined by its rule`
        : `the program declares nothing called ${name}`
      throw new ParleyError(
        'bad-input',
        `There is data for ${name}, but ${why}.${didYouMean(name, known)}`,
        Object.hasOwn(this.files, name) ? { file: this.files[name] } : {},
      )
    }
  }

  private refuseData(name: string, place: Place | null): void {
    if (Object.hasOwn(this.data, name))
      throw errorAt(
        this.resolved.source,
        place,
        `${name} has its table here, but the data has one, too. Leave one of them out.`,
      )
  }

  private need(
    name: string,
    params: readonly Param[],
    { place, result = null }: { readonly place: Place | null; readonly result?: string | null },
    inline: Parameters<typeof inlineRows>[0] | null,
    hasValue: boolean,
    required: boolean,
  ): void {
    const width = params.length + (hasValue ? 1 : 0)
    if (inline !== null) {
      this.refuseData(name, place)
      this.tables.set(name, {
        name,
        params,
        result,
        hasValue,
        rows: inlineRows(inline, width, this.resolved.source),
      })
      return
    }
    if (Object.hasOwn(this.data, name)) {
      const wanted = {
        args: params.map((param) => param.name),
        value: hasValue ? this.valueColumn(name) : null,
      }
      this.tables.set(name, {
        name,
        params,
        result,
        hasValue,
        rows: dataRows(name, this.data[name], wanted, this.files[name]),
      })
      return
    }
    if (required)
      throw errorAt(
        this.resolved.source,
        place,
        `There is no data for ${name}. Give it with the data, or write it here: "= { … }".`,
      )
    if (hasValue && this.resolved.functions.has(name)) {
      const rows: Rows = { width, rows: [], place: () => ({ text: name, place: {} }) }
      this.tables.set(name, { name, params, result, hasValue, rows })
    }
  }

  private valueColumn(name: string): string {
    return this.resolved.opens.has(name) ? 'score' : 'value'
  }

  private domain(declaration: DomainDeclaration): void {
    const { name, members, place } = declaration
    if (members !== null) this.refuseData(name, place)
    if (members?.kind === 'list') this.domains.set(name, new Domain(name, members.members))
    else if (members?.kind === 'interval') {
      const low = this.end(members.low)
      const high = this.end(members.high)
      if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high - low >= LARGEST_INTERVAL)
        throw errorAt(
          this.resolved.source,
          place,
          `The domain ${name} goes from ${low} to ${high}: whole numbers are expected, at most ${LARGEST_INTERVAL} of them.`,
        )
      const size = Math.max(0, high - low + 1)
      this.members += size
      if (this.members > this.limit)
        throw errorAt(
          this.resolved.source,
          place,
          `The domain ${name} has ${figure(size)} members; with those before it that is more than the limit of ` +
            `${figure(this.limit)}. Take a smaller interval, or raise the limit.`,
          'too-large',
        )
      this.domains.set(name, Domain.interval(name, low, size))
    } else if (Object.hasOwn(this.data, name)) this.listedDomain(name)
    else this.domains.set(name, new Domain(name, this.mentioned(name)))
  }

  private listedDomain(name: string): void {
    const rows = dataRows(name, this.data[name], { args: [name], value: null }, this.files[name])
    const seen = new Set<string>()
    rows.rows.forEach(([member], i) => {
      if (seen.has(String(member)))
        throw rowError(rows, i, `${member} is listed twice in the domain ${name}.`)
      seen.add(String(member))
    })
    this.domains.set(
      name,
      new Domain(
        name,
        rows.rows.map(([member]) => member),
      ),
    )
  }

  /**
   * The members of a domain without a list of its own: those that the data mention; numbers in ascending
   * order.
   */
  private mentioned(name: string): Member[] {
    const found = new Map<string, Member>()
    for (const { params, result, rows } of this.tables.values()) {
      const columns = [...params.map((param) => param.domain), result]
      columns.forEach((domain, c) => {
        if (domain !== name) return
        for (const row of rows.rows) if (!found.has(String(row[c]))) found.set(String(row[c]), row[c])
      })
    }
    const domain = new Domain(name, [...found.values()])
    return domain.numeric ? Array.from(domain.values).sort((a, b) => a - b) : [...found.values()]
  }

  /** The first or last number of an interval, as a number. */
  private end(term: Term): number {
    const value = constantValue(term, (name) => {
      const table = this.tables.get(name)
      return table?.params.length === 0 ? this.constant(table) : Number.NaN
    })
    if (Number.isFinite(value)) return value
    throw errorAt(this.resolved.source, term.place, 'The limits of a domain are numbers and constants.')
  }

  private constant({ name, rows }: Needed): number {
    const cell = rows.rows[0]?.[0]
    return cell === undefined ? Number.NaN : finite(name, cell, rows, 0)
  }

  private table(name: string): FunctionTable {
    const { params, rows, hasValue, result } = this.tables.get(name)!
    const domains = params.map((param) => this.domains.get(param.domain)!)
    const count = rows.rows.length
    const columns = domains.map(() => new Int32Array(count))
    const values = new Float64Array(hasValue ? count : 0)
    const target = result === null ? null : this.domains.get(result)!
    for (let row = 0; row < count; row++) {
      const cells = rows.rows[row]
      for (let c = 0; c < domains.length; c++) {
        const index = domains[c].indexOf(cells[c])
        if (index < 0) throw rowError(rows, row, notAMember(name, cells[c], domains[c], row))
        columns[c][row] = index
      }
      if (!hasValue) continue
      const cell = cells[domains.length]
      if (target === null) {
        values[row] = finite(name, cell, rows, row)
      } else {
        const index = target.indexOf(cell)
        if (index < 0) throw rowError(rows, row, notAMember(name, cell, target, row))
        values[row] = target.values[index]
      }
    }
    const relation = new Relation(name, domains, columns, count)
    return { ...this.withoutDoubles(name, rows, relation, values, hasValue), otherwise: null, result: target }
  }

  /** Drops repeated tuples; a tuple that is given twice with different values is an error. */
  private withoutDoubles(
    name: string,
    rows: Rows,
    relation: Relation,
    values: Float64Array,
    hasValue: boolean,
  ) {
    const { count, columns, strides, domains } = relation
    if (relation.repeated === 0) return { relation, values }
    const kept: number[] = []
    for (let row = 0; row < count; row++) {
      let key = 0
      for (let c = 0; c < columns.length; c++) key += columns[c][row] * strides[c]
      const last = relation.rowOf(key) // among equal tuples the relation keeps the last
      if (last === row) kept.push(row)
      else if (hasValue && values[last] !== values[row])
        throw rowError(
          rows,
          last,
          `${name}(${rows.rows[row].slice(0, domains.length).join(', ')}) has two values, ${values[row]} and ${values[last]}.`,
        )
    }
    const fewer = columns.map((column) => Int32Array.from(kept, (row) => column[row]))
    return {
      relation: new Relation(name, domains, fewer, kept.length),
      values: Float64Array.from(hasValue ? kept : [], (row) => values[row]),
    }
  }
}

function finite(name: string, cell: Member, rows: Rows, row: number): number {
  const value = typeof cell === 'number' ? cell : cell.trim() === '' ? Number.NaN : Number(cell)
  if (Number.isFinite(value)) return value
  throw rowError(rows, row, `${name} has the value ${JSON.stringify(cell)}; it must be a finite number.`)
}

function notAMember(name: string, member: Member, domain: Domain, row: number): string {
  const header =
    row === 0 ? ' If this row is data, note that the first row of a table must name its columns.' : ''
  return (
    `${JSON.stringify(member)} in ${name} is not in the domain ${domain.name}, ${domain.describe()}.` +
    (didYouMean(String(member), domain.keys) || header)
  )
}
