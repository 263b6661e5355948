// What the front ends share: options of tasks, reading of input, and writing of results.
export {
  type Flag,
  flagOf,
  flagsOf,
  isTask,
  jobFlags,
  type OptionAt,
  type OptionName,
  type OptionValue,
  optionsAt,
  type TaskValues,
  wrongJobOption,
} from './options/doors.js'
export { type JobTaskName, TASK_OPTIONS, TASKS, type TaskName } from './options/table.js'
export { type ParseTaskOptions, treesOf } from './options/trees.js'
export type { DoorName, OptionType, TaskOption } from './options/types.js'
export { placed, withPlace } from './place.js'
export { bracketSentences } from './read/bracket-sentences.js'
export { decodeText } from './read/decode-text.js'
export { type Deviation, Deviations } from './read/deviations.js'
export { readDocument, requireText } from './read/documents.js'
export { kindOf, looksLikeBrackets, looksLikeConllu } from './read/input-kind.js'
export { OwnTokens, type OwnTokensKind } from './read/own-tokens.js'
export {
  processSource,
  processWhole,
  readSentences,
  type SentenceJob,
} from './read/sentences.js'
export { type FileSource, type InputKind, PEEK, type RunnerSource } from './read/source.js'
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
