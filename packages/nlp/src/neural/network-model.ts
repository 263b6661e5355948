// A network with all that its use needs, as a section of a model file. Every size and name is checked.
import { ParleyError } from '@parleyjs/core'
import { type Model, type ModelArray, type Parameters, packParameters } from '@parleyjs/learn'
import { arrayOf, Fields, requireKind, unusable } from '@parleyjs/learn/internal'
import { type PartName, partList } from '../tasks/parse/parts/parts.js'
import { KnownLemmas } from '../tasks/tag/known-lemmas.js'
import { TagSet } from '../tasks/tag/tag-set.js'
import { WordEncoder } from './batch.js'
import type { LabelNames } from './label-sets.js'
import type { SeenWords } from './seen-words.js'
import { NETWORK_TABLES, type NetworkSizes, WORD_LABELS } from './sizes.js'
import { WordPieces } from './word-pieces.js'

/** Increased whenever the same words would give other numbers. */
const VERSION = 1
export const NETWORK_KIND = 'network'

/** A network as it is read from a file. */
export interface NetworkModel {
  readonly sizes: NetworkSizes
  readonly encoder: WordEncoder
  readonly names: LabelNames
  readonly seen: SeenWords
  /** Whether exactly one word hangs on the root, as in training. */
  readonly singleRoot: boolean
  /** Kinds of parts that trees are scored by. */
  readonly parts: readonly PartName[]
  readonly licence: string
  readonly trainedOn: string
  /** The weights, and the hashes of forms. */
  readonly arrays: Readonly<Record<string, ModelArray>>
  /** The file it was read from, for errors. */
  readonly file?: string
}

/** What training gives beside the weights. */
export type TrainedNetwork = Omit<NetworkModel, 'arrays' | 'file'>

/** A trained network as a section of a model file. */
export function networkSection(
  { sizes, encoder, names, seen, singleRoot, parts, licence, trainedOn }: TrainedNetwork,
  parameters: Parameters,
): Model {
  const { width, inner, heads, layers, positions } = sizes
  return {
    header: {
      kind: NETWORK_KIND,
      licence,
      trainedOn,
      features: VERSION,
      sizes: { width, inner, heads, layers, positions },
      pieces: encoder.pieces.pieces,
      characters: encoder.characters,
      names,
      analyses: seen.tags.analyses,
      rules: seen.rules,
      lemmas: seen.lemmas.table,
      singleRoot,
      parts,
    },
    arrays: { forms: seen.forms.slice(), ...packParameters(parameters, { tables: NETWORK_TABLES }) },
  }
}

/** The network in a section of a model file. */
export function readNetwork(model: Model): NetworkModel {
  requireKind(model, NETWORK_KIND, VERSION)
  const fields = new Fields('its header', model.header)
  const namesIn = fields.fields('names')
  const list = (name: string, fewest: number) => distinct(name, namesIn.texts(name, fewest))
  const names = {
    upos: list('upos', 1),
    xpos: list('xpos', 1),
    feats: list('feats', 1),
    lemmas: list('lemmas', 0),
    relations: list('relations', 1),
  }
  const pieces = distinct('pieces', fields.texts('pieces', 1))
  const encoder = new WordEncoder(new WordPieces(pieces), distinct('characters', fields.texts('characters')))
  const sizes = { ...encoderSizes(fields.fields('sizes')), ...countsOf(encoder, names) }
  const tags = tagsIn(fields.texts('analyses', 1), names)
  const rules = fields.numberLists('rules', names.lemmas.length)
  if (rules.length !== names.upos.length)
    throw unusable(`its header has rules of lemmas for ${rules.length} of ${names.upos.length} tags`)
  const lemmas = KnownLemmas.read(fields.fields('lemmas'), names.lemmas.length, tags.analyses.length)
  const { licence, trainedOn } = model.header
  return {
    sizes,
    encoder,
    names,
    seen: { tags, rules, lemmas, forms: arrayOf(model, 'forms', Int32Array) },
    singleRoot: fields.flag('singleRoot'),
    parts: partsIn(fields.texts('parts', 1)),
    licence,
    trainedOn,
    arrays: model.arrays,
    ...(model.file !== undefined && { file: model.file }),
  }
}

/** Largest sizes of an encoder, so that a file of a few bytes cannot ask for much. */
function encoderSizes(sizes: Fields) {
  const width = sizes.whole('width', 8, 4096)
  const heads = sizes.whole('heads', 1, 256)
  if (width % (8 * heads) !== 0)
    throw unusable(`its network is ${width} wide, which ${heads} heads of a multiple of 8 do not divide`)
  return {
    width,
    heads,
    inner: sizes.whole('inner', 8, 16384),
    layers: sizes.whole('layers', 1, 64),
    positions: sizes.whole('positions', 32, 4096),
  }
}

function countsOf({ pieces, characterCount }: WordEncoder, names: LabelNames) {
  const counts = Object.fromEntries(WORD_LABELS.map((kind) => [kind, names[kind].length])) as Record<
    (typeof WORD_LABELS)[number],
    number
  >
  return {
    ...counts,
    relations: names.relations.length,
    pieces: pieces.pieces.length,
    characters: characterCount,
  }
}

/** Tags that go together; every one must have labels of the network, and every UPOS some analysis. */
function tagsIn(analyses: readonly string[], names: LabelNames): TagSet {
  const known = [names.upos, names.xpos, names.feats].map((list) => new Set(list))
  for (const analysis of analyses) {
    const columns = analysis.split('\t')
    if (columns.length !== 3 || !columns.every((column, i) => known[i].has(column)))
      throw unusable(
        `its header has the analysis ${JSON.stringify(analysis)}, which is not made of its names`,
      )
  }
  const tags = new TagSet(names.upos, analyses)
  const without = tags.choices.findIndex((choices) => choices.length === 0)
  if (without >= 0)
    throw unusable(`its header has no analysis of the tag ${JSON.stringify(names.upos[without])}`)
  return tags
}

function partsIn(names: readonly string[]): PartName[] {
  try {
    return partList(names as PartName[])
  } catch {
    throw new ParleyError(
      'bad-input',
      `The model scores trees by parts that this Parley does not know: ${JSON.stringify(names)}. Use a newer Parley, or train it again.`,
    )
  }
}

function distinct(what: string, names: string[]): string[] {
  if (new Set(names).size === names.length) return names
  throw unusable(`its list of ${what} has the same name twice`)
}
