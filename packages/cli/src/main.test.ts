// Tests the list of commands, their help, the version, and unknown commands.
import { expect, test } from 'vitest'
import { parley } from '../test-support/run-parley.js'
import { COMMANDS } from './commands.js'

test('without arguments, and with help, the commands are listed', () => {
  for (const args of [[], ['help'], ['--help'], ['-h']]) {
    const { code, out, err } = parley(args)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const name of Object.keys(COMMANDS)) expect(out).toContain(name)
  }
})

test.each(Object.entries(COMMANDS))(
  'the help of %s lists every option and the exit codes',
  (name, { options }) => {
    const { code, out } = parley(['help', name])
    expect(code).toBe(0)
    for (const option of Object.keys(options)) expect(out).toContain(`--${option}`)
    expect(out).toContain('Exit code')
    expect(parley([name, '--help']).out).toBe(out)
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(112)
  },
)

test('the version is that of the package', () => {
  for (const args of [['--version'], ['-V'], ['-v'], ['version'], ['parse', '--version']])
    expect(parley(args)).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' })
})

test('an unknown command is refused, with the nearest one', () => {
  expect(parley(['slove'])).toEqual({
    code: 2,
    out: '',
    err: 'parley: There is no command "slove". Did you mean solve?\n',
  })
  expect(parley(['help', 'frobnicate']).code).toBe(2)
})
