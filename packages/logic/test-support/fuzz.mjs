// Broken rules files: correct ones, mutated. Shared by fuzz.test.ts and scripts/fuzz-logic.mjs.

/** Small programs that use every construct; the mutations mix them. */
const SEEDS = [
  'domain person = {anna, ben, cleo}\ngiven friends(person, person) = {(anna, ben), (ben, cleo)}\n' +
    'open smokes(person) score {anna: 1.5, ben: -2}\n"alike" weight 2: friends(x, y) & smokes(x) => smokes(y)\n' +
    'at most 2 x: smokes(x)\n',
  'constant n = 3\ndomain word = 0..n\nfunction w(word, word) default 0 = {(0, 1): 2.5, (1, 2): -1e-3}\n' +
    'open arc(h: word, m: word) where m != 0 & h != m score w(h, m) * 2 - abs(h - m) % 3\n' +
    '"one head": exists! h: arc(h, m) where m != 0\nopen path(word, word)\n' +
    'path(a, d) := exists! h in a..d - 1: arc(h, d) where a < d\nforall x, y in word where x < y <= n:\n' +
    '  exactly 1 z: arc(x, z) ^ arc(y, z)\n',
  'open rain score 0.2\nopen sprinkler\nopen wet score -0.05\nwet := rain | sprinkler\n~(rain & sprinkler)\n' +
    'exactly 1 of (rain, sprinkler, wet) <=> (rain -> true)\nboth := rain ∧ ¬wet ∨ sprinkler ⊕ rain\n∀ x ∈ 1..3: both ⇔ x ≤ 2\n',
  'domain role = {agent, "New York", 3}\nfunction of_(role): role = {agent: "New York", 3: agent, "New York": 3}\n' +
    'open plays(r: role)\nplays(r) => of_(r) = "New York" | min(1, 2) != max(2, 1) - -1\nat least 0 q in role: plays(q)\n',
]

const WORDS = (
  'domain constant given function open weight where score default in forall exists exists! exactly at most least of ' +
  'and or not implies iff xor mod true false => <=> := .. = != <= ( ) { } , : & | ~ ^ + - * / % " "x" x y z anna arc path ' +
  'smokes word person n 0 1 -1 3 1e400 99999999999999999999 0.5 1. .5 # // ∀ ∃ ∃! ∧ ∨ ¬ ⇒ ⇔ ⊕ ≠ ≤ ∈ … \u0000 \ud800 é 数 ' +
  'constructor __proto__ toString abs min'
).split(' ')

/** @param {number} seed @returns {() => number} numbers in [0, 1), mulberry32 */
function randomSource(seed) {
  let state = (seed + 1) * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The broken rules file of this seed. @param {number} seed @returns {string} */
export function brokenRules(seed) {
  const random = randomSource(seed)
  const below = (/** @type {number} */ n) => Math.floor(random() * n)
  const pick = (/** @type {string[]} */ list) => /** @type {string} */ (list[below(list.length)])
  let text = pick(SEEDS)
  const changes = 1 + below(3)
  for (let i = 0; i < changes; i++) {
    const parts = text.split(/(\s+|[(){},:])/)
    const at = below(parts.length)
    switch (below(10)) {
      case 0:
        text = text.slice(0, below(text.length + 1))
        break
      case 1:
        text = text.slice(below(text.length + 1))
        break
      case 2: {
        const lines = text.split('\n')
        const line = below(lines.length)
        lines.splice(line, below(3), ...(random() < 0.5 ? [pick(pick(SEEDS).split('\n'))] : []))
        text = lines.join('\n')
        break
      }
      case 3:
        text += pick(SEEDS)
        break
      case 4: {
        const many = pick([
          '(',
          '~',
          '-',
          'a => ',
          '1 + ',
          'x & ',
          'forall x: ',
          '{',
          'a <=> ',
          'exists y in 1..',
        ])
        text =
          text.slice(0, below(text.length)) + many.repeat(1 + below(2000)) + text.slice(below(text.length))
        break
      }
      case 5:
      case 6:
        parts[at] = pick(WORDS)
        text = parts.join('')
        break
      case 7:
        parts.splice(at, 0, ` ${pick(WORDS)} `)
        text = parts.join('')
        break
      case 8:
        parts.splice(at, 1)
        text = parts.join('')
        break
      default: {
        const other = below(parts.length)
        const part = /** @type {string} */ (parts[at])
        parts[at] = /** @type {string} */ (parts[other])
        parts[other] = part
        text = parts.join('')
      }
    }
  }
  return text
}

/**
 * Reads and, if it can be read, grounds it; what went wrong beyond a ParleyError with its place, or null.
 *
 * @param {number} seed
 * @param {{ problemsIn: (text: string) => { name: string, place: { line?: number, column?: number } }[],
 *   parseRules: (text: string) => unknown, ground: (program: never, data: {}, options: { limit: number }) => unknown }} logic
 * @returns {string | null}
 */
export function tryBrokenRules(seed, { problemsIn, parseRules, ground }) {
  const text = brokenRules(seed)
  const start = performance.now()
  const complain = (/** @type {string} */ what) => `seed ${seed}: ${what}\n${text.slice(0, 500)}`
  try {
    const problems = problemsIn(text)
    for (const { name, place } of problems) {
      if (name !== 'ParleyError') return complain(name)
      const { line, column } = place
      const lines = text.split(/\r\n|\r|\n/)
      const inside =
        line !== undefined &&
        column !== undefined &&
        line >= 1 &&
        line <= lines.length &&
        column >= 1 &&
        column <= /** @type {string} */ (lines[line - 1]).length + 1
      if (!inside) return complain(`the place ${line}:${column} is not in the file`)
    }
    if (problems.length === 0) ground(/** @type {never} */ (parseRules(text)), {}, { limit: 20000 })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ParleyError') return complain(String(error))
  }
  const ms = performance.now() - start
  return ms > 5000 ? complain(`took ${Math.round(ms)} ms`) : null
}
