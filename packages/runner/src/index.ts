// What the front ends share: options of tasks, reading of input, and writing of results.
export {
  flagOf,
  type OptionAt,
  type OptionName,
  type OptionValue,
  optionsAt,
  type TaskValues,
} from './options/doors.js'
export { JOB_TASKS, type JobTask, TASKS, type TaskName } from './options/table.js'
export { type ParseTaskOptions, treesOf } from './options/trees.js'
export type { DoorName, OptionType } from './options/types.js'
export { placed, withPlace } from './place.js'
export { bracketSentences } from './read/bracket-sentences.js'
export { decodeText } from './read/decode-text.js'
export { type Deviation, Deviations } from './read/deviations.js'
export { readDocument, requireText } from './read/documents.js'
export { kindOf, looksLikeBrackets, looksLikeConllu } from './read/input-kind.js'
export { OwnTokens, type OwnTokensKind } from './read/own-tokens.js'
export {
  processSource,
  readSentences,
  readSources,
  type SentenceJob,
  type Splitter,
} from './read/sentences.js'
export type { FileSource, InputKind, RunnerSource } from './read/source.js'
export { inThisThread, type Processor, runText, type Sink } from './run/run-text.js'
export {
  type CompressedSentence,
  type CompressionOutput,
  type CompressionWriter,
  compressionJson,
  compressionWriter,
} from './write/compression.js'
export { type FoundSentence, foundConllu, foundJson, foundText } from './write/matches.js'
export { wordsAlone } from './write/own-tokens.js'
export {
  MOST_TREES,
  type OutputOptions,
  type SentencePiece,
  sentencePiece,
  type Writer,
  writerFor,
} from './write/sentences.js'
export { type SummaryOutput, writeSummary } from './write/summary.js'
