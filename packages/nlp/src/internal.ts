// What sibling packages of Parley share with @parleyjs/nlp beyond its public exports. Nothing here is
// stable: users import from `@parleyjs/nlp` alone.

export { WordEncoder } from './neural/batch.js'
export { frequentCharacters, labelNames, trueWords } from './neural/label-sets.js'
export { networkSection } from './neural/network-model.js'
export { greedyScores } from './neural/read-words.js'
export { networkShapes } from './neural/sizes.js'
export { teach } from './neural/teach.js'
export { trainWords } from './neural/train-words.js'
export { networkOf, parametersOf } from './neural/trained-network.js'
export { WordPieces } from './neural/word-pieces.js'
export type { SectionModels, StageModels } from './pipeline/model.js'
export { sentenceJson } from './pipeline/sentence-json.js'
export { eachTree, percentages } from './pipeline/sentence-writer.js'
export type { StageName } from './pipeline/train-pipeline.js'
export { TreeSearch } from './search/tree-search.js'
export { alignCompression } from './tasks/compress/align.js'
export { tokenSpans, writtenSentence } from './tasks/compress/detokenise.js'
export { parseAsOne } from './tasks/compress/parse-as-one.js'
export { finishWords } from './tasks/compress/punctuation.js'
export type { CompressionExample } from './tasks/compress/train-compressor.js'
export { WeightedScorer } from './tasks/compress/weighted-scorer.js'
export { DependencyModel } from './tasks/constituency/dependency-model/dependency-model.js'
export { packGrammar } from './tasks/constituency/grammar/pack.js'
export type { TreebankGrammarOptions } from './tasks/constituency/grammar/treebank-grammar.js'
export { chooseDependencyWeight } from './tasks/constituency/lexicalised/choose-weight.js'
export { intersectParsers } from './tasks/constituency/lexicalised/intersection.js'
export { packTwoParsers } from './tasks/constituency/lexicalised/pack.js'
export { loadLexicalised, saveLexicalised } from './tasks/constituency/lexicalised/save.js'
export {
  dependenciesAlone,
  type TwoModels,
  type TwoParsersOptions,
} from './tasks/constituency/lexicalised/two-parsers.js'
export type { ConstituencyOptions } from './tasks/constituency/parser/constituency-parser.js'
export { answerOf } from './tasks/corpus-wide/agree-more.js'
export {
  type ConsensusSet,
  ConsensusSets,
  MAX_PENALTY,
  requireConsensusSets,
} from './tasks/corpus-wide/consensus.js'
export { arcScorer } from './tasks/corpus-wide/parse-corpus.js'
export { ParseFactor } from './tasks/corpus-wide/parse-factor.js'
export {
  type ChunkRead,
  CorpusHost,
  type HostSettings,
  type Packing,
} from './tasks/corpus-wide/shards/corpus-host.js'
export { CorpusRun } from './tasks/corpus-wide/shards/corpus-run.js'
export { type CorpusTask, requireTaskModel, SET_DEFAULTS } from './tasks/corpus-wide/shards/corpus-tasks.js'
export {
  carryOut,
  type HostLink,
  type HostOrder,
  localHost,
  packSplit,
  threadHost,
} from './tasks/corpus-wide/shards/host-link.js'
export type { CorpusCommand, CorpusReplyTo } from './tasks/corpus-wide/shards/messages.js'
export type { ShardedAnswer } from './tasks/corpus-wide/shards/solve-shards.js'
export { consensusProblem, type SharedWords, shareWords } from './tasks/corpus-wide/shared-words.js'
export { TagFactor } from './tasks/corpus-wide/tag-factor.js'
export { parserKnows, taggerScorer } from './tasks/corpus-wide/tagger-scores.js'
export type { Transitions } from './tasks/corpus-wide/transitions.js'
export { type ChosenWeight, sampleTrees } from './tasks/joint/choose-weight.js'
export type { JointModels } from './tasks/joint/joint-parser.js'
export type { JointRound } from './tasks/joint/joint-round.js'
export type { ParserInput } from './tasks/parse/interface/parser-input.js'
export type { ParseProblem } from './tasks/parse/parts/part-decoder.js'
export {
  PART_NAMES,
  type ParserParts,
  type PartName,
  partList,
  partsName,
} from './tasks/parse/parts/parts.js'
export { ROUGE_NAMES, rougeWords } from './tasks/summarise/rouge.js'
export { solveSummary } from './tasks/summarise/solve-summary.js'
export {
  packSummariser,
  type SummariserSettings,
  unpackSummariser,
} from './tasks/summarise/summariser-model.js'
export { summaryJson } from './tasks/summarise/summary-json.js'
export type { SummaryProblem } from './tasks/summarise/summary-problem.js'
export type { SummarySentence } from './tasks/summarise/summary-sentence.js'
export { packTrigramTagger } from './tasks/tag/trigram/pack.js'
export { treebankText } from './tasks/tokenize/gold.js'
export type { ConlluDeviation } from './text/conllu/complaints.js'
export { findCycle } from './text/conllu/heads.js'
export { treesToSvg } from './text/draw/svg.js'
export { forTerminal } from './text/draw/text-width.js'
export { leaves as treeLeaves } from './text/penn/tree.js'
export type { Note, SplitSentence } from './threads/sentence-pool.js'
export { processSplit } from './threads/sentence-work.js'
export { serveSentences } from './threads/serve-sentences.js'
export { shareForThreads } from './threads/share-for-threads.js'
export { MAX_FEATURES, SentenceNumbers } from './word-features/templates.js'
export { Words } from './word-features/words.js'
