// Names and lists of parts.
import { expect, it } from 'vitest'
import { PART_NAMES, Part, type PartName, partList, partsName } from './parts.js'

it('knows the sizes by name', () => {
  expect(partList('arc')).toEqual(['arc'])
  expect(partList('second')).toEqual(['arc', 'sibling', 'grandparent'])
  expect(partList('full')).toEqual(PART_NAMES.slice(0, 7))
  expect(partList('logic')).toEqual(
    PART_NAMES.filter((name) => name !== 'grand-sibling' && name !== 'tri-sibling'),
  )
})

it('reads lists, as text too, in any order and with repetitions; arcs are always there', () => {
  expect(partList('grandparent,sibling , sibling')).toEqual(['arc', 'sibling', 'grandparent'])
  expect(partList(['path', 'arc'])).toEqual(['arc', 'path'])
  expect(partList([])).toEqual(['arc'])
})

it('refuses what it does not know, with what it does', () => {
  for (const wrong of ['third', '', 'arc,', 'arc;sibling', 'toString'])
    expect(() => partList(wrong)).toThrow(/no parts called ".*"\. Choose a size \(arc, second, full, logic\)/)
  expect(() => partList(['arcs' as PartName])).toThrow(/"arcs".*head-bigram/)
})

it('names lists by their size', () => {
  for (const size of ['arc', 'second', 'full', 'logic']) expect(partsName(partList(size))).toBe(size)
  expect(partsName(['path', 'arc'])).toBe('arc,path')
})

it('numbers parts in the order of their names', () => {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  expect(Object.keys(Part).map(kebab)).toEqual([...PART_NAMES])
  expect(Object.values(Part)).toEqual(PART_NAMES.map((_, i) => i))
})
