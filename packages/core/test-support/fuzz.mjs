// Broken input for the readers: correct texts, mutated. Shared by fuzz.test.ts and scripts/fuzz.mjs.

/** @typedef {'uai' | 'evidence' | 'fg' | 'wcsp' | 'json'} Format */

/** Correct texts to start from, by format. @type {Record<Format, string[]>} */
const SEEDS = {
  uai: [
    'MARKOV\n3\n2 3 1\n4\n2 0 1\n1 1\n0\n3 2 0 0\n\n6\n1 2 3e-1 0 5 6\n3\n0.5 1 0\n1\n2\n4\n1 2 3 4\n',
    'BAYES\n2\n2 2\n2\n1 0\n2 0 1\n2\n 0.436 0.564\n4\n 0.128 0.872\n 0.920 0.080\n',
  ],
  evidence: ['2 0 1 1 0\n', '1\n2 0 1 2 1\n', '0'],
  fg: [
    '5\n6\n0.5\n-1\n2e-1\n3\n0\nXOR 3 1 -2 3\nPAIR 2 1 2 -0.5\nBUDGET 3 1 2 3 2\nOROUT 3 1 -2 5\n' +
      'KNAPSACK 2 4 5 1.5 2 3\nDENSE 4 1 2 3 4 2 2 2 0.1 0.2 0.3 -inf\n',
    '4\n5\n0.5\n-1\n2e-1\n3\nARBORESCENCE 4 1 2 3 4 3 0 1 0 2 1 2 2 1\nHEAD_AUTOMATON 2 1 -2 .1 .2 .3 .4 .5 .6\n' +
      'GRANDPARENT_HEAD_AUTOMATON 2 1 3 2 0.5\nSEQUENCE 4 1 2 3 4 2 2 2 1 2 3 4 5 6 7 8\n' +
      'SEQUENCE_BUDGET 4 1 2 3 4 2 1 2 2 1 2 3 4 5 6 7 8\n',
    '4\n1\n0\n0\n0\n0\nGENERAL_TREE 4 1 2 3 4 2 2 2 -1 0 1 2 3 4 5 6\n',
    '2\n3\n1\n2\nIMPLY 2 1 2\nANDOUT 2 -1 2\nATMOSTONE 2 1 2\n\n',
  ],
  wcsp: [
    'queens 3 3 4 10\n3 3 2\n2 0 1 0 3\n0 0 10\n1 1 10\n2 2 4\n1 2 5 1\n1 0\n0 3 0\n3 0 1 2 1 1\n0 1 1 7\n',
    'shared 2 2 2 5\n2 2\n2 0 1 -1 salldiff var 1\n-2 0 1 0 0\n',
  ],
  json: [
    '{"parley": 1,\n "variables": [{"name": "a", "score": 0.2}, {"name": "b=c", "score": [1, 2]}, {"scores": [1, 2, 3]}],\n' +
      ' "factors": [{"kind": "xor", "literals": ["a", "!#2=1"]}, {"kind": "pair", "literals": ["a", {"variable": "b=c", ' +
      '"not": true}], "score": -1e-3},\n {"kind": "budget", "literals": ["a"], "atMost": 1}, {"kind": "dense", "variables": ' +
      '["a", "#2"], "scores": [1, 2, null, 4, 5, 6]},\n {"kind": "knapsack", "name": "k", "literals": ["a", "#1"], "costs": ' +
      '[1, 2], "budget": 2}, {"kind": "implication", "premises": ["a"], "conclusion": "#2=0"}],\n "evidence": ["a", "!#2=1"]}\n',
  ],
}

const NUMBERS =
  '0 1 2 -1 -0 3 7 2.5 1e3 -2e-3 1e-400 1e400 99999999999 1099511627776 9007199254740993 4294967296 2147483648 ' +
  '65536 4194304 +1 .5 5. 1e --1 0x10 1_000 NaN nan inf -inf Infinity'
const NAMES =
  'null true MARKOV BAYES XOR DENSE KNAPSACK PAIR SEQUENCE constructor __proto__ toString é 数 𝟙 ١'
const PIECES = '{ } [ ] " ": \\ "\\u12 , : "a" "!a" "#0" "#99" "a=1" {"kind":"or"} \u0000 \ud800 \u2028'
const WORDS = `${NUMBERS} ${NAMES} ${PIECES}`.split(' ').concat('\u00a0', '\ufeff')

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

/** The mutations. @type {((text: string, below: (n: number) => number) => string)[]} */
const MUTATIONS = [
  // cut off
  (text, below) => text.slice(0, below(text.length + 1)),
  (text, below) => text.slice(below(text.length + 1)),
  // a word replaced, inserted, removed, exchanged
  (text, below) => editWords(text, (words) => void (words[below(words.length)] = WORDS[below(WORDS.length)])),
  (text, below) =>
    editWords(text, (words) => void words.splice(below(words.length + 1), 0, WORDS[below(WORDS.length)])),
  (text, below) => editWords(text, (words) => void words.splice(below(words.length), 1 + below(3))),
  (text, below) =>
    editWords(text, (words) => {
      const [i, j] = [below(words.length), below(words.length)]
      ;[words[i], words[j]] = [words[j], words[i]]
    }),
  // a number made larger
  (text, below) => editWords(text, (words) => void (words[below(words.length)] += '0'.repeat(1 + below(12)))),
  (text, below) =>
    editWords(text, (words) => void (words[below(words.length)] = `-${words[below(words.length)]}`)),
  // lines doubled, removed, joined
  (text, below) =>
    editLines(text, (lines) => void lines.splice(below(lines.length), 0, lines[below(lines.length)])),
  (text, below) => editLines(text, (lines) => void lines.splice(below(lines.length), 1)),
  (text, below) => text.replaceAll('\n', ['\r\n', ' ', '\n\n', '\t', ''][below(5)]),
  // characters removed, inserted, doubled
  (text, below) => splice(text, below(text.length), 1 + below(4), ''),
  (text, below) =>
    splice(text, below(text.length), 0, String.fromCharCode(below(2) ? below(128) : below(65536))),
  (text, below) => text + text.slice(below(text.length)),
  (text, below) => splice(text, below(text.length), 0, '[{"a":'[below(6)].repeat(1 + below(2000))),
]

/** @param {string} text @param {(words: string[]) => void} edit */
function editWords(text, edit) {
  // Odd entries are words, so that white space survives; JSON is cut at its punctuation, too.
  const parts = text.split(/([^\s,:[\]{}]+)/)
  const words = parts.filter((_, i) => i % 2 === 1)
  if (words.length === 0) return text
  edit(words)
  return words.map((word, i) => (parts[2 * i] ?? ' ') + word).join('') + (parts.at(-1) ?? '')
}

/** @param {string} text @param {(lines: string[]) => void} edit */
function editLines(text, edit) {
  const lines = text.split('\n')
  edit(lines)
  return lines.join('\n')
}

/** @param {string} text @param {number} at @param {number} remove @param {string} insert */
function splice(text, at, remove, insert) {
  return text.slice(0, at) + insert + text.slice(at + remove)
}

/**
 * A broken input, the same for the same seed.
 * @param {number} seed
 * @returns {{ format: Format, text: string }}
 */
export function brokenInput(seed) {
  const random = randomSource(seed)
  const below = (/** @type {number} */ n) => Math.floor(random() * n)
  const formats = /** @type {Format[]} */ (Object.keys(SEEDS))
  const format = formats[below(formats.length)]
  let text = SEEDS[format][below(SEEDS[format].length)]
  if (below(20) === 0)
    text = Array.from({ length: below(60) }, () => WORDS[below(WORDS.length)]).join(below(2) ? ' ' : '\n')
  for (let n = 1 + below(4); n > 0; n--) text = MUTATIONS[below(MUTATIONS.length)](text, below)
  return { format, text }
}

/**
 * Gives a broken input to its reader. Returns a complaint if something other than a ParleyError came out, or if it
 * took more than a second; otherwise null.
 * @param {number} seed
 * @param {Record<Format, (text: string) => unknown>} readers
 */
export function tryBrokenInput(seed, readers) {
  const { format, text } = brokenInput(seed)
  const start = performance.now()
  let complaint = null
  try {
    readers[format](text)
  } catch (error) {
    const { name, code, message } = /** @type {{ name?: string, code?: string, message?: string }} */ (error)
    if (name !== 'ParleyError' || !message || !code) complaint = `threw ${String(error)}`
  }
  const seconds = (performance.now() - start) / 1000
  if (seconds > 1) complaint = `took ${seconds.toFixed(1)} s`
  return complaint === null ? null : `seed ${seed} (${format}) ${complaint}\n${JSON.stringify(text)}`
}
