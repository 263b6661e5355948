// The registry: codes are places in the list, names and labels are unique, and every kind has a folder with
// its laws.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { FORMS, KINDS } from './registry.js'

it('has every kind at the place that its code says', () => {
  expect(KINDS.map(({ code }) => code)).toEqual(KINDS.map((_, place) => place))
})

it('has one kind for each name, and one form for each label', () => {
  for (const names of [KINDS.map(({ name }) => name), FORMS.map(({ label }) => label)])
    expect(new Set(names).size).toBe(names.length)
})

it('has a folder for each kind, with its laws', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  for (const { name } of KINDS) expect(readdirSync(`${folder}/${name}`)).toContain(`${name}.test.ts`)
})
