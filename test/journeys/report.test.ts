// The report on a business as a PDF document (specification 4.1).
import { writeFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pdfText } from '../../src/evidence/registrations/pdf-text.ts'
import { Report } from '../../src/interface/records/report.ts'
import { acme, startTestService, type TestService, testKey, until, verified } from './service.ts'

const test = suite('report')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const fetched = async (id: string) => {
  const response = await fetch(`${probity.url}/v1/businesses/${id}/pdf`, { headers: { Authorization: `Bearer ${testKey}` } })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('a verified business has a report of several pages that names it', async () => {
  const { id } = await verified(probity.test, { ...acme, name: 'Watchlist Business', people: [{ name: 'Ann Smith', title: 'CEO' }] })
  const { response, bytes } = await fetched(id)
  assert.is(response.status, 200)
  assert.is(response.headers.get('content-type'), 'application/pdf')
  const document = await PDFDocument.load(bytes)
  assert.ok(document.getPageCount() >= 2)
  assert.is(document.getTitle(), 'Verification report: Watchlist Business')
  const keep = process.env.KEEP_REPORT
  if (keep) writeFileSync(keep, bytes)
})

test('a business that has only just been created has one as well', async () => {
  const created = await probity.test.post('/v1/businesses', { ...acme, name: 'Slow Business' })
  const { response, bytes } = await fetched(created.body.id)
  assert.is(response.status, 200)
  assert.ok((await PDFDocument.load(bytes)).getPageCount() >= 1)
})

test('the report of a past state says what it said then, as JSON and as PDF', async () => {
  const { id } = await verified(probity.test, { ...acme, people: [{ name: 'Ann Smith', ownership_percentage: 60 }] })
  await probity.test.post(`/v1/businesses/${id}/notes`, { text: 'Noted before.' })
  const then = (await probity.test.get(`/v1/businesses/${id}/events?per_page=1`)).body.data[0]
  const before = (await probity.test.get(`/v1/businesses/${id}/report`)).body
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'rejected', status_reason: 'Decided later', people: [] })
  await probity.test.post(`/v1/businesses/${id}/notes`, { text: 'Noted later.' })
  for (const moment of [then.position, then.recorded_at]) {
    const { status, body } = await probity.test.get(`/v1/businesses/${id}/report?as_of=${encodeURIComponent(moment)}`)
    assert.is(status, 200)
    assert.is(Report.safeParse(body).error?.message, undefined)
    assert.is(body.as_of, then.recorded_at)
    const { made_at: _, as_of: __, ...said } = body
    const { made_at: ___, as_of: now, ...saidThen } = before
    assert.is(now, null)
    assert.equal(said, saidThen)
  }
  const response = await fetch(`${probity.url}/v1/businesses/${id}/pdf?as_of=${then.position}`, {
    headers: { Authorization: `Bearer ${testKey}` },
  })
  const text = (await pdfText(new Uint8Array(await response.arrayBuffer()))).replaceAll(/\s+/g, '')
  assert.ok(text.includes('Asitstoodon'))
  assert.ok(text.includes('Notedbefore.'))
  assert.not.ok(text.includes('Notedlater.') || text.includes('Decidedlater'))
  const never = await probity.test.get(`/v1/businesses/${id}/report?as_of=2001-01-01`)
  assert.is(never.status, 404)
})

test('the report comes as one JSON document with decisions, notes, officers, the whole timeline and the hash of the record', async () => {
  const { id } = await verified(probity.test, { ...acme, name: 'Watchlist Business', people: [{ name: 'Ann Smith', title: 'CEO' }] })
  await probity.test.post(`/v1/businesses/${id}/notes`, { text: 'Called the owner.' })
  const before = await probity.test.get(`/v1/businesses/${id}`)
  const [hit] = before.body.watchlist.lists.flatMap((list: { results: { id: string }[] }) => list.results)
  const reason = 'Another party: the tax numbers differ'
  const about = { type: 'dismissal', object_type: 'watchlist_result', object_id: hit.id, payload: { reason } }
  assert.is((await probity.test.post('/v1/actions', about)).status, 201)
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'rejected', status_reason: 'Not what it says' })
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'approved', status_reason: 'It was a mistake' })
  const dated = async () => (await probity.test.get(`/v1/businesses/${id}/risk`)).body.review_date !== null
  await until('the approval has its date in the calendar, which is an event too', dated)
  const { status, body } = await probity.test.get(`/v1/businesses/${id}/report`)
  assert.is(status, 200)
  assert.is(Report.safeParse(body).error?.message, undefined)
  assert.is(body.decision.status, 'approved')
  assert.is(body.decision.note, 'It was a mistake')
  assert.equal(
    body.decisions.map((each: { status: string }) => each.status),
    ['approved', 'rejected'],
  )
  assert.is(body.notes[0].text, 'Called the owner.')
  assert.ok(body.business.registrations[0].officers.length > 0)
  assert.is(
    body.business.watchlist.lists.flatMap((list: { results: { dismissal: object | null }[] }) => list.results)[0].dismissal.reason,
    reason,
  )
  const timeline = await probity.test.get(`/v1/businesses/${id}/timeline?per_page=100`)
  assert.is(body.timeline.length, timeline.body.total_count)
  const history = await probity.test.get(`/v1/businesses/${id}/events`)
  assert.is(body.record.events, history.body.total_count)
  assert.match(body.record.hash, /^[0-9a-f]{64}$/)
  const { bytes } = await fetched(id)
  if (process.env.KEEP_REPORT) writeFileSync(process.env.KEEP_REPORT, bytes)
  const text = (await pdfText(bytes)).replaceAll(/\s+/g, '')
  for (const told of ['Called the owner.', reason, 'Not what it says', 'Officers and agents', body.record.hash.slice(0, 16)])
    assert.ok(text.includes(told.replaceAll(' ', '')), told)
  const other = await probity.otherAccount()
  assert.is((await other.get(`/v1/businesses/${id}/report`)).status, 404)
})

test('an unknown business, and that of another account, is 404 as JSON', async () => {
  assert.is((await probity.test.get('/v1/businesses/00000000-0000-4000-8000-000000000000/pdf')).status, 404)
  const { body } = await probity.test.post('/v1/businesses', acme)
  const other = await probity.otherAccount()
  assert.is((await other.get(`/v1/businesses/${body.id}/pdf`)).status, 404)
})

test.run()
