// The types of an option of a task, and where it can be given.

/** The values that an option takes. */
export type OptionType =
  | { readonly kind: 'flag' }
  | ({ readonly kind: 'whole'; readonly least: number } & NumberRange)
  | ({ readonly kind: 'number' } & NumberRange)
  | { readonly kind: 'choice'; readonly words: readonly string[] }

/** The numbers that an option takes: at least `least`, or more than `above`. */
export interface NumberRange {
  readonly least?: number
  readonly above?: number
  readonly most?: number
  /** What the option expects, for error messages. */
  readonly expected?: string
}

/** What differs for an option at one door. Everything else is as in `TaskOption`. */
export interface Door {
  readonly type?: OptionType
  readonly help?: string
}

/** The command of the task, a request over HTTP, or a job for a cluster. */
export type DoorName = 'command' | 'http' | 'job'

/** An option of a task. It is available at the doors that it names. */
export interface TaskOption {
  readonly type: OptionType
  /** Placeholder of the value in the help of a command; flags have none. */
  readonly value?: string
  /** The short form of the flag: one letter. */
  readonly short?: string
  readonly help: string
  readonly command?: Door | undefined
  readonly http?: Door | undefined
  /** With `default`, the option is always part of a job. */
  readonly job?: (Door & { readonly default?: string | number }) | undefined
}

/** The options of a task by name. Requests and jobs use the same names. */
export type TaskOptions = Readonly<Record<string, TaskOption>>

/** The type of the values of an option type. */
export type ValueOf<T> = T extends { readonly kind: 'flag' }
  ? boolean
  : T extends { readonly kind: 'whole' | 'number' }
    ? number
    : T extends { readonly kind: 'choice'; readonly words: readonly (infer W)[] }
      ? W
      : never

/** The type of an option at a door. */
export type TypeAt<O extends TaskOption, D extends DoorName> = O[D] extends { readonly type: infer T }
  ? T
  : O['type']

/** The names of the options that are available at a door. */
export type NamesAt<T extends TaskOptions, D extends DoorName> = {
  [K in keyof T]: T[K] extends { readonly [door in D]: Door } ? K : never
}[keyof T] &
  string

export function flag(): { readonly kind: 'flag' } {
  return { kind: 'flag' }
}

/** A whole number in a range. */
export function whole(least: number, most?: number): Extract<OptionType, { readonly kind: 'whole' }> {
  return { kind: 'whole', least, ...(most !== undefined && { most }) }
}

/** A number in a range. */
export function real(range: NumberRange): Extract<OptionType, { readonly kind: 'number' }> {
  return { kind: 'number', ...range }
}

/** One of a few words. */
export function choice<const W extends readonly string[]>(
  ...words: W
): { readonly kind: 'choice'; readonly words: W } {
  return { kind: 'choice', words }
}
