// The flags of a command, the fields of a request and the options of a job are the same options with the same
// values.
import {
  type DoorName,
  flagOf,
  isTask,
  type JobTaskName,
  type OptionAt,
  optionsAt,
  TASKS,
  wrongJobOption,
} from '@parleyjs/runner'
import { DEFAULT_LIMITS, requestSchemas } from '@parleyjs/server'
import { describe, expect, test } from 'vitest'
import { parseCommand } from './args.js'
import { requireOptions, taskOptions } from './cluster/task-options.js'
import { COMMANDS, type CommandName, type Option } from './commands.js'
import { taskValues } from './task-values.js'

const schemas = requestSchemas(DEFAULT_LIMITS)
const SOURCE = { parse: { text: 'Go.' }, tag: { text: 'Go.' }, summarize: { documents: ['Go.'] } } as const
/** Values to try; those that an option takes are in its table. */
const VALUES = ['keep', 'conllu', 'json', 'html', 'svg', 'ad3', 'exact', 0, 1, 7, 1.5, -1, true] as const
/** Fields that say where text is from; they are no options. */
const SOURCES = ['text', 'conllu', 'documents']

/** Whether a door takes a value of an option of a task. */
function takes(task: JobTaskName, door: DoorName, { name, type }: OptionAt, value: unknown): boolean {
  if (door === 'http') return schemas[task].safeParse({ ...SOURCE[task], [name]: value }).success
  if (door === 'job') {
    const standard = optionsAt(task, 'job').flatMap((one) =>
      one.default === undefined ? [] : [[one.name, one.default] as const],
    )
    return wrongJobOption(task, { ...Object.fromEntries(standard), [name]: value }) === undefined
  }
  if ((value === true) !== (type.kind === 'flag')) return false
  const args = value === true ? [`--${flagOf(name)}`] : [`--${flagOf(name)}=${String(value)}`]
  try {
    const values: Readonly<Record<string, unknown>> = taskValues(task, parseCommand(task, args), task, door)
    return values[name] === value
  } catch {
    return false
  }
}

function expected({ type }: OptionAt, value: unknown): boolean {
  if (type.kind === 'flag') return value === true
  if (type.kind === 'choice') return type.words.some((word) => word === value)
  return Number.isInteger(value) && (value as number) >= type.least
}

describe.each(TASKS)('the options of %s', (task) => {
  const doors = ['command', 'http', 'job'] as const

  test.each(doors)('take the values of the table and no others: %s', (door) => {
    for (const option of optionsAt(task, door))
      for (const value of VALUES)
        expect([option.name, value, takes(task, door, option, value)]).toEqual([
          option.name,
          value,
          expected(option, value),
        ])
  })

  test('are flags of the command, with their help', () => {
    const flags: Readonly<Record<string, Option>> = COMMANDS[task].options
    for (const { name, value, short, help } of optionsAt(task, 'command'))
      expect(flags[flagOf(name)]).toEqual({ ...(value && { value }), ...(short && { short }), help })
  })

  test('are flags of the command cluster, with their help', () => {
    const flags: Readonly<Record<string, Option>> = COMMANDS.cluster.options
    for (const { name, value, short, help } of optionsAt(task, 'job'))
      expect(flags[flagOf(name)]).toEqual({ ...(value && { value }), ...(short && { short }), help })
  })

  test('are all the fields of a request but its text', () => {
    const fields = Object.keys(schemas[task].shape).filter((name) => !SOURCES.includes(name))
    expect(fields).toEqual(optionsAt(task, 'http').map(({ name }) => name))
  })

  test('that the command line puts into a job are those that a worker takes', () => {
    const args = optionsAt(task, 'job').map(({ name, type }) => {
      if (type.kind === 'flag') return `--${flagOf(name)}`
      return `--${flagOf(name)}=${type.kind === 'whole' ? type.least : type.words[0]}`
    })
    for (const given of [[], args]) {
      const options = taskOptions(task, parseCommand('cluster', given))
      requireOptions({ id: 'job', task, options })
    }
  })
})

test('a worker names the task or the option that it does not know', () => {
  const say = (task: string, options: Record<string, number | string | boolean>) => () =>
    requireOptions({ id: 'j', task, options })
  expect(isTask('toString')).toBe(false)
  expect(say('toString', {})).toThrow('the task toString')
  expect(say('parse', {})).toThrow('the option format')
  expect(say('parse', { format: 'conllu', k: 0 })).toThrow('the option k')
  expect(say('parse', { format: 'conllu', confidence: false })).toThrow('the option confidence')
  expect(say('tag', { format: 'conllu', k: 2 })).toThrow('the option k')
  expect(say('summarize', { format: 'text' })).toThrow('the option words')
})

test('a job takes no option of another task', () => {
  const of =
    (task: JobTaskName, ...args: readonly string[]) =>
    () =>
      taskOptions(task, parseCommand('cluster' satisfies CommandName, args))
  expect(of('tag', '--k', '2')).toThrow('--k does not go with --task tag.')
  expect(of('parse', '--words', '2')).toThrow('--words does not go with --task parse.')
  expect(of('summarize', '--offsets')).toThrow('--offsets does not go with --task summarize.')
})
