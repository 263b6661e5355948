// The ten columns of CoNLL-U, by name and by number.

/** Names of the columns, in the order of the file. */
export const COLUMNS = [
  'id',
  'form',
  'lemma',
  'upos',
  'xpos',
  'feats',
  'head',
  'deprel',
  'deps',
  'misc',
] as const

/** The name of a column. */
export type Column = (typeof COLUMNS)[number]

/** A column whose text can be changed. ID is fixed, and HEAD is a number with its own setter. */
export type TextColumn = Exclude<Column, 'id' | 'head'>

export const COLUMN_COUNT = COLUMNS.length
export const ID = 0
export const FORM = 1
export const LEMMA = 2
export const FEATS = 5
export const HEAD = 6
export const DEPREL = 7
export const MISC = 9

/** The kind of a line: a word (`3`), a multiword token (`3-4`) or an empty node (`3.1`). */
export type RowKind = 'word' | 'range' | 'empty'

/**
 * Numbers stored per line of a sentence: the start of each column, and the position after the end of the
 * line.
 */
export const STRIDE = COLUMN_COUNT + 1
