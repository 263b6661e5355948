// UDPipe's REST interface, so that its clients work: `/models` and `/process` with form fields. Options are
// those of UDPipe 2: https://lindat.mff.cuni.cz/services/udpipe/api-reference.php
import type { Context } from 'hono'
import { RequestError } from './errors.js'
import type { ProcessTask } from './task.js'

/** The model of the server, as UDPipe describes models. */
export interface ServedModel {
  readonly name: string
  readonly licence: string
  readonly trainedOn: string
  readonly stages: readonly string[]
}

const INPUTS = ['conllu', 'horizontal', 'vertical', 'generic_tokenizer'] as const
const OUTPUTS = ['conllu', 'horizontal', 'vertical'] as const
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i

/** The answer of `/models`. */
export function modelsAnswer({ name, stages }: ServedModel): object {
  return { models: { [name]: stages }, default_model: name }
}

/** The fields of a request to `/process`: from the query of a GET, also from the body of a POST. */
export async function udpipeFields(context: Context): Promise<Readonly<Record<string, string>>> {
  const fields = new Map(Object.entries(context.req.query()))
  if (context.req.method === 'POST') {
    const type = context.req.header('content-type') ?? ''
    if (!FORM.test(type))
      throw new RequestError(
        'unsupported-type',
        'Send form fields: multipart/form-data or application/x-www-form-urlencoded',
      )
    for (const [name, value] of await formOf(context))
      fields.set(name, typeof value === 'string' ? value : await value.text())
  }
  return Object.fromEntries(fields)
}

async function formOf(context: Context): Promise<FormData> {
  try {
    return await context.req.formData()
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw new RequestError('bad-request', 'The form fields of the body cannot be read.')
  }
}

/** The task of a request to `/process`. */
export function processTask(fields: Readonly<Record<string, string>>, served: ServedModel): ProcessTask {
  const { data, model, tokenizer } = fields
  if (data === undefined || data === '') throw wrong('data', 'The field "data" has the text; it is missing.')
  if (model !== undefined && !isName(model, served.name))
    throw wrong(
      'model',
      `The model ${JSON.stringify(model.slice(0, 100))} does not exist. This server has ${served.name}.`,
    )
  const output = OUTPUTS.find((one) => one === (fields.output ?? 'conllu'))
  if (output === undefined) throw wrong('output', `Output formats are ${OUTPUTS.join(', ')}.`)
  const input = INPUTS.find((one) => one === (fields.input ?? 'conllu'))
  if (input === undefined) throw wrong('input', `Input formats are ${INPUTS.join(', ')}.`)
  const splits = tokenizer !== undefined || input === 'generic_tokenizer'
  const options = (tokenizer ?? '').split(';').map((one) => one.trim())
  const split = options.includes('presegmented') ? 'lines' : 'text'
  return {
    kind: 'process',
    data: data.normalize('NFC'),
    input: splits ? split : input,
    tag: fields.tagger !== undefined,
    parse: fields.parser !== undefined,
    spaces: splits && !options.includes('normalized_spaces'),
    offsets: splits && options.includes('ranges'),
    output,
  }
}

/** The answer of `/process`. */
export function processAnswer(
  result: string,
  { output }: ProcessTask,
  model: ServedModel,
  version: string,
): object {
  const { name, licence, trainedOn } = model
  const about =
    output === 'conllu'
      ? `# generator = Parley ${version}\n# udpipe_model = ${name}\n# udpipe_model_licence = ${licence}\n`
      : ''
  return { model: name, acknowledgements: [`Trained on ${trainedOn}; ${licence}`], result: about + result }
}

/** Whether a name is the name of the model, or its beginning up to a hyphen: `english` for `english-ewt`. */
function isName(given: string, name: string): boolean {
  return name === given || name.startsWith(`${given}-`)
}

function wrong(field: string, message: string): RequestError {
  return new RequestError('bad-request', message, { field })
}
