// The instances of the benchmarks, in the folder that the environment variable PARLEY_DATA names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type FactorGraph, readFg, readUai, readWcsp } from '@parleyjs/core'
import { FG_KINDS } from '@parleyjs/structures'

/** The folder of data; ends the program with a message if it is missing. */
export function dataFolder(...parts: string[]): string {
  const root = process.env.PARLEY_DATA
  const folder = root === undefined ? undefined : join(root, ...parts)
  if (folder !== undefined && existsSync(folder)) return folder
  console.error(
    folder === undefined
      ? 'PARLEY_DATA is not set, so there are no instances to run on. Set it to the folder of benchmark data.'
      : `PARLEY_DATA is ${root}, but there is no folder ${folder}.`,
  )
  process.exit(2)
}

/** The graphs in a folder, in the order of their names. */
export function listGraphs(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(fg|uai|wcsp)(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** `…/ising.fg.gz` → `ising`; `…/water.uai` → `water`. */
export function instanceName(file: string): string {
  return basename(file).replace(/(\.fg|\.uai|\.wcsp)+(\.gz)?$/, '')
}

/** The text of a file, decompressed. */
export function readText(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** Reads a graph in the format that the file name indicates. */
export function readGraph(file: string): FactorGraph {
  const text = readText(file)
  if (/\.fg(\.gz)?$/.test(file)) return readFg(text, { kinds: FG_KINDS })
  return /\.wcsp(\.gz)?$/.test(file) ? readWcsp(text) : readUai(text)
}
