// Finds the `@example` blocks of doc comments and makes modules of them that can be run.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeBlock } from './code-blocks.js'

export interface DocExample extends CodeBlock {
  /** The name that is declared after the comment, or `header`. */
  readonly symbol: string
}

const DECLARED =
  /^\s*(?:export )?(?:default |declare |static |readonly |abstract |private |async |get )*(?:function\*?|class|interface|const|let|type)? *\*?([\w$]+)/

/** The examples in the doc comments of one source text. */
export function docExamples(file: string, source: string): DocExample[] {
  const found: DocExample[] = []
  const lines = source.split('\n')
  for (let i = 0; i < lines.length; i++) {
    if (!/^\s*\* @example/.test(lines[i]!)) continue
    const start = i + 1
    const code: string[] = []
    while (!/^\s*\*\/|^\s*\* @/.test(lines[++i]!)) code.push(lines[i]!.replace(/^\s*\* ?/, ''))
    const text = code.map((line) => (line.startsWith('```') ? '' : line)).join('\n')
    let next = i
    while (!/^\s*\*\//.test(lines[next]!)) next++
    const declared = lines[next + 1]!
    const symbol = /^(?:import\b|\s*$)/.test(declared) ? 'header' : (DECLARED.exec(declared)?.[1] ?? 'header')
    found.push({ file, line: start + 1, language: 'ts', code: text, symbol })
    i--
  }
  return found
}

/** The source files of a package that are no tests, relative to its `src`. */
export function sourceFiles(src: string): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

/** The values that the files of a folder export, or one of them: name to path. The first file wins. */
export function exportedValues(src: string, only?: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const file of only === undefined ? sourceFiles(src) : [only]) {
    const path = join(src, file)
    const declared = /^export (?:async )?(?:abstract )?(?:function\*?|class|const|let) ([\w$]+)/gm
    for (const [, name] of readFileSync(path, 'utf8').matchAll(declared))
      if (!values.has(name!)) values.set(name!, path)
  }
  return values
}

/** Whether code mentions a name from outside: not as a property, and not declared in it. */
export function mentions(code: string, name: string): boolean {
  const bare = code.replaceAll(/\/\/.*$/gm, '').replaceAll(/'[^'\n]*'/g, "''")
  if (
    !new RegExp(`(?<![\\w$.]|\\.\\s)${name}(?![\\w$]|\\s*:(?!:))|\\.\\.\\.${name}\\b|\\? ${name} :`).test(
      bare,
    )
  )
    return false
  return !new RegExp(
    `\\b(?:const|let|var|function|class|import)[ \\t]+(?:${name}\\b|[[{][^=}\\n]*\\b${name}\\b)`,
  ).test(bare)
}

/**
 * What a comment promises: its literal, and the values of names (`3, and configuration is [1, 0]`).
 * Text after a colon explains the value. A comment that promises nothing gives null.
 */
function promiseOf(comment: string): { value: string; also: [name: string, value: string] | null } | null {
  if (comment.includes('…')) return null
  if (isLiteral(comment)) return { value: comment, also: null }
  const [, first, name, second] = /^(.+?), and (\w+) is (\[[^\]]*\])(?::.*)?$/.exec(comment) ?? []
  if (first !== undefined && isLiteral(first) && isLiteral(second!))
    return { value: first, also: [name!, second!] }
  const [, value] = /^(?:\w+Array )?(\[[^\]]*\]|[-\d.]+|'[^']*')(?:: .*|, at .*)?$/.exec(comment) ?? []
  return value !== undefined && isLiteral(value) ? { value, also: null } : null
}

/** Turns comments that are literals into promises (`// → value`), each statement on one line. */
export function withPromises(code: string): string {
  const done: string[] = []
  for (const line of code.split('\n')) {
    const alone = /^\s*\/\/\s*(?:→ )?(.*)$/.exec(line)
    const last = done.length - 1
    if (
      alone &&
      last >= 0 &&
      !done[last]!.includes('//') &&
      promiseOf(alone[1]!) !== null &&
      done[last]!.trim() !== ''
    )
      done[last] += ` // ${alone[1]}`
    else done.push(line)
  }
  for (let i = 0; i < done.length; i++) {
    const match = /^(.*\S)\s*\/\/\s*(?:→ )?(.*)$/.exec(done[i]!)
    const promise = match && promiseOf(match[2]!)
    if (!match || !promise) continue
    let first = i
    while (first > 0 && depth(done.slice(first, i + 1).join('\n')) < 0) first--
    if (/^\s*\./.test(done[first]!)) first = Math.max(0, first - 1)
    const before = done.slice(first, i).map((line) => line.replace(/\s*\/\/ .*$/, '').trim())
    const statement = [...before, match[1]!].join(' ')
    // A `return`, a nested line or half a statement has no value to compare.
    if (depth(statement) !== 0 || /^\s|^(?:return|if|for|import|try|\}|yield)\b/.test(statement)) continue
    done.fill('', first, i)
    const also = promise.also && `${promise.also[0]} // → ${promise.also[1]}`
    done[i] = [`${statement} // → ${promise.value}`, ...(also ? [also] : [])].join('\n')
  }
  return done.join('\n')
}

/** Brackets opened less brackets closed. */
function depth(text: string): number {
  const bare = text.replaceAll(/'[^'\n]*'|`[^`]*`/g, '').replaceAll(/\/\/.*$/gm, '')
  return (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0)
}

/** Whether a text is a literal of JavaScript: numbers, strings, arrays and objects of them. */
export function isLiteral(text: string): boolean {
  const rest = text
    .replaceAll(/'[^']*'|"[^"]*"/g, '0')
    .replaceAll(/\b(?:true|false|null|undefined|Infinity|NaN)\b/g, '0')
    .replaceAll(/([{,]\s*)[\w$]+\s*:/g, '$1')
  if (!/^[-\d.,\s[\]{}e+]+$/.test(rest) || !/\d|\[\]|\{\}/.test(rest)) return false
  try {
    // oxlint-disable-next-line no-implied-eval -- the text is this repository's own documentation
    new Function(`return (${text})`)
    return true
  } catch {
    return false
  }
}
