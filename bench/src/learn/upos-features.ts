// Sentences of a treebank with features of words for part-of-speech tagging, the same for Parley and its
// peer.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface TaggedSentence {
  /** Features of each word. */
  readonly features: readonly (readonly string[])[]
  readonly tags: readonly string[]
}

/** Reads a part (`train`, `dev`) of a treebank in $PARLEY_DATA/ud. */
export function readTagged(folder: string, part: 'train' | 'dev', limit: number): TaggedSentence[] {
  const name = readdirSync(folder).find((file) => file.includes(part))
  if (name === undefined) throw new Error(`${folder} has no file with "${part}" in its name`)
  const bytes = readFileSync(join(folder, name))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const sentences: TaggedSentence[] = []
  for (const block of text.split('\n\n')) {
    const rows = block
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([id]) => /^\d+$/.test(id))
    if (rows.length === 0) continue
    const words = rows.map((row) => row[1])
    sentences.push({ features: words.map((_, i) => featuresOf(words, i)), tags: rows.map((row) => row[3]) })
    if (sentences.length === limit) break
  }
  return sentences
}

function featuresOf(words: readonly string[], i: number): string[] {
  const word = words[i]
  const lower = word.toLowerCase()
  const found = ['bias', `w=${word}`, `l=${lower}`]
  for (let n = 1; n <= 4; n++) if (lower.length > n) found.push(`s${n}=${lower.slice(-n)}`)
  for (let n = 1; n <= 3; n++) if (lower.length > n) found.push(`p${n}=${lower.slice(0, n)}`)
  if (/\d/.test(word)) found.push('digit')
  if (/^\p{Lu}/u.test(word)) found.push(i === 0 ? 'first capital' : 'capital')
  if (/^\p{Lu}+$/u.test(word)) found.push('capitals')
  if (word.includes('-')) found.push('hyphen')
  if (!/\p{L}/u.test(word)) found.push('no letter')
  found.push(`-1=${words[i - 1]?.toLowerCase() ?? '<'}`, `+1=${words[i + 1]?.toLowerCase() ?? '>'}`)
  found.push(`-2=${words[i - 2]?.toLowerCase() ?? '<'}`, `+2=${words[i + 2]?.toLowerCase() ?? '>'}`)
  return found
}
