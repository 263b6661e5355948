// Short ways to write CoNLL-U in tests.

/** A line: the columns given, `_` for the rest. `row('1 Go go VERB _ _ 0 root')`; `~` stands for a space. */
export function row(columns: string): string {
  const given = columns.split(' ').map((field) => field.replaceAll('~', ' '))
  while (given.length < 10) given.push('_')
  return `${given.join('\t')}\n`
}

/** A sentence of lines. */
export function block(...lines: string[]): string {
  return `${lines.map((line) => (line.startsWith('#') ? `${line}\n` : row(line))).join('')}\n`
}
