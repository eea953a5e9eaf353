// Who read what: with the access log on, every object read through the API has its readers on record.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { audit } from '../cli/audit.ts'
import { admin, visitor } from '../pages/browser.ts'
import { acme, startTestService, type TestService, verified } from './service.ts'

const test = suite('access log')
let service: TestService

test.before(async () => {
  service = await startTestService({ ACCESS_LOG: 'true', BOOTSTRAP_EMAIL: admin.email, BOOTSTRAP_PASSWORD: admin.password })
})
test.after(() => service.stop())

type Access = { readonly path: string; readonly actor: { readonly type: string } }

const readings = async (id: string): Promise<readonly Access[]> => {
  const { code, output } = await audit(service.dataDir, 'access', id, '--json')
  assert.is(code, 0, output)
  return JSON.parse(output)
}

test('reading a business by itself and in a list is on record, with who did it', async () => {
  const { id } = await verified(service.test, acme)
  await service.test.get('/v1/businesses?q=Acme')
  await service.test.get(`/v1/businesses/${id}/events`)
  const found = await readings(id)
  const paths = new Set(found.map(({ path }) => path))
  for (const path of [`/v1/businesses/${id}`, '/v1/businesses', `/v1/businesses/${id}/events`]) assert.ok(paths.has(path), path)
  assert.ok(found.every(({ actor }) => actor.type === 'api_key'))
})

test('a page that shows a business is a reading by the user who is signed in', async () => {
  const { id } = await verified(service.test, { ...acme, name: 'Seen By Eyes LLC' })
  const user = visitor(service.url)
  await user.signIn()
  const page = await user.get(`/businesses/${id}`)
  assert.is(page.status, 200)
  const byUsers = (await readings(id)).filter(({ actor }) => actor.type === 'user')
  assert.ok(
    byUsers.some(({ path }) => path === `/v1/businesses/${id}`),
    JSON.stringify(byUsers),
  )
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
