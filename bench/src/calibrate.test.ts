import { expect, test } from 'vitest'
import { calibrate, kernel } from './calibrate.js'

test('the kernel settles: every further run gives the same sum', () => {
  kernel()
  const sum = kernel()
  expect(sum).toBeGreaterThan(0)
  expect(kernel()).toBe(sum)
})

test('the time is positive', () => {
  expect(calibrate(1)).toBeGreaterThan(0)
})
