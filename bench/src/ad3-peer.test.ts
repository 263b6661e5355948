// The figures of a peer are read from its output, and a run passes on the goal.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parsePeerRun, runAd3Peer } from './ad3-peer.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-peer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the figures are in the last line', () => {
  const run = parsePeerRun('Read 3 variables.\n{"ms": 2.5, "bound": 10, "iterations": 34}\n', 'ad3')
  expect(run).toEqual({ ms: 2.5, bound: 10, iterations: 34 })
  expect(parsePeerRun('{"ms": null, "bound": 10}', 'ad3')).toEqual({ ms: null, bound: 10, iterations: null })
})

test.each(['', 'done', '{"ms": "fast", "bound": 1}', '{"ms": 0, "bound": 1}', '{"ms": 1}', 'null'])(
  'what is not figures is refused: %j',
  (output) => {
    expect(() => parsePeerRun(output, 'ad3')).toThrow('is not its figures')
  },
)

test('the program gets the file, and the bound to stop at', () => {
  const program = join(folder, 'peer')
  const script = [
    '#!/bin/sh',
    'bound=$3',
    'test -n "$bound" || bound=7',
    'echo "{\\"ms\\": 1, \\"bound\\": $bound}"',
    'test -f "$1"',
  ]
  writeFileSync(program, script.join('\n'), { mode: 0o755 })
  const file = join(folder, 'graph.fg')
  writeFileSync(file, '')
  expect(runAd3Peer(program, file).bound).toBe(7)
  expect(runAd3Peer(program, file, 2.5).bound).toBe(2.5)
  expect(() => runAd3Peer(program, join(folder, 'none.fg'))).toThrow('ended with 1')
  expect(() => runAd3Peer(join(folder, 'missing'), file)).toThrow('cannot be run')
})
