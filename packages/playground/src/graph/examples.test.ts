import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXAMPLES } from './examples.js'

test.each(EXAMPLES.filter(({ file }) => file !== undefined))(
  '$name is examples/$file',
  ({ file, source }) => {
    expect(source).toBe(readFileSync(new URL(`../../../../examples/${file}`, import.meta.url), 'utf8'))
  },
)
