// Read models that lag: what was written is answered all the same, from the log, and the answer says so.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { acme, type Body, startTestService, type TestService, until } from './service.ts'

const test = suite('behind')
let probity: TestService
test.before(async () => {
  // The first start needs a worker for its keys; after it nobody folds.
  probity = await startTestService()
  await probity.restart({ ROLES: 'api' })
})
test.after(() => probity.stop())

test('a business that nobody has folded yet is answered as created', async () => {
  const { status, headers, body } = await probity.test.post('/v1/businesses', { ...acme, people: [{ name: 'Ann Doe' }] })
  assert.is(status, 201)
  assert.is(headers.get('probity-read-model'), 'behind')
  assert.equal([body.name, body.people[0].name, body.orders.length], [acme.name, 'Ann Doe', 1])
  assert.is((await probity.test.get(`/v1/businesses/${body.id}`)).status, 404)
  assert.match((await probity.as({}).get('/metrics')).text, /^probity_read_model_behind_total 1$/m)
  await probity.restart({ ROLES: 'api,worker' })
  // On a slow machine the read models may take longer to catch up than an answer waits for them.
  await until('the read models hold what is written', async () => {
    const later = await probity.test.post('/v1/businesses', acme)
    assert.is(later.status, 201)
    return later.headers.get('probity-read-model') === null
  })
  const found = (await probity.test.get(`/v1/businesses/${body.id}`)).body as Body
  assert.equal([found.name, found.created_at], [body.name, body.created_at])
})

type Write = { readonly method: string; readonly path: string; readonly example: Body }

/** The writes of the interface that name an object in their path, each with the first example of its body. */
const writesOnObjects = ({ paths, components }: Body): readonly Write[] =>
  Object.entries(paths as Record<string, Body>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Body>)
      .filter(([method]) => path.startsWith('/v1/') && path.includes('{') && ['post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, { requestBody }]) => {
        const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
        return { method: method.toUpperCase(), path, example: components.schemas[name]?.examples?.[0] ?? {} }
      }),
  )

test('a write on what nobody has folded yet is never answered 404, and the same key is answered afresh later', async () => {
  const document = (await probity.as({}).get('/openapi.json')).body
  await probity.restart({ ROLES: 'api', RATE_LIMIT_PER_SECOND: '1000' })
  const { id } = (await probity.test.post('/v1/businesses', acme)).body
  const keyOf = ({ method, path }: Write) => `${method} ${path}`
  const send = (write: Write) =>
    probity.test.raw(
      write.method,
      write.path.replaceAll(/\{[^}]+\}/g, id),
      write.method === 'DELETE' ? undefined : JSON.stringify(write.example),
      { ...(write.method === 'DELETE' ? {} : { 'Content-Type': 'application/json' }), 'Idempotency-Key': keyOf(write) },
    )
  const writes = writesOnObjects(document)
  const answers = await Promise.all(writes.map(async (write) => ({ write, answer: await send(write) })))
  for (const { write, answer } of filled(answers)) {
    assert.is.not(answer.status, 404, `${keyOf(write)} ${answer.text}`)
    if (answer.status === 503) assert.ok(answer.headers.get('retry-after'), keyOf(write))
  }
  const monitor = answers.find(({ write }) => keyOf(write) === 'POST /v1/businesses/{business_id}/monitor')
  assert.is(monitor?.answer.status, 503, monitor?.answer.text)
  assert.ok(answers.filter(({ answer }) => answer.status === 503).length > 15)

  await probity.restart({ ROLES: 'api,worker', RATE_LIMIT_PER_SECOND: '1000' })
  let again = await send((monitor as { readonly write: Write }).write)
  await until('the read models have caught up', async () => {
    if (again.status === 503) again = await send((monitor as { readonly write: Write }).write)
    return again.status !== 503
  })
  assert.is(again.status, 201, again.text)
  assert.is(again.headers.get('idempotent-replayed'), null)
})

test.run()
