// `parley convert`: converts a graph from one format to another.
import { type FactorGraph, writeDot, writeJson, writeLp, writeUai } from '@parleyjs/core'
import { readBytes } from '@parleyjs/runner/internal'
import { choice, flag, onePositional, parseCommand, text } from './args.js'
import { INPUT_FORMATS, OUTPUT_FORMATS, type OutputFormat } from './commands.js'
import { EXIT } from './failure.js'
import { formatOf } from './graph-format.js'
import { groundRules } from './ground-rules.js'
import { helpText } from './help.js'
import { applyEvidence, parseGraph } from './read-graph.js'
import { rulesInput } from './rules-input.js'
import { say } from './say.js'
import { UsageError } from './usage-error.js'
import { requireWritable, writeWhole } from './write-file.js'

/** Runs the command and returns its exit code. */
export async function convertCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('convert', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('convert'))
    return EXIT.ok
  }
  const file = onePositional('convert', parsed)
  const to = choice('convert', parsed, 'to', OUTPUT_FORMATS)
  const integer = flag(parsed, 'integer')
  if (to === undefined)
    throw new UsageError(`Say the format with --to: ${OUTPUT_FORMATS.join(', ')}.`, 'convert')
  if (integer && to !== 'lp') throw new UsageError('--integer goes with --to lp.', 'convert')
  const out = text(parsed, 'out')
  if (out !== undefined && out !== '-') requireWritable(out)

  const format = choice('convert', parsed, 'input-format', INPUT_FORMATS) ?? formatOf(file)
  const rules = await rulesInput('convert', parsed, format)
  const bytes = await readBytes(file)
  const graph = rules ? groundRules(file, bytes, rules, true).graph : parseGraph({ file, format, bytes })
  const evidence = text(parsed, 'evidence')
  if (evidence !== undefined) applyEvidence(graph, evidence, await readBytes(evidence))

  if (Number.isFinite(graph.scoreAbove) && to !== 'json')
    say(
      `parley: ${file}: That assignments must cost less than ${0 - graph.scoreAbove} in all is not written to ${to}; only json has it.\n`,
    )
  const result = WRITERS[to](graph, integer)
  if (out === undefined || out === '-') process.stdout.write(result)
  else writeWhole(out, result)
  return EXIT.ok
}

const WRITERS: Readonly<Record<OutputFormat, (graph: FactorGraph, integer: boolean) => string>> = {
  uai: (graph) => writeUai(graph),
  json: (graph) => writeJson(graph),
  lp: (graph, integer) => writeLp(graph, { integer }),
  dot: (graph) => writeDot(graph),
}
