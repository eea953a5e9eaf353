// Who read what: with the access log on, every object read through the API or on a page has its readers on record.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { audit } from '../cli/audit.ts'
import { filled } from '../filled.ts'
import { admin, visitor } from '../pages/browser.ts'
import { oneOfEach } from './one-of-each.ts'
import { acme, startTestService, type TestService, verified } from './service.ts'

const test = suite('access log')
let service: TestService
let ids: Awaited<ReturnType<typeof oneOfEach>>['ids']

test.before(async () => {
  service = await startTestService({ ACCESS_LOG: 'true', BOOTSTRAP_EMAIL: admin.email, BOOTSTRAP_PASSWORD: admin.password })
  ids = (await oneOfEach(service)).ids
})
test.after(() => service.stop())

type Access = { readonly path: string; readonly request_id: string; readonly actor: { readonly type: string; readonly id: string } }

const readings = async (id: string): Promise<readonly Access[]> => {
  const { code, stdout, stderr } = await audit(service.dataDir, 'access', id, '--json')
  assert.is(code, 0, stderr)
  return JSON.parse(stdout)
}

test('reading a business by itself and in a list is on record, with who did it', async () => {
  const { id } = await verified(service.test, acme)
  await service.test.get('/v1/businesses?q=Acme')
  await service.test.get(`/v1/businesses/${id}/events`)
  const found = await readings(id)
  const paths = new Set(found.map(({ path }) => path))
  for (const path of [`/v1/businesses/${id}`, '/v1/businesses', `/v1/businesses/${id}/events`]) assert.ok(paths.has(path), path)
  assert.ok(filled(found).every(({ actor }) => actor.type === 'api_key'))
})

/** Of all objects, in the store's own file. */
const countOfReadings = (): number => {
  const file = new DatabaseSync(join(service.dataDir, 'records.sqlite'), { readOnly: true })
  try {
    return Number(file.prepare("select count(*) as readings from records where kind = 'access'").get()?.readings)
  } finally {
    file.close()
  }
}

const byUsers = async (id: string): Promise<readonly Access[]> => (await readings(id)).filter(({ actor }) => actor.type === 'user')

test('a page that shows a business is a reading by the user who is signed in', async () => {
  const { id } = await verified(service.test, { ...acme, name: 'Seen By Eyes LLC' })
  const user = visitor(service.url)
  await user.signIn()
  const page = await user.get(`/businesses/${id}`)
  assert.is(page.status, 200)
  const found = await byUsers(id)
  assert.ok(
    found.some(({ path }) => path === `/businesses/${id}`),
    JSON.stringify(found),
  )
})

test('each page that shows an object leaves one reading of it, with user, object and path', async () => {
  const user = visitor(service.url)
  await user.signIn()
  const { businesses: business = '', liens: lien = '', registration_requests: registration = '', mail = '', runs: run = '' } = ids
  const pages = {
    [business]: [`/businesses/${business}`, `/businesses/${business}/history`, `/businesses/${business}/timeline`],
    [lien]: [`/liens/${lien}`],
    [registration]: [`/registrations/${registration}`],
    [mail]: [`/mail/${mail}`],
    [run]: [`/runs/${run}`],
  }
  for (const path of filled(Object.values(pages).flat())) assert.is((await user.get(`${path}?page=1`)).status, 200, path)
  for (const [id, paths] of Object.entries(pages)) {
    const found = (await byUsers(id)).filter(({ path }) => path.includes(id))
    assert.equal(found.map(({ path }) => path).toSorted(), paths.toSorted())
    assert.ok(filled(found).every(({ actor }) => actor.id === service.userId()))
  }
  const requests = (await byUsers(business)).map(({ request_id }) => request_id)
  assert.is(new Set(requests).size, requests.length, 'no request is written down twice')
})

test('a page of lists is a reading of what it lists', async () => {
  const { id } = await verified(service.test, { ...acme, name: 'Listed Company LLC' })
  const user = visitor(service.url)
  await user.signIn()
  for (const path of ['/', '/businesses?q=Listed+Company', '/businesses?q=Nobody', '/settings/allowlist']) await user.get(path)
  assert.equal((await byUsers(id)).map(({ path }) => path).toSorted(), ['/', '/businesses'])
})

test('the lists of liens, registrations, letters and runs are readings of what they list, and of nothing else', async () => {
  const { liens: lien = '', registration_requests: registration = '', mail = '', runs: run = '', threads: thread = '' } = ids
  const user = visitor(service.url)
  await user.signIn()
  const lists = { [lien]: '/liens', [registration]: '/registrations', [mail]: '/mail', [run]: '/runs', [thread]: '/threads' }
  for (const path of Object.values(lists)) assert.is((await user.get(path)).status, 200, path)
  for (const path of ['/mail?q=nowhere-in-it', '/liens?status=closed']) assert.is((await user.get(path)).status, 200, path)
  for (const [id, list] of Object.entries(lists))
    assert.equal(
      (await byUsers(id)).map(({ path }) => path).filter((path) => !path.includes(id)),
      [list],
    )
})

test('a refused form shows its page again, and that is a reading; one that leads elsewhere is none', async () => {
  const { id } = await verified(service.test, { ...acme, name: 'Decided Company LLC' })
  const user = visitor(service.url)
  await user.signIn()
  await user.get(`/businesses/${id}`)
  const before = (await byUsers(id)).length
  assert.is((await user.form(`/businesses/${id}/decision`, { status: 'approved', reason: 'checks_passed' })).status, 303)
  assert.is((await byUsers(id)).length, before)
  await user.get(`/businesses/${id}`)
  assert.is((await user.form(`/businesses/${id}/decision`, { status: 'nonsense' })).status, 422)
  assert.equal(
    (await byUsers(id))
      .slice(before)
      .map(({ path }) => path)
      .toSorted(),
    [`/businesses/${id}`, `/businesses/${id}/decision`],
  )
})

test('a page of settings reads no object, and a page of another account’s object is not read', async () => {
  const other = await service.otherAccount()
  const { id: theirs } = await verified(other, { ...acme, name: 'Not Theirs LLC' })
  const user = visitor(service.url)
  await user.signIn()
  const before = countOfReadings()
  for (const path of ['/settings/allowlist', '/settings/features', '/profile']) assert.is((await user.get(path)).status, 200)
  for (const path of ['', '/history', '/timeline']) assert.is((await user.get(`/businesses/${theirs}${path}`)).status, 404, path)
  assert.is(countOfReadings(), before)
})

test('what was refused is no reading, and writing none either', async () => {
  const { body } = await service.test.post('/v1/businesses', { ...acme, name: 'Never Read LLC' })
  const other = await service.otherAccount()
  assert.is((await other.get(`/v1/businesses/${body.id}`)).status, 404)
  assert.equal(await readings(body.id), [])
})

test('with the log off nothing is recorded', async () => {
  const { id } = await verified(service.test, { ...acme, name: 'Another LLC' })
  const before = (await readings(id)).length
  await service.restart({ ACCESS_LOG: 'false' })
  await service.test.get(`/v1/businesses/${id}`)
  assert.is((await readings(id)).length, before)
})

test.run()
