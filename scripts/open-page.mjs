// A browser and a served playground, for scripts that look at the page.
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

/** Runs a command that serves the page, and waits for its address. */
export async function serve(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
  let said = ''
  for await (const data of child.stdout) {
    said += data
    const url = /http:\/\/[\d.]+:\d+\//.exec(said)?.[0]
    // npm does not pass signals on: a process of its own group is ended with all that it started.
    if (url !== undefined)
      return {
        url,
        stop: () => process.kill(options.detached ? -Number(child.pid) : Number(child.pid), 'SIGTERM'),
      }
  }
  throw new Error(`${command} ended without an address. It said: ${said}`)
}
