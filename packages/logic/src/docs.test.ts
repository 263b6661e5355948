// Every program in docs/logic.md runs and gives the answer shown below it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ground } from './ground/ground.js'
import { parseRules } from './program/parse.js'

const text = readFileSync(new URL('../../../docs/logic.md', import.meta.url), 'utf8')

/** The fenced code blocks with their language, line and content. */
function blocks(): { language: string; line: number; code: string }[] {
  const found: { language: string; line: number; code: string }[] = []
  for (const match of text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm))
    found.push({
      language: match[1],
      line: text.slice(0, match.index).split('\n').length + 1,
      code: match[2],
    })
  return found
}

/** Formats an answer as the guide shows it. */
function describeAnswer(program: string): string {
  const grounding = ground(parseRules(program))
  const answer = grounding.solve({ algorithm: 'exact' })
  if (answer.status === 'infeasible')
    return `infeasible\n${answer
      .clash()
      .map((rule) => `clash: ${rule.named ? `${rule.rule}: ` : ''}${rule.text}\n`)
      .join('')}`
  const round = (x: number) => Number(x.toPrecision(10))
  const explanation = answer.explain()!
  const lines = grounding.predicates.flatMap((name) =>
    answer.atoms(name).map((tuple) => (tuple.length === 0 ? name : `${name}(${tuple.join(', ')})`)),
  )
  for (const { cost, rule, named, text: said } of explanation.violated)
    lines.push(`violated, ${round(cost)}: ${named ? `${rule}: ` : ''}${said}`)
  return `${answer.status}, value ${round(answer.value)}\n${lines.map((line) => `${line}\n`).join('')}`
}

const all = blocks()
const programs = all.flatMap((block, i) =>
  block.language === 'parley' ? [{ ...block, answer: all[i + 1] }] : [],
)

test('the guide has programs', () => {
  expect(programs.length).toBeGreaterThan(6)
})

test.each(programs.map((program) => [program.line, program] as const))('docs/logic.md:%i', (_, program) => {
  expect(program.answer?.language, 'a program is followed by its answer').toBe('text')
  expect(describeAnswer(program.code)).toBe(program.answer.code)
})
