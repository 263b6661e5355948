// The example of docs/joint.md runs and prints what the page says.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { agree } from './agree.js'

const guide = readFileSync(new URL('../../../../docs/joint.md', import.meta.url), 'utf8')

it('the ten lines of docs/joint.md print what they say', () => {
  const lines = /```js\n([\s\S]*?)```/.exec(guide)![1].trim().split('\n')
  const statements = lines.filter((line) => !line.startsWith(' ') && !line.startsWith('}'))
  expect(statements.length).toBeLessThanOrEqual(10)
  const code = lines.filter((line) => !line.startsWith('import')).join('\n')
  const result: unknown = runInNewContext(code, { agree })
  expect(result).toMatchObject({ status: 'optimal', value: 4.2, answers: ['NV', 'NV'] })
})
