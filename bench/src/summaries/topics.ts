// The summarisation problems: topics of Opinosis and products of FewSum, in parts for training, development
// and testing.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export type Part = 'train' | 'dev' | 'test'
export type Collection = 'opinosis' | 'amazon'

/** Documents on one topic, and their reference summaries. */
export interface Topic {
  readonly id: string
  readonly collection: Collection
  readonly part: Part
  readonly documents: readonly string[]
  readonly references: readonly string[]
}

/**
 * Number of words of a summary: the mean length of the references in the training part, rounded to a multiple
 * of 5.
 */
export const BUDGET: Readonly<Record<Collection, number>> = { opinosis: 20, amazon: 50 }

/**
 * Opinosis has no parts of its own: of every five topics in the order of the file, two train, one chooses,
 * two test.
 */
export function opinosisPart(position: number): Part {
  return (['train', 'dev', 'test', 'train', 'test'] as const)[position % 5]
}

/**
 * All topics of a part. Each sentence of Opinosis is a document of its own: the sentences come from as many
 * reviews, and their order has no meaning.
 */
export function topicsOf(data: string, collection: Collection, part: Part): Topic[] {
  if (collection === 'opinosis')
    return lines<{ id: string; sentences: string[]; references: string[] }>(
      `${data}/summaries/opinosis.jsonl.gz`,
    )
      .map(({ id, sentences, references }, i) => ({
        id,
        collection,
        part: opinosisPart(i),
        documents: sentences.filter((sentence) => sentence.trim() !== ''),
        references,
      }))
      .filter((topic) => topic.part === part)
  const file = `${data}/summaries/fewsum.amazon.${part === 'dev' ? 'val' : part}.jsonl.gz`
  return lines<{ id: string; documents: string[]; references: string[] }>(file).map(
    ({ id, documents, references }) => ({ id, collection, part, documents, references }),
  )
}

function lines<T>(file: string): T[] {
  return gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
