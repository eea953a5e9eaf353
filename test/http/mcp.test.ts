// What an assistant gets of an answer of the API, and which requests a tool makes.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { refusalOf, resultOf } from '../../src/http/mcp/answers.ts'
import { readingTools } from '../../src/http/mcp/reading-tools.ts'
import type { Answer } from '../../src/http/mcp/tool.ts'
import { writingTools } from '../../src/http/mcp/writing-tools.ts'
import { ApiError } from '../../src/interface/errors.ts'
import { filled } from '../filled.ts'

test('what is empty is left out, at any depth, and what is false or zero stays', () => {
  const given = { a: null, b: [], c: { d: null, e: [{ f: null, g: 0 }, null] }, h: false, i: '', j: {} }
  const { structuredContent, content } = resultOf(given)
  assert.equal(structuredContent, { c: { e: [{ g: 0 }, null] }, h: false, i: '', j: {} })
  assert.equal(content, [{ type: 'text', text: JSON.stringify(structuredContent) }])
})

test('each source is named once, in the order of the answer, and only what names a data set is one', () => {
  const register = { data_set: 'register', version: '1', row: 'r' }
  const answer = {
    x: {
      source: { ...register, note: 'n' },
      sources: [register, { data_set: 'register', version: '1' }, { data_set: 5, inside: { data_set: 'list' } }],
    },
    y: register,
    z: [null, 'data_set', 1],
  }
  assert.equal(resultOf(answer).structuredContent?.named_sources, [register, { data_set: 'register', version: '1' }, { data_set: 'list' }])
  assert.not.ok('named_sources' in (resultOf({ x: 1 }).structuredContent ?? {}))
})

test('an answer of 100,000 characters is given, and a longer one refused with what to do', () => {
  const ofLength = (length: number) => resultOf({ text: 'x'.repeat(length - '{"text":""}'.length) })
  assert.is(ofLength(100_000).isError, undefined)
  const { isError, content, structuredContent } = ofLength(100_001)
  assert.equal([isError, structuredContent], [true, undefined])
  assert.match(JSON.stringify(content), 'has 100001 characters, more than the 100000 allowed')
})

test('a refusal names each member and its problem', () => {
  const { isError, content } = refusalOf(new ApiError(422, [{ message: 'is wrong', parameter: 'name' }, { message: 'try again' }]))
  assert.equal([isError, content], [true, [{ type: 'text', text: 'name: is wrong; try again' }]])
})

/** The requests that a tool makes, and what it answers with. */
const used = async (name: string, input: object, answers: Readonly<Record<string, Answer>> = {}) => {
  const asked: unknown[][] = []
  const take = async (...request: readonly [string, ...unknown[]]) => {
    asked.push([...request])
    return answers[request[0]] ?? {}
  }
  const found = [...readingTools, ...writingTools].find((each) => each.name === name)
  assert.ok(found, name)
  const answer = await found.run({ get: take, post: take }, { ...input })
  return { asked, answer }
}

const id = '0198c0de-0000-7000-8000-000000000001'
const at = `/v1/businesses/${id}`

test('businesses are searched by words and filters, 25 at a time', async () => {
  const { asked } = await used('search_businesses', { query: 'acme', status: 'open', tag: 't', external_id: 'e', page: 2 })
  assert.equal(asked, [['/v1/businesses', { q: 'acme', page: 2, per_page: 25, status: 'open', tag: 't', external_id: 'e' }]])
})

test('businesses in a list come with what their reviews warn of, instead of their reviews and orders', async () => {
  const tasks = ['success', 'warning', 'failure', 'neutral'].map((status) => ({
    status,
    label: `L ${status}`,
    sub_label: 'S',
    message: 'M',
  }))
  const list = {
    has_more: true,
    data: [
      { id, review: { tasks }, orders: [{}] },
      { id, review: null, orders: [] },
    ],
  }
  const { answer } = await used('search_businesses', {}, { '/v1/businesses': list })
  assert.equal(answer, {
    has_more: true,
    data: [
      { id, concerns: ['L warning: S', 'L failure: S'] },
      { id, concerns: [] },
    ],
  })
})

test('runs in a list come with the titles of their findings', async () => {
  const list = {
    has_more: false,
    data: [
      { id, output: { artifacts: [{ title: 'T', summary: 's' }] } },
      { id, output: null },
    ],
  }
  const { answer } = await used('list_runs', {}, { '/v1/runs': list })
  assert.equal(answer, {
    has_more: false,
    data: [
      { id, findings: ['T'] },
      { id, findings: [] },
    ],
  })
})

test('of a business some members can be asked for', async () => {
  const whole = { [at]: { id, name: 'Acme', status: 'open', people: [1], liens: [2], review: {} } }
  const { answer } = await used('get_business', { business_id: id, fields: ['liens', 'review', 'none'] }, whole)
  assert.equal(answer, { id, name: 'Acme', status: 'open', liens: [2] })
})

test('a business comes without its review, and its review with the verdict of the report', async () => {
  const as_of = '2026-03-31T12:00:00Z'
  const { asked, answer } = await used('get_business', { business_id: id, as_of }, { [at]: { name: 'Acme', review: {} } })
  assert.equal([asked, answer], [[[at, { as_of }]], { name: 'Acme' }])
  const report = { verdict: 'v', comparison: 'c', decision: 'd', decisions: [1], sources: ['s'], more: 1 }
  const review = { tasks: [{ key: 'k', sub_label: 'l', sources: ['x'], message: 'm' }] }
  const answers = { [`${at}/report`]: report, [`${at}/review`]: review }
  const read = async (name: string) => (await used(name, { business_id: id }, answers)).answer
  assert.equal(await read('get_review'), { verdict: 'v', comparison: 'c', decision: 'd', decisions: [1], review })
  assert.equal(await read('get_sources'), { data_sets: ['s'], checks: [{ key: 'k', sub_label: 'l', sources: ['x'] }] })
})

test('screenings come with the hits, and the history without what each event holds', async () => {
  const answers = {
    [at]: { watchlist: { hits: [1] }, name: 'Acme', adverse_media_screening: 'm' },
    [`${at}/screenings`]: { data: ['s'] },
    [`${at}/events`]: { data: [{ type: 't', data: { secret: 1 } }], has_more: true },
  }
  assert.equal((await used('get_screenings', { business_id: id }, answers)).answer, {
    screenings: ['s'],
    watchlist: { hits: [1] },
    politically_exposed_person_screening: undefined,
    adverse_media_screening: 'm',
  })
  const { asked, answer } = await used('get_history', { business_id: id, page: 3 }, answers)
  assert.equal([asked, answer], [[[`${at}/events`, { page: 3, per_page: 25 }]], { has_more: true, data: [{ type: 't' }] }])
})

test('a run is read with its steps only where they are wanted', async () => {
  for (const [with_steps, include] of [
    [true, 'steps'],
    [false, undefined],
    [undefined, undefined],
  ])
    assert.equal((await used('get_run', { run_id: id, with_steps })).asked, [[`/v1/runs/${id}`, { include }]])
  assert.equal((await used('list_runs', { page: 2 })).asked, [['/v1/runs', { page: 2, per_page: 25 }]])
  assert.equal((await used('list_runs', { business_id: id })).asked, [['/v1/runs', { business_id: id, per_page: 25 }]])
})

test('a business is created with what is known of it, once under its key', async () => {
  const [name, address] = ['Acme', '1 Main St, Reno, NV 89501']
  const created = async (more: object) => (await used('create_business', { name, address, ...more })).asked
  const addresses = [{ full_address: address }]
  assert.equal(await created({}), [['/v1/businesses', { name, addresses, people: [] }, undefined]])
  assert.equal(await created({ tin: '12-3456789', people: ['Ann Doe', 'Bo Roe'], external_id: 'e', idempotency_key: 'k' }), [
    [
      '/v1/businesses',
      { name, addresses, people: [{ name: 'Ann Doe' }, { name: 'Bo Roe' }], tin: { tin: '12-3456789' }, external_id: 'e' },
      'k',
    ],
  ])
})

test('what is written about a business is asked of its own paths', async () => {
  const key = { idempotency_key: 'k' }
  assert.equal((await used('place_order', { business_id: id, product: 'tin', ...key })).asked, [[`${at}/orders`, { product: 'tin' }, 'k']])
  assert.equal((await used('add_note', { business_id: id, text: 'Hi', ...key })).asked, [[`${at}/notes`, { text: 'Hi' }, 'k']])
  for (const decision of ['approve', 'reject'])
    assert.equal((await used('propose_decision', { business_id: id, decision, reason: 'It fits.', ...key })).asked, [
      [`${at}/notes`, { text: `Proposed by an assistant: ${decision}. It fits.` }, 'k'],
    ])
})

test('ownership is read as it is, or as it stood at a moment', async () => {
  const as_of = '2026-03-31T12:00:00+02:00'
  assert.equal((await used('get_ownership', { business_id: id, as_of })).asked, [[`${at}/ownership`, { as_of }]])
  assert.equal((await used('get_ownership', { business_id: id })).asked, [[`${at}/ownership`, { as_of: undefined }]])
})

test('a review without tasks has no checks', async () => {
  assert.equal((await used('get_sources', { business_id: id })).answer, { data_sets: undefined, checks: [] })
})

const about = { business_id: id }
const inputs: readonly (readonly [tool: string, right: readonly object[], wrong: readonly object[]])[] = [
  [
    'search_businesses',
    [
      {},
      { query: 'x'.repeat(200) },
      { page: 1 },
      { per_page: 1 },
      { per_page: 25 },
      ...['open', 'pending', 'in_audit', 'in_review', 'approved', 'rejected'].map((status) => ({ status })),
    ],
    [{ query: 'x'.repeat(201) }, { page: 0 }, { page: 1.5 }, { per_page: 0 }, { per_page: 26 }, { status: 'closed' }, { tag: 7 }],
  ],
  [
    'get_business',
    [about, { ...about, as_of: '2026-03-31T12:00:00Z' }, { ...about, fields: ['people'] }],
    [{}, { business_id: 'acme' }, { ...about, as_of: '2026-03-31' }],
  ],
  ['get_run', [{ run_id: id }, { run_id: id, with_steps: true }], [{}, { run_id: '7' }, { run_id: id, with_steps: 'yes' }]],
  [
    'create_business',
    [
      { name: 'A', address: 'B' },
      { name: 'A', address: 'B', idempotency_key: 'k'.repeat(200) },
    ],
    [
      { name: 'A' },
      { address: 'B' },
      { name: 'A', address: 'B', idempotency_key: '' },
      { name: 'A', address: 'B', idempotency_key: 'k'.repeat(201) },
    ],
  ],
  ['place_order', [{ ...about, product: 'tin' }], [about, { product: 'tin' }, { ...about, product: 'tea' }]],
  ['add_note', [{ ...about, text: 'x'.repeat(10_000) }], [about, { ...about, text: 'x'.repeat(10_001) }]],
  [
    'propose_decision',
    [
      { ...about, decision: 'approve', reason: 'x' },
      { ...about, decision: 'reject', reason: 'x'.repeat(5_000) },
    ],
    [
      { ...about, decision: 'close', reason: 'x' },
      { ...about, decision: 'approve', reason: '' },
      { ...about, decision: 'approve', reason: 'x'.repeat(5_001) },
    ],
  ],
]
for (const [name, right, wrong] of inputs)
  test(`${name} takes what fits it alone`, () => {
    const input = [...readingTools, ...writingTools].find((each) => each.name === name)?.input
    const isTaken = (given: object) => input?.safeParse(given).success
    for (const given of filled(right)) assert.is(isTaken(given), true, JSON.stringify(given).slice(0, 100))
    for (const given of filled(wrong)) assert.is(isTaken(given), false, JSON.stringify(given).slice(0, 100))
  })

test('every tool has a name of its own, and only those that write say so', () => {
  const all = [...readingTools, ...writingTools]
  assert.is(new Set(all.map(({ name }) => name)).size, all.length)
  assert.equal([readingTools.some(({ writes }) => writes), writingTools.every(({ writes }) => writes)], [false, true])
})

test.run()
