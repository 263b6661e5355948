// Makes a tool from a schema: checks the arguments, and describes them as JSON Schema.
import { ParleyError } from '@parleyjs/core'
import { z } from 'zod'
import type { Tool } from './mcp-protocol.js'

/** A tool with checked arguments. */
export function makeTool<S extends z.ZodType>(
  name: string,
  title: string,
  description: string,
  schema: S,
  work: (given: z.output<S>, signal: AbortSignal) => Promise<object>,
): Tool {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    call: (given, signal) => {
      const { success, data, error } = schema.safeParse(given)
      if (!success) throw wrong(error)
      return work(data, signal)
    },
  }
}

/** The first issue of wrong arguments. */
function wrong({ issues }: z.ZodError): ParleyError {
  const [issue] = issues
  const field = issue.path.map(String).join('.')
  return new ParleyError('bad-argument', `${field === '' ? '' : `"${field}": `}${issue.message}`)
}
