// Builds the request fields for the options of a task from the table of options.
import { z } from '@hono/zod-openapi'
import {
  type OptionName,
  type OptionType,
  type OptionValue,
  optionsAt,
  type TaskName,
} from '@parleyjs/runner'

/** One field for each option that a request may have. */
export type TaskFields<N extends TaskName> = {
  [K in OptionName<N, 'http'>]: z.ZodOptional<z.ZodType<OptionValue<N, 'http', K>>>
}

/** The fields for the options of a task. `most` holds upper limits that the server chooses. */
export function taskFields<N extends TaskName>(
  task: N,
  most: { readonly [K in OptionName<N, 'http'>]?: number } = {},
): TaskFields<N> {
  const limits: Readonly<Record<string, number | undefined>> = most
  const fields = optionsAt(task, 'http').map(({ name, type, help }) => [
    name,
    schemaOf(type, limits[name]).optional().describe(help),
  ])
  return Object.fromEntries(fields) as TaskFields<N>
}

function schemaOf(type: OptionType, limit: number | undefined): z.ZodType<boolean | number | string> {
  if (type.kind === 'flag') return z.boolean()
  if (type.kind === 'choice') return z.enum(type.words)
  const { least, above, most = limit } = type
  let number: z.ZodType<number> & z.ZodNumber = type.kind === 'whole' ? z.int() : z.number()
  if (above !== undefined) number = number.gt(above)
  if (least !== undefined) number = number.min(least)
  return most === undefined ? number : number.max(most)
}
