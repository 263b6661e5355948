// Orders from Redis: an invalid order is refused with the name of the wrong field, and a signature is valid
// for one order alone.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineJob, temporaryFolder } from '../test-support/jobs.js'
import { orderOf, type ShardOrder, savedForm } from './job.js'
import { OrderKey } from './order-key.js'
import { receiveOrder, receiveRecord, requireOrderOf, requireSavedJob, sendOrder } from './orders.js'

const job = lineJob(temporaryFolder(), { one: 'a\nb\n', two: 'c\n' })
const order = orderOf(job, 0, 1)
const [source] = order.sources as [ShardOrder['sources'][0]]
const key = new OrderKey(Buffer.alloc(32, 1))
const through = (data: unknown) => JSON.parse(JSON.stringify(data)) as unknown

describe('an order', () => {
  test('comes through Redis as it was, signed or not', () => {
    expect(receiveOrder(through(sendOrder(order, undefined)), undefined)).toEqual(order)
    expect(receiveOrder(through(sendOrder(order, key)), key)).toEqual(order)
  })

  test.each([
    [null, 'order is null'],
    [[order], 'order is a list of 1'],
    [{ ...order, sources: null }, 'order.sources is null'],
    [{ ...order, sources: [] }, 'order.sources is a list of 0'],
    [{ ...order, input: '../../x' }, 'order.input is "../../x"'],
    [{ ...order, index: 0.5 }, 'order.index is 0.5'],
    [{ ...order, index: -1 }, 'order.index is -1'],
    [{ ...order, index: 0 }, `order.id is ${order.id}: expected ${job.id}-0-0`],
    [{ ...order, job: '../x' }, 'order.job is "../x"'],
    [{ ...order, out: 'relative' }, 'order.out is "relative"'],
    [{ ...order, out: `${order.out}/../x` }, 'expected an absolute path without . and ..'],
    [{ ...order, out: `${order.out}\0` }, 'order.out is'],
    [{ ...order, line: '1' }, 'order.line is "1"'],
    [{ ...order, more: 1 }, 'order has an unknown field "more"'],
    [
      JSON.parse(`{"__proto__":{}, ${JSON.stringify(order).slice(1)}`),
      'order has an unknown field "__proto__"',
    ],
    [{ ...order, sources: [{ ...source, path: '/in/\u001b]0;x\u0007/../y' }] }, '/in/ ]0;x /../y'],
    [{ ...order, sources: [{ ...source, sha256: 'x' }] }, 'order.sources[0].sha256 is "x"'],
    [{ ...order, sources: [{ ...source, start: 9, end: 3 }] }, 'It asks for bytes 9 to 3'],
  ])('that is not valid is refused: %j', (data, message) => {
    expect(() => receiveOrder(data, undefined)).toThrow(message)
  })

  test('of any other form is refused with an error of Parley, too', () => {
    const field = fc.constantFrom(...Object.keys(order))
    fc.assert(
      fc.property(field, fc.jsonValue({ maxDepth: 3 }), (name, value) => {
        const data = { ...order, [name]: value }
        try {
          expect(receiveOrder(data, undefined)).toEqual(data)
        } catch (error) {
          expect((error as Error).name).toBe('ParleyError')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('is refused if anything in it is not what was signed', () => {
    const signed = through(sendOrder(order, key)) as Record<string, unknown>
    const changed: Record<string, unknown>[] = [
      { out: '/elsewhere' },
      { kind: 'conllu' },
      { line: 7 },
      { offset: 7 },
      { sources: [{ ...source, path: '/etc/passwd' }] },
      { sources: [{ ...source, start: 0 }] },
      { sources: [{ ...source, sha256: '0'.repeat(64) }] },
      { id: `${job.id}-1-1`, input: 1 },
      { id: 'abc-0-1', job: 'abc' },
    ]
    for (const change of changed)
      expect(() => receiveOrder({ ...signed, ...change }, key)).toThrow('Its signature does not match')
    expect(() => receiveOrder(signed, new OrderKey(Buffer.alloc(32, 2)))).toThrow('does not match')
    expect(() => receiveOrder({ ...signed, signature: 'ab' }, key)).toThrow('order.signature is "ab"')
    expect(() => receiveOrder(order, key)).toThrow('It is not signed')
    expect(() => receiveOrder(signed, undefined)).toThrow('there is no key here')
  })
})

test('a job is its content: whatever was changed in its file, the id is another', () => {
  const saved = through(savedForm(job)) as ReturnType<typeof savedForm<typeof job>>
  expect(requireSavedJob(saved, job)).toEqual(saved)
  const [first] = saved.inputs
  for (const change of [
    { options: { format: 'json' } },
    { version: '2' },
    { task: 'tag' },
    { model: { path: null, sha256: '1'.repeat(64) } },
    { inputs: [{ ...first, path: '/etc/passwd' }] },
    { out: '/elsewhere' },
    { id: 'abc' },
  ])
    expect(() => requireSavedJob({ ...saved, ...change }, job)).toThrow('its content was changed')
  expect(() => requireSavedJob({ ...saved, inputs: 1 }, job)).toThrow('job.inputs is 1')
})

test('an order must be of the inputs of its job', () => {
  const saved = savedForm(job)
  requireOrderOf(saved, order)
  const refused = (change: Partial<ShardOrder>) => () => requireOrderOf(saved, { ...order, ...change })
  expect(refused({ index: 2 })).toThrow('has no shard 2 of input 0')
  expect(refused({ input: 2 })).toThrow('has no shard 1 of input 2')
  expect(refused({ kind: 'topic' })).toThrow('is of kind text, not topic')
  expect(refused({ sources: [{ ...source, path: '/x' }] })).toThrow('/x does not belong to input 0')
  expect(refused({ sources: [{ ...source, end: 5 }] })).toThrow('Byte 5 of')
  expect(refused({ sources: [source, source] })).toThrow('does not belong to input 0')
})

test('records of jobs that are none are left out', () => {
  const record = {
    id: 'a',
    task: 'parse',
    out: '/o',
    inputs: 1,
    shards: 2,
    done: 1,
    failed: 0,
    state: 'done',
  }
  expect(receiveRecord(JSON.stringify(record))).toEqual(record)
  for (const text of ['', 'null', '[]', '{}', JSON.stringify({ ...record, state: 'x' })])
    expect(receiveRecord(text)).toBeNull()
})
