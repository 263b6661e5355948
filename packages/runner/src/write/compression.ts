// Writes compressed sentences as text, JSON lines or HTML, with or without the deleted words.
import { type Compression, keptText, type Sentence, stretches } from '@parleyjs/nlp'
import { forTerminal, tokenSpans, writtenSentence } from '@parleyjs/nlp/internal'

export interface CompressedSentence {
  readonly sentence: Sentence
  /** The offsets of its words in the file, if it was read as text. */
  readonly offsets: ArrayLike<number> | null
  readonly compression: Compression
}

export interface CompressionOutput {
  readonly format: 'text' | 'json' | 'html'
  readonly showDeleted: boolean
  /** Whether deleted words are dimmed (on a terminal) or enclosed in ~~ and ~~. */
  readonly dim: boolean
}

export interface CompressionWriter {
  write(compressed: CompressedSentence): string
  end(): string
}

/** The writer for a format. */
export function compressionWriter({ format, showDeleted, dim }: CompressionOutput): CompressionWriter {
  if (format === 'json')
    return { write: (compressed) => `${JSON.stringify(compressionJson(compressed))}\n`, end: () => '' }
  if (format === 'html') return htmlWriter(showDeleted)
  let any = false
  const mark = (text: string) => (dim ? `\x1b[2m${forTerminal(text)}\x1b[22m` : `~~${forTerminal(text)}~~`)
  return {
    write(compressed) {
      const gap = any && startsParagraph(compressed.sentence) ? '\n' : ''
      any = true
      const line = showDeleted ? marked(compressed, forTerminal, mark) : forTerminal(shortened(compressed))
      return `${gap}${line}\n`
    },
    end: () => '',
  }
}

/**
 * One object per sentence. Offsets are UTF-16 units of the file, or of the text of the sentence if there is
 * no file.
 */
export function compressionJson({ sentence, offsets, compression }: CompressedSentence) {
  const { kept, score, keptWords, allWords } = compression
  const { text, spans } = writtenSentence(sentence)
  const own = stretches(offsets === null ? spans : tokenSpans(sentence, offsets), kept)
  const places = (stays: boolean) =>
    own.filter((stretch) => stretch.kept === stays).map(({ start, end }) => ({ start, end }))
  return {
    id: sentence.id ?? null,
    text,
    compressed: keptText(sentence, kept),
    words: allWords,
    keptWords,
    score,
    kept: places(true),
    deleted: places(false),
  }
}

function htmlWriter(showDeleted: boolean): CompressionWriter {
  let open = false
  return {
    write(compressed) {
      const start = !open ? '<p>' : startsParagraph(compressed.sentence) ? '</p>\n<p>' : '\n'
      open = true
      const text = showDeleted
        ? marked(compressed, escaped, (gone) => `<del>${escaped(gone)}</del>`)
        : escaped(shortened(compressed))
      return start + text
    },
    end: () => (open ? '</p>\n' : ''),
  }
}

function shortened({ sentence, compression }: CompressedSentence): string {
  return keptText(sentence, compression.kept)
}

/** The whole sentence, with the deleted words marked. */
function marked(
  { sentence, compression }: CompressedSentence,
  keep: (text: string) => string,
  gone: (text: string) => string,
): string {
  const { text, spans } = writtenSentence(sentence)
  let result = ''
  let at = 0
  for (const { start, end, kept } of stretches(spans, compression.kept)) {
    result += keep(text.slice(at, start)) + (kept ? keep : gone)(text.slice(start, end))
    at = end
  }
  return result
}

function startsParagraph(sentence: Sentence): boolean {
  return sentence.comments.some((line) => /^#\s*new(par|doc)\b/.test(line))
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
