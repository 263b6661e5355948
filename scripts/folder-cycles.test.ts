// Tests the finder of cycles between folders: what counts as an import, and which cycles it finds.
import { describe, expect, test } from 'vitest'
import { folderKnots, runtimeImportsIn } from './folder-cycles.js'

const knotsOf = (files: Record<string, string>) => folderKnots(new Map(Object.entries(files)))

describe('imports at run time', () => {
  test('are static, dynamic, re-exported and for effects alone', () => {
    const source = `
import { a } from './one.js'
import './two.js'
import {
  type b,
  c,
} from './three.js'
export * from './four.js'
export { d } from './five.js'
const e = await import('./six.js')
import f, { type g } from './seven.js'
import type, { h } from './eight.js'
`
    const found = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(
      (name) => `./${name}.js`,
    )
    expect(runtimeImportsIn(source).sort()).toEqual(found.sort())
  })

  test('are not those of types, nor addresses of threads, nor comments', () => {
    const source = `
import type { a } from './one.js'
import type b from './two.js'
export type { c } from './three.js'
import { type d } from './four.js'
export {
  type e,
  type f,
} from './five.js'
export type * from './six.js'
export type Fine = 'from' | './seven.js'
const url = new URL('./eight.js', import.meta.url)
// import { g } from './nine.js'
/* import { h } from './ten.js' */
`
    expect(runtimeImportsIn(source)).toEqual([])
  })
})

describe('knots', () => {
  test('are pairs of folders that import each other, not those of one direction', () => {
    const files = {
      'a/x.ts': `import { y } from '../b/y.js'`,
      'b/z.ts': `import { x } from '../a/x.js'`,
      'c/w.ts': `import { x } from '../a/x.js'`,
      'd/v.ts': `import { u } from './u.js'`,
    }
    expect(knotsOf(files)).toEqual([['a', 'b']])
    expect(knotsOf({ ...files, 'b/z.ts': `import type { x } from '../a/x.js'` })).toEqual([])
  })

  test('are long cycles too; two cycles that do not meet are two knots', () => {
    const files = {
      'a/1.ts': `import '../b/1.js'`,
      'b/1.ts': `import '../c/1.js'`,
      'c/1.ts': `import '../a/1.js'\nimport '../d/e/1.js'`,
      'd/e/1.ts': `import '../1.js'`,
      'd/1.ts': `export { x } from './e/1.js'`,
    }
    expect(knotsOf(files)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'd/e'],
    ])
  })

  test('may contain the top folder', () => {
    expect(knotsOf({ 'a.ts': `import './b/c.js'`, 'b/c.ts': `import '../a.js'` })).toEqual([['.', 'b']])
  })
})
