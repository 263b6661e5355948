// The flags of a command, the fields of a request and the options of a job are the same options with the same
// values.
import { requireJobOptions } from '@parleyjs/cluster/internal'
import {
  type DoorName,
  flagOf,
  JOB_TASKS,
  type JobTask,
  type OptionAt,
  optionsAt,
  TASKS,
  type TaskName,
} from '@parleyjs/runner'
import { isJobTask, wrongJobOption } from '@parleyjs/runner/internal'
import { DEFAULT_LIMITS, requestSchemas } from '@parleyjs/server'
import { describe, expect, test } from 'vitest'
import { parseCommand } from './args.js'
import { taskOptions } from './cluster/task-options.js'
import { COMMANDS, type CommandName, type Option } from './commands.js'
import { taskValues } from './task-values.js'

const schemas = requestSchemas(DEFAULT_LIMITS)
/** The text of a request, or whatever else it is about. */
const SOURCE = {
  parse: { text: 'Go.' },
  tag: { text: 'Go.' },
  summarize: { documents: ['Go.'] },
  solve: { graph: {} },
} as const
const isHttpTask = (task: TaskName): task is keyof typeof SOURCE => Object.hasOwn(SOURCE, task)
/** The command of a task, with the flags that choose the task. */
const COMMAND_OF = {
  ...{ parse: ['parse'], tag: ['tag'], tokenize: ['tokenize'], constituency: ['parse', '--constituency'] },
  ...{ compress: ['compress'], summarize: ['summarize'], solve: ['solve'], search: ['grep'] },
} as const satisfies Record<TaskName, readonly [CommandName, ...string[]]>
/** Values to try; those that an option takes are in its table. */
const VALUES = [
  ...(['keep', 'conllu', 'json', 'html', 'svg', 'ad3', 'exact', 'ilp'] as const),
  ...([0, 0.5, 1, 7, 1.5, -1, true] as const),
]
/** Fields that say where text is from; they are no options. */
const SOURCES = ['text', 'conllu', 'documents', 'graph', 'rules', 'data']

/** Whether a door takes a value of an option of a task. */
function takes(task: TaskName, door: DoorName, { name, type }: OptionAt, value: unknown): boolean {
  if (door === 'http')
    return isHttpTask(task) && schemas[task].safeParse({ ...SOURCE[task], [name]: value }).success
  if (door === 'job') {
    if (!isJobTask(task)) return false
    const standard = optionsAt(task, 'job').flatMap((one) =>
      one.default === undefined ? [] : [[one.name, one.default] as const],
    )
    return wrongJobOption(task, { ...Object.fromEntries(standard), [name]: value }) === undefined
  }
  if ((value === true) !== (type.kind === 'flag')) return false
  const args = value === true ? [`--${flagOf(name)}`] : [`--${flagOf(name)}=${String(value)}`]
  try {
    const [command, ...chosen] = COMMAND_OF[task]
    const parsed = parseCommand(command, [...chosen, ...args])
    const values: Readonly<Record<string, unknown>> = taskValues(command, parsed, task, door)
    return values[name] === value
  } catch {
    return false
  }
}

function expected({ type }: OptionAt, value: unknown): boolean {
  if (type.kind === 'flag') return value === true
  if (type.kind === 'choice') return type.words.some((word) => word === value)
  return (
    typeof value === 'number' &&
    (type.kind === 'number' || Number.isInteger(value)) &&
    value >= (type.least ?? Number.NEGATIVE_INFINITY) &&
    value > (type.above ?? Number.NEGATIVE_INFINITY) &&
    value <= (type.most ?? Number.POSITIVE_INFINITY)
  )
}

describe.each(TASKS)('the options of %s', (task) => {
  const doors = ['command', 'http', 'job'] as const

  test.each(doors)('take the values of the table and no others: %s', (door) => {
    if (door === 'http' && !isHttpTask(task)) return
    for (const option of optionsAt(task, door))
      for (const value of VALUES)
        expect([option.name, value, takes(task, door, option, value)]).toEqual([
          option.name,
          value,
          expected(option, value),
        ])
  })

  test('are flags of the command, with their help', () => {
    const flags: Readonly<Record<string, Option>> = COMMANDS[COMMAND_OF[task][0]].options
    const own = optionsAt(task, 'command')
    expect(own.length).toBeGreaterThan(1)
    // `parse` shows the help of its own options where both of its tasks have one.
    for (const { name, value, short, help } of own)
      if (task !== 'constituency' || !optionsAt('parse', 'command').some((other) => other.name === name))
        expect(flags[flagOf(name)]).toEqual({ ...(value && { value }), ...(short && { short }), help })
  })

  test('are all the fields of a request but what it is about', () => {
    if (!isHttpTask(task)) return
    const options = Object.keys(schemas[task].shape).filter((name) => !SOURCES.includes(name))
    expect(options).toEqual(optionsAt(task, 'http').map(({ name }) => name))
  })
})

test('requests and jobs are for tasks that have options there', () => {
  const at = (door: DoorName) => TASKS.filter((task) => optionsAt(task, door).length > 0)
  expect(at('command')).toEqual(TASKS)
  expect(at('http')).toEqual(expect.arrayContaining(Object.keys(SOURCE)))
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(Object.keys(SOURCE)))
  expect(at('job')).toEqual(JOB_TASKS)
})

describe.each(JOB_TASKS)('the options of a job to %s', (task) => {
  test('are flags of the command cluster, with their help', () => {
    const flags: Readonly<Record<string, Option>> = COMMANDS.cluster.options
    for (const { name, value, short, help } of optionsAt(task, 'job'))
      expect(flags[flagOf(name)]).toEqual({ ...(value && { value }), ...(short && { short }), help })
  })

  test('that the command line puts into a job are those that a worker takes', () => {
    const args = optionsAt(task, 'job').map(({ name, type }) => {
      if (type.kind === 'flag') return `--${flagOf(name)}`
      return `--${flagOf(name)}=${type.kind === 'choice' ? type.words[0] : type.least}`
    })
    for (const given of [[], args]) {
      const options = taskOptions(task, parseCommand('cluster', given))
      requireJobOptions({ id: 'job', task, options })
    }
  })
})

test('a worker names the task or the option that it does not know', () => {
  const say = (task: string, options: Record<string, number | string | boolean>) => () =>
    requireJobOptions({ id: 'j', task, options })
  expect(isJobTask('toString')).toBe(false)
  expect(say('solve', {})).toThrow('the task solve')
  expect(say('toString', {})).toThrow('the task toString')
  expect(say('parse', {})).toThrow('the option format')
  expect(say('parse', { format: 'conllu', k: 0 })).toThrow('the option k')
  expect(say('parse', { format: 'conllu', confidence: false })).toThrow('the option confidence')
  expect(say('tag', { format: 'conllu', k: 2 })).toThrow('the option k')
  expect(say('summarize', { format: 'text' })).toThrow('the option words')
})

test('a job takes no option of another task', () => {
  const of =
    (task: JobTask, ...args: readonly string[]) =>
    () =>
      taskOptions(task, parseCommand('cluster' satisfies CommandName, args))
  expect(of('tag', '--k', '2')).toThrow('--k does not go with --task tag.')
  expect(of('parse', '--words', '2')).toThrow('--words does not go with --task parse.')
  expect(of('summarize', '--offsets')).toThrow('--offsets does not go with --task summarize.')
})
