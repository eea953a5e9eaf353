// The report on a business as a PDF document (specification 4.1).
import { writeFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, startTestService, type TestService, testKey, verified } from './service.ts'

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

test('an unknown business, and that of another account, is 404 as JSON', async () => {
  assert.is((await probity.test.get('/v1/businesses/00000000-0000-4000-8000-000000000000/pdf')).status, 404)
  const { body } = await probity.test.post('/v1/businesses', acme)
  const other = await probity.otherAccount()
  assert.is((await other.get(`/v1/businesses/${body.id}/pdf`)).status, 404)
})

test.run()
