// Label constraints on the command line: `--force 4:upos=VERB,4:head=2` and `--forbid 2.4:deprel=obj`. Words
// and sentences are given by number.
import { ParleyError } from '@parleyjs/core'
import type { Sentence, SentenceDemands } from '@parleyjs/nlp'
import { type Parsed, text } from './args.js'
import { UsageError } from './usage-error.js'

interface Demand {
  readonly option: 'force' | 'forbid'
  readonly written: string
  readonly sentence: number
  readonly word: number
  readonly key: 'head' | 'deprel' | 'upos'
  readonly value: string
}

const FORM = /^(?:(\d+)\.)?(\d+):(head|deprel|upos)=(\S+)$/

/** The constraints of a command line, by sentence. */
export class Demands {
  private constructor(private readonly list: readonly Demand[]) {}

  /** Reads --force and --forbid. Undefined if neither is given. */
  static of(parsed: Parsed): Demands | undefined {
    const list: Demand[] = []
    for (const option of ['force', 'forbid'] as const)
      for (const written of text(parsed, option)?.split(',') ?? []) list.push(read(option, written.trim()))
    return list.length === 0 ? undefined : new Demands(list)
  }

  /** The constraints on a sentence. Sentences are numbered from 1, through all files. */
  for(sentence: Sentence, number: number): SentenceDemands | undefined {
    const own = this.list.filter((demand) => demand.sentence === number)
    if (own.length === 0) return undefined
    const heads: (number | null)[] = sentence.forms.map(() => null)
    const deprels: (string | null)[] = sentence.forms.map(() => null)
    const upos: (string | null)[] = sentence.forms.map(() => null)
    const forbidden: [number, number][] = []
    const forbiddenDeprels: string[][] = sentence.forms.map(() => [])
    const forbiddenUpos: string[][] = sentence.forms.map(() => [])
    for (const { option, written, word, key, value } of own) {
      if (word < 1 || word > sentence.length)
        throw new ParleyError(
          'bad-argument',
          `--${option} ${written}: sentence ${number} has ${sentence.length} words ("${sentence.forms.slice(0, 5).join(' ')} …").`,
        )
      const i = word - 1
      if (key === 'head') {
        if (option === 'force') heads[i] = Number(value)
        else forbidden.push([Number(value), word])
      } else if (option === 'force') (key === 'upos' ? upos : deprels)[i] = value
      else (key === 'upos' ? forbiddenUpos : forbiddenDeprels)[i].push(value)
    }
    return { heads, deprels, upos, forbidden, forbiddenDeprels, forbiddenUpos }
  }

  /** Throws if a constraint names a sentence that the input does not have. */
  requireUsed(sentences: number): void {
    const unused = this.list.find(({ sentence }) => sentence < 1 || sentence > sentences)
    if (unused !== undefined)
      throw new UsageError(
        `--${unused.option} ${unused.written} is about sentence ${unused.sentence}, but there were ${sentences}.`,
        'parse',
      )
  }
}

function read(option: Demand['option'], written: string): Demand {
  const [, sentence, word, key, value] = FORM.exec(written) ?? []
  if (word === undefined || (key === 'head' && !/^\d+$/.test(value)))
    throw new UsageError(
      `--${option} ${written}: expected WORD:head=NUMBER, WORD:deprel=NAME or WORD:upos=TAG, with commas between several; SENTENCE.WORD for a sentence other than the first.`,
      'parse',
    )
  return {
    option,
    written,
    sentence: Number(sentence ?? 1),
    word: Number(word),
    key: key as Demand['key'],
    value: value,
  }
}
