// The commands behind the tables in docs/: what they are, how they run, and which of them a quick check
// leaves out.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CompareOptions } from './compare-tables.js'

/** Placeholder for the program of a peer in a command; without a program, the option is dropped. */
const PROGRAM = 'PROGRAM'
/** Commands that print only times and memory. */
const TIMES_ONLY =
  /^(scale\/|server-load|scaling\.js|parsing\/speed|parsing\/length|corpus-wide\/scaling|summaries\/pages)/
/** Commands that take models from a folder, and train missing ones. */
const TRAINED = /^parsing\/(ablation|speed|length|certificates|activity)/
/** Commands that take much longer than a minute. */
const SLOW =
  /^(joint\/two-parsers|joint\/tags\.js --treebank craft|corpus-wide\/(parsing|tagging)-runs|summaries\/solvers)/

/**
 * What depends on the time limit in the tables of `exact`: how far a search gets, and how its phases share
 * the time.
 */
export function dependsOnTime(command: string): Pick<CompareOptions, 'unstable' | 'ignored'> {
  return command.startsWith('exact.js') ? { unstable: /interrupted/, ignored: /^(nodes|gap)$/ } : {}
}

/** Why a command is not run in a check; undefined if it is run. */
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

/** Whether the table of a command contains figures of a peer. */
export function needsPeer(command: string): boolean {
  return command.split(/\s+/).includes(PROGRAM)
}

/** Script and arguments of a command, with the caller's peer program and folder of models. */
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

/** The output of a script of bench/dist; undefined if it fails. */
export function runMarked([script, ...args]: readonly string[]): string | undefined {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [path, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  return status === 0 ? stdout.trim() : undefined
}
