// The public names of the package.

export {
  type CheckpointStore,
  type Model,
  type ModelArray,
  ModelBytes,
  type ModelHeader,
  openModel,
  readModel,
  type SharedModel,
  shareModel,
  unpackModel,
  writeModel,
} from '@parley/learn'

export { CrfTagger } from './crf/crf-tagger.js'
export { type CrfTraining, trainCrf } from './crf/train.js'
export { countTags, type HmmCounts, type TaggedWords } from './hmm/counts.js'
export type { LexiconOptions, WordTags } from './hmm/lexicon.js'
export { packTrigramTagger, unpackTrigramTagger } from './hmm/pack.js'
export {
  countLinks,
  evaluateTrigramTagger,
  type TaggingAccuracy,
  TrigramTagger,
  type TrigramTagging,
  trainTrigramTagger,
} from './hmm/trigram-tagger.js'
export type { SentenceDemands } from './pipeline/constraints.js'
export {
  joinModels,
  readPipeline,
  type SectionModels,
  type StageModels,
  splitModel,
} from './pipeline/model.js'
export {
  Pipeline,
  type Processed,
  type SentenceOptions,
  type StreamOptions,
  type TextOptions,
  type TreeOptions,
} from './pipeline/pipeline.js'
export { sentenceJson } from './pipeline/sentence-json.js'
export { eachTree, percentages, type SentenceFormat, sentenceWriter } from './pipeline/sentence-writer.js'
export type {
  ParsedTree,
  ParseReport,
  ParserSettings,
  ParserStage,
  Stages,
  TaggedSentence,
  TaggerStage,
  Tags,
  TextToken,
  TokenizerStage,
} from './pipeline/stages.js'
export {
  type StageName,
  type TrainingOptions,
  type TrainingProgress,
  trainPipeline,
  trainStage,
} from './pipeline/train.js'
export { alignCompression } from './tasks/compress/align.js'
export { type BestByLength, bestByLength } from './tasks/compress/best-by-length.js'
export { CompressionTree, type CompressionTreeOptions } from './tasks/compress/compression-tree.js'
export {
  type Compression,
  type CompressionScores,
  type CompressOptions,
  Compressor,
  type UnitScorer,
} from './tasks/compress/compressor.js'
export {
  keptText,
  type Stretch,
  stretches,
  type TokenSpan,
  tokenSpans,
  type WrittenSentence,
  writtenSentence,
} from './tasks/compress/detokenise.js'
export { parseAsOne } from './tasks/compress/parse-as-one.js'
export { finishWords } from './tasks/compress/punctuation.js'
export {
  type CompressionExample,
  type CompressorTraining,
  trainCompressor,
} from './tasks/compress/train.js'
export { type Units, unitsOf } from './tasks/compress/units.js'
export { type CompressorAbout, WeightedScorer } from './tasks/compress/weighted-scorer.js'
export { type BinariseOptions, binarise, unbinarise } from './tasks/constituency/binarise.js'
export {
  DependencyModel,
  type DependencyProblem,
  headsIn,
} from './tasks/constituency/dependency-model/dependency-model.js'
export { dependencySentence } from './tasks/constituency/dependency-model/from-tree.js'
export { type DependencyTraining, trainDependencyModel } from './tasks/constituency/dependency-model/train.js'
export { wordColumns } from './tasks/constituency/dependency-model/word-columns.js'
export type { AnnotationOptions, Mark } from './tasks/constituency/grammar/annotate.js'
export { packGrammar, unpackGrammar } from './tasks/constituency/grammar/pack.js'
export {
  type ChartOptions,
  type GrammarParse,
  type SentenceChart,
  TreebankGrammar,
  type TreebankGrammarOptions,
  trainGrammar,
} from './tasks/constituency/grammar/treebank-grammar.js'
export {
  type ChosenDependencyWeight,
  chooseDependencyWeight,
} from './tasks/constituency/lexicalised/choose-weight.js'
export { LexicalisedGrammar } from './tasks/constituency/lexicalised/grammar.js'
export { type IntersectedParsers, intersectParsers } from './tasks/constituency/lexicalised/intersection.js'
export {
  packTwoParsers,
  type TwoParsersProvenance,
  unpackTwoParsers,
} from './tasks/constituency/lexicalised/pack.js'
export { loadLexicalised, saveLexicalised } from './tasks/constituency/lexicalised/save.js'
export { type LexicalisedTraining, trainLexicalised } from './tasks/constituency/lexicalised/train.js'
export { type SmallTraining, trainSmallTwoParsers } from './tasks/constituency/lexicalised/train-small.js'
export {
  dependenciesAlone,
  type TwoModels,
  type TwoParse,
  TwoParsers,
  type TwoParsersOptions,
} from './tasks/constituency/lexicalised/two-parsers.js'
export {
  type ConstituencyOptions,
  type ConstituencyParse,
  ConstituencyParser,
} from './tasks/constituency/parser/constituency-parser.js'
export { type CollapseOptions, collapseUnaries, expandUnaries } from './tasks/constituency/unaries.js'
export { type Change, findChanges, type Reason } from './tasks/corpus-wide/changes.js'
export {
  type ConsensusSet,
  ConsensusSets,
  MAX_PENALTY,
  requireConsensusSets,
} from './tasks/corpus-wide/consensus.js'
export {
  type CorpusWide,
  type CorpusWideOptions,
  parseCorpusWide,
  tagCorpusWide,
} from './tasks/corpus-wide/corpus-wide.js'
export {
  type ArcScorer,
  arcScorer,
  ParseCorpus,
  ROOT_VALUE,
  type ScoredArcs,
} from './tasks/corpus-wide/parse-corpus.js'
export { ParseFactor } from './tasks/corpus-wide/parse-factor.js'
export {
  type ChunkRead,
  CorpusHost,
  type HostSettings,
  type Packing,
} from './tasks/corpus-wide/shards/corpus-host.js'
export { type CorpusPart, parsePart, tagPart } from './tasks/corpus-wide/shards/corpus-part.js'
export { CorpusRun, type CorpusRunOptions } from './tasks/corpus-wide/shards/corpus-run.js'
export { CorpusShard } from './tasks/corpus-wide/shards/corpus-shard.js'
export { type CorpusTask, requireTaskModel, SET_DEFAULTS } from './tasks/corpus-wide/shards/corpus-tasks.js'
export {
  carryOut,
  type HostLink,
  type HostOrder,
  localHost,
  packSplit,
  threadHost,
} from './tasks/corpus-wide/shards/host-link.js'
export type { CorpusCommand, CorpusLink, CorpusReplyTo } from './tasks/corpus-wide/shards/messages.js'
export { type ShardedAnswer, type ShardedSets, solveShards } from './tasks/corpus-wide/shards/solve-shards.js'
export { consensusProblem, type SharedWords, shareWords } from './tasks/corpus-wide/shared-words.js'
export { contextOf, type TagContextOptions, TagContexts } from './tasks/corpus-wide/tag-contexts.js'
export { TagCorpus, type TagScorer } from './tasks/corpus-wide/tag-corpus.js'
export { TagFactor } from './tasks/corpus-wide/tag-factor.js'
export {
  type AgreedSet,
  type TaggedTogether,
  type TagTogetherOptions,
  tagTogether,
} from './tasks/corpus-wide/tag-together.js'
export {
  type ProbableTagger,
  parserKnows,
  rememberingTagger,
  taggerScorer,
} from './tasks/corpus-wide/tagger-scores.js'
export { type UnseenWordOptions, UnseenWords } from './tasks/corpus-wide/unseen-words.js'
export {
  type ChosenWeight,
  chooseTaggerWeight,
  sampleTrees,
  type WeightOptions,
} from './tasks/joint/choose-weight.js'
export { type Intersected, intersect, type LinkTrigram } from './tasks/joint/intersection.js'
export {
  type JointModels,
  type JointOptions,
  type JointParse,
  JointParser,
} from './tasks/joint/joint-parser.js'
export type { JointRound } from './tasks/joint/joint-round.js'
export type { Parse, ParseOptions } from './tasks/parse/interface/parse-result.js'
export type {
  ParserConstraints,
  ParserInput,
  TrainingSentence,
} from './tasks/parse/interface/parser-input.js'
export { type ParserProgress, type TrainParserOptions, trainParser } from './tasks/parse/learn/train.js'
export { Parser } from './tasks/parse/parser.js'
export type { ParseProblem } from './tasks/parse/parts/part-decoder.js'
export {
  PART_NAMES,
  type ParserParts,
  type PartName,
  partList,
  partsName,
} from './tasks/parse/parts/parts.js'
export { bestTrees, type KBestTreeOptions, type RankedTree } from './tasks/parse/trees/k-best.js'
export type { ConceptSentence } from './tasks/summarise/concepts.js'
export { summariserOf } from './tasks/summarise/read-summariser.js'
export { ROUGE_NAMES, type RougeName, type RougeScore, rouge, rougeWords } from './tasks/summarise/rouge.js'
export {
  type SolvedSummary,
  type SolveSummaryOptions,
  solveSummary,
} from './tasks/summarise/solve-summary.js'
export {
  type SummariseOptions,
  Summariser,
  type SummariserParts,
  type Summary,
  type SummaryConcept,
  type SummaryDocument,
} from './tasks/summarise/summariser.js'
export {
  packSummariser,
  type SummariserModel,
  type SummariserSettings,
  unpackSummariser,
} from './tasks/summarise/summariser-model.js'
export { summaryJson } from './tasks/summarise/summary-json.js'
export type { SummaryProblem } from './tasks/summarise/summary-problem.js'
export { summaryProgram } from './tasks/summarise/summary-program.js'
export type { SummarySentence } from './tasks/summarise/summary-sentence.js'
export { type SummaryExample, trainSummariser } from './tasks/summarise/train.js'
export { jackknife } from './tasks/tag/jackknife.js'
export { Tagger, type Tagging, type TagOptions } from './tasks/tag/tagger.js'
export { type TaggerTraining, trainTagger } from './tasks/tag/train.js'
export { treebankText } from './tasks/tokenize/gold.js'
export {
  type Token,
  type TokenizedSentence,
  type TokenizeOptions,
  Tokenizer,
  toSentence,
} from './tasks/tokenize/tokenizer.js'
export { type TokenizerTraining, trainTokenizer } from './tasks/tokenize/train.js'
export type { Inventory } from './text/check/inventory.js'
export { treebankSummary } from './text/check/summary.js'
export { checkTreebank, type Finding, type TreebankReport } from './text/check/treebank.js'
export { COLUMNS, type Column, type RowKind, type TextColumn } from './text/conllu/columns.js'
export type { ConlluDeviation, ConlluOptions, ConlluWarning } from './text/conllu/complaints.js'
export { countRoots, findCycle, isProjective } from './text/conllu/heads.js'
export { makeSentence, type NewToken, type NewWord } from './text/conllu/make.js'
export { parseConllu, readConllu } from './text/conllu/read.js'
export { type PackedSentence, type Row, Sentence } from './text/conllu/sentence.js'
export { writeConllu } from './text/conllu/write.js'
export { type DrawingSize, type DrawOptions, drawTree, treeSize } from './text/draw/draw-tree.js'
export type { DrawableTree, Pen, TextRole } from './text/draw/pen.js'
export { type PrettyOptions, prettyTree } from './text/draw/pretty.js'
export { type SvgOptions, treesToSvg, treeToSvg } from './text/draw/svg.js'
export { columnsOf, forTerminal } from './text/draw/text-width.js'
export { compareHeads, compareTrees, type TreeComparison } from './text/eval/compare-trees.js'
export {
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  type MetricName,
  OFFICIAL_METRICS,
  OTHER_METRICS,
} from './text/eval/evaluate.js'
export {
  type EvaluateTreesOptions,
  evaluateTrees,
  type Share,
  type TreeEvaluation,
  treeEvaluationTable,
} from './text/eval/evaluate-trees.js'
export type { PunctuationRule } from './text/eval/punctuation.js'
export type { Score } from './text/eval/score.js'
export { evaluationTable } from './text/eval/table.js'
export { baseLabel, type CleanOptions, cleanTree, dropRepeats } from './text/penn/clean.js'
export {
  type ConstituentDependencies,
  type ConstituentRelation,
  dependencies,
  type LexicalTree,
  lexicalise,
} from './text/penn/dependencies.js'
export { constituencySize, constituencyToSvg, drawConstituency } from './text/penn/draw/draw.js'
export { prettyConstituency } from './text/penn/draw/pretty.js'
export { decodeWord, encodeWord } from './text/penn/escapes.js'
export {
  COLLINS_HEAD_RULES,
  type HeadRule,
  type HeadRules,
  type HeadSearch,
  headChild,
} from './text/penn/head-rules.js'
export { type PennOptions, parsePenn, readPenn } from './text/penn/penn-read.js'
export { type PennWriteOptions, writePenn } from './text/penn/penn-write.js'
export {
  foldTree,
  leaves as treeLeaves,
  type PennTree,
  type Span as TreeSpan,
  sameTree,
  spans as treeSpans,
  tags as treeTags,
  words as treeWords,
} from './text/penn/tree.js'
export { type ConstituentJson, constituencyJson } from './text/penn/tree-json.js'
export {
  type Note,
  SentencePool,
  type SentencePoolOptions,
  type SentenceWork,
  type SplitSentence,
} from './threads/sentence-pool.js'
export { processSplit } from './threads/sentence-work.js'
export { serveSentences } from './threads/serve-sentences.js'
export { type ShareOptions, shareForThreads } from './threads/share-for-threads.js'
export {
  type ThreadedTrainingOptions,
  trainPipelineInThreads,
  trainStageInThreads,
} from './threads/train-in-threads.js'
export type { TrainingThreadData } from './threads/training-tasks.js'
