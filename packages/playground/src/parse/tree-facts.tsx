// Shows the value and bound of a tree, and the next best trees.
import type { Study } from './parse-types.js'

export function Verdict({ study }: { study: Study }) {
  const { status, value, bound, iterations, factors, dropped } = study
  const rounds =
    iterations === 0 ? 'without iterations' : `after ${iterations} iterations of ${factors.length} factors`
  const number = (x: number) => x.toFixed(3).replace('-', '−')
  return (
    <p class="verdict" role="status">
      {status === 'optimal' ? (
        <>
          <strong>Proven best.</strong> No tree over the arcs that survived pruning scores more than{' '}
          {number(value)}, {rounds}. This is about the model’s score: the model itself can be wrong about
          English.
        </>
      ) : (
        <>
          <strong>Not proven.</strong> This tree scores {number(value)}; no tree scores more than{' '}
          {number(bound)}, {rounds}.
        </>
      )}
      {dropped.length > 0 &&
        ` The sentence is too long for some parts, which the search left out: ${dropped.join(', ')}.`}
    </p>
  )
}

export function Alternatives({ study }: { study: Study }) {
  const { forms, heads, alternatives, value } = study
  if (alternatives.length === 0) return null
  const who = (h: number) => (h === 0 ? 'root' : forms[h - 1])
  return (
    <details>
      <summary>The next best trees</summary>
      <ol start={2}>
        {alternatives.map((tree, i) => (
          <li key={i}>
            {(value - tree.value).toFixed(3)} less:{' '}
            {tree.heads
              .map((h, w) => (h === heads[w] ? null : `${who(h)} → ${forms[w]} (${tree.deprels[w]})`))
              .filter((text) => text !== null)
              .join(', ')}
          </li>
        ))}
      </ol>
    </details>
  )
}
