// Shows the corpus as text, with sets and changes marked, and the changes as a table with their reasons.
import type { Change } from '@parleyjs/nlp'
import { Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import { Scroll } from '../parts/scroll.js'
import type { Consensus, CorpusResult } from './corpus-types.js'

const place = (sentence: number, word: number) => `${sentence} ${word}`

/** The corpus with sets underlined and changes marked. */
export function Sentences({
  result: { sentences, sets, changes },
  chosen,
  consensus,
}: {
  result: CorpusResult
  chosen: string | null
  consensus: Consensus
}) {
  const { inSet, lit, changed } = useMemo(() => {
    const inSet = new Set(sets.flatMap(({ members }) => members.map(([s, w]) => place(s, w))))
    const lit = new Set(sets.find(({ name }) => name === chosen)?.members.map(([s, w]) => place(s, w)))
    const changed = new Map(changes.map((change) => [place(change.sentence, change.word), change]))
    return { inSet, lit, changed }
  }, [sets, changes, chosen])
  return (
    <section aria-label="The corpus">
      <h2>The corpus</h2>
      <ol class="corpus">
        {sentences.map(({ forms, tags }, s) => (
          <li key={s}>
            {forms.map((form, w) => {
              const key = place(s, w)
              const change = changed.get(key)
              const shows = lit.has(key) || change !== undefined
              const names = ['token', inSet.has(key) && 'member', lit.has(key) && 'lit'].filter(Boolean)
              return (
                <Fragment key={w}>
                  <span class={names.join(' ')}>
                    {form}
                    {shows && (
                      <small>
                        {change === undefined ? (
                          consensus === 'tags' && tags[w]
                        ) : (
                          <>
                            <del>{change.before}</del> <ins>{change.after}</ins>
                          </>
                        )}
                      </small>
                    )}
                  </span>{' '}
                </Fragment>
              )
            })}
          </li>
        ))}
      </ol>
    </section>
  )
}

export function Changes({
  result: { changes, sentences },
  consensus,
}: {
  result: CorpusResult
  consensus: Consensus
}) {
  const [before, after] = consensus === 'tags' ? ['alone', 'together'] : ['head alone', 'head together']
  return (
    <section aria-label="What changed, and why">
      <h2>What changed, and why</h2>
      <Scroll label="Changes">
        <table>
          <thead>
            <tr>
              <th scope="col">sentence</th>
              <th scope="col">word</th>
              <th scope="col">{before}</th>
              <th scope="col">{after}</th>
              <th scope="col">because</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={place(change.sentence, change.word)}>
                <td>{change.sentence + 1}</td>
                <th scope="row">{sentences[change.sentence].forms[change.word]}</th>
                <td>{change.before}</td>
                <td>{change.after}</td>
                <td>{reasonOf(change)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

function reasonOf({ because }: Change): string {
  if (because.length === 0) return 'another word of its sentence changed'
  return because
    .map(
      ({ set, consensus, agree, members, agreedBefore }) =>
        `${agree} of ${members} in “${set}” have ${consensus}; ${agreedBefore} had it before`,
    )
    .join('; ')
}
