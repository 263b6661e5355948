// Writes messages to standard error. Control characters, such as those in file names, are escaped, so that
// they have no effect on the terminal.

/** Text with control characters escaped (`\u001b`), except for line feeds and tabs. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Writes to standard error. */
export function say(text: string): void {
  process.stderr.write(visible(text))
}
