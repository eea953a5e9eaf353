// Retention from outside: periods, ends of relationships, what is due, legal holds on every path of erasure, erasure by a person and by itself, restarts,
// and a kill between the keys and the record of their destruction.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { dueOn } from '../../src/events/retention.ts'
import { startService } from '../../src/service.ts'
import { countEvents } from './event-count.ts'
import { environment, startProgram } from './program.ts'
import { acme, type Body, reviewed, startTestService, testKey, until } from './service.ts'

const dayMs = 86_400_000
/** The days are counted from noon of one that each year has. */
let ahead = Date.parse('2027-03-10T12:00:00Z') - Date.now()
const probity = await startTestService({}, { now: () => new Date(Date.now() + ahead) })
test.after(() => probity.stop())

const day = (offset = 0): string => new Date(Date.now() + ahead + offset * dayMs).toISOString().slice(0, 10)
/** The same day so many months ago: due by now after those months, and one day later not yet. */
const monthsAgo = (months: number): string => {
  const now = new Date(Date.now() + ahead)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 10)).toISOString().slice(0, 10)
}

/** Today's day so many months from now, or the last of that month. */
const inMonths = (months: number): string => dueOn(day(), months)

let made = 0
const newBusiness = async (): Promise<string> => {
  const { body } = await probity.test.post('/v1/businesses', {
    ...acme,
    name: `Acme ${made++} LLC`,
    people: [{ name: 'Quentin Quagmire' }],
  })
  await reviewed(probity.test, body.id)
  return body.id
}
const endedBusiness = async (ended_on: string): Promise<string> => {
  const id = await newBusiness()
  assert.is((await probity.test.post(`/v1/businesses/${id}/relationship_end`, { ended_on })).status, 200)
  return id
}
const retentionOf = async (id: string): Promise<Body> => (await probity.test.get(`/v1/businesses/${id}/retention`)).body
const dueIds = async (query = ''): Promise<string[]> =>
  (await probity.test.get(`/v1/retention/due?per_page=100${query}`)).body.data.map(({ business_id }: Body) => business_id)
const isReadable = async (id: string): Promise<boolean> =>
  JSON.stringify((await probity.test.get(`/v1/businesses/${id}`)).body).includes('Quagmire')
const erase = async (...business_ids: string[]): Promise<Body> =>
  (await probity.test.post('/v1/retention/erasures', { business_ids })).body.data
const operatorErases = (business_id: string) =>
  probity.operator.post('/operator/erasures', { business_id, person_id: null, reason: 'asked', requested_by: 'officer', dry_run: false })
const count = (type: string, id: string): number => countEvents(probity.dataDir, type, `business-${id}`)

test('five years by default, and only whole months within the bounds', async () => {
  const { body } = await probity.test.get('/v1/retention')
  assert.equal(body, { object: 'retention_settings', customer_months: 60, applicant_months: 60, automatic: false })
  for (const months of [0, 601, 1.5]) {
    const refused = await probity.test.put('/v1/retention', { customer_months: months, applicant_months: 60, automatic: false })
    assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'customer_months'], String(months))
  }
  for (const months of [1, 600, null])
    assert.is(
      (await probity.test.put('/v1/retention', { customer_months: months, applicant_months: 60, automatic: false })).body.customer_months,
      months,
    )
  await probity.test.put('/v1/retention', { customer_months: 60, applicant_months: 24, automatic: false })
})

test('a record is due on its day and not the day before; an approved business is kept for the longer period', async () => {
  const tomorrow = new Date(Date.parse(day(1)))
  const notYet = new Date(Date.UTC(tomorrow.getUTCFullYear() - 2, tomorrow.getUTCMonth(), tomorrow.getUTCDate())).toISOString().slice(0, 10)
  const now = new Date(Date.parse(day()))
  const today = new Date(Date.UTC(now.getUTCFullYear() - 2, now.getUTCMonth(), now.getUTCDate())).toISOString().slice(0, 10)
  const [due, early, customer] = [await endedBusiness(today), await endedBusiness(notYet), await newBusiness()]
  await probity.test.patch(`/v1/businesses/${customer}`, { status: 'approved', status_reason: 'known' })
  await probity.test.post(`/v1/businesses/${customer}/relationship_end`, { ended_on: today, reason: 'The account was closed.' })
  assert.equal([(await retentionOf(due)).status, (await retentionOf(early)).status], ['due', 'kept'])
  const { kind, status, reason } = await retentionOf(customer)
  assert.equal([kind, status, reason], ['customer', 'kept', 'The account was closed.'])
  assert.equal(await dueIds(), [due])
  const nobody = '0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f'
  assert.equal((await erase(nobody))[0].message, 'business not found')
  assert.equal(await erase(early), [{ business_id: early, status: 'refused', proposal_id: null, message: 'this is not due for erasure' }])
  await erase(due)
  await until('it is erased', async () => (await retentionOf(due)).status === 'erased')
  assert.not.ok(await isReadable(due))
  assert.equal([await dueIds(), count('PersonalDataErased', due), count('ErasureOrdered', due)], [[], 1, 1])
})

test('what is erased before a decision is told as erased, waits in no queue, and takes no decision', async () => {
  const [id, other] = [await newBusiness(), await newBusiness()]
  assert.is((await operatorErases(id)).status, 200)
  const { status, erased_at } = await retentionOf(id)
  assert.equal([status, typeof erased_at, await isReadable(id), (await dueIds()).includes(id)], ['erased', 'string', false, false])
  const inReview = (await probity.test.get('/v1/businesses?status=in_review&per_page=100')).body.data.map((each: Body) => each.id)
  assert.equal([inReview.includes(other), inReview.includes(id)], [true, false])
  const refused = await probity.test.patch(`/v1/businesses/${id}`, { status: 'approved', status_reason: 'known' })
  assert.equal([refused.status, refused.body.errors[0].parameter], [409, 'status'])
  const { verdict } = (await probity.test.get(`/v1/businesses/${id}/report`)).body
  assert.equal([verdict.outcome, verdict.line], ['none', 'Nothing to decide: personal data erased'])
})

test('a rejection ends the relationship, and to return the business to review takes it back', async () => {
  const id = await newBusiness()
  assert.is((await retentionOf(id)).status, 'active')
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'rejected', status_reason: 'not registered' })
  const { end, ended_on, status, kind } = await retentionOf(id)
  assert.equal([end, ended_on, status, kind], ['rejection', day(), 'kept', 'applicant'])
  assert.is((await probity.test.del(`/v1/businesses/${id}/relationship_end`)).status, 422)
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'in_review' })
  assert.is((await retentionOf(id)).status, 'active')
  assert.is((await probity.test.post(`/v1/businesses/${id}/relationship_end`, { ended_on: day(2) })).status, 422)
})

test('a legal hold refuses erasure by the report and by the operator, until the last one is lifted', async () => {
  const id = await endedBusiness(monthsAgo(30))
  const holds = `/v1/businesses/${id}/legal_holds`
  const first = await probity.test.post(holds, { reason: 'Smith v. Acme' })
  const second = await probity.test.post(holds, { reason: 'Tax audit' })
  assert.equal([first.status, first.body.reason, first.body.placed_by.type], [201, 'Smith v. Acme', 'api_key'])
  assert.equal([(await retentionOf(id)).status, await dueIds()], ['held', [id]])
  const refused = async (when: string) => {
    const [result] = await erase(id)
    assert.equal([result.status, /legal hold/.test(result.message)], ['refused', true], when)
    assert.is((await operatorErases(id)).status, 409, when)
  }
  await refused('two holds')
  assert.is((await probity.test.post(`${holds}/${first.body.id}/lift`, { reason: 'Settled.' })).body.lifted_reason, 'Settled.')
  await refused('one hold')
  await probity.test.post(`${holds}/${second.body.id}/lift`, { reason: 'Over.' })
  assert.ok(await isReadable(id))
  assert.is((await operatorErases(id)).status, 200)
  assert.not.ok(await isReadable(id))
  assert.is((await probity.test.post(holds, { reason: 'Too late' })).status, 409)
})

test('erasing one of the people of a business is no erasure of the business', async () => {
  const id = await newBusiness()
  const { people } = (await probity.test.get(`/v1/businesses/${id}`)).body
  const ordered = { business_id: id, person_id: people[0].id, reason: 'asked', requested_by: 'officer', dry_run: false }
  assert.is((await probity.operator.post('/operator/erasures', ordered)).status, 200)
  const { status, erased_at } = await retentionOf(id)
  assert.equal([status, erased_at, await isReadable(id)], ['active', null, false])
})

test('the report is paged by number and by cursor over both kinds, and comes as CSV', async () => {
  const applicants = [await endedBusiness(monthsAgo(40)), await endedBusiness(monthsAgo(39)), await endedBusiness(monthsAgo(38))]
  const customers: string[] = []
  for (const months of [90, 80]) {
    const id = await newBusiness()
    await probity.test.patch(`/v1/businesses/${id}`, { status: 'approved', status_reason: 'known' })
    await probity.test.post(`/v1/businesses/${id}/relationship_end`, { ended_on: monthsAgo(months) })
    customers.push(id)
  }
  const all = [...customers, ...applicants]
  assert.equal(await dueIds(), all)
  assert.equal(await dueIds('&kind=applicant'), applicants)
  for (const size of [1, 2, 3, 4]) {
    const pages: string[] = []
    for (let page = 1, more = true; more; page++) {
      const { body } = await probity.test.get(`/v1/retention/due?per_page=${size}&page=${page}`)
      pages.push(...body.data.map(({ business_id }: Body) => business_id))
      assert.is(body.total_count, 5)
      more = body.has_more
    }
    assert.equal(pages, all, `pages of ${size}`)
    const byCursor: string[] = []
    for (let more = true; more; ) {
      const after = byCursor.length > 0 ? `&starting_after=${byCursor.at(-1)}` : ''
      const { body } = await probity.test.get(`/v1/retention/due?per_page=${size}${after}`)
      byCursor.push(...body.data.map(({ business_id }: Body) => business_id))
      more = body.has_more
    }
    assert.equal(byCursor, all, `cursors of ${size}`)
  }
  const byKind = (id: string | undefined) => probity.test.get(`/v1/retention/due?kind=applicant&starting_after=${id}`)
  assert.is((await byKind(applicants[0])).body.data.length, 2)
  const ofTheOther = await byKind(customers[0])
  assert.equal([ofTheOther.status, ofTheOther.body.errors?.[0].parameter], [400, 'starting_after'])
  const { text, headers } = await probity.test.get('/v1/retention/due/csv')
  assert.match(headers.get('content-type') ?? '', 'text/csv')
  const lines = text.trim().split('\r\n')
  assert.is(lines[0], 'business_id,business_name,kind,status,ended_on,end,due_on,legal_holds')
  assert.equal(
    lines.slice(1).map((line) => line.split(',')[0]),
    all,
  )
  await erase(...all)
  await until('they are erased', async () => (await dueIds()).length === 0)
})

test('switched on, what is due goes by itself, also what becomes due later and while the service is down; a hold and an open lien stop it', async () => {
  const [now, later, held] = [await endedBusiness(monthsAgo(30)), await endedBusiness(day(-3)), await endedBusiness(day(-3))]
  await probity.test.put('/v1/retention', { customer_months: 60, applicant_months: 24, automatic: true })
  await until('the one that is due is erased', async () => (await retentionOf(now)).status === 'erased')
  assert.is((await retentionOf(later)).status, 'kept')
  await probity.service.stop()
  ahead += 3 * 366 * dayMs
  await probity.restart()
  // The hold is placed after the day on which it was due, or the erasure was faster: one of the two, and never both.
  let status = 503
  await until('the service has read its log', async () => {
    if (status === 503) status = (await probity.test.post(`/v1/businesses/${held}/legal_holds`, { reason: 'Smith v. Acme' })).status
    return status !== 503
  })
  await until('the other is erased', async () => (await retentionOf(later)).status === 'erased')
  // One that is refused comes behind the order to erase, whose keys may be destroyed a moment later.
  if (status !== 201) await until('it is erased before it is held', async () => (await retentionOf(held)).status === 'erased')
  assert.equal([await isReadable(held), await isReadable(later)], [status === 201, false])
  for (const id of [now, later]) assert.equal([count('ErasureOrdered', id), count('PersonalDataErased', id)], [1, 1])
})

test('what is added after an erasure is kept for the same period, and then erased by itself too', async () => {
  const id = await endedBusiness(monthsAgo(30))
  await probity.test.put('/v1/retention', { customer_months: 60, applicant_months: 20, automatic: true })
  const standsAs = (status: string) => until(`it is ${status}`, async () => (await retentionOf(id)).status === status)
  await standsAs('erased')
  assert.is((await probity.test.post(`/v1/businesses/${id}/notes`, { text: 'Quentin Quagmire called again.' })).status, 201)
  const { status, ended_on, due_on, erased_at } = await retentionOf(id)
  assert.equal([status, ended_on, due_on, typeof erased_at], ['kept', monthsAgo(30), inMonths(20), 'string'])
  assert.not.ok((await dueIds()).includes(id))
  ahead += 3 * 366 * dayMs
  await probity.restart()
  await standsAs('erased')
  const { text } = await probity.test.get(`/v1/businesses/${id}/notes`)
  assert.equal([text.includes('Quagmire'), count('ErasureOrdered', id), count('PersonalDataErased', id)], [false, 2, 2])
})

test('an erasure that a kill cuts off behind the first key is finished after the restart, and recorded once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-erasure-'))
  const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
  try {
    const env = environment(dataDir)
    const program = await startProgram(env, join(import.meta.dirname, 'killed-in-erasure.ts'))
    const asked = async (url: string, path: string, body?: object): Promise<Body> =>
      (await fetch(`${url}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json()
    const people = [{ name: 'Quentin Quagmire' }, { name: 'Ann Example' }, { name: 'Bob Example' }]
    const { id } = await asked(program.url, '/v1/businesses', { ...acme, people })
    await until('it is in review', async () => (await asked(program.url, `/v1/businesses/${id}`)).status === 'in_review')
    await asked(program.url, `/v1/businesses/${id}/relationship_end`, { ended_on: '2001-01-01' })
    await asked(program.url, '/v1/retention/erasures', { business_ids: [id] }).catch(() => 'broken off')
    await until('it has killed itself', async () => program.child.signalCode === 'SIGKILL')
    const counted = (type: string) => countEvents(dataDir, type, `business-${id}`)
    assert.equal([counted('ErasureBegun'), counted('PersonalDataErased')], [1, 0])

    const service = await startService(readConfig(env))
    try {
      const url = service.url as string
      await until('it is erased', async () => (await asked(url, `/v1/businesses/${id}/retention`)).status === 'erased')
      for (const { name } of people) assert.not.match(JSON.stringify(await asked(url, `/v1/businesses/${id}`)), name)
      assert.equal([counted('ErasureOrdered'), counted('ErasureBegun'), counted('PersonalDataErased')], [1, 1, 1])
    } finally {
      await service.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
