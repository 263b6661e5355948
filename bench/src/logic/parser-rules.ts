// The parser of paper 1, Table 1, as the rules of examples/logic/dependency-parser.parley, with the scores of
// a parser's parts as its data.
import { readFileSync } from 'node:fs'
import { type Data, type Grounding, ground, parseRules } from '@parleyjs/logic'

/** The kinds of parts that the rules score. */
export type RulePart =
  | 'sibling'
  | 'grandparent'
  | 'grand-sibling'
  | 'any-sibling'
  | 'head-bigram'
  | 'path'
  | 'non-projective'

/** Scores of parts, where "none" among modifiers is n + 1, and the kinds of parts that exist. */
export interface PartScores {
  readonly parts: ReadonlySet<string>
  /** The arguments of each kind are those of `PartScorer` in @parleyjs/nlp. */
  score(part: RulePart, a: number, b: number, c?: number, d?: number): number
}

/** Arcs and the score of each. */
export interface ScoredArcs {
  readonly head: ArrayLike<number>
  readonly modifier: ArrayLike<number>
  readonly score: ArrayLike<number>
}

const text = readFileSync(
  new URL('../../../examples/logic/dependency-parser.parley', import.meta.url),
  'utf8',
)
/** Above this line, the definitions of Table 1 are comments; below it are the rules that replace them. */
const REPLACED = '# Everything below'

/** The rules as a text: those of the file, or those of Table 1 as they are printed. */
export function parserRules({ asPrinted = false, singleRoot = false } = {}): string {
  const rules = asPrinted ? text.slice(0, text.indexOf(REPLACED)).replace(/^# {3}/gm, '') : text
  return singleRoot ? `${rules}\n"one root": exists! m: arc(0, m)\n` : rules
}

/**
 * Grounds the rules for n words with the scores of parts over some of all arcs; variables that need other
 * arcs are fixed to false.
 */
export function groundParser(rules: string, n: number, arcs: ScoredArcs, scores: PartScores): Grounding {
  const program = parseRules(rules)
  const known = new Set(program.statements.flatMap((one) => (one.kind === 'open' ? one.name : [])))
  const data = Object.fromEntries(
    Object.entries(parserData(n, arcs, scores)).filter(([name]) => name === 'n' || known.has(name)),
  )
  const grounding = ground(program, data)
  const falsify = (name: string, ...members: number[]) => {
    const variable = grounding.variable(name, ...members)
    if (variable >= 0) grounding.graph.fix(grounding.graph.variable(variable), 0)
  }
  const has = arcTable(n, arcs)
  const reaches = reachable(n, has)
  for (let h = 0; h <= n; h++)
    for (let m = 1; m <= n; m++) {
      if (h !== m && !has[h][m]) falsify('arc', h, m)
      if (h !== m && !reaches[h][m]) falsify('path', h, m)
      for (let d = 1; d <= n; d++) if (!has[h][m] || !reaches[m][d]) falsify('flow', h, m, d)
    }
  return grounding
}

function arcTable(n: number, { head, modifier }: ScoredArcs): boolean[][] {
  const has = Array.from({ length: n + 1 }, () => Array.from({ length: n + 1 }, () => false))
  for (let a = 0; a < head.length; a++) has[head[a]][modifier[a]] = true
  return has
}

/** Whether a sequence of arcs leads from one word to another. */
function reachable(n: number, has: readonly (readonly boolean[])[]): boolean[][] {
  const reaches = has.map((row, h) => row.map((yes, m) => yes || h === m))
  for (let k = 0; k <= n; k++)
    for (let a = 0; a <= n; a++)
      if (reaches[a][k]) for (let d = 0; d <= n; d++) if (reaches[k][d]) reaches[a][d] = true
  return reaches
}

type Rows = number[][]

/** The data of the rules: an atom has the score of its part if all of its arcs exist. */
function parserData(n: number, arcs: ScoredArcs, scores: PartScores): Data {
  const has = arcTable(n, arcs)
  const none = n + 1
  const rows: Record<string, Rows> = Object.fromEntries(
    ['nextsibl', 'lastsibl', 'grand', 'grandsibl', 'sibl', 'bigram', 'path', 'nonproj'].map((name) => [
      name,
      [],
    ]),
  )
  const add = (name: string, part: RulePart, members: number[], args: [number, number, number?, number?]) => {
    if (scores.parts.has(part)) rows[name].push([...members, scores.score(part, ...args)])
  }
  const words = Array.from({ length: n }, (_, i) => i + 1)
  let empty = 0
  for (let h = 0; h <= n; h++) {
    const modifiers = words.filter((m) => has[h][m])
    for (const side of [0, 1] as const) {
      const line = modifiers.filter((m) => (side === 1 ? m > h : m < h))
      if (side === 0) line.reverse()
      if (line.length > 0) addSide(h, side, line)
      else if (scores.parts.has('sibling')) empty += scores.score('sibling', h, none, none, side)
    }
    for (const m of modifiers) {
      for (const s of modifiers) if (m < s) add('sibl', 'any-sibling', [h, m, s], [h, m, s])
      for (let g = 0; h > 0 && g <= n; g++)
        if (has[g][h] && g !== m) add('grand', 'grandparent', [g, h, m], [g, h, m])
      for (let b = 0; m > 1 && b <= n; b++)
        if (has[b][m - 1] && (b !== m || h !== m - 1)) add('bigram', 'head-bigram', [b, h, m], [b, m, h])
      if (h > 0 && Math.abs(h - m) > 1) add('nonproj', 'non-projective', [h, m], [h, m])
    }
    for (const d of words) if (h > 0 && h !== d) add('path', 'path', [h, d], [h, d])
  }
  /** Adds one side of a head: its modifiers from the nearest on, with "none" before and after them. */
  function addSide(h: number, side: 0 | 1, line: readonly number[]): void {
    const end = side === 1 ? n : 1
    for (let i = -1; i < line.length; i++)
      for (let j = i + 1; j <= line.length; j++) {
        const s = line[i] ?? h
        const args = [line[i] ?? none, line[j] ?? none] as const
        if (j < line.length) add('nextsibl', 'sibling', [h, s, line[j]], [h, ...args, side])
        else add('lastsibl', 'sibling', [h, s, end], [h, ...args, side])
        for (let g = 0; h > 0 && g <= n; g++)
          if (has[g][h] && g !== line[i] && g !== line[j] && (i >= 0 || j < line.length))
            add('grandsibl', 'grand-sibling', [g, h, s, line[j] ?? (side === 1 ? n + 1 : 0)], [g, h, ...args])
      }
  }
  // Sides without a possible modifier are empty in every tree, and so is their score; every tree has one arc
  // into the first word.
  const arc = Array.from(arcs.head, (h, a) => {
    const m = arcs.modifier[a]
    return [h, m, arcs.score[a] + (m === 1 ? empty : 0)]
  })
  return { n, arc, ...rows }
}
