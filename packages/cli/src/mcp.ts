// `parley mcp`: a server of the Model Context Protocol on standard input and output, so that language models
// can solve, verify, explain, parse and search.
import { createInterface } from 'node:readline'
import type { Pipeline } from '@parleyjs/nlp'
import { flag, parseCommand, text } from './args.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { graphTools } from './mcp-graph-tools.js'
import { McpSession } from './mcp-protocol.js'
import { textTools } from './mcp-text-tools.js'
import { beginModel } from './model-file.js'
import { readModelFile } from './read-model-file.js'
import { say } from './say.js'
import { UsageError } from './usage-error.js'
import { version } from './version.js'

/** Maximum number of characters of a message. */
const MOST_LINE = 20_000_000

const INSTRUCTIONS =
  'Parley solves discrete optimisation problems (factor graphs, weighted rules) with proofs of optimality, and parses sentences. ' +
  'Solve first, then verify with the id of the solution.'

/** Runs until standard input ends, and returns the exit code. */
export async function mcpCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('mcp', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('mcp'))
    return EXIT.ok
  }
  if (parsed.positionals.length > 0)
    throw new UsageError(`mcp takes no file: "${parsed.positionals[0]}".`, 'mcp')
  let loading: Promise<Pipeline> | undefined
  const load = () => (loading ??= beginModel(text(parsed, 'model')).then(readModelFile))
  const session = new McpSession(
    [...graphTools(), ...textTools(load)],
    { version: version(), instructions: INSTRUCTIONS },
    (line) => void process.stdout.write(`${line}\n`),
    (line) => say(`parley: ${line}\n`),
  )
  // Answers may come in another order than requests: a call does not hold up what follows it.
  const open = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.length > MOST_LINE)
      throw new UsageError(`A message has more than ${MOST_LINE} characters.`, 'mcp')
    const done = session.receive(line).finally(() => open.delete(done))
    open.add(done)
  }
  await Promise.all(open)
  return EXIT.ok
}
