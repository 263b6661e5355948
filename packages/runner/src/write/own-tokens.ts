// Writes the words of sentences alone, as UDPipe does: a sentence per line, or a word per line.
import type { Sentence } from '@parleyjs/nlp'
import type { OwnTokensKind } from '../read/own-tokens.js'

/** The words of a sentence. A space inside of a word becomes a no-break space. */
export function wordsAlone({ forms }: Pick<Sentence, 'forms'>, kind: OwnTokensKind): string {
  if (kind === 'vertical') return `${forms.join('\n')}\n\n`
  return `${forms.map((form) => form.replaceAll(' ', '\u00a0')).join(' ')}\n`
}
