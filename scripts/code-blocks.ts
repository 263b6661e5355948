// Extracts the code from Markdown and turns the results in comments (`x + 1 // → 3`) into checks.

export interface CodeBlock {
  readonly file: string
  /** Line of the first line of code, from 1. */
  readonly line: number
  readonly language: string
  readonly code: string
}

/** The fenced blocks of a Markdown text. */
export function codeBlocks(file: string, markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  const lines = markdown.split(/\r?\n/)
  for (let i = 0; i < lines.length; i++) {
    const fence = /^(\s*)(`{3,})\s*(\w*)/.exec(lines[i])
    if (fence === null) continue
    const [, indent, ticks, language] = fence as unknown as [string, string, string, string]
    const start = i + 1
    const code: string[] = []
    while (++i < lines.length && !lines[i].trim().startsWith(ticks)) code.push(lines[i].slice(indent.length))
    blocks.push({ file, line: start + 1, language, code: code.join('\n') })
  }
  return blocks
}

/**
 * Rewrites a block so that every `expression // → value` calls `__expect(line, expression, 'value')`.
 * `const x = … // → value` checks x afterwards; `console.log(x) // → text` checks what is printed.
 */
export function instrument({ code, line }: CodeBlock): string {
  return code
    .split('\n')
    .map((text, i) => {
      const match = /^(\s*)(.*?);?\s*\/\/ → (.*)$/.exec(text)
      if (match === null) return text
      const [, indent, statement, value] = match as unknown as [string, string, string, string]
      const expected = JSON.stringify(value.trim())
      const printed = /^console\.log\((.*)\)$/.exec(statement)
      if (printed) return `${indent};__expectPrinted(${line + i}, [${printed[1]}], ${expected})`
      const declared = /^(?:const|let)\s+(\w+)\b.*$/.exec(statement)
      if (declared) return `${indent}${statement}; __expect(${line + i}, ${declared[1]}, ${expected})`
      return `${indent};__expect(${line + i}, ${statement}, ${expected})`
    })
    .join('\n')
}

/**
 * Whether a value is what the comment says. Numbers are compared to the decimals that are written; other text
 * is read as JavaScript, and as plain text if it is not that.
 */
export function matches(actual: unknown, expected: string): boolean {
  let wanted: unknown
  try {
    // oxlint-disable-next-line no-implied-eval -- the text is this repository's own documentation
    wanted = new Function(`return (${expected})`)()
  } catch {
    return String(actual) === expected
  }
  return same(actual, wanted, decimals(expected))
}

function same(actual: unknown, wanted: unknown, places: number): boolean {
  if (typeof wanted === 'number' && typeof actual === 'number') {
    if (!Number.isFinite(wanted) || !Number.isFinite(actual)) return Object.is(actual, wanted)
    return Math.abs(actual - wanted) <= 0.5 * 10 ** -places * (1 + 1e-9) && (places > 0 || actual === wanted)
  }
  if (ArrayBuffer.isView(actual))
    return same(Array.from(actual as unknown as ArrayLike<unknown>), wanted, places)
  if (Array.isArray(wanted))
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((w, i) => same(actual[i], w, places))
    )
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof actual !== 'object' || actual === null) return false
    const given = actual as Record<string, unknown>
    const names = Object.keys(wanted)
    return (
      Object.keys(given).length === names.length &&
      names.every((name) => same(given[name], (wanted as Record<string, unknown>)[name], places))
    )
  }
  return Object.is(actual, wanted)
}

/** The largest number of decimals of any number in a text. */
function decimals(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/\d*\.(\d+)/g), (match) => match[1].length))
}
