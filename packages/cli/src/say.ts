// What goes to standard error besides progress: control characters in it, such as those of file names, do nothing there.

/** Text with control characters spelled out (`\u001b`), line feeds and tabs aside. */
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
