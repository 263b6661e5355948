// The command `parley grep`, as data.
import { optionsAt } from '@parleyjs/runner'
import { flagsOf } from '@parleyjs/runner/internal'
import type { Command } from './commands.js'

export const GREP_COMMAND: Command = {
  synopsis: 'parley grep PATTERN [FILE...|-] [options]',
  summary: 'Search treebanks in CoNLL-U for words and relations between them.',
  options: {
    ...flagsOf(optionsAt('search', 'command')),
    json: { help: 'the same as --format json' },
    by: {
      value: 'LIST',
      help: 'count matches by columns of named words, such as s.lemma,o.feats.Number',
    },
  },
  notes: `PATTERN has nodes in braces, and relations of the first node to others:
  parley grep '{upos=VERB} >nsubj {}=s >obj {lemma=/.*ing/}=o !>obl {}' train.conllu.gz
finds verbs with a subject s, an object o whose lemma ends in "ing", and no oblique.

Conditions: form, lemma, upos, xpos, feats, deprel, misc, feats.KEY, misc.KEY with = or !=; values are words,
"texts" or /regular expressions/, and VERB|AUX is one of two; feats.Case alone: there is one; !feats.Case: none.
Relations of A to B:
  A >nsubj B    A is the head of B, by an arc nsubj     A <nsubj B   B is the head of A
  A >> B        A is above B in the tree                A << B       A is below B
  A . B         A is right before B                     A .. B       A is somewhere before B
  A - B         A is right after B                      A -- B       A is somewhere after B
  A $ B         A and B have the same head; $++ and $--: B comes after, before A; $+ and $-: no sibling between
  !>obj B       there is no such B
Put a node that has relations of its own in parentheses: {} >obj ({} >amod {}). {}=s names a word, and the same
name elsewhere is the same word; a semicolon begins again at another node. docs/search.md tells more.

Files may be packed with gzip; "-" reads standard input, and so does a command without FILE in a pipe.
Only sentences that contain the words of the pattern are checked against the format.
Exit code: 0 there are matches, 1 there are none, 2 bad input or usage, 70 a bug in Parley.`,
}
