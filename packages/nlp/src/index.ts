// The public names of the package.

export { type Model, readModel, unpackModel, writeModel } from '@parleyjs/learn'
export { Doc, type DocPart } from './doc/doc.js'
export type { DocJson, DocSentenceJson, TokenJson } from './doc/doc-json.js'
export { DocSentence } from './doc/doc-sentence.js'
export { Span } from './doc/span.js'
export { MultiwordToken, Token } from './doc/token.js'
export { loadParley } from './load/load.js'
export type { LoadOptions, LoadProgress, ModelSource } from './load/options.js'
export { type DocOptions, type GivenSentence, Parley } from './load/parley.js'
export { ParleyWorker, type WorkerDocOptions, type WorkerSentenceOptions } from './load/parley-worker.js'
export type { SentenceDemands } from './pipeline/constraints.js'
export { joinModels, readPipeline, splitModel } from './pipeline/model.js'
export {
  Pipeline,
  type Processed,
  type SentenceOptions,
  type TextOptions,
  type TreeOptions,
} from './pipeline/pipeline.js'
export { type SentenceFormat, sentenceWriter } from './pipeline/sentence-writer.js'
export type { ParserStage, Stages, TaggerStage, TokenizerStage } from './pipeline/stages.js'
export { type TrainingOptions, type TrainingProgress, trainPipeline } from './pipeline/train-pipeline.js'
export { type TreeMatch, type TreeMatches, TreePattern } from './search/tree-pattern.js'
export { type FoundTree, type SearchOptions, searchTrees } from './search/tree-search.js'
export { bestByLength } from './tasks/compress/best-by-length.js'
export { CompressionTree } from './tasks/compress/compression-tree.js'
export { type Compression, Compressor } from './tasks/compress/compressor.js'
export { keptText, stretches } from './tasks/compress/detokenise.js'
export { trainCompressor } from './tasks/compress/train-compressor.js'
export { binarise, unbinarise } from './tasks/constituency/binarise.js'
export { trainDependencyModel } from './tasks/constituency/dependency-model/train-dependency-model.js'
export { TreebankGrammar, trainGrammar } from './tasks/constituency/grammar/treebank-grammar.js'
export { trainLexicalised } from './tasks/constituency/lexicalised/train-lexicalised.js'
export { trainSmallTwoParsers } from './tasks/constituency/lexicalised/train-small.js'
export { type TwoParse, TwoParsers } from './tasks/constituency/lexicalised/two-parsers.js'
export {
  type ConstituencyParse,
  ConstituencyParser,
} from './tasks/constituency/parser/constituency-parser.js'
export { collapseUnaries, expandUnaries } from './tasks/constituency/unaries.js'
export type { Change } from './tasks/corpus-wide/changes.js'
export { type CorpusWide, parseCorpusWide, tagCorpusWide } from './tasks/corpus-wide/corpus-wide.js'
export { ParseCorpus } from './tasks/corpus-wide/parse-corpus.js'
export { TagContexts } from './tasks/corpus-wide/tag-contexts.js'
export { TagCorpus } from './tasks/corpus-wide/tag-corpus.js'
export { tagTogether } from './tasks/corpus-wide/tag-together.js'
export { UnseenWords } from './tasks/corpus-wide/unseen-words.js'
export { EntityGraph, type EntityGraphOptions, type TokenScores } from './tasks/entities/entity-graph.js'
export { chooseTaggerWeight } from './tasks/joint/choose-weight.js'
export { type JointParse, JointParser } from './tasks/joint/joint-parser.js'
export type { Parse, ParseOptions } from './tasks/parse/interface/parse-result.js'
export { trainParser } from './tasks/parse/learn/train-parser.js'
export { Parser } from './tasks/parse/parser.js'
export { summariserOf } from './tasks/summarise/read-summariser.js'
export { type RougeScore, rouge } from './tasks/summarise/rouge.js'
export { Summariser, type Summary, type SummaryDocument } from './tasks/summarise/summariser.js'
export { trainSummariser } from './tasks/summarise/train-summariser.js'
export { jackknife } from './tasks/tag/jackknife.js'
export { Tagger } from './tasks/tag/tagger.js'
export { trainTagger } from './tasks/tag/train-tagger.js'
export { TrigramTagger, trainTrigramTagger } from './tasks/tag/trigram/trigram-tagger.js'
export type { Tagging } from './tasks/tag/word-tagger.js'
export { Tokenizer } from './tasks/tokenize/tokenizer.js'
export { trainTokenizer } from './tasks/tokenize/train-tokenizer.js'
export { treebankSummary } from './text/check/summary.js'
export { checkTreebank, type Finding, type TreebankReport } from './text/check/treebank.js'
export type { ConlluOptions, ConlluWarning } from './text/conllu/complaints.js'
export { makeSentence, type NewWord } from './text/conllu/make.js'
export { parseConllu, readConllu } from './text/conllu/read.js'
export { Sentence } from './text/conllu/sentence.js'
export { writeConllu } from './text/conllu/write.js'
export { type DrawingSize, drawTree } from './text/draw/draw-tree.js'
export type { DrawableTree, Pen, TextRole } from './text/draw/pen.js'
export { prettyTree } from './text/draw/pretty.js'
export { treeToSvg } from './text/draw/svg.js'
export { compareHeads, compareTrees, type TreeComparison } from './text/eval/compare-trees.js'
export { type Evaluation, evaluateConllu, type MetricName } from './text/eval/evaluate-conllu.js'
export { evaluateTrees, type TreeEvaluation, treeEvaluationTable } from './text/eval/evaluate-trees.js'
export { evaluationTable } from './text/eval/table.js'
export { cleanTree, dropRepeats } from './text/penn/clean.js'
export {
  type ConstituentDependencies,
  dependencies,
  type LexicalTree,
  lexicalise,
} from './text/penn/dependencies.js'
export { constituencyToSvg, drawConstituency } from './text/penn/draw/draw.js'
export { prettyConstituency } from './text/penn/draw/pretty.js'
export { COLLINS_HEAD_RULES, type HeadRules, headChild } from './text/penn/head-rules.js'
export { parsePenn, readPenn } from './text/penn/penn-read.js'
export { writePenn } from './text/penn/penn-write.js'
export {
  type PennTree,
  type Span as TreeSpan,
  spans as treeSpans,
  tags as treeTags,
  words as treeWords,
} from './text/penn/tree.js'
export { type ConstituentJson, constituencyJson } from './text/penn/tree-json.js'
export { SentencePool } from './threads/sentence-pool.js'
export { trainPipelineInThreads, trainStageInThreads } from './threads/train-in-threads.js'
