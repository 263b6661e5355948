// Shows the possible heads of a word with their confidence, and lets the reader force one.
import type { Demands, Study } from './parse-types.js'
import { percent } from './tree-view.js'

interface WordPanelProps {
  readonly study: Study
  readonly word: number
  readonly demands: Demands
  readonly onDemands: (demands: Demands) => void
}

export function WordPanel({ study, word, demands, onDemands }: WordPanelProps) {
  const { forms, heads, deprels, upos, arcs } = study
  const who = (h: number) => (h === 0 ? 'the root' : `${forms[h - 1]} (${h})`)
  const forcedHead = demands.forced.find(([w]) => w === word)?.[1]
  const forbidden = demands.forbidden.filter(([w]) => w === word).map(([, h]) => h)
  const probable = new Map<number, number>()
  for (let a = 0; a < arcs.head.length; a++)
    if (arcs.modifier[a] === word) probable.set(arcs.head[a], arcs.probability[a])
  const listed = new Set([
    ...probable.keys(),
    ...forbidden,
    ...(forcedHead === undefined ? [] : [forcedHead]),
  ])
  const candidates = [...listed].sort((a, b) => (probable.get(b) ?? 0) - (probable.get(a) ?? 0))
  const others = forms.map((_, i) => i + 1).filter((h) => h !== word && !listed.has(h))

  const without = ({ forced, forbidden: not }: Demands, head: number): Demands => ({
    forced: forced.filter(([w]) => w !== word),
    forbidden: not.filter(([w, h]) => w !== word || h !== head),
  })
  const force = (head: number) => {
    const rest = without(demands, head)
    onDemands(forcedHead === head ? rest : { ...rest, forced: [...rest.forced, [word, head]] })
  }
  const forbid = (head: number) => {
    const rest = without(demands, head)
    const kept = forcedHead !== undefined && forcedHead !== head ? demands.forced : rest.forced
    onDemands(
      forbidden.includes(head)
        ? { ...rest, forced: demands.forced }
        : { forced: kept, forbidden: [...rest.forbidden, [word, head]] },
    )
  }
  return (
    <section class="word-panel" aria-label={`Heads of ${forms[word - 1]}`}>
      <h3>
        {forms[word - 1]} <small>{upos[word - 1]}</small>
      </h3>
      <p>
        {deprels[word - 1]} of {who(heads[word - 1])}. Heads that survived pruning:
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">head</th>
            <th scope="col">probability</th>
            <th scope="col">demand</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((head) => (
            <tr key={head} class={heads[word - 1] === head ? 'current' : ''}>
              <th scope="row">{who(head)}</th>
              <td>
                <span class="bar" style={{ '--share': probable.get(head) ?? 0 }} />
                {probable.has(head) ? percent(probable.get(head)!) : '–'}
              </td>
              <td>
                <button type="button" aria-pressed={forcedHead === head} onClick={() => force(head)}>
                  Force
                </button>
                <button type="button" aria-pressed={forbidden.includes(head)} onClick={() => forbid(head)}>
                  Forbid
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {others.length > 0 && (
        <label>
          Force another head{' '}
          <select
            value=""
            onChange={(event) => {
              const { value } = event.currentTarget
              if (value !== '') force(Number(value))
            }}
          >
            <option value="">choose a word</option>
            {others.map((h) => (
              <option key={h} value={h}>
                {who(h)}
              </option>
            ))}
          </select>
        </label>
      )}
    </section>
  )
}
