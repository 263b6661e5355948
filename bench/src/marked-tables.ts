// Finds generated tables in Markdown: text between `<!-- run: COMMAND -->` and `<!-- end -->`.

/**
 * Replaces each table by the output of `run` for its command; undefined keeps it as it is. `onChange` gets
 * the whole text after each replacement.
 *
 * @example
 * replaceTables('<!-- run: a -->\nold\n<!-- end -->', () => 'new')
 * // '<!-- run: a -->\n\nnew\n\n<!-- end -->'
 */
export function replaceTables(
  markdown: string,
  run: (command: string) => string | undefined,
  onChange?: (whole: string) => void,
): string {
  const place = /(<!-- run: (.*?) -->\n)([\s\S]*?)(<!-- end -->)/g
  let done = ''
  let end = 0
  for (const match of markdown.matchAll(place)) {
    const [all, open, command, old, close] = match as unknown as [string, string, string, string, string]
    const table = run(command)
    done += markdown.slice(end, match.index) + open + (table === undefined ? old : `\n${table}\n\n`) + close
    end = match.index + all.length
    if (table !== undefined) onChange?.(done + markdown.slice(end))
  }
  return done + markdown.slice(end)
}

export interface MarkedTable {
  readonly command: string
  readonly text: string
}

/** The tables of a text, in order. */
export function markedTables(markdown: string): MarkedTable[] {
  const places = markdown.matchAll(/<!-- run: (.*?) -->\n([\s\S]*?)<!-- end -->/g)
  return [...places].map(([, command, text]) => ({ command: command, text: text.trim() }))
}
