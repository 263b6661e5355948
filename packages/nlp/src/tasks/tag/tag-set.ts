// The labels of a treebank. A tag is a UPOS; an analysis is a UPOS with an XPOS and FEATS that were seen
// together.
import type { Sentence } from '../../text/conllu/sentence.js'

/** Tags and analyses, numbered. */
export class TagSet {
  /** The analyses that each tag can have, ascending. */
  readonly choices: readonly Int32Array[]
  /** The tag of each analysis. */
  readonly tagOf: Int32Array

  /**
   * @param tags UPOS
   * @param analyses UPOS, XPOS and FEATS, separated by tabs
   */
  constructor(
    readonly tags: readonly string[],
    readonly analyses: readonly string[],
  ) {
    const numbers = numbering(tags)
    this.tagOf = Int32Array.from(analyses, (analysis) => numbers.get(analysis.split('\t')[0])!)
    const all = Int32Array.from(analyses, (_, a) => a)
    this.choices = tags.map((_, tag) => all.filter((a) => this.tagOf[a] === tag))
  }

  /** The labels of a treebank. */
  static of(sentences: readonly Sentence[]): TagSet {
    const analyses = new Set<string>()
    const tags = new Set<string>()
    for (const sentence of sentences)
      for (let i = 0; i < sentence.length; i++) {
        analyses.add(analysisOf(sentence, i))
        tags.add(sentence.upos[i])
      }
    return new TagSet([...tags].sort(), [...analyses].sort())
  }
}

/** UPOS, XPOS and FEATS of a word. */
export function analysisOf(sentence: Sentence, word: number): string {
  return `${sentence.upos[word]}\t${sentence.xpos[word]}\t${sentence.feats[word]}`
}

export function numbering(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, i) => [name, i]))
}
