// trigger: every webhook of the table happens with objects of the sandbox, and what cannot be triggered is refused.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { requesting } from '../../src/cli/account-requests.ts'
import { topicOf, trigger } from '../../src/cli/trigger.ts'
import { triggers } from '../../src/cli/triggers.ts'
import { type WebhookEventType, webhookEventTypes } from '../../src/interface/webhook-topics.ts'
import { eventually, patienceMs } from '../eventually.ts'
import { filled } from '../filled.ts'
import { startReceiver } from '../journeys/receiver.ts'
import { liveKey, startTestService, testKey } from '../journeys/service.ts'
import { visitor } from '../pages/browser.ts'
import { runCommand } from './command.ts'

/** The sandbox waits for seconds, which pass faster here. */
let ahead = 0
const hurry = setInterval(() => {
  ahead += 2_000
}, 200)
const service = await startTestService({}, { now: () => new Date(Date.now() + ahead) })
const receiver = await startReceiver()
test.after(async () => {
  clearInterval(hurry)
  await service.stop()
  await receiver.close()
})
await service.test.post('/v1/webhooks', { url: receiver.url })
await service.test.put('/v1/notice_settings', { creditor_address: '1 Bank St, Salem, OR 97301' })
const request = await requesting({ key: testKey, url: service.url })

const run = (...args: readonly string[]) => runCommand('cli', args, { PATH: process.env.PATH, PROBITY_KEY: testKey, BASE_URL: service.url })

/** Links for guests are signed anew each time. */
const withoutLinks = (told: object): unknown => JSON.parse(JSON.stringify(told).replaceAll(/\/guest\/[\w.-]+/g, '/guest/'))

const isTwoPerson = (topic: string) => topic.startsWith('proposal.')

const happens = async (topic: WebhookEventType) => {
  const told = await trigger(topic, { request, overrides: [], patienceMs }).catch((error) => {
    throw new Error(`${topic}: ${error.message}`)
  })
  assert.is(told.type, topic)
  return told
}

test('every event of the table has a recipe, and no other', () => {
  assert.equal(Object.keys(triggers).toSorted(), webhookEventTypes.toSorted())
})

test('every event happens, and the webhook gets what trigger shows', async () => {
  const waiting = webhookEventTypes.filter((topic) => !isTwoPerson(topic))
  const [shown, failed]: [{ readonly id: string }[], string[]] = [[], []]
  const work = async () => {
    for (let topic = waiting.shift(); topic; topic = waiting.shift())
      await happens(topic).then(
        (told) => shown.push(told),
        ({ message }) => failed.push(message),
      )
  }
  await Promise.all(Array.from({ length: 4 }, work))
  assert.equal(failed, [])
  const sent = () => new Map(receiver.received.map(({ event }) => [event.id, event]))
  await eventually('the webhook has got them', () => filled(shown).every(({ id }) => sent().has(id)))
  for (const told of filled(shown)) assert.equal(withoutLinks(sent().get(told.id)), withoutLinks(told))
})

test('letters, questions and overdue differences come to what asks for them only', async () => {
  const letters = (await service.test.get('/v1/partner/mail')).body
  const names = letters.data.map(({ company }: { readonly company: { readonly legal_name: string } }) => company.legal_name)
  assert.equal(names, ['Lettered Company', 'Lettered Company'])
  const told = (type: string) => receiver.received.filter(({ event }) => event.type === type)
  assert.ok(filled(told('agent_info_request.created')).every(({ event }) => event.data.object.company.legal_name === 'Questioned Company'))
  assert.ok(told('owner_discrepancy.created').length > told('owner_discrepancy.overdue').length)
})

test('a proposal happens where the account requires a second person, and where it does not, the reason is told', async () => {
  const before = await run('trigger', 'proposal.created')
  assert.is(before.code, 1)
  assert.match(before.stderr, /nothing becomes a proposal in this account/)
  const { data } = (await service.operator.get('/operator/accounts')).body
  for (const name of ['Ann', 'Bob']) {
    const body = { name, email: `${name}@example.com`, roles: ['admin'] }
    const invited = await service.operator.post(`/operator/accounts/${data[0].id}/users`, body)
    const { pathname } = new URL(invited.body.link)
    const guest = visitor(service.url)
    await guest.get(pathname)
    await guest.form(pathname, { name, password: 'a long enough secret' })
  }
  for (const acts of [
    { approval: null, override: false, dismissal: true },
    { approval: null, override: true, dismissal: true },
  ]) {
    const rule = { ...acts, policy: false, erasure: false, settings: false }
    const set = await service.test.put('/v1/two_person_rule', rule)
    assert.is(set.status, 200, set.text)
    await happens('proposal.created')
    await happens('proposal.updated')
  }
})

test('the object that the event is about gets the members that are set over it', async () => {
  const overrides = ['name=Override LLC', 'addresses.0.full_address=9 Main St, Salem, OR 97301', 'external_id=x-1']
  const ran = await run('trigger', 'business.created', ...overrides.flatMap((each) => ['--override', each]), '--json')
  assert.is(ran.code, 0, ran.stderr)
  const { object } = JSON.parse(ran.stdout).data
  assert.equal([object.name, object.external_id, object.addresses[0].city], ['Override LLC', 'x-1', 'Salem'])
  const note = await run('trigger', 'note.created', '--override', 'text=a word of my own', '--json')
  assert.is(JSON.parse(note.stdout).data.object.text, 'a word of my own')
  const refused = await run('trigger', 'business.created', '--override', 'name=')
  assert.is(refused.code, 1)
  assert.match(refused.stderr, /name/)
})

test('events are listed, a mistyped one is named, and a live key is refused', async () => {
  assert.equal((await run('trigger', '--list')).stdout.trim().split('\n'), [...webhookEventTypes])
  const mistyped = await run('trigger', 'business.aproved')
  assert.is(mistyped.code, 2)
  assert.match(mistyped.stderr, /there is no event "business.aproved": did you mean "business.approved"\?/)
  assert.throws(() => topicOf('weather.changed'), /there is no event "weather.changed" \(/)
  assert.is((await run('trigger')).code, 2)
  const count = async () => (await service.live.get('/v1/businesses')).body.total_count
  const live = await run('trigger', 'business.created', '--key', liveKey)
  assert.equal([live.code, await count()], [2, 0])
  assert.match(live.stderr, /takes a test key only/)
})

test.run()
