import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../src/auth/operator-token.ts'
import { submitAsGuest } from '../../src/cli/guest-form.ts'
import { pdfBomb } from '../evidence/apart/bombs.ts'
import { type Body, type Client, startTestService, type TestService } from './service.ts'

let it: TestService
let operator: Client

test.before(async () => {
  it = await startTestService()
  operator = it.as({ Authorization: `Bearer ${operatorToken(Buffer.alloc(32, 9))}` })
})
test.after(() => it.stop())

const submitted = async (): Promise<Body> => {
  const created = await it.live.post('/v1/partner/registration_requests', {
    state: 'OR',
    email: 'ann@example.com',
    company_name: 'Desk Widgets LLC',
    external_id: 'desk-widgets',
    tax_registration_types: ['annual_filing'],
  })
  assert.is(created.status, 201, created.text)
  await submitAsGuest(created.body.invite_link)
  return created.body
}

test('the desk works a live request: agencies, items, questions to the company; the partner sees each step', async () => {
  const request = await submitted()
  const path = `/operator/registration_requests/${request.id}`
  const waiting = await operator.get('/operator/registration_requests')
  assert.equal(
    waiting.body.data.map(({ id }: Body) => id),
    [request.id],
  )
  assert.is((await operator.get(path)).body.answers.state_file_number, '123')
  const agency_slug = request.agencies[0].slug
  assert.is((await operator.post(`${path}/agencies`, { agency_slug: 'nowhere', status: 'completed' })).status, 422)
  assert.is((await operator.post(`${path}/agencies`, { agency_slug, status: 'in_progress' })).status, 200)
  assert.is(
    (await operator.post(`${path}/items`, { agency_slug, key: 'confirmation', value: 'C-1', effective_date: '2026-11-01' })).status,
    200,
  )

  const asked = await operator.post(`${path}/information`, { information_requested: 'Who is the president?' })
  assert.is(asked.status, 201, asked.text)
  const exceptions = await it.live.get('/v1/partner/exceptions')
  assert.is(exceptions.body.count, 1)
  const [exception] = exceptions.body.data
  assert.is(exception.company.legal_name, 'Desk Widgets LLC')
  const page = await (await fetch(exception.url)).text()
  assert.match(page, 'Who is the president?')
  const form_token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const answer = new URLSearchParams({ information: 'Ann Doe', form_token, form_key: crypto.randomUUID() })
  assert.is((await fetch(exception.url, { method: 'POST', body: answer, redirect: 'manual' })).status, 303)
  assert.is((await operator.get('/operator/information_requests')).body.data[0].information, 'Ann Doe')
  assert.is((await it.live.get('/v1/partner/exceptions')).body.count, 0)

  assert.is((await operator.post(`${path}/complete`)).status, 200)
  const { body: seen } = await it.live.get(`/v1/partner/registration_requests/${request.id}`)
  assert.is(seen.status, 'completed')
  assert.is(seen.agencies[0].status, 'completed')
  assert.is(seen.items[0].value, 'C-1')
  assert.equal((await operator.get('/operator/registration_requests')).body.data, [])
})

const letter = `Oregon Department of Revenue
To: Mailed Widgets LLC
Notice of tax rate for 2027. Your contribution rate is 2.4%.
Please reply within 20 days.`

test('a letter is recorded with what its text suggests; the partner reads, searches, sorts, tags and opens it', async () => {
  const { body: company } = await it.live.post('/v1/partner/companies', { legal_name: 'Mailed Widgets LLC', ein: '98-7654321' })
  const document = { filename: 'notice.txt', content_type: 'text/plain', content: Buffer.from(letter).toString('base64') }
  const recorded = await operator.post('/operator/mail', { account_id: company.account_id, arrived_at: '2026-11-02', document })
  assert.is(recorded.status, 201, recorded.text)
  const second = await operator.post('/operator/mail', { account_id: company.account_id, sender_name: 'Aardvark Agency', state: 'TX' })
  assert.is(second.status, 201, second.text)

  const { body: mail } = await it.live.get(`/v1/partner/mail/${recorded.body.id}`)
  assert.is(mail.company.id, company.id)
  assert.is(mail.state, 'OR')
  assert.is(mail.agency_name, 'Oregon Department of Revenue')
  assert.is(mail.suggested_mail_tag, 'rate notice')
  assert.ok(mail.suggested_action_request)
  assert.not.ok(mail.mail_viewed)

  const ids = async (query: string) => (await it.live.get(`/v1/partner/mail?${query}`)).body.data.map(({ id }: Body) => id)
  assert.equal(await ids('state=OR'), [mail.id])
  assert.equal(await ids('q=widgets%20oregon'), [mail.id])
  assert.equal(await ids('sort_by=sender_name&sort_order=asc'), [second.body.id, mail.id])
  assert.equal(await ids('sort_by=sender_name&sort_order=desc'), [mail.id, second.body.id])

  const tagged = await it.live.patch(`/v1/partner/mail/${mail.id}`, ['rate notice', '2027', 'rate notice'])
  assert.is(tagged.status, 200, tagged.text)
  assert.equal(tagged.body.tag_names, ['rate notice', '2027'])
  assert.is((await it.live.patch(`/v1/partner/mail/${mail.id}`, { tags: ['x'] })).status, 400)
  assert.is((await it.live.patch(`/v1/partner/mail/${mail.id}`, [1])).status, 422)

  const opened = await fetch(mail.document_url)
  assert.is(await opened.text(), letter)
  assert.ok((await it.live.get(`/v1/partner/mail/${mail.id}`)).body.mail_viewed)
  const stranger = await it.otherAccount()
  assert.is((await stranger.get(`/v1/partner/mail/${mail.id}`)).status, 404)
})

test('businesses in audit are listed', async () => {
  assert.equal((await operator.get('/operator/audits')).body.data, [])
})

test('a scan that exhausts its reader is recorded by the command too, which says that it could not be read', async () => {
  const account_id = (await operator.get('/operator/accounts')).body.data[0].id
  const record = (filename: string, content_type: string, bytes: Buffer) =>
    operator.post('/operator/mail', { account_id, document: { filename, content_type, content: bytes.toString('base64') } })
  const bomb = await record('bomb.pdf', 'application/pdf', pdfBomb())
  assert.is(bomb.status, 201, bomb.text)
  assert.is(bomb.body.scan, 'could not be read')
  assert.is((await record('letter.txt', 'text/plain', Buffer.from('Dear Sirs'))).body.scan, undefined)
})

test.run()
