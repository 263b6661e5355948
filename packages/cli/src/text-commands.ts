// The commands on text and treebanks, as data.
import { type OptionName, optionsAt, type TaskName } from '@parleyjs/runner'
import { flagsOf } from '@parleyjs/runner/internal'
import type { Command, Option } from './commands.js'

export const TEXT_INPUTS = ['text', 'conllu'] as const
export const ALL_INPUTS = ['text', 'lines', 'conllu', 'horizontal', 'vertical'] as const
export const CONSTITUENCY_INPUTS = [...TEXT_INPUTS, 'mrg'] as const
export const TRAINABLE = ['tokenizer', 'tagger', 'parser', 'pipeline'] as const

const MODEL: Record<string, Option> = {
  model: {
    value: 'M',
    short: 'm',
    help: 'a model file, or the name of an installed model such as en-large (default: en)',
  },
  input: {
    value: 'KIND',
    short: 'i',
    help: 'text or conllu (default: detected)',
  },
}
/** The model, and all formats of input. */
const MODEL_AND_INPUTS: Record<string, Option> = {
  ...MODEL,
  input: {
    value: 'KIND',
    short: 'i',
    help: 'text, lines, conllu, horizontal or vertical (default: text or conllu, detected)',
  },
}
/** The flags for some options of a task. Unknown names are compile-time errors. */
export function flags<N extends TaskName>(
  task: N,
  ...names: readonly OptionName<N, 'command'>[]
): Record<string, Option> {
  const all = optionsAt(task, 'command')
  return flagsOf(names.flatMap((name) => all.filter((option) => option.name === name)))
}

const WORKERS: Record<string, Option> = {
  workers: {
    value: 'N',
    help: 'threads (default: number of cores for large input); any N gives the same output',
  },
}

const CORPUS: Record<string, Option> = {
  'corpus-wide': { help: 'solve all sentences together: words in the same set should agree' },
  json: { help: 'with --corpus-wide: a line for each sentence with what changed and why, then a summary' },
  sets: {
    value: 'F.json',
    help: 'with --corpus-wide: your own sets, {"sets": [{name, penalty, members}]}',
  },
  penalty: {
    value: 'C',
    help: 'with --corpus-wide: the cost of a word that differs from its set (tag: 3, parse: 0.3)',
  },
  rounds: { value: 'N', help: 'with --corpus-wide: maximum number of rounds over all sets (default 30)' },
}

const SOURCES = `Files may be packed with gzip; "-" reads standard input, and so does a command without FILE in a pipe.
An argument that is not a file is taken as the text itself if it has a space, or neither an extension nor a
slash.`

const OWN_WORDS = `--input lines (--lines): a sentence on each line. horizontal: the same, with words between spaces. vertical:
a word on each line, and an empty line after each sentence. A no-break space stands for a space inside a word.`

const CORPUS_NOTE = `--corpus-wide: tag prefers the same tag for all occurrences of a word that is rare in the training data. parse
prefers heads with the same tag for words that have the same tag and follow the same tag. conllu has the
comment corpus_wide where words changed. All sentences are read before the first is written.`

const EXITS = 'Exit code: 0 done, 2 bad input or usage, 70 a bug in Parley.'

export const TEXT_COMMANDS = {
  parse: {
    synopsis: 'parley parse [FILE...|-|"text"] [options]',
    summary: 'Find the dependency trees of sentences, each with a bound that says whether it is the best.',
    options: {
      ...MODEL_AND_INPUTS,
      ...flags('parse', 'tags', 'tokens', 'format'),
      constituency: {
        help: 'constituency trees instead; formats: brackets, json, svg or pretty',
      },
      ...flags('constituency', 'noAgreement', 'lexicalised'),
      ...flags('parse', 'confidence', 'k', 'algorithm', 'projective', 'maxIterations'),
      trace: { value: 'F.csv', help: 'write one line per recorded iteration' },
      force: {
        value: 'LIST',
        help: 'required labels and heads, such as 4:upos=VERB,4:head=2,1:deprel=nsubj',
      },
      forbid: { value: 'LIST', help: 'forbidden labels and heads, in the same form' },
      ...flags('parse', 'offsets', 'spaces', 'lines'),
      ...WORKERS,
      ...CORPUS,
    },
    notes: `${SOURCES}

${OWN_WORDS}

json has one object per line and sentence: text, status, value, bound, gap, and words with their offsets.
--force and --forbid count words from 1 and apply to the first sentence; 3.4:head=2 applies to word 4 of the
third. CoNLL-U can contain the same constraints in MISC: ForceHead=2, ForbidHead=1,2, ForceDeprel=obj,
ForbidDeprel=obj, ForceUpos=VERB, ForbidUpos=NOUN. Tags that are kept must satisfy them.
svg draws all trees below each other. With --k, json has the next best trees as alternatives, and conllu and
pretty repeat the sentence (comments parse_rank, parse_value). conllu with --confidence has
HeadConfidence=0.97 in MISC, and the comments parse_status and parse_gap. If a sentence is too long for some
parts of a model, parse_dropped (json: dropped) names them; such a tree is not proven best.
--constituency: a grammar and a tagger agree on the tags, and the tree is proven best under both (status
optimal). It can be combined with --model, --input, --tokens, --format and --confidence (pretty: status and
gap). FILE may also hold bracketed trees (--input mrg): their words are parsed again. --tags keep then keeps
their tags, and those in XPOS of CoNLL-U. With --lexicalised, a lexicalised grammar and a dependency model also
agree on the arcs between words (sentences of up to 150 words).
${CORPUS_NOTE}
${EXITS}`,
  },
  tag: {
    synopsis: 'parley tag [FILE...|-|"text"] [options]',
    summary: 'Find tags (UPOS, XPOS), features and lemmas.',
    options: {
      ...MODEL_AND_INPUTS,
      ...flags('tag', 'tokens', 'format', 'offsets', 'spaces', 'lines'),
      ...WORKERS,
      ...CORPUS,
    },
    notes: `${SOURCES}\n${OWN_WORDS}\nHeads and relations of CoNLL-U input stay as they are.\n${CORPUS_NOTE}\n${EXITS}`,
  },
  tokenize: {
    synopsis: 'parley tokenize [FILE...|-|"text"] [options]',
    summary: 'Split text into sentences, tokens and words.',
    options: {
      ...MODEL_AND_INPUTS,
      ...flags('tokenize', 'format', 'offsets', 'spaces', 'lines'),
    },
    notes: `${SOURCES}\n${OWN_WORDS}\nThe text of CoNLL-U input is split again; comments and annotation are dropped.\n${EXITS}`,
  },
  compress: {
    synopsis: 'parley compress [FILE...|-|"text"] [options]',
    summary: 'Shorten sentences by leaving out unimportant words.',
    options: {
      ...MODEL,
      ...flags('compress', 'tags', 'ratio', 'format'),
      json: { help: 'the same as --format json' },
      ...flags('compress', 'showDeleted'),
    },
    notes: `${SOURCES}

A sentence per line, an empty line between paragraphs. json has one object per line and sentence: text,
compressed, and the stretches that were kept and deleted, in UTF-16 units of the file (CoNLL-U: of the
sentence's text). Trees of CoNLL-U input are kept if every word has a head. With --ratio, a sentence keeps at
most that share of its words, without punctuation, and not much less, as far as its parts allow.
${EXITS}`,
  },
  summarize: {
    synopsis: 'parley summarize [FILE...|-|"text"] [options]',
    summary: 'Summarise documents on a topic within a number of words, by choosing and shortening sentences.',
    options: {
      ...flags('summarize', 'words', 'extractive'),
      ...MODEL,
      ...flags('summarize', 'format', 'showDeleted'),
    },
    notes: `${SOURCES}
Every FILE is a document; sentences keep the order of the documents. Documents with no more words than --words
are printed whole.

json has one object: text, words, status (optimal: proven best for the model), value, bound, gap, the sentences
with the kept and removed stretches as offsets (UTF-16 units) into the text of their document, and the concepts
with their weights. Offsets of CoNLL-U refer to the texts of its sentences, one per line.
If there are more than 1000 different sentences, only those with the largest weight per word are considered.
${EXITS}`,
  },
  train: {
    synopsis: 'parley train tokenizer|tagger|parser|pipeline|grammar|compressor --train F --out M [options]',
    summary: 'Learn from a treebank; a pipeline is tokenizer, tagger and parser in one file.',
    options: {
      train: { value: 'F', help: 'the treebank to learn from' },
      dev: { value: 'F', help: 'a development treebank, to measure progress and the result' },
      out: { value: 'M', short: 'o', help: 'the model to write; packed if its name ends in .gz' },
      parts: {
        value: 'NAME',
        help: 'parser: arc, second (default), full or logic; or a list such as arc,sibling,head-bigram',
      },
      network: { help: 'parser: a small network beside the weights; the default for all parts but arc' },
      'no-network': { help: 'parser: no network, only weights; faster, less accurate' },
      jackknife: {
        value: 'K',
        help: 'parser: also learn from tags predicted by K-fold jackknifing (default in a pipeline: 5)',
      },
      epochs: { value: 'N', help: 'passes over the treebank (pipeline: of the parser)' },
      seed: { value: 'S', help: 'seed for the order of sentences; the same seed gives the same bytes' },
      checkpoint: {
        value: 'F',
        help: 'parser, pipeline: save a checkpoint to F after every epoch; resume from F if it exists',
      },
      workers: {
        value: 'N',
        help: 'tagger, parser, pipeline: threads (default: number of cores); any N gives the same bytes',
      },
      verbose: { help: 'print a line for every epoch if there is no terminal' },
      licence: { value: 'NAME', help: 'SPDX name of the licence, kept in the model (e.g. CC-BY-SA-4.0)' },
      name: { value: 'TEXT', help: 'name of the training data, kept in the model (default: the file)' },
      tokenizer: { value: 'M', help: 'pipeline: take this tokenizer instead of training one' },
      tagger: { value: 'M', help: 'pipeline: take this tagger instead of training one' },
      parser: { value: 'M', help: 'pipeline: take this parser instead of training one' },
      horizontal: { value: 'N', help: 'grammar: horizontal Markov order, in siblings (default 1)' },
      vertical: {
        value: 'N',
        help: 'grammar: 2 annotates constituents with their parents (default), 1 does not',
      },
      lexicalised: { help: 'grammar: also train for parley parse --constituency --lexicalised (minutes)' },
      'add-to': {
        value: 'M',
        help: 'grammar, compressor: add the result to a copy of this model, such as a pipeline',
      },
    },
    notes: `The model appears only when it is complete: Ctrl-C leaves only the last checkpoint, if there is one. The same
command resumes from it, and the model has the same bytes as without a stop. A checkpoint of another treebank
or of other options is refused. The checkpoint is removed when the model is written.

Examine a new treebank with parley check first. Columns that are _ for all words (XPOS, FEATS, LEMMA) are not
learned. With --dev, the finished model is evaluated on that file: a tokenizer and a pipeline from its text, a
tagger from its words, a parser from its words and tags.

A compressor (parley compress) learns from lines with a sentence, a tab and the same sentence with words left
out. --add-to names the pipeline that parses them (default: the English one); the model is a copy of it.

A grammar learns from bracketed trees (Penn Treebank style); traces and function tags are dropped. Its file also
holds a trigram tagger for parley parse --constituency. Grammars are counted: --seed does not apply.
${EXITS}`,
  },
} satisfies Record<string, Command>
