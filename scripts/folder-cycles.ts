// Finds cycles between folders, from the sources alone. Imports of types do not count: the compiler erases
// them.
import { posix } from 'node:path'

/**
 * The modules that a source file loads at run time: static, dynamic and re-exported. URLs of threads do not
 * count.
 */
export function runtimeImportsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1')
  const named = code.matchAll(
    /^\s*(?:import|export)\b(?!\s*type\b(?!\s*,|\s+from\b))([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]/gm,
  )
  const plain = code.matchAll(/^\s*import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]/gm)
  return [
    ...Array.from(named)
      .filter(([, names]) => !/^\s*\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names!))
      .map(([, , specifier]) => specifier!),
    ...Array.from(plain, ([, bare, dynamic]) => (bare ?? dynamic)!),
  ]
}

/**
 * The knots: groups of folders in which each folder reaches all others by imports. Each group is in
 * alphabetical order.
 *
 * @param sources the text of each file, by its path with `/`. Folders are named by their paths; the top
 *   folder is `.`.
 *
 * @example
 * folderKnots(new Map([['a.ts', "import './b/c.js'"], ['b/c.ts', "import '../a.js'"]])) // [['.', 'b']]
 */
export function folderKnots(sources: ReadonlyMap<string, string>): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    const from = posix.dirname(path)
    for (const specifier of runtimeImportsIn(text)) {
      if (!specifier.startsWith('.')) continue
      const to = posix.dirname(posix.join(from, specifier))
      if (to === from) continue
      if (!edges.has(from)) edges.set(from, new Set())
      edges.get(from)!.add(to)
    }
  }
  const reached = new Map(Array.from(edges.keys(), (folder) => [folder, reachableFrom(folder, edges)]))
  const knots = new Set<string>()
  for (const [folder, others] of reached) {
    const knot = [...others].filter((other) => reached.get(other)?.has(folder) === true)
    if (knot.length > 0) knots.add(knot.sort().join(' '))
  }
  return [...knots].sort().map((knot) => knot.split(' '))
}

/**
 * All folders that a folder reaches by imports. The folder itself is included only if a cycle leads back to
 * it.
 */
function reachableFrom(folder: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set<string>()
  const waiting = [...(edges.get(folder) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(edges.get(next) ?? []))
  }
  return seen
}
