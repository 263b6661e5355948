// Finds and starts a headless Chromium.
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of a browser: PARLEY_CHROMIUM, an installed one, or one from npm. Undefined if no browser is
 * found.
 */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env.PARLEY_CHROMIUM
  if (given) return given
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']
  const found = installed.find((path) => existsSync(path))
  if (found !== undefined) return found
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    return await packed.executablePath()
  } catch {
    return undefined
  }
}

/** Starts the browser; close it afterwards. */
export async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath, args: ARGUMENTS })
}
