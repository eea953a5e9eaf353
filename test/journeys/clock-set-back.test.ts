// A machine whose clock was ahead, and is set back while the service runs.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ok, type Receiver, startReceiver } from './receiver.ts'
import { acme, startTestService, type TestService, until } from './service.ts'

const twoDays = 2 * 24 * 3_600_000
let ahead = twoDays
let service: TestService
let receiver: Receiver

const test = suite('clock set back')
test.before(async () => {
  receiver = await startReceiver()
  receiver.answer = ok
  service = await startTestService({}, { now: () => new Date(Date.now() + ahead) })
})
test.after(async () => {
  await service.stop()
  await receiver.close()
})

const made = async (name: string): Promise<string> => (await service.test.post('/v1/businesses', { ...acme, name })).body.id
const statusOf = async (id: string): Promise<string> => (await service.test.get(`/v1/businesses/${id}`)).body.status
const isVerified = (id: string) => until('it is verified', async () => (await statusOf(id)) === 'in_review')
const toldOf = (id: string) => receiver.received.map(({ event }) => event).filter(({ data }) => data.object.id === id)

test('new requests are handled at once, work that was put off waits for its time, and nothing is lost or done twice', async () => {
  await service.test.post('/v1/webhooks', { url: receiver.url, enabled_events: ['business.created', 'business.approved'] })
  const before = await made('Before LLC')
  await isVerified(before)
  const slow = await made('Slow Business')
  await until('it waits', async () => (await statusOf(slow)) === 'pending')

  ahead = 0
  const after = await made('After LLC')
  await isVerified(after)
  assert.is((await service.test.patch(`/v1/businesses/${before}`, { status: 'approved' })).status, 200)
  const types = (id: string) => toldOf(id).map(({ type }) => type)
  await until('both are told of', async () => types(before).length === 2 && types(after).length === 1)
  assert.is(await statusOf(slow), 'pending')

  ahead = twoDays + 60_000
  await isVerified(slow)
  assert.equal(
    [types(before), types(after), types(slow)],
    [['business.created', 'business.approved'], ['business.created'], ['business.created']],
  )
})

test.run()
