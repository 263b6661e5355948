// The commands behind the tables in docs/: which there are, how they run, and which a quick check leaves out.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CompareOptions } from './compare-tables.js'

/** What stands for the program of a peer in a command; without one, the option is dropped. */
const PROGRAM = 'PROGRAM'
/** They print nothing but times and memory. */
const TIMES_ONLY =
  /^(scale\/|server-load|scaling\.js|parsing\/speed|parsing\/length|corpus-wide\/scaling|summaries\/pages)/
/** They take models from a folder, and train those that are missing. */
const TRAINED = /^parsing\/(ablation|speed|length|certificates|activity)/
/** They take much longer than a minute. */
const SLOW =
  /^(joint\/two-parsers|joint\/tags\.js --treebank craft|corpus-wide\/(parsing|tagging)-runs|summaries\/solvers)/

/** What a limit of time decides, in the tables of `exact`: how far a search gets, and how its phases share the time. */
export function dependsOnTime(command: string): Pick<CompareOptions, 'unstable' | 'ignored'> {
  return command.startsWith('exact.js') ? { unstable: /interrupted/, ignored: /^(nodes|gap)$/ } : {}
}

/** Why a command is not to be run in a check, or undefined. */
export function reasonToSkip(
  command: string,
  { all, models }: { readonly all: boolean; readonly models: string | undefined },
): string | undefined {
  if (TIMES_ONLY.test(command)) return 'times and memory only'
  if (TRAINED.test(command) && models === undefined) return 'needs --models FOLDER'
  if (command.startsWith('joint/two-parsers') && process.env.PARLEY_MODELS === undefined)
    return 'needs models in $PARLEY_MODELS, see the page'
  if (SLOW.test(command) && !all) return 'slow: --all runs it'
  return undefined
}

/** Whether the figures of a peer are in the table of a command. */
export function needsPeer(command: string): boolean {
  return command.split(/\s+/).includes(PROGRAM)
}

/** Script and arguments of a command, with the peer's program and the folder of models that the caller has. */
export function commandArguments(
  command: string,
  { ad3, models }: { readonly ad3?: string | undefined; readonly models?: string | undefined },
): string[] {
  const words = command.split(/\s+/)
  const place = words.indexOf(PROGRAM)
  if (place >= 0 && ad3 === undefined) words.splice(place - 1, 2)
  else if (place >= 0) words[place] = ad3!
  if (models !== undefined && TRAINED.test(command)) words.push('--models', models)
  return words
}

/** What a script of bench/dist prints; undefined if it fails. */
export function runMarked([script, ...args]: readonly string[]): string | undefined {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [path, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  return status === 0 ? stdout.trim() : undefined
}
