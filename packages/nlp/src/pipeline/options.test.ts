// Unknown options are refused by the pipeline, its stages and their training.
import { ParleyError } from '@parleyjs/core'
import { describe, expect, test } from 'vitest'
import { trainParser } from '../tasks/parse/learn/train-parser.js'
import { trainTagger } from '../tasks/tag/train-tagger.js'
import { trainTokenizer } from '../tasks/tokenize/train-tokenizer.js'
import { parseConllu } from '../text/conllu/read.js'
import { trainPipelineInThreads, trainStageInThreads } from '../threads/train-in-threads.js'
import { Pipeline } from './pipeline.js'
import { trainPipeline, trainStage } from './train-pipeline.js'

const TREEBANK = '1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n'
const sentences = parseConllu(TREEBANK.repeat(3))
const tokenizer = trainTokenizer(sentences, { epochs: 1 })
const tagger = trainTagger(sentences, { epochs: 1 })
const parser = trainParser(sentences, { parts: 'arc', network: false, epochs: 1 })
const pipeline = new Pipeline({ tokenizer, tagger, parser })
const input = { forms: ['Dogs', 'bark'], upos: ['NOUN', 'VERB'] }
const copy = () => parseConllu(TREEBANK)[0]

async function drain(found: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of found);
}

const CALLS: Record<string, (options: never) => unknown> = {
  process: (options) => [...pipeline.process('Dogs bark.', options)],
  processStream: (options) => drain(pipeline.processStream(['Dogs bark.'], options)),
  splitStream: (options) => drain(pipeline.splitStream(['Dogs bark.'], options)),
  processSentence: (options) => pipeline.processSentence(copy(), options),
  'processSentence, parser': (parser) => pipeline.processSentence(copy(), { parser }),
  'processSentence, demands': (demands) => pipeline.processSentence(copy(), { demands }),
  'process, parser': (parser) => [...pipeline.process('Dogs bark.', { parser })],
  'process, demands': (demands) => [...pipeline.process('Dogs bark.', { demands: () => demands })],
  tokenize: (options) => [...tokenizer.tokenize('Dogs bark.', options)],
  tag: (options) => tagger.tag(['Dogs', 'bark'], options),
  parse: (options) => parser.parse(input, options),
  parseBest: (options) => parser.parseBest(input, 2, options),
  problem: (options) => parser.problem(input, options),
}
const TRAINERS: Record<string, (options: never) => unknown> = {
  trainTokenizer: (options) => trainTokenizer(sentences, options),
  trainTagger: (options) => trainTagger(sentences, options),
  trainParser: (options) => trainParser(sentences, options),
  trainStage: (options) => trainStage('tagger', sentences, options),
  trainPipeline: (options) => trainPipeline(sentences, options),
  trainStageInThreads: (options) => trainStageInThreads('tagger', sentences, options),
  trainPipelineInThreads: (options) => trainPipelineInThreads(sentences, options),
}

async function refusal(call: (options: never) => unknown, options: object): Promise<string> {
  try {
    await call(options as never)
  } catch (error) {
    expect(error).toBeInstanceOf(ParleyError)
    return (error as ParleyError).message
  }
  return 'accepted'
}

describe('unknown options', () => {
  test.each(Object.entries({ ...CALLS, ...TRAINERS }))('%s', async (_name, call) => {
    expect(await refusal(call, { nonsense: 1 })).toMatch(/^`\w+` has no option "nonsense"/)
  })

  test.each(Object.entries(CALLS))('%s takes none', async (_name, call) => {
    expect(await refusal(call, {})).toBe('accepted')
  })

  test('name what was meant', async () => {
    expect(await refusal(CALLS.process, { offset: true })).toBe(
      '`process` has no option "offset". Did you mean offsets?',
    )
    expect(await refusal(TRAINERS.trainTagger, { epoch: 3 })).toMatch(/Did you mean epochs\?/)
    expect(await refusal(CALLS.parse, { maxIter: 3 })).toMatch(/Did you mean maxIterations\?/)
  })
})
