// The trees of the joint experiments: MASC, with a fixed split defined here, and CRAFT, which comes in parts.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { cleanTree, type PennTree, parsePenn } from '@parleyjs/nlp'

export type PartOfData = 'train' | 'dev' | 'test'

/**
 * Number of neighbouring trees that go to one part as a whole: they come from the same document and are
 * alike.
 */
export const BLOCK = 50

/**
 * The part of the tree at a position (from 0): of ten blocks, eight are for training, the ninth for dev, the
 * tenth for test.
 */
export function partOf(position: number): PartOfData {
  const block = Math.floor(position / BLOCK) % 10
  return block === 8 ? 'dev' : block === 9 ? 'test' : 'train'
}

/** The trees of one part, by `partOf`. */
export function split<T>(trees: readonly T[], part: PartOfData): T[] {
  return trees.filter((_, i) => partOf(i) === part)
}

/** MASC's trees of a part, as stored in the file. */
export function mascRaw(data: string, part: PartOfData): PennTree[] {
  return split(load(data, 'masc.open'), part)
}

/** MASC's trees of a part, cleaned; trees without words (markup only) are left out. */
export function masc(data: string, part: PartOfData): PennTree[] {
  return clean(mascRaw(data, part))
}

/** CRAFT's trees of a part, as stored in the file. */
export function craftRaw(data: string, part: PartOfData): PennTree[] {
  return load(data, `craft.${part}`)
}

/** CRAFT's trees of a part, cleaned. */
export function craft(data: string, part: PartOfData): PennTree[] {
  return clean(craftRaw(data, part))
}

function clean(trees: readonly PennTree[]): PennTree[] {
  return trees.flatMap((tree) => cleanTree(tree) ?? [])
}

function load(data: string, name: string): PennTree[] {
  const file = `${data}/constituency/${name}.mrg.gz`
  return parsePenn(gunzipSync(readFileSync(file)).toString(), { file })
}
