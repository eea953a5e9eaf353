// Uploaded batches and signals route by route: what becomes of each row, and which signals a search finds.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memberLimits as limits } from '../../../src/interface/limits.ts'
import { rowBusinessId } from '../../../src/interface/requests/batch.ts'
import { batchErrors, businessBatches } from '../../../src/projections/business-batches.ts'
import { businesses } from '../../../src/projections/businesses.ts'
import { until } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { type Body, type Caller, idsOf, made, openScene, paged, portland, refusal, type Scene } from '../scene.ts'

const test = suite('routes of batches and signals')

let scene: Scene
let at = '2026-03-01T10:00:00.000Z'

test.before(async () => {
  scene = await openScene({ now: () => new Date(at) })
})
test.after(() => scene.close())

const batches = '/v1/business_batches'
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const upload = (
  csv: string,
  { by = scene.test, headers = {}, name = 'November' }: { by?: Caller; headers?: Record<string, string>; name?: string } = {},
) => by.post(batches, { name, filename: `${name}.csv`, csv: base64(csv) }, headers)
const linesOf = async (id: string, by = scene.test): Promise<readonly string[]> => {
  const { text } = await by.get(`${batches}/${id}/csv`)
  return text.trimEnd().split('\r\n')
}
/** The scene's read models with some reads replaced. */
const reading = (...replaced: readonly (readonly [projection: unknown, reads: object])[]): typeof scene.inner.read =>
  ((asked: Parameters<typeof scene.inner.read>[0]) => ({
    ...scene.inner.read(asked),
    ...replaced.find(([projection]) => projection === asked)?.[1],
  })) as typeof scene.inner.read
const noErrors = [batchErrors, { get: async () => undefined }] as const
const completed = (id: string): Promise<void> =>
  until('the batch is done', async () => {
    const { business_count, completed_business_count } = await made(scene.test.get(`${batches}/${id}`))
    return business_count === completed_business_count
  })

test('an uploaded batch is shown and listed to its own account and mode', async () => {
  const first = await made(upload('name,address\n,', { name: 'First' }))
  const second = await made(upload('name,address\n,', { name: 'Second' }))
  assert.equal([first.name, first.business_count, first.account.id], ['First', 1, scene.accountId])
  assert.equal((await made(scene.test.get(`${batches}/${first.id}`))).name, 'First')
  assert.equal(await paged(scene.test, batches), [first.id, second.id].toSorted().toReversed())
  assert.equal(idsOf(await scene.test.get(`${batches}?mode=test`)).length, 2)
  assert.equal(idsOf(await scene.test.get(`${batches}?mode=live`)), [])
  for (const caller of [scene.other, scene.live]) {
    assert.equal(idsOf(await caller.get(batches)), [])
    assert.is((await caller.get(`${batches}/${first.id}`)).status, 404)
    assert.is((await caller.get(`${batches}/${first.id}/csv`)).status, 404)
  }
})

test('an upload without a body, of another type or with a CSV that cannot be read is refused', async () => {
  assert.equal(refusal(await scene.test.post(batches)), [400, undefined])
  assert.match((await scene.test.post(batches)).text, /a JSON body is required/)
  const noJson = await scene.test.post(batches, '{"name":"x"}', { 'Content-Type': 'text/plain' })
  assert.equal(refusal(noJson), [400, undefined])
  assert.match(noJson.text, /Content-Type: application\/json/)
  assert.equal(refusal(await scene.test.post(batches, {})), [422, 'name', 'filename', 'csv'])
  assert.equal(refusal(await upload('name\n"open')).slice(0, 1), [400])
})

test('what nothing reads of an upload is named, whether it is read in a thread or not', async () => {
  for (const rows of [1, 10_000]) {
    const body = { name: 'Ignored', filename: 'ignored.csv', csv: base64(`name,address\n${',\n'.repeat(rows)}`), tag: 'x' }
    assert.is((await scene.test.post(batches, body)).headers.get('Probity-Ignored'), 'tag')
  }
  assert.is((await upload('name,address\n,')).headers.get('Probity-Ignored'), null)
})

test('each row is given back with its business, its status and what is wrong with it', async () => {
  const csv = [
    'Name;address_line1;address_city;address_state;address_postal_code;note',
    'Good Row LLC;1 Main St;Portland;OR;97201;"kept; as it is"',
    ';1 Main St;Portland;Oregon;97201;',
    'Short Row LLC',
    'Long Row LLC;1 Main St;Portland;OR;97201;;too much',
  ].join('\n')
  const { id } = await made(upload(csv))
  await completed(id)
  const { headers } = await scene.test.get(`${batches}/${id}/csv`)
  assert.is(headers.get('content-type'), 'application/octet-stream')
  assert.match(headers.get('content-disposition') ?? '', /^attachment; .*November\.csv/)
  const [titles, good, wrong, short, long, ...more] = await linesOf(id)
  assert.is(titles, 'Name;address_line1;address_city;address_state;address_postal_code;note;business_id;status;errors')
  const business = rowBusinessId(id, 0)
  const { status } = await made(scene.test.get(`/v1/businesses/${business}`))
  assert.ok(good?.startsWith(`Good Row LLC;1 Main St;Portland;OR;97201;"kept; as it is";${business};`), good)
  assert.ok(status === 'pending' || status === 'in_review' || status === 'open')
  assert.match(wrong ?? '', /^;1 Main St;Portland;Oregon;97201;;;failed;"address_state must be .*; name is required"$/)
  assert.match(short ?? '', /^Short Row LLC;;;;;;;failed;/)
  const tooLong = '"the row has 7 cells, but there are 6 columns; beyond the columns: too much"'
  assert.is(long, `Long Row LLC;1 Main St;Portland;OR;97201;;;failed;${tooLong}`)
  assert.equal(more, [])
})

test('a download that is uploaded again has its columns once, with what became of the rows this time', async () => {
  const first = await made(upload('name,address,note\n,"1 Main St, Salem, OR",kept'))
  await completed(first.id)
  const { text } = await scene.test.get(`${batches}/${first.id}/csv`)
  assert.is(text, 'name,address,note,business_id,status,errors\r\n,"1 Main St, Salem, OR",kept,,failed,name is required\r\n')
  const edited = text.replace('business_id,status', 'tags,Business_ID, Status ').replace('kept,,failed,', 'kept,vip,,rejected,')
  const second = await made(upload(edited.replace('\r\n,', '\r\nAgain LLC,')))
  await completed(second.id)
  const [titles, row, ...more] = await linesOf(second.id)
  assert.is(titles, 'name,address,note,tags,business_id,status,errors')
  assert.match(
    row ?? '',
    new RegExp(`^Again LLC,"1 Main St, Salem, OR",kept,vip,${rowBusinessId(second.id, 0)},(open|pending|in_review),$`),
  )
  assert.equal(more, [])
})

test('a cell without a column is under no title, also while its row is queued', async () => {
  const { id } = await made(upload('name,address\nAcme,"1 Main St, Salem, OR",one,approved,\nAcme,"1 Main St, Salem, OR"\n'))
  const nothing = reading([businesses, { getMany: async () => new Map() }], noErrors)
  assert.equal((await linesOf(id, scene.over({ read: nothing }))).slice(1), [
    'Acme,"1 Main St, Salem, OR",,queued,"beyond the columns: one, approved, "',
    'Acme,"1 Main St, Salem, OR",,queued,',
  ])
})

test('rows of all parts of a long batch are given back each with its own business', async () => {
  const count = 160
  const { id } = await made(upload(`name,address\n${Array.from({ length: count }, (_, row) => `,row ${row}`).join('\n')}`))
  const asked: (readonly string[])[] = []
  const getMany = async (ids: readonly string[]) => {
    asked.push(ids)
    return new Map(ids.map((each) => [each, { status: `status of ${each}` }]))
  }
  const [, ...lines] = await linesOf(id, scene.over({ read: reading([businesses, { getMany }], noErrors) }))
  const expected = Array.from({ length: count }, (_, row) => rowBusinessId(id, row))
  assert.equal(
    lines,
    expected.map((business, row) => `,row ${row},${business},status of ${business},`),
  )
  assert.equal(
    asked.map(({ length }) => length),
    [50, 50, 50, 10],
  )
  await completed(id)
  const failed = (await linesOf(id)).slice(1)
  assert.equal(
    failed.filter((line, row) => !new RegExp(`^,row ${row},,failed,name is required`).test(line)),
    [],
  )
})

test('a row that nothing has become of yet is queued, and rows that are gone are left out', async () => {
  const { id } = await made(upload('name,address\nQueued LLC,"1 Main St, Portland, OR 97201"\n'))
  const nothing = reading([businesses, { getMany: async () => new Map() }], noErrors)
  assert.equal(await linesOf(id, scene.over({ read: nothing })), [
    'name,address,business_id,status,errors',
    'Queued LLC,"1 Main St, Portland, OR 97201",,queued,',
  ])
  const batchRows = { ...scene.inner.batchRows, read: async () => null }
  assert.equal(await linesOf(id, scene.over({ batchRows })), ['name,address,business_id,status,errors'])
})

/** The names of the commands that an upload sends. */
const commandsOf = async (csv: string, dependencies: object = {}) => {
  const sent: string[] = []
  const handle = ((...[aggregate, id, command, context]: Parameters<typeof scene.inner.handle>) => {
    sent.push((command as { readonly type: string }).type)
    return scene.inner.handle(aggregate, id, command, context)
  }) as typeof scene.inner.handle
  return { answer: await upload(csv, { by: scene.over({ ...dependencies, handle }) }), sent }
}

test('an upload begins once, however many parts it has, and ends with the batch', async () => {
  const { answer, sent } = await commandsOf(`name,address\n${',\n'.repeat(250)}`)
  assert.equal([answer.status, answer.body.business_count, sent], [200, 250, ['BeginUpload', 'UploadBatch']])
})

test('an upload that is asked for again is answered with its batch, and one that was given up begins anew', async () => {
  const known = await made(upload('name,address\n,'))
  const document = await scene.inner.read(businessBatches).get(known.id)
  for (const status of ['running', 'completed']) {
    const again = { load: async () => ({ status }), read: reading([businessBatches, { get: async () => document }]) }
    const { answer, sent } = await commandsOf('name,address\n,', again)
    assert.equal([answer.status, answer.body.id, sent], [200, known.id, []])
  }
  const loads: string[] = []
  const load = async (_: unknown, id: string) => {
    loads.push(id)
    return { status: loads.length < 3 ? 'abandoned' : 'none' }
  }
  const { answer, sent } = await commandsOf('name,address\n,', { load })
  assert.equal([answer.status, answer.body.id, sent.length], [200, loads[2], 2])
  assert.is(new Set(loads).size, 3)
})

const signals = '/v1/signals'
const company = { name: 'Acme Widgets LLC', addresses: [portland.full_address] }
const scored = (more: object = {}, by = scene.test): Promise<Body> => made(by.post(signals, { ...company, ...more }))

test('a company is scored with what is known of it', async () => {
  const asked: Body[] = []
  const scoreSignal: typeof scene.inner.scoreSignal = async (...[slug, mode, request]) => {
    asked.push([slug, mode, request.people, request.tin])
    return scene.inner.scoreSignal(slug, mode, request)
  }
  const over = scene.over({ scoreSignal, signalModels: ['default', 'other'] })
  const plain = await scored({}, over)
  assert.equal([plain.external_id, plain.model_slug, plain.people, plain.tin], [null, 'default', [], null])
  assert.ok(plain.reasons.length > 0)
  assert.equal(await made(scene.test.get(`${signals}/${plain.id}`)), plain)
  const full = await scored({ external_id: 'mine', people: ['Ann Doe'], tin: '12-3456789', model_slug: 'default' }, over)
  assert.equal([full.external_id, full.people], ['mine', ['Ann Doe']])
  assert.equal(asked, [
    ['default', 'test', [], null],
    ['default', 'test', ['Ann Doe'], '123456789'],
  ])
  assert.equal(refusal(await scene.test.post(signals, { ...company, model_slug: 'other' })), [422, 'model_slug'])
  for (const caller of [scene.other, scene.live]) assert.is((await caller.get(`${signals}/${plain.id}`)).status, 404)
})

for (const [name, most, one] of [
  ['addresses', limits.addresses.most, portland.full_address],
  ['people', limits.people.most, 'Ann Doe'],
] as const)
  test(`a signal has at most ${most} ${name}`, async () => {
    assert.is((await scene.test.post(signals, { ...company, [name]: Array(most).fill(one) })).status, 201)
    assert.equal(refusal(await scene.test.post(signals, { ...company, [name]: Array(most + 1).fill(one) })), [422, name])
  })

test('a signal needs an address', async () => {
  assert.equal(refusal(await scene.test.post(signals, { ...company, addresses: [] })), [422, 'addresses'])
})

test('signals are found by their words, ids, models, reasons and times, both bounds included', async () => {
  const day = async (date: string, more: object) => {
    at = `${date}T12:00:00.000Z`
    return (await scored({ external_id: 'searched', ...more })).id as string
  }
  const one = await day('2026-05-01', { name: 'First Bakery', external_id: 'searched-1' })
  const two = await day('2026-05-02', { name: 'Second Bakery', addresses: ['9 Elm St, Salem, OR 97301'] })
  const three = await day('2026-05-03', { name: 'Third Garage' })
  const found = async (query: string) => idsOf(await scene.test.get(`${signals}?per_page=100&start_date=2026-05-01&${query}`))
  const all = [three, two, one]
  const cases: Readonly<Record<string, readonly string[]>> = {
    '': all,
    'end_date=2026-05-02': [two, one],
    'end_date=2026-05-03': all,
    'q=bakery': [two, one],
    'q=salem': [two],
    'external_id=searched': [three, two],
    'external_id=searched-1': [one],
    'starting_at=2026-05-02T12:00:00Z': [three, two],
    'starting_at=2026-05-02T14:00:00%2B02:00': [three, two],
    'starting_at=2026-05-02T12:00:01Z': [three],
    'ending_at=2026-05-02T12:00:00Z': [two, one],
    'ending_at=2026-05-02T14:00:00%2B02:00': [two, one],
    'ending_at=2026-05-02T11:59:59Z': [one],
    'starting_at=2026-05-02T00:00:00Z&ending_at=2026-05-03T00:00:00Z': [two],
    'mode=test': all,
    'mode=live': [],
    'model_slug=default': all,
    'model_slug=other': [],
    [`batch_id=${randomUUID()}`]: [],
    'reason_codes=': all,
  }
  for (const [query, expected] of filled(Object.entries(cases))) assert.equal(await found(query), expected, query)
  assert.equal(idsOf(await scene.test.get(`${signals}?start_date=2026-05-02&per_page=100`)), [three, two])
  assert.equal(idsOf(await scene.test.get(`${signals}?end_date=2026-05-01&q=bakery`)), [one])
  assert.equal(idsOf(await scene.test.get(`${signals}?starting_at=2026-05-03T12:00:00Z`)), [three])
  assert.equal(await paged(scene.test, `${signals}?start_date=2026-05-01`, 3), all)
  const { reasons } = await made(scene.test.get(`${signals}/${one}`))
  const [code] = reasons.map((reason: Body) => reason.code)
  assert.ok((await found(`reason_codes=${code}`)).includes(one))
  const { data } = await made(scene.test.get(`${signals}?per_page=100`))
  const codes = new Set(data.flatMap((signal: Body) => signal.reasons.map((reason: Body) => reason.code)))
  for (const each of filled(codes)) {
    const having = data.filter((signal: Body) => signal.reasons.some((reason: Body) => reason.code === each))
    assert.equal(
      idsOf(await scene.test.get(`${signals}?per_page=100&reason_codes=${each}`)),
      having.map(({ id }: Body) => id),
    )
  }
  assert.equal(refusal(await scene.test.get(`${signals}?reason_codes=moon`)), [400, 'reason_codes'])
  assert.equal(idsOf(await scene.other.get(signals)), [])
})

test.run()
