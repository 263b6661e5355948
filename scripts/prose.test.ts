// A lint of the prose: phrases that readers stumble over, and comment lines that are too wide.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WIDTH = 110
const PHRASES = new RegExp(
  `\\b(?:${[
    "so many|unless told|whoever|whom|(?:that|which|what) is none|nobody's|what is no|says of|worked off",
    '(?:is|are|was) told|told of|the very (?:bytes|same)|mend(?:s|ed|ing)?|makes? it worth|as it is needed|has room',
  ].join('|')})\\b`,
  'i',
)
/** Lines that remain: words of a stemmer and of a list of stop words, and examples that cannot be wrapped. */
const LEFT: Record<string, number> = {
  'packages/core/src': 1,
  'packages/nlp/src': 4,
  'packages/structures/src': 1,
}

/** The lines of a file with a phrase of the list, or with a comment that is too wide. */
function problems(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    const phrase = PHRASES.exec(line)?.[0]
    const wide = /^\s*(?:\/\/|\/?\*)/.test(line) && !file.endsWith('.md') && line.length > WIDTH
    return phrase || wide ? [`${file}:${i + 1}: ${phrase ? `"${phrase}"` : `${line.length} wide`}`] : []
  })
}

function files(place: string): string[] {
  if (!existsSync(join(ROOT, place))) return []
  if (statSync(join(ROOT, place)).isFile()) return [place]
  return readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs|md)$/.test(name) && !name.endsWith('prose.test.ts'))
    .map((name) => join(place, name))
}

const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`)
describe('the prose of', () => {
  test.each([...packages, 'bench/src', 'scripts', 'docs', 'README.md'])('%s', (place) => {
    const found = files(place).flatMap(problems)
    const limit = LEFT[place] ?? 0
    expect(found.length, `${found.length} lines, at most ${limit}:\n${found.join('\n')}`).toBeLessThanOrEqual(
      limit,
    )
  })
})
