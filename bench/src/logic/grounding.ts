// `node bench/dist/logic/grounding.js [most rules]`: time and memory of grounding against the number of
// ground rules.
import { measureInChild } from '../child.js'
import { brief, markdownTable } from '../table.js'

interface Row {
  readonly name: string
  readonly atoms: number
  readonly rules: number
  readonly factors: number
  readonly ms: number
  readonly bytes: number
}

const most = Number(process.argv[2] ?? 3e6)
const script = new URL('./measure-grounding.js', import.meta.url).href
const sizes = [1e5, 1e6, 3e6].filter((size) => size <= most)
const rows = ['smokers', 'coreference'].flatMap((name) =>
  sizes.flatMap((size) => measureInChild<Row>(script, [name, String(size)], ['--expose-gc'])),
)
const table = rows.map(({ name, atoms, rules, factors, ms, bytes }) => [
  name,
  atoms,
  rules,
  factors,
  brief(ms / 1000),
  brief(bytes / 2 ** 20),
  brief(bytes / rules),
])
const header = ['program', 'atoms', 'ground rules', 'factors', 'processor seconds', 'MB', 'bytes per rule']
console.log(markdownTable(header, table))
