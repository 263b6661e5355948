// Constituency trees, as in the Penn treebank: a constituent has children, a preterminal has a tag and a
// word.

/**
 * A constituent, or a tagged word.
 *
 * @example
 * const tree: PennTree = { label: 'NP', children: [{ label: 'NN', children: [], word: 'rain' }] }
 */
export interface PennTree {
  /** A category such as NP, or the tag of a word. Files leave it empty on their outermost brackets. */
  readonly label: string
  /** From left to right; none where there is a word. */
  readonly children: readonly PennTree[]
  /** The word; only for preterminals. */
  readonly word?: string
}

/** A constituent and the words it covers, `start` to `end - 1`, counted from 0. */
export interface Span {
  readonly label: string
  readonly start: number
  readonly end: number
}

/** Makes a tagged word. */
export function leaf(tag: string, word: string): PennTree {
  return { label: tag, children: [], word }
}

/** Makes a constituent. */
export function node(label: string, children: readonly PennTree[]): PennTree {
  return { label, children }
}

/** Whether a tree is a tagged word. */
function isPreterminal(tree: PennTree): tree is PennTree & { readonly word: string } {
  return tree.word !== undefined
}

/**
 * Computes something from the leaves upwards: `visit` gets a node, the results of its children and its
 * ancestors, the root first. A loop, so that trees of any depth are safe.
 *
 * @example
 * foldTree<number>(tree, (_, depths) => 1 + Math.max(0, ...depths)) // the depth of the tree
 */
export function foldTree<T>(
  tree: PennTree,
  visit: (node: PennTree, results: T[], ancestors: readonly PennTree[]) => T,
): T {
  const path: PennTree[] = []
  const results: T[][] = [[]]
  let at: PennTree | undefined = tree
  for (;;) {
    // Down to the first leaf, ...
    while (at !== undefined) {
      path.push(at)
      results.push([])
      at = at.children[0]
    }
    // ... and up to the first node that has another child.
    while (at === undefined) {
      const done = path.pop()!
      const below = results.pop()!
      const beside = results[results.length - 1]
      beside.push(visit(done, below, path))
      const parent = path[path.length - 1]
      if (parent === undefined) return beside[0]!
      at = parent.children[beside.length]
    }
  }
}

/** The tagged words of a tree, from left to right. */
export function leaves(tree: PennTree): (PennTree & { readonly word: string })[] {
  const found: (PennTree & { readonly word: string })[] = []
  const waiting = [tree]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isPreterminal(next)) found.push(next)
    for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i])
  }
  return found
}

/** The words of a tree, as they are spelled in it. */
export function words(tree: PennTree): string[] {
  return leaves(tree).map((at) => at.word)
}

/** The tag of every word. */
export function tags(tree: PennTree): string[] {
  return leaves(tree).map((at) => at.label)
}

/**
 * The constituents of a tree without its preterminals, each before those inside it.
 *
 * @example
 * treeSpans(parsePenn('(NP (DT the) (NN rain))')[0]) // [{ label: 'NP', start: 0, end: 2 }]
 */
export function spans(tree: PennTree): Span[] {
  const found: Span[] = []
  let word = 0
  const open: { readonly label: string; readonly start: number; readonly at: number }[] = []
  const waiting: (PennTree | null)[] = [tree]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === null) {
      const { label, start, at } = open.pop()!
      found[at] = { label, start, end: word }
    } else if (isPreterminal(next)) word++
    else {
      open.push({ label: next.label, start: word, at: found.length })
      found.push({ label: next.label, start: word, end: word })
      waiting.push(null)
      for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i])
    }
  }
  return found
}

/** Whether two trees have the same labels, words and form. */
export function sameTree(a: PennTree, b: PennTree): boolean {
  const waiting: [PennTree, PennTree][] = [[a, b]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [x, y] = next
    if (x.label !== y.label || x.word !== y.word || x.children.length !== y.children.length) return false
    for (let i = 0; i < x.children.length; i++) waiting.push([x.children[i], y.children[i]])
  }
  return true
}
