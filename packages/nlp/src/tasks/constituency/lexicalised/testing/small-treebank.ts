// A few trees to learn from in tests.
import { parsePenn } from '../../../../text/penn/penn-read.js'
import type { PennTree } from '../../../../text/penn/tree.js'

export const SMALL_TREEBANK: readonly PennTree[] = parsePenn(`
(TOP (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)))
(TOP (S (NP (DT A) (NN cat)) (VP (VBZ sees) (NP (DT the) (NN dog))) (. .)))
(TOP (S (NP (DT The) (NN man)) (VP (VBZ sees) (NP (NP (DT a) (NN dog)) (PP (IN with) (NP (DT a) (NN telescope))))) (. .)))
(TOP (S (NP (DT The) (NN man)) (VP (VBZ sees) (NP (DT the) (NN cat)) (PP (IN with) (NP (DT a) (NN telescope)))) (. .)))
(TOP (S (NP (NNP Mary)) (VP (VBZ likes) (NP (JJ old) (NNS dogs) (CC and) (NNS cats))) (. .)))
(TOP (S (NP (NNP John)) (VP (MD will) (VP (VB see) (NP (NNP Mary)))) (. .)))
(TOP (S (NP (PRP They)) (VP (VBP say) (SBAR (IN that) (S (NP (NNP Mary)) (VP (VBZ likes) (NP (NNS cats)))))) (. .)))
(TOP (SBARQ (WHNP (WP Who)) (SQ (VP (VBZ likes) (NP (NNS dogs)))) (. ?)))
(TOP (NP (NP (DT the) (NN man)) (PP (IN in) (NP (DT the) (NN house)))))
(TOP (FRAG (NP (NNS Cats)) (. !)))
(TOP (S (VP (VB See) (NP (DT the) (NN man) (POS 's) (NN dog))) (. .)))
(TOP (S (NP (NP (DT The) (NN dog)) (PP (IN in) (NP (DT the) (NN house)))) (VP (VBZ barks) (ADVP (RB loudly))) (. .)))
`)
