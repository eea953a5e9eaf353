// The page of a webhook: failures among its deliveries, test sends, replays with their progress, and the offer of one when it is enabled again.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { ok, startReceiver } from '../journeys/receiver.ts'
import { startTestService, visitor } from './browser.ts'

const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' })
const receiver = await startReceiver()
const user = visitor(service.url)
await user.signIn()
user.cookies.set('probity_mode', 'test')
test.after(async () => {
  await receiver.close()
  await service.stop()
})

const day = 24 * 3_600_000

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape.
const ask = async (method: string, path: string, body?: object): Promise<any> => {
  const response = await service.api(method, path, body)
  assert.ok(response.ok, `${path} ${response.status}`)
  return response.json()
}
let webhooks = 0
const created = async () => {
  const place = `/${++webhooks}`
  const { id } = await ask('POST', '/v1/webhooks', { url: `${receiver.url}${place}`, enabled_events: ['note.created'] })
  const texts = () => receiver.received.flatMap(({ path, event }) => (path === place ? [event.data.object.text] : []))
  return { id, page: `/webhooks/${id}`, texts }
}
/** Sessions do not last so long. */
const pass = async (ms: number) => {
  service.clock.offsetMs += ms
  await user.signIn()
  user.cookies.set('probity_mode', 'test')
}
const business = async (): Promise<string> =>
  (await ask('POST', '/v1/businesses', { name: 'Told LLC', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] })).id
const note = (id: string, text: string) => ask('POST', `/v1/businesses/${id}/notes`, { text })
const shows = async (page: string, what: RegExp) => what.test((await user.get(page)).text)
const now = () => Date.now() + service.clock.offsetMs

test('a test is sent, and the page says what came of it', async () => {
  const { page } = await created()
  await user.get(page)
  const { location } = await user.form(`${page}/test`)
  assert.is(location, page)
  assert.match((await user.get(page)).text, /The test has arrived: the receiver answered with status 204 after \d+ ms/)
  assert.is(receiver.received.at(-1)?.event.type, 'webhook.test')
  receiver.answer = (response) => response.writeHead(500).end()
  await user.form(`${page}/test`)
  assert.match((await user.get(page)).text, /The test has not arrived: the receiver answered with status 500/)
  receiver.answer = ok
})

test('failures are told apart from what has arrived, and are replayed with progress', async () => {
  const { id, page } = await created()
  const about = await business()
  await note(about, 'arrives')
  await until('one has arrived', () => shows(page, /1 total/).then(async (one) => one && !(await shows(page, /Waiting</))))
  assert.match((await user.get(`${page}?show=failures`)).text, /No failures\./)
  receiver.answer = (response) => response.writeHead(500).end()
  await note(about, 'fails')
  await until('the failure is shown', () => shows(`${page}?show=failures`, /1 total/))
  const failures = (await user.get(`${page}?show=failures`)).text
  assert.match(failures, /<strong>Failures</)
  assert.match(failures, /Will retry/)
  await pass(4 * day)
  const given = async () =>
    (await ask('GET', `/v1/webhooks/${id}/deliveries`)).data.filter(({ status }: { readonly status: string }) => status === 'failed')
  await until('it is given up', async () => (await given()).length === 1)
  assert.match((await user.get(`${page}?show=failures`)).text, /1 total/)

  receiver.answer = ok
  assert.match((await user.get(page)).text, /Nothing was replayed yet/)
  const since = new Date(now() - 5 * day).toISOString().slice(0, 16)
  const { location } = await user.form(`${page}/replays`, { since })
  assert.is(location, page)
  assert.match((await user.get(page)).text, /The replay has begun\./)
  await until('the replay is completed', () => shows(page, /1 of 1[\s\S]*Completed/))
  assert.match((await user.get(`${page}?show=failures`)).text, /No failures\./)
  await user.form(`${page}/replays`, { since })
  await until('a second one finds nothing', () => shows(page, /Nothing was missing/))
  assert.is((await ask('GET', `/v1/webhooks/${id}/replays`)).total_count, 2)
  await user.form(`${page}/replays`, { since: new Date(now() - 31 * day).toISOString().slice(0, 16) })
  assert.match((await user.get(page)).text, /at most 30 days ago/)
})

test('the page of a webhook says that its receiver is gone, and not so of one that was disabled by request', async () => {
  const [gone, asked] = [await created(), await created()]
  await ask('PATCH', `/v1/webhooks/${asked.id}`, { disabled_at: new Date(now()).toISOString() })
  receiver.answer = (response) => response.writeHead(410).end()
  await note(await business(), 'too late')
  await until('it is disabled', () =>
    shows(gone.page, /Disabled since[\s\S]*?, because the receiver answered with status 410: it is gone\./),
  )
  receiver.answer = ok
  const { text } = await user.get(asked.page)
  assert.match(text, /Disabled since/)
  assert.not.match(text, /status 410/)
})

test('a disabled webhook is enabled with or without what it missed', async () => {
  for (const withReplay of [true, false]) {
    const { id, page, texts } = await created()
    const about = await business()
    await ask('PATCH', `/v1/webhooks/${id}`, { disabled_at: new Date(now()).toISOString() })
    await note(about, 'missed')
    const disabled = (await user.get(page)).text
    assert.match(disabled, /Disabled since[\s\S]*kept for it for 30 days\./)
    assert.not.match(disabled, /<button>Replay</)
    const hidden = /<input type="hidden" name="since" value="([^"]+)"/.exec(disabled)?.[1] ?? ''
    await user.form(`${page}/enable`, { since: withReplay ? hidden : '' })
    const enabled = (await user.get(page)).text
    assert.not.match(enabled, /Disabled since/)
    if (withReplay) {
      await until('what it missed has arrived', () => shows(page, /1 of 1[\s\S]*Completed/))
      assert.equal(texts(), ['missed'])
    } else {
      assert.match(enabled, /The webhook is enabled again\./)
      assert.match(enabled, /Nothing was replayed yet/)
    }
  }
})

test('what happened while it was disabled is kept for thirty days, and no longer', async () => {
  const { id, page, texts } = await created()
  const about = await business()
  await ask('PATCH', `/v1/webhooks/${id}`, { disabled_at: new Date(now()).toISOString() })
  await note(about, 'too old')
  service.clock.offsetMs += 2 * 3_600_000
  await note(about, 'just kept')
  await pass(30 * day - 3_600_000)
  const disabled = (await user.get(page)).text
  assert.match(disabled, /what is older can no longer be replayed/)
  const hidden = /<input type="hidden" name="since" value="([^"]+)"/.exec(disabled)?.[1] ?? ''
  const { status } = await service.api('POST', `/v1/webhooks/${id}/replays`, {
    since: new Date(now() - 30 * day - 3_600_000).toISOString(),
  })
  assert.is(status, 409, 'it is disabled')
  await user.form(`${page}/enable`, { since: hidden })
  await until('the replay is completed', () => shows(page, /1 of 1[\s\S]*Completed/))
  assert.equal(texts(), ['just kept'])
  const older = await service.api('POST', `/v1/webhooks/${id}/replays`, { since: new Date(now() - 30 * day - 60_000).toISOString() })
  assert.is(older.status, 422)
  const within = await service.api('POST', `/v1/webhooks/${id}/replays`, { since: new Date(now() - 30 * day + 60_000).toISOString() })
  assert.is(within.status, 201)
})

test.run()
