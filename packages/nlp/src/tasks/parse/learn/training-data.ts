// The sentences that a parser learns from: trees, each with correct tags and, if there are any, with
// predicted ones.
import { ParleyError } from '@parleyjs/core'
import type { Random } from '@parleyjs/core/internal'
import { Fingerprint } from '@parleyjs/learn/internal'
import type { ParserInput, TrainingSentence } from '../interface/parser-input.js'

export class TrainingData {
  /** The sentences with predicted tags, in the order of `trees`, or null. */
  private readonly noisy: readonly TrainingSentence[] | null
  readonly trees: readonly TrainingSentence[]

  constructor(sentences: readonly TrainingSentence[], predicted?: readonly ParserInput[]) {
    this.trees = sentences.filter((sentence) => sentence.forms.length > 0)
    requireTrees(this.trees)
    if (predicted !== undefined && predicted.length !== sentences.length)
      throw new ParleyError(
        'bad-argument',
        `${sentences.length} sentences to learn from, but ${predicted.length} with predicted tags. Give one for each.`,
      )
    this.noisy =
      predicted
        ?.filter((_, i) => sentences[i].forms.length > 0)
        .map(({ lemmas, upos, xpos, feats }, i): TrainingSentence => {
          const { forms, heads, deprels } = this.trees[i]
          return { forms, heads, deprels, ...without({ lemmas, upos, xpos, feats }) }
        }) ?? null
  }

  /** All training sentences: each tree once, or twice if there are predicted tags. */
  get all(): readonly TrainingSentence[] {
    return this.noisy === null ? this.trees : [...this.trees, ...this.noisy]
  }

  get singleRoot(): boolean {
    return this.trees.every(hasSingleRoot)
  }

  /** Whether `draw` takes a random number. */
  get drawsFromTwo(): boolean {
    return this.noisy !== null
  }

  /** Sentence i, half of the time with predicted tags. */
  draw(i: number, random: Random): TrainingSentence {
    return this.noisy === null || random.uniform() < 0.5 ? this.trees[i] : this.noisy[i]
  }

  /** Number of sentences and words, and a hash of the treebank. */
  get fingerprint(): { sentences: number; words: number; treebank: string; predictedTags: string | null } {
    return {
      sentences: this.trees.length,
      words: this.trees.reduce((sum, { forms }) => sum + forms.length, 0),
      treebank: fingerprintOf(this.trees),
      predictedTags: this.noisy === null ? null : fingerprintOf(this.noisy),
    }
  }
}

function fingerprintOf(trees: readonly TrainingSentence[]): string {
  const sum = new Fingerprint()
  for (const { forms, lemmas, upos, xpos, feats, heads, deprels } of trees)
    for (let i = 0; i < forms.length; i++)
      sum.add(
        [forms[i], lemmas?.[i], upos?.[i], xpos?.[i], feats?.[i], heads[i], deprels[i]]
          .map((column) => column ?? '_')
          .join('\t'),
      )
  return sum.toString()
}

function hasSingleRoot({ heads }: TrainingSentence): boolean {
  let roots = 0
  for (let i = 0; i < heads.length; i++) if (heads[i] === 0) roots++
  return roots === 1
}

/** Refuses what is not a tree: updates towards it would never end. */
function requireTrees(sentences: readonly TrainingSentence[]): void {
  if (sentences.length === 0)
    throw new ParleyError('bad-argument', 'There are no sentences to learn from: the treebank is empty.')
  sentences.forEach(({ forms, heads }, s) => {
    for (let i = 0; i < forms.length; i++) {
      let steps = 0
      let at = i + 1
      while (at > 0 && at <= forms.length && steps++ <= forms.length) at = heads[at - 1]
      if (at === 0) continue
      throw new ParleyError(
        'bad-argument',
        `Sentence ${s + 1} ("${forms.slice(0, 5).join(' ')} …") is not a tree: from word ${i + 1} the heads do not lead to the root. Correct the sentence or leave it out.`,
      )
    }
  })
}

/** Drops undefined properties, for exact optional types. */
function without<T extends object>(columns: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
