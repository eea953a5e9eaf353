// Notes on a business from outside: added through the API and on the page, listed, told to webhooks, on the timeline and in the history, and erased.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../src/auth/operator-token.ts'
import { audit } from '../cli/audit.ts'
import { eventually } from '../eventually.ts'
import { checkWebhookAgainstOpenApi } from '../http/conformance.ts'
import { masterKey, startTestService, visitor } from '../pages/browser.ts'
import { startReceiver } from './receiver.ts'
import { acme, type Body } from './service.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'probity-notes-'))
const service = await startTestService({ DATA_DIR: dataDir })
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = async (
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<{ readonly status: number; readonly body: Body }> => {
  const response = await service.api(method, path, body, key)
  return { status: response.status, body: await response.json() }
}
const submitted = async (): Promise<string> => (await ask('POST', '/v1/businesses', acme)).body.id
const added = async (business: string, text: string): Promise<Body> => {
  const { status, body } = await ask('POST', `/v1/businesses/${business}/notes`, { text })
  assert.is(status, 201, JSON.stringify(body))
  return body
}
const listed = async (business: string, query = ''): Promise<Body> => (await ask('GET', `/v1/businesses/${business}/notes${query}`)).body

test('a note is answered with its author, and the newest stands first in a list that is paged', async () => {
  const business = await submitted()
  assert.equal((await listed(business)).data, [])
  const first = await added(business, '  Spoke to the owner  ')
  assert.equal([first.object, first.business_id, first.text, first.author.type], ['note', business, 'Spoke to the owner', 'account'])
  assert.is(first.author.name, 'First account')
  const second = await added(business, 'A second call')
  assert.equal((await listed(business)).data, [second, first])
  const page = await listed(business, '?page=2&per_page=1')
  assert.equal([page.data, page.total_count, page.has_more], [[first], 2, false])
  assert.equal((await listed(await submitted())).data, [], 'another business has none')
})

test('a text that is empty or too long is refused, and the longest is taken', async () => {
  const business = await submitted()
  for (const text of ['', '   ', 7]) {
    const { status, body } = await ask('POST', `/v1/businesses/${business}/notes`, { text })
    assert.equal([status, body.errors[0].parameter], [422, 'text'])
  }
  assert.is((await listed(business)).total_count, 0)
  await added(business, 'x'.repeat(10_000))
})

test('another account finds neither the business nor its notes', async () => {
  const business = await submitted()
  await added(business, 'Not for others')
  const { key } = await service.otherAccount('others')
  for (const method of ['GET', 'POST'])
    assert.is((await ask(method, `/v1/businesses/${business}/notes`, method === 'POST' ? { text: 'Mine' } : undefined, key)).status, 404)
  assert.is((await ask('POST', '/v1/businesses/0198c2f0-7a52-7cc4-8e0a-6d9b1f2a3c4d/notes', { text: 'Nobody' })).status, 404)
  assert.is((await listed(business)).total_count, 1)
})

test('a webhook is sent the note as the list shows it', async () => {
  await ask('POST', '/v1/webhooks', { url: receiver.url, enabled_events: ['note.created'] })
  const business = await submitted()
  const note = await added(business, 'For the webhook')
  await eventually('note.created has arrived', () => receiver.received.length > 0)
  const [{ event }] = receiver.received as unknown as readonly [{ readonly event: Body }]
  assert.equal([event.type, event.data.object], ['note.created', note])
  checkWebhookAgainstOpenApi((await (await fetch(`${service.url}/openapi.json`)).json()) as object, event)
  assert.is(receiver.received.length, 1, 'nothing else was asked for')
})

test('the timeline has the note, and finds it by its type', async () => {
  const business = await submitted()
  const { id, text } = await added(business, 'On the timeline')
  const { body } = await ask('GET', `/v1/businesses/${business}/timeline?event_types=note.created`)
  assert.equal(
    body.data.map(({ type, data }: Body) => [type, data.object]),
    [['note.created', { object: 'note', id, text, business_id: business }]],
  )
  assert.is((await ask('GET', `/v1/businesses/${business}/timeline?event_types=name.deleted`)).body.total_count, 0)
})

test('a person adds a note on the page of the business, and reads it there, in the history and on the timeline', async () => {
  const user = visitor(service.url)
  await user.signIn()
  const business = await submitted()
  const path = `/businesses/${business}`
  assert.match((await user.get(path)).text, 'No notes yet.')
  assert.is((await user.form(`${path}/notes`, { text: 'Seen <in person>' })).location, path)
  const page = (await user.get(path)).text
  assert.match(page, 'Seen &lt;in person&gt;')
  assert.not.match(page, 'No notes yet.')
  assert.is((await listed(business)).data[0].author.type, 'user')
  assert.match((await user.get(`${path}/history`)).text, 'Note added: “Seen &lt;in person&gt;”')
  const timeline = (await user.get(`${path}/timeline?type=note.created`)).text
  assert.match(timeline, 'New note')
  assert.match(timeline, 'Seen &lt;in person&gt;')

  await user.get(`${path}/notes`)
  const refused = await user.form(`${path}/notes`, { text: ' ' })
  assert.is(refused.status, 422)
  assert.match(refused.text, 'Please correct 1 field.')
  assert.is((await listed(business)).total_count, 1)
})

test('who may only read reads the notes and is offered no form', async () => {
  const [user, reader] = [visitor(service.url), visitor(service.url)]
  const business = await submitted()
  await added(business, 'To be read')
  await user.signIn()
  await user.get('/settings/users')
  const invited = await user.form('/settings/users', { name: 'Rea Reader', email: 'rea@example.com', roles: 'read_only' })
  const link = /\/invitations\/\w+/.exec(invited.text)?.[0] ?? ''
  const who = { email: 'rea@example.com', password: 'a long enough secret' }
  await reader.get(link)
  await reader.form(link, { name: 'Rea', password: who.password })
  await reader.signIn(who)
  const path = `/businesses/${business}`
  for (const page of [path, `${path}/notes`]) {
    const { text } = await reader.get(page)
    assert.match(text, 'To be read')
    assert.not.match(text, `action="${path}/notes"`)
    assert.match((await user.get(page)).text, `action="${path}/notes"`)
  }
  assert.is((await reader.post(`${path}/notes`, { text: 'Mine' })).status, 403)
  assert.is((await listed(business)).total_count, 1)
})

test('a note goes with the business that is erased, and the notes on others stay', async () => {
  const [business, other] = [await submitted(), await submitted()]
  await added(business, 'Quoth the raven')
  await added(other, 'Nevermore, it said')
  const response = await fetch(`${service.url}/operator/erasures`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${operatorToken(masterKey)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ business_id: business, person_id: null, reason: 'asked', requested_by: 'the officer', dry_run: false }),
  })
  const report = (await response.json()) as Body
  assert.is(report.erased, true)
  const found = report.still_in.flatMap(({ fields }: Body) => fields)
  assert.not.ok(found.includes('note.text'), `still found: ${found}`)
  assert.equal(
    (await listed(business)).data.map(({ text }: Body) => text),
    ['[erased]'],
  )
  const later = await added(business, 'A call afterwards')
  assert.is(later.text, 'A call afterwards')
  assert.equal(
    (await listed(business)).data.map(({ text }: Body) => text),
    ['A call afterwards', '[erased]'],
  )
  for (const what of ['events', 'timeline']) {
    const answer = await service.api('GET', `/v1/businesses/${business}/${what}`)
    assert.is(answer.status, 200)
    assert.not.match(await answer.text(), 'Quoth the raven')
  }
  assert.is((await listed(other)).data[0].text, 'Nevermore, it said')
  const exported = await audit({ DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') }, 'export', '--type', 'NoteAdded')
  assert.is(exported.code, 0, exported.output)
  assert.match(exported.stdout, 'Nevermore, it said')
  assert.not.match(exported.stdout, 'Quoth the raven')
})

test.run()
