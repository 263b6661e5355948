// The trees of the joint experiments: MASC, split here in a fixed way, and CRAFT, which comes in parts.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { cleanTree, type PennTree, parsePenn } from '@parley/nlp'

export type PartOfData = 'train' | 'dev' | 'test'

/** Trees that stand together: neighbours are of one document and alike, so that blocks go to one part as a whole. */
export const BLOCK = 50

/** The part of the tree at a position (from 0): of ten blocks, eight are for training, the ninth is dev, the last test. */
export function partOf(position: number): PartOfData {
  const block = Math.floor(position / BLOCK) % 10
  return block === 8 ? 'dev' : block === 9 ? 'test' : 'train'
}

/** The trees of one part, by `partOf`. */
export function split<T>(trees: readonly T[], part: PartOfData): T[] {
  return trees.filter((_, i) => partOf(i) === part)
}

/** MASC's trees of a part, as they are in the file. */
export function mascRaw(data: string, part: PartOfData): PennTree[] {
  return split(load(data, 'masc.open'), part)
}

/** MASC's trees of a part, clean; those without words (markup only) are left out. */
export function masc(data: string, part: PartOfData): PennTree[] {
  return clean(mascRaw(data, part))
}

/** CRAFT's trees of a part, as they are in the file. */
export function craftRaw(data: string, part: PartOfData): PennTree[] {
  return load(data, `craft.${part}`)
}

/** CRAFT's trees of a part, clean. */
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
