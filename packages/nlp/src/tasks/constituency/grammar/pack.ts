// A grammar inside a model file: its symbols as text, and its counts. Probabilities are computed when it is
// read.
import { ParleyError } from '@parleyjs/core'
import type { Model } from '@parleyjs/learn'
import { packNumbers, reading, unpackNumbers } from '@parleyjs/learn/internal'
import { packLines, packWords, unpackLines, unpackWords } from '../../tag/trigram/pack-words.js'
import { type AnnotationOptions, MARKS } from './annotate.js'
import type { SymbolParts } from './rules-of.js'
import { TreebankGrammar } from './treebank-grammar.js'

const KIND = 'grammar'
const WHAT = 'The model of the grammar'

/** A grammar as a model, to be written with `writeModel`. */
export function packGrammar(
  { counts }: TreebankGrammar,
  { licence, trainedOn }: { readonly licence: string; readonly trainedOn: string },
): Model {
  const { symbols, root, rules, options } = counts
  const column = (c: number, shift = 0) => rules.filter((_, i) => i % 4 === c).map((value) => value + shift)
  const parents = column(0)
  return {
    header: { kind: KIND, licence, trainedOn, annotation: { ...options }, root },
    arrays: {
      symbols: packLines(
        symbols.map(({ label, parent, memory }) => [label, parent, memory ?? '-'].join('\t')),
      ),
      'rules.parents': packNumbers(parents.map((parent, i) => parent - (parents[i - 1] ?? 0))),
      'rules.left': packNumbers(column(1)),
      'rules.right': packNumbers(column(2, 1)),
      'rules.counts': packNumbers(column(3)),
      ...packWords('words', counts.words),
      ...packWords('first', counts.firstWords),
    },
  }
}

/** A grammar from a model that was read with `readModel`; one that does not fit together is refused. */
export function unpackGrammar(model: Model): TreebankGrammar {
  return reading(undefined, () => makeGrammar(model))
}

function makeGrammar(model: Model): TreebankGrammar {
  const { kind, annotation, root } = model.header
  if (kind !== KIND)
    throw new ParleyError(
      'bad-input',
      `This model is a ${kind}, but a ${KIND} is needed here. Is it the right file?`,
    )
  const symbols = unpackLines(model.arrays.symbols).map(readSymbol)
  const part = (name: string) => unpackNumbers(WHAT, model.arrays[`rules.${name}`])
  const [parents, left, right, often] = [part('parents'), part('left'), part('right'), part('counts')]
  const rules = new Int32Array(4 * parents.length)
  let parent = 0
  for (let i = 0; i < parents.length; i++) {
    parent += parents[i]
    rules.set([parent, left[i], right[i] - 1, often[i]], 4 * i)
    const [b, c] = [left[i], right[i] - 1]
    if (parent >= symbols.length || !(b < symbols.length) || !(c < symbols.length) || !(often[i] > 0))
      throw broken('has a rule that does not fit')
  }
  if (typeof root !== 'number' || symbols[root] === undefined) throw broken('has no root')
  return new TreebankGrammar({
    options: readOptions(annotation),
    symbols,
    root,
    rules,
    words: unpackWords(WHAT, 'words', model, symbols.length),
    firstWords: unpackWords(WHAT, 'first', model, symbols.length),
  })
}

function readSymbol(line: string): SymbolParts {
  const [label, parent, memory] = line.split('\t')
  if (!label || parent === undefined || memory === undefined) throw broken('has a symbol without a label')
  const cut = label.indexOf('~', 1)
  return {
    base: cut < 0 ? label : label.slice(0, cut),
    label,
    parent,
    memory: memory === '-' ? null : memory,
  }
}

function readOptions(value: unknown): AnnotationOptions {
  const { horizontal, vertical, direction, marks } = (value ?? {}) as Partial<AnnotationOptions>
  if (
    typeof horizontal !== 'number' ||
    (vertical !== 1 && vertical !== 2) ||
    (direction !== 'head' && direction !== 'right') ||
    !Array.isArray(marks) ||
    !marks.every((mark) => Object.hasOwn(MARKS, mark))
  )
    throw broken('does not say how its symbols are made, or makes them as another Parley does')
  return { horizontal, vertical, direction, marks }
}

function broken(what: string): ParleyError {
  return new ParleyError('bad-input', `${WHAT} ${what}. Train it again.`)
}
