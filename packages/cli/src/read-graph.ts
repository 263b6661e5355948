// Parses a graph from the bytes of a file.
import { type FactorGraph, readFg, readJson, readUai, readUaiEvidence, readWcsp } from '@parleyjs/core'
import { ground, parseRules } from '@parleyjs/logic'
import { placed } from '@parleyjs/runner'
import { unpack } from '@parleyjs/runner/internal'
import { FG_KINDS } from '@parleyjs/structures'
import type { InputFormat } from './commands.js'
import type { Input } from './graph-format.js'

const READERS: Readonly<Record<InputFormat, (text: string) => FactorGraph>> = {
  uai: (text) => readUai(text),
  fg: (text) => readFg(text, { kinds: FG_KINDS }),
  wcsp: (text) => readWcsp(text),
  json: (text) => readJson(text),
  // Rules without data.
  parley: (text) => ground(parseRules(text), {}, { names: true }).graph,
}

/** Parses a graph. Errors name the file. */
export function parseGraph(input: Input): FactorGraph {
  return placed({ file: input.file }, () => READERS[input.format](unpack(input.file, input.bytes)))
}

/** Parses a UAI evidence file and fixes the variables it names. */
export function applyEvidence(graph: FactorGraph, file: string, bytes: Uint8Array): void {
  placed({ file }, () => readUaiEvidence(unpack(file, bytes), graph))
}
