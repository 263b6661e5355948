// Tests that every tab must pass; they run after the tab's own tests.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from './page.js'

/** To be called at the end of a tab's tests: `opened` returns the page in the state that they left. */
export function whatEveryTabPromises(opened: () => { page: Page; wrongs: string[] }): void {
  test('has no serious accessibility problem, in light and in dark', async () => {
    const { page } = opened()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('fits a phone', async () => {
    const { page } = opened()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  test('nothing went wrong, and nothing was asked of other servers', () => {
    expect(opened().wrongs).toEqual([])
  })
}
