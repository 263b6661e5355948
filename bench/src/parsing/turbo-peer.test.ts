// The formats of TurboParser and of the shell's `times`.
import { expect, test } from 'vitest'
import { commandTime, parseModels, parseTimes, toConllX } from './turbo-peer.js'

test('CoNLL-X has words only, and no spaces', () => {
  const source = [
    '# text = du a b',
    '1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_',
    '1\tde\tde\tADP\tE\tA=b\t0\troot\t_\tSpaceAfter=No',
    '1.1\tx\tx\tX\tX\t_\t_\t_\t0:root\t_',
    '2\ta b\ta b\tX\t_\t_\t1\tdep\t_\t_',
    '',
    '',
  ].join('\n')
  expect(toConllX(source)).toBe(
    '1\tde\tde\tADP\tE\tA=b\t0\troot\t_\t_\n2\ta_b\ta_b\tX\t_\t_\t1\tdep\t_\t_\n\n',
  )
})

test('models by size', () => {
  expect([...parseModels('second=a.model,full=b')]).toEqual([
    ['second', 'a.model'],
    ['full', 'b'],
  ])
  expect(parseModels('').size).toBe(0)
  expect(() => parseModels('a.model')).toThrow('should be PARTS=FILE')
})

test("the shell's times", () => {
  expect(parseTimes('0m0.001s 0m0.002s\n1m1.250s 0m0.050s\n')).toBe(61_300)
  expect(commandTime(process.execPath, ['-e', 'for (let i = 0; i < 1e6; i++);'])).toBeGreaterThan(0)
  expect(() => commandTime(process.execPath, ['-e', 'process.exit(3)'])).toThrow('ended with 3')
})
