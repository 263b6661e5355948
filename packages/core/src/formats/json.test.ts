// Parley's JSON: round trips, the examples of the documentation, the schema, and errors with their paths.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bestOf, randomGraph, refusal, sameEverywhere } from '../../test-support/random-graph.js'
import { FactorGraph } from '../graph/graph.js'
import { FORMS } from '../kinds/registry.js'
import { evaluate } from '../problem/evaluate.js'
import { readJson } from './json-read.js'
import { writeJson } from './json-write.js'

const root = new URL('../../../../', import.meta.url)
const examples = [
  ...readFileSync(new URL('docs/json-format.md', root), 'utf8').matchAll(/```json\n([\s\S]*?)```/g),
].map((match) => match[1])
const schema = JSON.parse(
  readFileSync(new URL('../../schema/graph.schema.json', import.meta.url), 'utf8'),
) as Schema

describe('round trip', () => {
  test('reading back what was written gives the same graph, bit for bit after the first time', () => {
    for (let seed = 0; seed < 150; seed++) {
      const graph = randomGraph(seed)
      const written = writeJson(graph)
      const back = readJson(written)
      sameEverywhere(back, graph)
      for (let f = 0; f < graph.factorCount; f++) {
        expect(back.factorLabel(f)).toBe(graph.factorLabel(f))
        expect(back.factorName(f)).toBe(graph.factorName(f))
        expect([...back.store.literalsOf(f)].length).toBe(graph.store.literalsOf(f).length)
      }
      for (let v = 0; v < graph.variableCount; v++) expect(back.variableName(v)).toBe(graph.variableName(v))
      expect([...back.evidence.data.subarray(0, back.slotCount)]).toEqual([
        ...graph.evidence.data.subarray(0, graph.slotCount),
      ])
      expect(writeJson(back)).toBe(written)
      expect(problems(schema, JSON.parse(written))).toEqual([])
    }
  })

  test('a custom factor is refused', () => {
    const graph = new FactorGraph()
    graph.add({ maximize: () => 0 }, [graph.binary()])
    const error = refusal(() => writeJson(graph))
    expect(error.code).toBe('unsupported')
    expect(error.message).toMatch(/custom/)
  })
})

describe('the documentation', () => {
  test('its examples read, follow the schema and use every kind', () => {
    expect(examples.length).toBe(2)
    const kinds = new Set<string>()
    for (const example of examples) {
      const graph = readJson(example)
      for (let f = 0; f < graph.factorCount; f++) kinds.add(graph.factorLabel(f))
      expect(problems(schema, JSON.parse(example))).toEqual([])
    }
    const written = FORMS.filter((form) => form.json !== undefined)
    expect([...kinds].sort()).toEqual(written.map((form) => form.label).sort())
  })

  test('its first example has the answer it states', () => {
    const graph = readJson(examples[0])
    expect(evaluate(graph, [1, 0, 1, 1])).toBeCloseTo(0.9, 12)
    expect(evaluate(graph, [0, 0, 0, 0])).toBeCloseTo(0.8, 12)
    expect(bestOf(graph)).toBeCloseTo(0.9, 12)
  })

  test('the schema refuses what the reader refuses', () => {
    for (const bad of [
      { parley: 2, variables: [] },
      { parley: 1 },
      { parley: 1, variables: [{ score: 'x' }] },
      { parley: 1, variables: [{ score: 1, scores: [1] }] },
      { parley: 1, variables: [{}], factors: [{ kind: 'xor' }] },
      { parley: 1, variables: [{}], factors: [{ kind: 'budget', literals: ['#0'] }] },
      { parley: 1, variables: [{}], factors: [{ kind: 'tree', literals: ['#0'] }] },
      { parley: 1, variables: [{}], factor: [] },
    ]) {
      expect(problems(schema, bad), JSON.stringify(bad)).not.toEqual([])
      expect(refusal(() => readJson(bad)).code).toBe('bad-input')
    }
  })
})

describe('errors', () => {
  const variables = '"parley": 1, "variables": [{"name": "a"}, {"name": "c", "scores": [1, 2]}]'
  test.each([
    ['{', 1, 2, /expected a name in double quotes, found the end/],
    ['{\n  "parley": 1\n  "variables": []}', 3, 3, /a comma or }, found "\\""/],
    ['{"parley": 1,\n "variables": [1 2]}', 2, 18, /a comma or ], found "2"/],
    ['{"parley": 1, }', 1, 15, /a name in double quotes, found "}"/],
    ['[1,]', 1, 4, /a value/],
    ['[01]', 1, 2, /a value/],
    ['{"a": "\\x"}', 1, 8, /rest of a string/],
    ['{"a": 1} 2', 1, 10, /the end of the text/],
    ['nul', 1, 1, /a value/],
    ['', 1, 1, /a value/],
    ['['.repeat(100_000), 1, 100_001, /nested|a value/],
  ])('%j is a syntax error with its place', (text, line, column, message) => {
    const error = refusal(() => readJson(text, { file: 'bad.json' }))
    expect(error.message).toMatch(message)
    expect(error.place).toEqual({ line, column, file: 'bad.json' })
  })

  test.each([
    ['[]', /^The graph: expected an object, found a list of 0/],
    ['{"variables": []}', /^parley: expected the format’s version/],
    ['{"parley": 1}', /^variables: expected a list, found nothing/],
    ['{"parley": 1, "variables": [{"nam": "a"}]}', /^variables\[0\]: the field "nam" is unknown/],
    [
      '{"parley": 1, "variables": [{"score": 1e999}]}',
      /^variables\[0\].score: expected a number, found Infinity/,
    ],
    [
      '{"parley": 1, "variables": [{"score": [1]}]}',
      /^variables\[0\].score: expected the scores of 0 and of 1/,
    ],
    ['{"parley": 1, "variables": [{"scores": []}]}', /^variables\[0\]: .*at least one value/],
    [
      '{"parley": 1, "variables": [{"scores": [1, null]}]}',
      /^variables\[0\].scores\[1\]: expected a number, found null/,
    ],
    [
      '{"parley": 1, "variables": [{"name": "a"}, {"name": "a"}]}',
      /^variables\[1\]: Two variables are called "a"/,
    ],
    [`{${variables}, "factors": [{}]}`, /^factors\[0\].kind: expected a string/],
    [`{${variables}, "factors": [null]}`, /^factors\[0\].kind: expected a string/],
    [`{${variables}, "factors": [{"kind": "tree"}]}`, /^factors\[0\].kind: the kind "tree" is unknown/],
    [`{${variables}, "factors": [{"kind": "custom"}]}`, /^factors\[0\].kind: a custom factor is a function/],
    [
      `{${variables}, "factors": [{"kind": "xor", "literals": ["a", "rian"]}]}`,
      /^factors\[0\].literals\[1\]: No variable/,
    ],
    [
      `{${variables}, "factors": [{"kind": "xor", "literals": ["c"]}]}`,
      /^factors\[0\].literals\[0\]: has 2 values/,
    ],
    [`{${variables}, "factors": [{"kind": "xor", "literals": ["c=2"]}]}`, /values 0 to 1, not 2/],
    [`{${variables}, "factors": [{"kind": "xor", "literals": ["!!a"]}]}`, /is not a literal/],
    [`{${variables}, "factors": [{"kind": "xor", "literals": ["#2"]}]}`, /variable #2 does not exist/],
    [`{${variables}, "factors": [{"kind": "xor", "literals": []}]}`, /^factors\[0\]: .*at least one literal/],
    [`{${variables}, "factors": [{"kind": "pair", "literals": ["a"], "score": 1}]}`, /a pair has 2 literals/],
    [`{${variables}, "factors": [{"kind": "budget", "literals": ["a"], "atMost": 0.5}]}`, /whole numbers/],
    [
      `{${variables}, "factors": [{"kind": "knapsack", "literals": ["a"], "costs": [], "budget": 1}]}`,
      /got 0 costs/,
    ],
    [
      `{${variables}, "factors": [{"kind": "dense", "variables": ["a", "c"], "scores": [1]}]}`,
      /4 combinations.*got 1/,
    ],
    [`{${variables}, "evidence": ["a", "!a"]}`, /^evidence\[1\]: contradicts/],
    [`{${variables}, "evidence": ["c=0", "c=1"]}`, /^evidence\[1\]: contradicts/],
  ])('%s names the place', (text, message) => {
    const error = refusal(() => readJson(text, { file: 'bad.json' }))
    expect(error.message).toMatch(message)
    expect(error.code).toBe('bad-input')
    expect(error.place.file).toBe('bad.json')
  })
})

// As much of JSON Schema as the schema uses.
interface Schema {
  [keyword: string]: unknown
}

function problems(rule: Schema, value: unknown, path = '$'): string[] {
  const found: string[] = []
  const part = (sub: unknown, at: unknown, where: string) => problems(sub as Schema, at, where)
  const matching = (subs: unknown) =>
    (subs as Schema[]).filter((sub) => part(sub, value, path).length === 0).length
  const bad = (broken: boolean, keyword: string) => broken && found.push(`${path}: ${keyword}`)
  for (const [keyword, want] of Object.entries(rule)) {
    if (keyword === '$ref')
      found.push(...part((schema.$defs as Schema)[(want as string).slice(8)], value, path))
    else if (keyword === 'const') bad(value !== want, keyword)
    else if (keyword === 'type') bad(![want].flat().some((type) => hasType(value, type as string)), keyword)
    else if (keyword === 'oneOf') bad(matching(want) !== 1, keyword)
    else if (keyword === 'anyOf') bad(matching(want) === 0, keyword)
    else if (keyword === 'not') bad(part(want, value, path).length === 0, keyword)
    else if (keyword === 'pattern')
      bad(typeof value === 'string' && !new RegExp(want as string).test(value), keyword)
    else if (keyword === 'minimum') bad(typeof value === 'number' && value < (want as number), keyword)
    else if (keyword === 'minItems') bad(Array.isArray(value) && value.length < (want as number), keyword)
    else if (keyword === 'maxItems') bad(Array.isArray(value) && value.length > (want as number), keyword)
    else if (keyword === 'items' && Array.isArray(value))
      found.push(...value.flatMap((item, i) => part(want, item, `${path}[${i}]`)))
    else if (hasType(value, 'object'))
      found.push(...objectProblems(rule, keyword, want, value as Schema, path))
  }
  return found
}

function objectProblems(rule: Schema, keyword: string, want: unknown, value: Schema, path: string): string[] {
  const properties = (rule.properties ?? {}) as Schema
  if (keyword === 'required')
    return (want as string[]).filter((name) => !(name in value)).map((name) => `${path}: ${name} is missing`)
  if (keyword === 'additionalProperties')
    return Object.keys(value)
      .filter((name) => !(name in properties))
      .map((name) => `${path}: ${name} is unknown`)
  if (keyword !== 'properties') return []
  return Object.keys(properties)
    .filter((name) => name in value)
    .flatMap((name) => problems(properties[name] as Schema, value[name], `${path}.${name}`))
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
