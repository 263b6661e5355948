// `parley serve`: the HTTP API and the playground, until a signal comes.
import { basename } from 'node:path'
import { ParleyError } from '@parleyjs/core'
import { startServer } from '@parleyjs/server'
import { flag, number, type Parsed, parseCommand, text, texts } from './args.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { englishModel, modelBytes } from './model-file.js'
import { pageModel, playgroundFolder } from './playground.js'
import { UsageError } from './usage-error.js'
import { version } from './version.js'

/** Runs until SIGINT or SIGTERM, finishes open requests, and returns the exit code. */
export async function serveCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('serve', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('serve'))
    return EXIT.ok
  }
  if (parsed.positionals.length > 0)
    throw new UsageError(`serve takes no file: "${parsed.positionals[0]}".`, 'serve')
  const page = playgroundFolder()
  const pageFiles = page === undefined ? undefined : await pageModel(page)
  const options = { ...(await optionsOf(parsed)), page, pageFiles, version: version() }
  const server = await startServer(options).catch((error: unknown) => {
    throw error instanceof ParleyError ? new UsageError(error.message, 'serve') : error
  })
  process.stdout.write(
    page === undefined
      ? `Parley's API listens on ${server.url} (openapi.json describes it). The playground is not built.\n`
      : `Parley is at ${server.url} (the API: ${server.url}openapi.json). Ctrl-C ends it.\n`,
  )
  await signal()
  // A second signal ends the process at once.
  process.once('SIGINT', () => process.exit(EXIT.interrupted))
  process.once('SIGTERM', () => process.exit(EXIT.terminated))
  await server.close()
  // A thread that cannot be ended must not keep the process.
  setTimeout(() => process.exit(EXIT.ok), 2000).unref()
  return EXIT.ok
}

async function optionsOf(parsed: Parsed) {
  const whole = (option: string, least: number) => number('serve', parsed, option, { least, whole: true })
  const [port, workers, queue, body] = [
    whole('port', 0),
    whole('workers', 1),
    whole('queue', 0),
    whole('max-body', 1),
  ]
  const seconds = number('serve', parsed, 'timeout', { least: 0.001, whole: false })
  const host = text(parsed, 'host')
  if (port !== undefined && port > 65535) throw new UsageError(`--port ${port}: ports end at 65535.`, 'serve')
  const path = text(parsed, 'model')
  return {
    ...(path !== undefined && { modelName: basename(path).replace(/\..*$/, '') }),
    origins: originsOf(parsed),
    model: await modelBytes(path ?? (await englishModel())),
    token: text(parsed, 'token') ?? process.env.PARLEY_TOKEN,
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(workers !== undefined && { workers }),
    ...(queue !== undefined && { queue }),
    limits: {
      ...(seconds !== undefined && { time: 1000 * seconds }),
      ...(body !== undefined && { body }),
    },
  }
}

/** The origins that `--cors` names. */
function originsOf(parsed: Parsed): readonly string[] {
  const origins = texts(parsed, 'cors')
  for (const origin of origins)
    if (origin !== '*' && !/^https?:\/\/[^/\s*]+$/.test(origin))
      throw new UsageError(
        `--cors ${origin}: expected an origin such as https://example.org, or "*".`,
        'serve',
      )
  return origins
}

function signal(): Promise<void> {
  return new Promise((resolve) => {
    const heard = () => {
      process.off('SIGINT', heard)
      process.off('SIGTERM', heard)
      resolve()
    }
    process.on('SIGINT', heard)
    process.on('SIGTERM', heard)
  })
}
