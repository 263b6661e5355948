// Checks the names of options: unknown names are most likely misspelt. Every function with options declares
// their names once, checked against the interface by the compiler, and rejects all others.
import { ParleyError } from './error.js'
import { didYouMean } from './nearest.js'

/**
 * The names of all options of an interface, for `satisfies`: code with a missing or unknown name does not
 * compile.
 *
 * @example
 * const KEYS = { ...SOLVE_KEYS, penalty: true } satisfies OptionKeys<Ad3Options>
 */
export type OptionKeys<Options> = { readonly [Key in keyof Required<Options>]: true }

/**
 * Throws if the options are not an object, or have a name that is not in `known`. `what` is the function.
 *
 * @example
 * const check = (options: object) => requireOptions('ad3', options, { maxIterations: true })
 * check({ maxIterations: 3 }) // undefined
 * // check({ maxIter: 3 }): `ad3` has no option "maxIter". Did you mean maxIterations?
 */
export function requireOptions(what: string, options: object, known: Readonly<Record<string, true>>): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ParleyError(
      'bad-argument',
      `The options of \`${what}\` must be an object, such as { ${Object.keys(known)[0] ?? ''}: … }, not ${String(options)}.`,
    )
  for (const key of Object.keys(options))
    if (!Object.hasOwn(known, key)) throw unknownOption(what, key, Object.keys(known))
}

function unknownOption(what: string, key: string, known: readonly string[]): ParleyError {
  const near = didYouMean(key, known) || likeStart(key, known)
  const others = near === '' && known.length > 0 ? ` It has ${known.join(', ')}.` : near
  return new ParleyError(
    'bad-argument',
    `\`${what}\` has no option ${JSON.stringify(key.slice(0, 40))}.${others}`,
  )
}

/** Suggests an option that is a prefix of the word or has it as a prefix: maxIter, filename. */
function likeStart(key: string, known: readonly string[]): string {
  const word = key.toLowerCase()
  const near = known.find((one) => {
    const other = one.toLowerCase()
    return Math.min(word.length, other.length) >= 3 && (other.startsWith(word) || word.startsWith(other))
  })
  return near === undefined ? '' : ` Did you mean ${near}?`
}
