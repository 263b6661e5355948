// Runs the command that the first argument names.
import { didYouMean } from '@parleyjs/core/internal'
import type { CommandName } from './commands.js'
import { EXIT } from './failure.js'
import { helpText, isCommand } from './help.js'
import { UsageError } from './usage-error.js'
import { version } from './version.js'

type Runner = (args: readonly string[]) => Promise<number>

/** Loaders of the commands: only the modules of the given command are loaded. */
const RUNNERS: Readonly<Record<CommandName, () => Promise<Runner>>> = {
  solve: async () => (await import('./solve.js')).solveCommand,
  convert: async () => (await import('./convert.js')).convertCommand,
  eval: async () => (await import('./eval.js')).evalCommand,
  check: async () => (await import('./check.js')).checkCommand,
  parse: async () => (await import('./text-command.js')).parseTextCommand,
  tag: async () => (await import('./text-command.js')).tagCommand,
  tokenize: async () => (await import('./text-command.js')).tokenizeCommand,
  compress: async () => (await import('./compress.js')).compressCommand,
  summarize: async () => (await import('./summarize.js')).summarizeCommand,
  train: async () => (await import('./train.js')).trainCommand,
  grep: async () => (await import('./grep.js')).grepCommand,
  serve: async () => (await import('./serve.js')).serveCommand,
  mcp: async () => (await import('./mcp.js')).mcpCommand,
  cluster: async () => (await import('./cluster/command.js')).clusterCommand,
}

const VERSION: ReadonlySet<string> = new Set(['--version', '-V', '-v', 'version'])

/** Runs a command line, prints the result and returns the exit code. Throws errors. */
export async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  if (command === undefined || command === 'help' || command === '--help' || command === '-h')
    return help(rest[0])
  if (VERSION.has(command) || (isCommand(command) && rest.length === 1 && rest[0] === '--version'))
    return print(`${version()}\n`)
  if (isCommand(command)) return (await RUNNERS[command]())(rest)
  throw unknownCommand(command)
}

function help(topic: string | undefined): number {
  if (topic === undefined || topic === 'help') return print(helpText())
  if (isCommand(topic)) return print(helpText(topic))
  throw unknownCommand(topic)
}

function unknownCommand(word: string): UsageError {
  const near = didYouMean(word, [...Object.keys(RUNNERS), 'help'])
  return new UsageError(`There is no command "${word}".${near || ' See: parley help'}`)
}

function print(text: string): number {
  process.stdout.write(text)
  return EXIT.ok
}
