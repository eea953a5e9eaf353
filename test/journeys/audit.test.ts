// What auditors and analysts see through the API, and erasure with everything that has to hold behind it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filesHolding } from '../../src/audit/files-holding.ts'
import { filled } from '../filled.ts'
import { filing } from './lien-parties.ts'
import { type Body, startTestService, type TestService, until, verified } from './service.ts'

const test = suite('audit')
let probity: TestService

test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const name = 'Wilhelmina Zuckerkandl'
const email = 'w.zuckerkandl@vienna.example'

const address = '123 Main St, Portland, OR 97201'
const reviewed = (change: object = {}) =>
  verified(probity.test, {
    name: 'Danube Steam Navigation LLC',
    addresses: [{ full_address: address }],
    people: [{ name, email }],
    ...change,
  })

test('a business can be read as it stood at a position and at a time', async () => {
  const { id, created_at } = await reviewed()
  const { body: history } = await probity.test.get(`/v1/businesses/${id}/events?per_page=100`)
  const first = history.data.at(-1)
  assert.is(first.type, 'BusinessCreated')
  const { body: newest } = await probity.test.get(`/v1/businesses/${id}/events?per_page=1`)
  assert.equal([history.has_more, newest.has_more, newest.data.length], [false, true, 1])
  const then = await probity.test.get(`/v1/businesses/${id}?as_of=${first.position}`)
  assert.equal([then.status, then.body.status, then.body.registrations], [200, 'open', []])
  assert.is(
    (await probity.test.get(`/v1/businesses/${id}?as_of=${encodeURIComponent(new Date(Date.parse(created_at) - 60_000).toISOString())}`))
      .status,
    404,
  )
  const wrong = await probity.test.get(`/v1/businesses/${id}?as_of=yesterday`)
  assert.equal([wrong.status, wrong.body.errors[0].parameter], [400, 'as_of'])
})

test('the liens of a business can be listed as they stood', async () => {
  const { id } = await reviewed()
  assert.is((await probity.test.post(`/v1/businesses/${id}/liens`, filing)).status, 201)
  const liens = async (moment = '') => (await probity.test.get(`/v1/businesses/${id}/liens${moment && `?as_of=${moment}`}`)).body.data
  await until('the lien is open', async () => (await liens()).some(({ status }: { status: string }) => status === 'open'))
  const { body: feed } = await probity.test.get('/v1/events?limit=1000&types=LienRequested')
  const { position } = feed.data.at(-1)
  const statuses = async (moment: bigint) => (await liens(String(moment))).map(({ status }: { status: string }) => status)
  assert.equal([await statuses(BigInt(position) - 1n), await statuses(BigInt(position))], [[], ['created']])
})

test('the record of a business as it stood has the lien, the monitor and the signal of then, also in its report', async () => {
  const external_id = 'as-it-stood'
  const { id } = await reviewed({ external_id })
  const told = async (what = '', moment?: string) => {
    const { body } = await probity.test.get(`/v1/businesses/${id}${what}${moment ? `?as_of=${moment}` : ''}`)
    const { liens, monitor, signal } = what === '' ? body : body.business
    return [liens.map(({ status }: Body) => status), monitor?.event_types.map(({ type }: Body) => type) ?? null, signal?.id ?? null]
  }
  const positionOf = async (type: string) => (await probity.test.get(`/v1/events?limit=1000&types=${type}`)).body.data.at(-1).position
  const before = (await probity.test.get(`/v1/businesses/${id}/events?per_page=1`)).body.data[0].position
  assert.is((await probity.test.post(`/v1/businesses/${id}/monitor`, { event_types: ['watchlist_result'] })).status, 201)
  const sent = await probity.test.post('/v1/signals', { name: 'Danube', addresses: [address], external_id })
  assert.is(sent.status, 201)
  await until('it is scored', async () => (await probity.test.get(`/v1/signals/${sent.body.id}`)).body.completed_at !== null)
  assert.is((await probity.test.post(`/v1/businesses/${id}/liens`, filing)).status, 201)
  await until('the lien is open', async () => (await told())[0][0] === 'open')
  const requested = await positionOf('LienRequested')
  await probity.test.patch(`/v1/businesses/${id}/monitor`, { event_types: ['*'] })
  for (const what of ['', '/report']) {
    assert.equal(await told(what, before), [[], null, null])
    assert.equal(await told(what, requested), [['created'], ['watchlist_result.created'], sent.body.id])
  }
})

test('the history names who, when and what changed field by field', async () => {
  const { id } = await reviewed()
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'approved' })
  const { body } = await probity.test.get(`/v1/businesses/${id}/events`)
  // The date of its next review may follow it already.
  const decision = body.data.find(({ type }: { type: string }) => type === 'BusinessApproved')
  assert.is(decision.actor.type, 'api_key')
  assert.equal(
    decision.changes.find(({ field }: { field: string }) => field === 'status'),
    { field: 'status', before: 'in_review', after: 'approved' },
  )
})

test("the feed gives the account's own events in order, from a cursor, and another account's to nobody else", async () => {
  const { id } = await reviewed()
  const seen: string[] = []
  for (let cursor = '0'; ; ) {
    const { body } = await probity.test.get(`/v1/events?limit=7&after=${cursor}`)
    seen.push(...body.data.map((event: { subject: string; type: string }) => `${event.subject} ${event.type}`))
    if (body.data.length === 0) break
    cursor = body.cursor
  }
  assert.ok(seen.includes(`business-${id} probity.BusinessCreated`))
  assert.is(new Set(seen.filter((each) => each === `business-${id} probity.BusinessCreated`)).size, 1)
  const other = await probity.otherAccount()
  const { body: foreign } = await other.get('/v1/events?limit=1000')
  assert.is(
    foreign.data.some((event: { subject: string }) => event.subject === `business-${id}`),
    false,
  )
})

test('a cursor that the log has not come to is refused, in whatever form the feed is asked for', async () => {
  const beyond = '999999999999999999'
  const asked = [
    probity.test.get(`/v1/events?after=${beyond}`),
    probity.test.get(`/v1/events?after=${beyond}`, { Accept: 'text/event-stream' }),
    probity.test.get('/v1/events', { Accept: 'text/event-stream', 'Last-Event-ID': beyond }),
  ]
  for (const { status, body } of await Promise.all(asked))
    assert.equal([status, body.errors], [400, [{ message: 'after must be a cursor of this feed', parameter: 'after' }]])
})

test('a long poll answers as soon as something happens', async () => {
  const { body: before } = await probity.test.get('/v1/events?limit=1000')
  let cursor = before.cursor
  for (let left = before; left.data.length > 0; cursor = left.cursor)
    left = (await probity.test.get(`/v1/events?limit=1000&after=${cursor}`)).body
  const waiting = probity.test.get(`/v1/events?after=${cursor}&wait=20&types=BusinessCreated`)
  await probity.test.post('/v1/businesses', { name: 'Late Company LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
  assert.is((await waiting).body.data[0].type, 'probity.BusinessCreated')
})

test('the feed takes types as it gives them, and refuses one that does not exist', async () => {
  const typesOf = async (types: string) =>
    (await probity.test.get(`/v1/events?limit=1000&types=${types}`)).body.data.map((event: { type: string }) => event.type)
  const created = await typesOf('BusinessCreated')
  assert.ok(created.length > 0)
  assert.equal(await typesOf('probity.BusinessCreated'), created)
  const { status, body } = await probity.test.get('/v1/events?types=BusinessCreated,BusinessMade')
  assert.equal([status, body.errors[0].parameter], [400, 'types'])
  assert.match(body.errors[0].message, /"BusinessMade" is not a type of event/)
})

test('a proof is there once the log is sealed', async () => {
  const { id } = await reviewed()
  const sealed = await probity.operator.post('/operator/seals', {})
  assert.equal([sealed.status, Object.keys(sealed.body)], [201, ['seal']], 'however many streams there are')
  const { status, body } = await probity.test.get(`/v1/businesses/${id}/proof`)
  assert.equal([status, body.stream], [200, `business-${id}`])
})

test('an erased person can be read nowhere, and everything else stays as it was', async () => {
  const before = await reviewed()
  const person = before.people.find((each: { submitted: boolean }) => each.submitted)
  const request = { business_id: before.id, person_id: person.id, reason: 'asked for it', requested_by: 'data protection officer' }
  const planned = await probity.operator.post('/operator/erasures', { ...request, dry_run: true })
  assert.equal([planned.body.erased, planned.body.subjects], [false, [person.id]])
  assert.is((await probity.test.get(`/v1/businesses/${before.id}`)).body.people[0].name, name)

  const { body } = await probity.operator.post('/operator/erasures', { ...request, dry_run: false })
  assert.is(body.erased, true)
  const after = (await probity.test.get(`/v1/businesses/${before.id}`)).body
  assert.is(after.people.find((each: { id: string }) => each.id === person.id).name, '[erased]')
  assert.equal([after.name, after.status, after.review.tasks.length], [before.name, before.status, before.review.tasks.length])
  const { body: history } = await probity.test.get(`/v1/businesses/${before.id}/events?per_page=100`)
  assert.not(JSON.stringify(history).includes(name))
  assert.is(history.data[0].type, 'PersonalDataErased')
})

test('an erasure says that a monitored business reads a person again whom a registry names', async () => {
  const record = await reviewed()
  const person = record.people.find((each: { submitted: boolean }) => each.submitted)
  const isReadAgain = async (person_id: string | null) => {
    const request = { business_id: record.id, person_id, reason: 'asked', requested_by: 'officer', dry_run: true }
    return (await probity.operator.post('/operator/erasures', request)).body.read_again
  }
  assert.is(await isReadAgain(person.id), false, 'it is not monitored')
  await probity.test.post(`/v1/businesses/${record.id}/monitor`, { event_types: ['*'] })
  assert.is(await isReadAgain(person.id), true)
  assert.is(await isReadAgain(null), false, 'the monitor of an erased business ends')
})

test('what agents wrote of an erased person goes too, and what they wrote of others stays', async () => {
  const [about, other] = [await reviewed(), await reviewed()]
  const texts = async (businessId: string, runId?: string) => {
    const id = runId ?? (await probity.test.post('/v1/runs', { type: 'ownership_review', business_id: businessId })).body.id
    await until('the run has ended', async () => (await probity.test.get(`/v1/runs/${id}`)).body.status !== 'running')
    return { id, text: JSON.stringify((await probity.test.get(`/v1/runs/${id}?include=steps`)).body) }
  }
  const [run, otherRun] = [await texts(about.id), await texts(other.id)]
  assert.ok(run.text.includes(name), 'the agent names the person')
  const person = about.people.find((each: { submitted: boolean }) => each.submitted)
  const request = { business_id: about.id, person_id: person.id, reason: 'asked for it', requested_by: 'officer', dry_run: false }
  assert.is((await probity.operator.post('/operator/erasures', request)).body.erased, true)
  assert.not.ok((await texts(about.id, run.id)).text.includes(name))
  assert.ok((await texts(other.id, otherRun.id)).text.includes(name))
})

test('erasing a business takes the row of the upload that it came from with it, and shows that nothing is left anywhere', async () => {
  const person = 'Ottokar Brambilla'
  const csv = `name,address,person_name1\nKept LLC,"1 Main St, Portland, OR 97201",Somebody Else\nGone LLC,"2 Main St, Portland, OR 97201",${person}\n`
  const { body: batch } = await probity.test.post('/v1/business_batches', {
    name: 'two',
    filename: 'two.csv',
    csv: Buffer.from(csv).toString('base64'),
  })
  const download = async () => (await probity.test.get(`/v1/business_batches/${batch.id}/csv`)).text
  await until('both are reviewed', async () => (await download()).match(/in_review/g)?.length === 2)
  assert.ok((await download()).includes(person))
  const id =
    /([0-9a-f-]{36}),in_review,\r?\n?$/m.exec((await download()).split('\n').find((line) => line.includes('Gone LLC')) ?? '')?.[1] ?? ''

  const request = { business_id: id, person_id: null, reason: 'asked', requested_by: 'officer' }
  const { body: report } = await probity.operator.post('/operator/erasures', { ...request, dry_run: false })
  assert.equal([report.erased, report.values > 0], [true, true])
  assert.equal(await filesHolding(probity.dataDir, new Map([[person, 'name']])), [])
  assert.equal([report.still_in, report.left_behind], [[], []])
  const after = await download()
  assert.equal([after.includes(person), after.includes('Gone LLC'), after.includes('Somebody Else')], [false, false, true])
  assert.match(after, /\[erased\],\[erased\],\[erased\],/)
  const again = await probity.operator.post('/operator/erasures', { ...request, dry_run: true })
  assert.equal([again.body.values, again.body.not_personal_elsewhere], [0, []])
})

test('a value that another record holds too is told, with the file, the field and that record, and was not left behind', async () => {
  const before = await reviewed()
  const other = await reviewed()
  const idOf = (record: typeof before) => record.people.find((each: { submitted: boolean }) => each.submitted).id
  const erase = async (record: typeof before) => {
    const request = { business_id: record.id, person_id: idOf(record), reason: 'asked', requested_by: 'officer', dry_run: false }
    return (await probity.operator.post('/operator/erasures', request)).body
  }
  const first = await erase(before)
  assert.ok(first.still_in.some(({ file }: { file: string }) => /read-models\.sqlite/.test(file)))
  assert.ok(
    filled<{ fields: readonly string[] }>(first.still_in).every(({ fields }) =>
      filled(fields).every((field) => /people\.\d+\.(name|email)$|name$|email$/.test(field)),
    ),
  )
  assert.equal(first.left_behind, [])
  assert.ok(
    filled<{ records: readonly object[] }>(first.elsewhere).every(({ records }) => records.length > 0),
    JSON.stringify(first.elsewhere),
  )
  await erase(other)
})

test('after everybody of that name has been erased, no file of the data folder holds it', async () => {
  const { body } = await probity.test.get('/v1/businesses?per_page=100')
  for (const { id } of filled<{ id: string }>(body.data)) {
    const { people } = (await probity.test.get(`/v1/businesses/${id}`)).body
    for (const person of people.filter((each: { name: string }) => each.name === name))
      await probity.operator.post('/operator/erasures', {
        business_id: id,
        person_id: person.id,
        reason: 'asked',
        requested_by: 'officer',
        dry_run: false,
      })
  }
  assert.equal(
    await filesHolding(
      probity.dataDir,
      new Map([
        [name, 'name'],
        [email, 'email'],
      ]),
    ),
    [],
  )
})

test.run()
