// The public names of the package.
export type { Inventory } from './check/inventory.js'
export { treebankSummary } from './check/summary.js'
export { checkTreebank, type Finding, type TreebankReport } from './check/treebank.js'
export { alignCompression } from './compress/align.js'
export { type BestByLength, bestByLength } from './compress/best-by-length.js'
export { CompressionTree, type CompressionTreeOptions } from './compress/compression-tree.js'
export {
  type Compression,
  type CompressionScores,
  type CompressOptions,
  Compressor,
  type UnitScorer,
} from './compress/compressor.js'
export {
  keptText,
  type Stretch,
  stretches,
  type TokenSpan,
  tokenSpans,
  type WrittenSentence,
  writtenSentence,
} from './compress/detokenise.js'
export { parseAsOne } from './compress/parse-as-one.js'
export { finishWords } from './compress/punctuation.js'
export {
  type CompressionExample,
  type CompressorTraining,
  trainCompressor,
} from './compress/train.js'
export { type Units, unitsOf } from './compress/units.js'
export { type CompressorAbout, WeightedScorer } from './compress/weighted-scorer.js'
export { COLUMNS, type Column, type RowKind, type TextColumn } from './conllu/columns.js'
export type { ConlluDeviation, ConlluOptions, ConlluWarning } from './conllu/complaints.js'
export { countRoots, findCycle, isProjective } from './conllu/heads.js'
export { makeSentence, type NewToken, type NewWord } from './conllu/make.js'
export { parseConllu, readConllu } from './conllu/read.js'
export { type PackedSentence, type Row, Sentence } from './conllu/sentence.js'
export { writeConllu } from './conllu/write.js'
export { type BinariseOptions, binarise, unbinarise } from './constituency/binarise.js'
export { baseLabel, type CleanOptions, cleanTree, dropRepeats } from './constituency/clean.js'
export { compareHeads, compareTrees, type TreeComparison } from './constituency/compare-trees.js'
export {
  type ConstituentDependencies,
  type ConstituentRelation,
  dependencies,
  type LexicalTree,
  lexicalise,
} from './constituency/dependencies.js'
export {
  DependencyModel,
  type DependencyProblem,
  headsIn,
} from './constituency/dependency-model/dependency-model.js'
export { dependencySentence } from './constituency/dependency-model/from-tree.js'
export { type DependencyTraining, trainDependencyModel } from './constituency/dependency-model/train.js'
export { wordColumns } from './constituency/dependency-model/word-columns.js'
export { constituencySize, constituencyToSvg, drawConstituency } from './constituency/draw.js'
export { decodeWord, encodeWord } from './constituency/escapes.js'
export {
  type EvaluateTreesOptions,
  evaluateTrees,
  type Share,
  type TreeEvaluation,
  treeEvaluationTable,
} from './constituency/evaluate-trees.js'
export type { AnnotationOptions, Mark } from './constituency/grammar/annotate.js'
export { packGrammar, unpackGrammar } from './constituency/grammar/pack.js'
export {
  type ChartOptions,
  type GrammarParse,
  type SentenceChart,
  TreebankGrammar,
  type TreebankGrammarOptions,
  trainGrammar,
} from './constituency/grammar/treebank-grammar.js'
export {
  COLLINS_HEAD_RULES,
  type HeadRule,
  type HeadRules,
  type HeadSearch,
  headChild,
} from './constituency/head-rules.js'
export {
  type ChosenDependencyWeight,
  chooseDependencyWeight,
} from './constituency/lexicalised/choose-weight.js'
export { LexicalisedGrammar } from './constituency/lexicalised/grammar.js'
export { type IntersectedParsers, intersectParsers } from './constituency/lexicalised/intersection.js'
export {
  packTwoParsers,
  type TwoParsersProvenance,
  unpackTwoParsers,
} from './constituency/lexicalised/pack.js'
export { loadLexicalised, saveLexicalised } from './constituency/lexicalised/save.js'
export { type LexicalisedTraining, trainLexicalised } from './constituency/lexicalised/train.js'
export { type SmallTraining, trainSmallTwoParsers } from './constituency/lexicalised/train-small.js'
export {
  dependenciesAlone,
  type TwoModels,
  type TwoParse,
  TwoParsers,
  type TwoParsersOptions,
} from './constituency/lexicalised/two-parsers.js'
export {
  type ConstituencyOptions,
  type ConstituencyParse,
  ConstituencyParser,
} from './constituency/parser/constituency-parser.js'
export { type PennOptions, parsePenn, readPenn } from './constituency/penn-read.js'
export { type PennWriteOptions, writePenn } from './constituency/penn-write.js'
export { prettyConstituency } from './constituency/pretty.js'
export {
  foldTree,
  leaves as treeLeaves,
  type PennTree,
  type Span as TreeSpan,
  sameTree,
  spans as treeSpans,
  tags as treeTags,
  words as treeWords,
} from './constituency/tree.js'
export { type ConstituentJson, constituencyJson } from './constituency/tree-json.js'
export { type CollapseOptions, collapseUnaries, expandUnaries } from './constituency/unaries.js'
export { type Change, findChanges, type Reason } from './corpus-wide/changes.js'
export {
  type ConsensusSet,
  ConsensusSets,
  MAX_PENALTY,
  requireConsensusSets,
} from './corpus-wide/consensus.js'
export {
  type CorpusWide,
  type CorpusWideOptions,
  parseCorpusWide,
  tagCorpusWide,
} from './corpus-wide/corpus-wide.js'
export {
  type ArcScorer,
  arcScorer,
  ParseCorpus,
  ROOT_VALUE,
  type ScoredArcs,
} from './corpus-wide/parse-corpus.js'
export { ParseFactor } from './corpus-wide/parse-factor.js'
export {
  type ChunkRead,
  CorpusHost,
  type HostSettings,
  type Packing,
} from './corpus-wide/shards/corpus-host.js'
export { type CorpusPart, parsePart, tagPart } from './corpus-wide/shards/corpus-part.js'
export { CorpusRun, type CorpusRunOptions } from './corpus-wide/shards/corpus-run.js'
export { CorpusShard } from './corpus-wide/shards/corpus-shard.js'
export { type CorpusTask, requireTaskModel, SET_DEFAULTS } from './corpus-wide/shards/corpus-tasks.js'
export {
  carryOut,
  type HostLink,
  type HostOrder,
  localHost,
  packSplit,
  threadHost,
} from './corpus-wide/shards/host-link.js'
export type { CorpusCommand, CorpusLink, CorpusReplyTo } from './corpus-wide/shards/messages.js'
export { type ShardedAnswer, type ShardedSets, solveShards } from './corpus-wide/shards/solve-shards.js'
export { consensusProblem, type SharedWords, shareWords } from './corpus-wide/shared-words.js'
export { contextOf, type TagContextOptions, TagContexts } from './corpus-wide/tag-contexts.js'
export { TagCorpus, type TagScorer } from './corpus-wide/tag-corpus.js'
export { TagFactor } from './corpus-wide/tag-factor.js'
export {
  type AgreedSet,
  type TaggedTogether,
  type TagTogetherOptions,
  tagTogether,
} from './corpus-wide/tag-together.js'
export {
  type ProbableTagger,
  parserKnows,
  rememberingTagger,
  taggerScorer,
} from './corpus-wide/tagger-scores.js'
export { type UnseenWordOptions, UnseenWords } from './corpus-wide/unseen-words.js'
export { CrfTagger } from './crf/crf-tagger.js'
export { type CrfTraining, trainCrf } from './crf/train.js'
export { type DrawingSize, type DrawOptions, drawTree, treeSize } from './draw/draw-tree.js'
export type { DrawableTree, Pen, TextRole } from './draw/pen.js'
export { type PrettyOptions, prettyTree } from './draw/pretty.js'
export { type SvgOptions, treesToSvg, treeToSvg } from './draw/svg.js'
export { columnsOf, forTerminal } from './draw/text-width.js'
export {
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  type MetricName,
  OFFICIAL_METRICS,
  OTHER_METRICS,
} from './eval/evaluate.js'
export type { PunctuationRule } from './eval/punctuation.js'
export type { Score } from './eval/score.js'
export { evaluationTable } from './eval/table.js'
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
export {
  type ChosenWeight,
  chooseTaggerWeight,
  sampleTrees,
  type WeightOptions,
} from './joint/choose-weight.js'
export { type Intersected, intersect, type LinkTrigram } from './joint/intersection.js'
export { type JointModels, type JointOptions, type JointParse, JointParser } from './joint/joint-parser.js'
export type { JointRound } from './joint/joint-round.js'
export type { CheckpointStore } from './model/checkpoint.js'
export { type Model, type ModelArray, type ModelHeader, readModel, writeModel } from './model/container.js'
export { ModelBytes } from './model/model-bytes.js'
export { openModel, type SharedModel, shareModel } from './model/shared-model.js'
export { unpackModel } from './model/unpack-model.js'
export type { Parse, ParseOptions } from './parse/interface/parse-result.js'
export type { ParserConstraints, ParserInput, TrainingSentence } from './parse/interface/parser-input.js'
export { type ParserProgress, type TrainParserOptions, trainParser } from './parse/learn/train.js'
export { Parser } from './parse/parser.js'
export type { ParseProblem } from './parse/parts/part-decoder.js'
export { PART_NAMES, type ParserParts, type PartName, partList, partsName } from './parse/parts/parts.js'
export { bestTrees, type KBestTreeOptions, type RankedTree } from './parse/trees/k-best.js'
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
export type { ConceptSentence } from './summarise/concepts.js'
export { summariserOf } from './summarise/read-summariser.js'
export { ROUGE_NAMES, type RougeName, type RougeScore, rouge, rougeWords } from './summarise/rouge.js'
export { type SolvedSummary, type SolveSummaryOptions, solveSummary } from './summarise/solve-summary.js'
export {
  type SummariseOptions,
  Summariser,
  type SummariserParts,
  type Summary,
  type SummaryConcept,
  type SummaryDocument,
} from './summarise/summariser.js'
export {
  packSummariser,
  type SummariserModel,
  type SummariserSettings,
  unpackSummariser,
} from './summarise/summariser-model.js'
export { summaryJson } from './summarise/summary-json.js'
export type { SummaryProblem } from './summarise/summary-problem.js'
export { summaryProgram } from './summarise/summary-program.js'
export type { SummarySentence } from './summarise/summary-sentence.js'
export { type SummaryExample, trainSummariser } from './summarise/train.js'
export { jackknife } from './tag/jackknife.js'
export { Tagger, type Tagging, type TagOptions } from './tag/tagger.js'
export { type TaggerTraining, trainTagger } from './tag/train.js'
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
export { treebankText } from './tokenize/gold.js'
export {
  type Token,
  type TokenizedSentence,
  type TokenizeOptions,
  Tokenizer,
  toSentence,
} from './tokenize/tokenizer.js'
export { type TokenizerTraining, trainTokenizer } from './tokenize/train.js'
