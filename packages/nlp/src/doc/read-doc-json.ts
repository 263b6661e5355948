// Reads the JSON of a document, from any source: every value is checked.
import { ParleyError } from '@parleyjs/core'
import type { ParsedTree, ParseReport } from '../pipeline/stages.js'
import { COLUMNS } from '../text/conllu/columns.js'
import { parseConllu } from '../text/conllu/read.js'
import type { DocPart } from './doc.js'

/** Reads what `docToJson` made, from any source. */
export function docFromJson(json: unknown): { text: string; parts: DocPart[] } {
  const doc = record(json, 'the document')
  if (doc.format !== 'parley-doc') throw bad('the document', 'does not say "format": "parley-doc"')
  if (doc.version !== 1) throw bad('the document', `has version ${String(doc.version)}; this Parley reads 1`)
  const text = string(doc.text, 'text')
  let line = 1
  let at = 0
  const parts = list(doc.sentences, 'sentences').map((one, s) => {
    const place = `sentences[${s}]`
    const { comments = [], tokens, parse } = record(one, place)
    const rows = list(tokens, `${place}.tokens`).map((row, t) => record(row, `${place}.tokens[${t}]`))
    const lines = [
      ...list(comments, `${place}.comments`).map((comment) => commentOf(comment, `${place}.comments`)),
      ...rows.map((row, t) => rowOf(row, `${place}.tokens[${t}]`)),
    ]
    const [sentence, ...more] = parseConllu(`${lines.join('\n')}\n\n`, {
      strict: false,
      onWarning: () => {},
      firstLine: line,
    })
    if (sentence === undefined || more.length > 0 || sentence.rows.length !== rows.length)
      throw bad(place, 'is not one sentence')
    line += lines.length + 1
    const offsets = offsetsOf(rows, sentence.length, { place, from: at, length: text.length })
    at = offsets[offsets.length - 1]
    return { sentence, offsets, parse: parse === undefined ? null : parseOf(parse, sentence.length, place) }
  })
  return { text, parts }
}

function rowOf(row: Readonly<Record<string, unknown>>, place: string): string {
  return COLUMNS.map((name) => lineOf(row[name] ?? '_', `${place}.${name}`)).join('\t')
}

function commentOf(value: unknown, place: string): string {
  const text = string(value, place)
  if (!/^#[^\n\r]*$/.test(text)) throw bad(place, `has ${JSON.stringify(text)}, which is no comment line`)
  return text
}

function lineOf(value: unknown, place: string): string {
  const text = typeof value === 'number' ? String(value) : string(value, place)
  if (/[\t\n\r]/.test(text)) throw bad(place, 'has a tab or the end of a line inside')
  return text
}

/** The places of all words. They must be in order and inside of the text. */
function offsetsOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  words: number,
  { place, from, length }: { place: string; from: number; length: number },
): Int32Array {
  const offsets = new Int32Array(2 * words)
  let at = from
  let covered = 0
  rows.forEach(({ id, start, end }, t) => {
    const [first, last = first] = String(id).split('-').map(Number)
    if (String(id).includes('.') || first <= covered) return
    const here = [start, end].every(Number.isInteger) ? [Number(start), Number(end)] : [-1, -1]
    if (here[0] < at || here[1] < here[0] || here[1] > length)
      throw bad(
        `${place}.tokens[${t}]`,
        `has no place: start and end must be whole numbers in order, from ${at} to ${length}`,
      )
    for (let word = first; word <= last; word++) offsets.set(here, 2 * word - 2)
    at = here[1]
    covered = last
  })
  return offsets
}

const NUMBERS: Readonly<Record<string, number>> = { Infinity: Infinity, '-Infinity': -Infinity, NaN: NaN }

function parseOf(json: unknown, words: number, place: string): ParseReport {
  const { alternatives, ...report } = record(json, `${place}.parse`)
  const quality = reportOf(report, words, `${place}.parse`)
  if (alternatives === undefined) return quality
  const trees = list(alternatives, `${place}.parse.alternatives`).map((one, i): ParsedTree => {
    const there = `${place}.parse.alternatives[${i}]`
    const { heads, deprels, ...rest } = record(one, there)
    return {
      heads: Int32Array.from(numbers(heads, words, `${there}.heads`)),
      deprels: list(deprels, `${there}.deprels`).map((name) => string(name, `${there}.deprels`)),
      ...reportOf(rest, words, there),
    }
  })
  return { ...quality, alternatives: trees }
}

function reportOf(report: Readonly<Record<string, unknown>>, words: number, place: string): ParseReport {
  const { status, value, bound, gap, confidence, margin, ...rest } = report
  return {
    ...rest,
    status: string(status, `${place}.status`),
    value: number(value, `${place}.value`),
    bound: number(bound, `${place}.bound`),
    gap: number(gap, `${place}.gap`),
    confidence: Float64Array.from(numbers(confidence, words, `${place}.confidence`)),
    ...(margin !== undefined && { margin: Float64Array.from(numbers(margin, words, `${place}.margin`)) }),
  }
}

function numbers(value: unknown, count: number, place: string): number[] {
  const found = list(value, place).map((one) => number(one, place))
  if (found.length !== count) throw bad(place, `has ${found.length} numbers for ${count} words`)
  return found
}

function number(value: unknown, place: string): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && Object.hasOwn(NUMBERS, value)) return NUMBERS[value]
  throw bad(place, 'is not a number')
}

function string(value: unknown, place: string): string {
  if (typeof value !== 'string') throw bad(place, 'is not a text')
  return value
}

function list(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw bad(place, 'is not a list')
  return value
}

function record(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad(place, 'is not an object')
  return value as Record<string, unknown>
}

function bad(place: string, fact: string): ParleyError {
  return new ParleyError('bad-input', `This is not a document of Parley: ${place} ${fact}.`)
}
