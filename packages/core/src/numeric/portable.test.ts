// The portable logarithm and exponential agree with Math to the last digits.
import { expect, test } from 'vitest'
import { portableExp, portableLog } from './portable.js'

const relative = (a: number, b: number) => (a === b ? 0 : Math.abs(a - b) / Math.abs(b))

test('portableLog agrees with Math.log to the last digits', () => {
  for (let k = -1060; k <= 1020; k += 0.37) {
    const x = 1.2345 * 2 ** k
    expect(relative(portableLog(x), Math.log(x))).toBeLessThan(1e-15)
  }
  for (let d = -0.4; d < 0.4; d += 0.0013)
    expect(Math.abs(portableLog(1 + d) - Math.log(1 + d))).toBeLessThan(3e-16)
  expect(portableLog(1)).toBe(0)
  expect(portableLog(0)).toBe(Number.NEGATIVE_INFINITY)
  expect(portableLog(-1)).toBeNaN()
})

test('portableExp agrees with Math.exp to the last digits', () => {
  for (let x = -700; x < 709; x += 0.0917) expect(relative(portableExp(x), Math.exp(x))).toBeLessThan(1e-15)
  expect(portableExp(0)).toBe(1)
  expect(portableExp(-1000)).toBe(0)
  expect(portableExp(Number.NEGATIVE_INFINITY)).toBe(0)
  expect(portableExp(Number.NaN)).toBeNaN()
})
