// Complaints about a graph in JSON name a place as a path, `factors[3].literals[1]: …`; an editor wants its line.

/** The line of what a complaint is about, from 1; undefined if the path is not in the text. */
export function lineOfPath(text: string, complaint: string): number | undefined {
  const path = /^([A-Za-z$]+(?:\[\d+\]|\.[A-Za-z$]+)*)/.exec(complaint)?.[1]
  if (path === undefined) return undefined
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  let at: number | undefined
  // What is missing has no line: its place is that of what should have it.
  for (let depth = keys.length; depth > 0 && at === undefined; depth--)
    at = placeOf(text, keys.slice(0, depth))
  return at === undefined ? undefined : text.slice(0, at).split('\n').length
}

/** Where the value of a path begins in a text that is JSON. */
function placeOf(text: string, keys: readonly string[]): number | undefined {
  // The containers around the current place: key or index, as they are read.
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
