// The TypeScript client, built as integrators build it: what it does when the service fails, and the main journeys through it.
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Body, startTestService, testKey } from '../journeys/service.ts'
import { delivered } from './delivered.ts'
import { startFaultyServer } from './faulty-server.ts'
import { journeysThrough } from './journeys-through.ts'

const built = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/clients.ts', 'typescript'], {
  encoding: 'utf8',
})
assert.is(built.status, 0, built.stderr + built.stdout)
// Its types come from the build, which checked its own use of them.
const { Probity, verifyWebhook, ...errors }: Body = await import(pathToFileURL('clients/typescript/dist/index.js').href)

const service = await startTestService()
const faulty = await startFaultyServer()
const test = suite('the TypeScript client')
test.after(async () => {
  await faulty.close()
  await service.stop()
})

const waits: number[] = []
const wait = async (seconds: number) => {
  waits.push(seconds)
}
const weak = () => {
  faulty.asked.length = 0
  waits.length = 0
  return new Probity({ apiKey: 'key', baseUrl: faulty.url, wait })
}
const probity = new Probity({ apiKey: testKey, baseUrl: service.url })

const caught = async (call: () => Promise<unknown>): Promise<Body> => {
  try {
    await call()
  } catch (error) {
    return error
  }
  assert.unreachable('it was to fail')
}

const company = { name: 'Client LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }

test('a POST is tried again after 429, 503 and a cut connection, under one Idempotency-Key and with the same body', async () => {
  const client = weak()
  faulty.answers = [{ status: 429, headers: { 'Retry-After': '7' } }, { status: 503 }, { cut: true }, { status: 201, body: { id: 'made' } }]
  const { data } = await client.api.POST('/v1/businesses', { body: company })
  assert.is(data.id, 'made')
  assert.is(faulty.asked.length, 4)
  assert.is(new Set(faulty.asked.map(({ key }) => key)).size, 1)
  assert.match(faulty.asked[0]?.key ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(new Set(faulty.asked.map(({ body }) => body)), new Set([JSON.stringify(company)]))
  assert.is(waits[0], 7)
  assert.ok((waits[2] ?? 0) > (waits[1] ?? 0) / 2, 'pauses grow')
})

test('a key of the caller is kept, and other refusals are not tried again', async () => {
  const client = weak()
  faulty.answers = [{ status: 422, headers: { 'X-Request-Id': 'r-1' }, body: { errors: [{ message: 'is required', parameter: 'name' }] } }]
  const error = await caught(() => client.api.POST('/v1/businesses', { body: company, headers: { 'Idempotency-Key': 'mine' } }))
  assert.ok(error instanceof errors.InvalidRequestError)
  assert.equal([error.status, error.problems[0].parameter, error.requestId], [422, 'name', 'r-1'])
  assert.equal(
    faulty.asked.map(({ key }) => key),
    ['mine'],
  )
})

test('it gives up after four retries, and at once when the pause asked for is too long', async () => {
  const client = weak()
  faulty.answers = [{ status: 503 }]
  assert.ok((await caught(() => client.api.GET('/v1/webhooks'))) instanceof errors.UnavailableError)
  assert.is(faulty.asked.length, 5)
  faulty.answers = [{ status: 429, headers: { 'Retry-After': '3600' } }]
  assert.ok((await caught(() => client.api.GET('/v1/webhooks'))) instanceof errors.TooManyRequestsError)
  assert.is(faulty.asked.length, 6)
})

test('every request names the version of the interface that the client was generated from', async () => {
  const { info } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { readonly info: { readonly version: string } }
  assert.is(info.version, '2026-11-22')
  const client = weak()
  faulty.answers = [{ status: 200, body: { data: [], has_more: false } }]
  await client.api.GET('/v1/webhooks')
  await Array.fromAsync(client.all('/v1/businesses'))
  await client.api.GET('/v1/webhooks', { headers: { 'Probity-Version': '2026-11-23' } })
  assert.equal(
    faulty.asked.map(({ version }) => version),
    [info.version, info.version, '2026-11-23'],
    'unless the caller names another',
  )
})

test('a PATCH that got no answer is not repeated', async () => {
  const client = weak()
  faulty.answers = [{ cut: true }]
  const patch = () => client.api.PATCH('/v1/businesses/{id}', { params: { path: { id: 'a' } }, body: { tags: ['x'] } })
  assert.ok((await caught(patch)) instanceof errors.ConnectionError)
  assert.is(faulty.asked.length, 1)
})

test('a stream that breaks off goes on behind its last event', async () => {
  const client = weak()
  const frame = (id: number, type: string) => `event: ${type}\nid: ${id}\ndata: ${JSON.stringify({ type, id })}\n\n`
  faulty.answers = [
    { cut: true, after: `: hello\n\n${frame(0, 'RUN_STARTED')}${frame(1, 'STATE_SNAPSHOT')}event: STATE` },
    { status: 200, text: `${frame(2, 'STATE_SNAPSHOT')}${frame(3, 'RUN_FINISHED')}` },
  ]
  const ids: number[] = []
  for await (const event of client.runEvents('run')) ids.push(event.id)
  assert.equal(ids, [0, 1, 2, 3])
  assert.equal(
    faulty.asked.map(({ last }) => last),
    [undefined, '1'],
  )
})

test('create, review and decide', async () => {
  const { data: created } = await probity.api.POST('/v1/businesses', { body: company })
  const business = await probity.reviewed(created.id, { every: 0.05 })
  assert.is(business.status, 'in_review')
  const { data: decided } = await probity.api.PATCH('/v1/businesses/{id}', {
    params: { path: { id: created.id } },
    body: { status: 'approved' },
  })
  assert.is(decided.status, 'approved')
  const missing = await caught(() =>
    probity.api.GET('/v1/businesses/{id}', { params: { path: { id: '00000000-0000-7000-8000-000000000000' } } }),
  )
  assert.ok(missing instanceof errors.NotFoundError)
})

test('a list is read to its end, page by page, with its filters', async () => {
  for (let n = 0; n < 5; n++) await probity.api.POST('/v1/businesses', { body: { ...company, tags: ['paged'], external_id: String(n) } })
  const names: string[] = []
  for await (const each of probity.all('/v1/businesses', { query: { tag: 'paged', per_page: 2 } })) names.push(each.external_id)
  assert.equal(names, ['4', '3', '2', '1', '0'])
})

test('a batch is uploaded, and its businesses are there', async () => {
  const content = 'name,address\nUploaded One LLC,"1 Main St, Portland, OR 97201"\nUploaded Two LLC,"2 Main St, Portland, OR 97201"\n'
  const batch = await probity.uploadBatch({ content, filename: 'two.csv' })
  assert.equal([batch.filename, batch.business_count], ['two.csv', 2])
})

test('the events of a run are told as they happen, to the end', async () => {
  const { data: business } = await probity.api.POST('/v1/businesses', { body: company })
  await probity.reviewed(business.id, { every: 0.05 })
  const { data: run } = await probity.api.POST('/v1/runs', { body: { type: 'business_verification', business_id: business.id } })
  const types: string[] = []
  for await (const { type } of probity.runEvents(run.id)) types.push(type)
  assert.is(types[0], 'RUN_STARTED')
  assert.is(types.at(-1), 'RUN_FINISHED')
})

test('a call of the service is verified; a changed, old or unsigned one is not', async () => {
  const { headers, body, secret } = await delivered(service)
  assert.is(verifyWebhook(body, headers, secret).data.object.name, 'Zoë Told LLC')
  assert.is(verifyWebhook(Buffer.from(body), new Headers(headers as Record<string, string>), secret).type, 'business.created')
  const sentAt = Number(headers['webhook-timestamp'])
  assert.is(verifyWebhook(body, headers, secret, { now: sentAt + 300 }).type, 'business.created')
  const refused = (...words: readonly unknown[]) =>
    assert.throws(
      () => verifyWebhook(...words),
      (error: Error) => error.name === 'WebhookSignatureError',
    )
  refused(body, headers, secret, { now: sentAt + 301 })
  refused(body.replace('Zoë', 'Zoe'), headers, secret)
  refused(body, headers, 'whsec_b3RoZXI=')
  refused(body, { ...headers, 'webhook-signature': '' }, secret)
  refused(body, { ...headers, 'webhook-id': 'other' }, secret)
  const rotated = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
  assert.is(verifyWebhook(body, rotated, secret).type, 'business.created')
})

test('a call that is signed with nothing is refused where the secret is empty', () => {
  const sentAt = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', '').update(`evt_1.${sentAt}.{}`).digest('base64')
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(sentAt), 'webhook-signature': `v1,${signature}` }
  for (const secret of ['', 'whsec_']) assert.throws(() => verifyWebhook('{}', headers, secret), /the secret is empty/)
})

test('a file of the service comes as its bytes, and the refusal of one is an error', async () => {
  const { data: business } = await probity.api.POST('/v1/businesses', { body: company })
  await probity.reviewed(business.id, { every: 0.05 })
  const { content, type } = await probity.download(`/v1/businesses/${business.id}/pdf`)
  assert.equal([Buffer.from(content).subarray(0, 5).toString(), type], ['%PDF-', 'application/pdf'])
  const refusal = await caught(() => probity.download('/v1/businesses/00000000-0000-7000-8000-000000000000/pdf'))
  assert.ok(refusal instanceof errors.NotFoundError)
})

journeysThrough(test, 'typescript')

test.run()
