// The registry: codes are places in the list, and names and labels are unique.
import { expect, it } from 'vitest'
import { FORMS, KINDS } from './registry.js'

it('has every kind at the place that its code says', () => {
  expect(KINDS.map(({ code }) => code)).toEqual(KINDS.map((_, place) => place))
})

it('has one kind for each name, and one form for each label', () => {
  for (const names of [KINDS.map(({ name }) => name), FORMS.map(({ label }) => label)])
    expect(new Set(names).size).toBe(names.length)
})
