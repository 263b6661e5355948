// Turns the bytes of rules and their data into a grounded program.
import { type ChosenOptions, ParleyError } from '@parleyjs/core'
import {
  type Answer,
  type DataValue,
  type Grounding,
  ground,
  parseRules,
  readTable,
  solveLazily,
} from '@parleyjs/logic'
import { unpack } from '@parleyjs/runner/internal'
import { DATA_FILE, type DataFile, type RulesInput } from './rules-input.js'

/** Parses the rules and their data, and grounds them. */
export function groundRules(file: string, bytes: Uint8Array, input: RulesInput, names = false): Grounding {
  const { program, values, options } = readRules(file, bytes, input)
  return ground(program, values, { ...options, names })
}

/** Parses the rules and their data, and solves lazily: only violated ground rules become factors. */
export function solveRulesLazily(
  file: string,
  bytes: Uint8Array,
  input: RulesInput,
  solving: ChosenOptions,
): Answer {
  const { program, values, options } = readRules(file, bytes, input)
  return solveLazily(program, values, { ...options, ...solving })
}

function readRules(file: string, bytes: Uint8Array, { data, limit }: RulesInput) {
  const program = parseRules(textOf(file, bytes), { file })
  const values: Record<string, DataValue> = {}
  const files: Record<string, string> = {}
  for (const one of data) {
    for (const [name, value] of Object.entries(parseData(one))) {
      if (Object.hasOwn(values, name))
        throw new ParleyError(
          'bad-input',
          `There is data for ${name} in another file, too. Remove one of them.`,
          {
            file: one.file,
          },
        )
      values[name] = value
      files[name] = one.file
    }
  }
  return { program, values, options: { files, ...(limit !== undefined && { limit }) } }
}

/** The text of a file. It must be UTF-8, because replaced characters would change names. */
function textOf(file: string, bytes: Uint8Array): string {
  const fail = (message: string, line?: number): never => {
    throw new ParleyError('bad-input', message, { file, ...(line !== undefined && { line }) })
  }
  let text: string
  try {
    text = unpack(file, bytes)
  } catch (error) {
    return error instanceof ParleyError ? fail(error.message) : fail(String(error))
  }
  const lost = text.indexOf('\ufffd')
  if (lost < 0) return text
  const line = text.slice(0, lost).split('\n').length
  return fail(`Line ${line}: There are bytes that are not UTF-8. Save the file as UTF-8.`, line)
}

/** The values of one file by name. */
function parseData({ file, bytes, many }: DataFile): Record<string, DataValue> {
  const text = textOf(file, bytes)
  const [, name = 'data', extension = 'json'] = DATA_FILE.exec(file.replace(/^.*[/\\]/, '')) ?? []
  if (extension.toLowerCase() !== 'json')
    return { [name]: readTable(text, { file, separator: extension.toLowerCase() === 'tsv' ? '\t' : ',' }) }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ParleyError('bad-input', `This is not JSON: ${(error as Error).message}`, { file })
  }
  if (!many) return { [name]: value as DataValue }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ParleyError('bad-input', 'An object with a field for each name was expected.', { file })
  return value as Record<string, DataValue>
}
