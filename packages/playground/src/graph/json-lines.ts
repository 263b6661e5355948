// Finds the line of an error in a JSON graph: messages name a path, `factors[3].literals[1]: …`, and the
// editor needs a line.

/** The line that an error message refers to, from 1; undefined if its path is not in the text. */
export function lineOfPath(text: string, complaint: string): number | undefined {
  const path = /^([A-Za-z$]+(?:\[\d+\]|\.[A-Za-z$]+)*)/.exec(complaint)?.[1]
  if (path === undefined) return undefined
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  let at: number | undefined
  // A missing value has no line: use that of the value that should contain it.
  for (let depth = keys.length; depth > 0 && at === undefined; depth--)
    at = placeOf(text, keys.slice(0, depth))
  return at === undefined ? undefined : text.slice(0, at).split('\n').length
}

/** The offset at which the value at a path begins in a valid JSON text. */
function placeOf(text: string, keys: readonly string[]): number | undefined {
  // The keys and indices of the containers around the current position.
  const stack: { array: boolean; key: string; index: number }[] = []
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g
  const here = () =>
    stack.length === keys.length &&
    stack.every(({ array, key, index }, i) => (array ? String(index) : key) === keys[i])
  let expectsKey = false
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const top = stack.at(-1)
    if (token === ':') expectsKey = false
    else if (token === ',') {
      if (top?.array) top.index++
      expectsKey = top?.array === false
    } else if (token === '}' || token === ']') stack.pop()
    else if (expectsKey && top !== undefined) top.key = token.slice(1, -1)
    else {
      if (here()) return index
      if (token === '{' || token === '[') {
        stack.push({ array: token === '[', key: '', index: 0 })
        expectsKey = token === '{'
      }
    }
  }
  return undefined
}
