// Starts a browser and serves the playground, for scripts that use the page.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** Starts a headless browser: PARLEY_CHROMIUM, an installed one, or the one of npm. */
export async function openBrowser() {
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']
  const executablePath =
    process.env.PARLEY_CHROMIUM ??
    installed.find((path) => existsSync(path)) ??
    (await (await import('@sparticuz/chromium')).default.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

/** Starts a command that serves the page, and waits until it prints the address. */
export async function serve(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
  let said = ''
  for await (const data of child.stdout) {
    said += data
    const url = /http:\/\/[\d.]+:\d+\//.exec(said)?.[0]
    // npm does not forward signals: the command runs in its own process group, which is ended as a whole.
    if (url !== undefined)
      return {
        url,
        stop: () => process.kill(options.detached ? -Number(child.pid) : Number(child.pid), 'SIGTERM'),
      }
  }
  throw new Error(`${command} ended without an address. It said: ${said}`)
}
