import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { describe, openApiDocument } from '../../src/http/openapi/openapi.ts'
import { body, commaSeparated, query } from '../../src/http/validation.ts'
import { listEnvelope, listOf, paging } from '../../src/interface/lists.ts'
import { checkAgainstOpenApi } from './conformance.ts'
import { toy } from './toy.ts'

const Address = z.object({ city: z.string(), country: z.string().default('US') }).meta({ id: 'Address' })
const Thing = z
  .object({ object: z.literal('thing'), id: z.uuid(), address: Address, seen_at: z.iso.datetime().nullable() })
  .meta({ id: 'Thing' })
const NewThing = z.object({ address: Address }).meta({ id: 'NewThing' })

const thing = {
  object: 'thing' as const,
  id: '0198c2f0-7a52-7cc4-8e0a-6d9b1f2a3c4d',
  address: { city: 'Albany', country: 'US' },
  seen_at: null,
}

const { app, send } = toy((app) => {
  app.get(
    '/things',
    describe({ summary: 'Things', tag: 'Things', responses: { 200: listOf(Thing) } }),
    query(
      z.object({
        ...paging,
        q: z.string().optional(),
        kinds: commaSeparated(z.enum(['old', 'new']).meta({ id: 'Kind' })).optional(),
        'states[]': z.array(z.string()).optional(),
      }),
    ),
    (c) => c.json(listEnvelope({ data: [thing], totalCount: 1, page: 1, perPage: 25, url: c.req.path })),
  )
  app.post('/things', describe({ summary: 'A new thing', tag: 'Things', responses: { 201: Thing }, errors: [409] }), body(NewThing), (c) =>
    c.json(thing, 201),
  )
  app.get('/things/:id', describe({ summary: 'A thing', tag: 'Things', responses: { 200: Thing }, errors: [404] }), (c) =>
    c.json({ ...thing, extra: 1 }),
  )
  app.get(
    '/things/:id/pdf',
    describe({ summary: 'As PDF', tag: 'Things', responses: { 200: { type: 'application/pdf', description: 'The PDF.' } } }),
    (c) => c.body('%PDF'),
  )
  app.post(
    '/things/:id/close',
    describe({ summary: 'Close', tag: 'Things', responses: { 202: null } }),
    body(z.object({ note: z.string().optional() }), { optional: true }),
    (c) => c.body(null, 202),
  )
  app.post('/things/:id/refresh', describe({ summary: 'Refresh', tag: 'Things', responses: { 200: Thing }, errors: [404] }), (c) =>
    c.json(thing),
  )
  app.get(
    '/things/:id/changes',
    describe({
      summary: 'Changes',
      tag: 'Things',
      responses: { 200: [Thing, { type: 'text/event-stream', description: 'As asked for.' }] },
    }),
    (c) => c.json(thing),
  )
  app.post('/desk/things', body(z.object({ secret: z.string() }).meta({ id: 'DeskThing' })), (c) => c.json(thing))
})

type Loose = { [key: string]: Loose } & { length: number; map: <T>(each: (item: Loose) => T) => T[] }

const document = (await (await app.request('/openapi.json')).json()) as Loose

test('the document is OpenAPI 3.1 with both ways to authenticate', () => {
  assert.is(document.openapi as unknown, '3.1.0')
  assert.equal(Object.keys(document.components?.securitySchemes ?? {}), ['bearer', 'basic'])
  assert.equal(document.paths?.['/healthz']?.get?.security as unknown, [])
  assert.equal(
    document.tags?.map(({ name }) => name as unknown),
    ['Service', 'Things'],
  )
})

test('schemas with an id are named once and referred to', () => {
  const post = document.paths?.['/v1/things']?.post
  assert.equal(post?.responses?.['201']?.content?.['application/json']?.schema as unknown, { $ref: '#/components/schemas/Thing' })
  assert.equal(document.components?.schemas?.Thing?.properties?.address?.$ref as unknown, '#/components/schemas/Address')
  assert.not.match(JSON.stringify(document), '$defs')
})

test('a route that says nothing of itself does not stand in the document', () => {
  assert.is(document.paths?.['/v1/desk/things'], undefined)
  assert.is(document.components?.schemas?.DeskThing, undefined)
})

test('a request has its own name, and another one only where an answer bears it too', () => {
  const post = document.paths?.['/v1/things']?.post
  assert.equal(post?.requestBody?.content?.['application/json']?.schema as unknown, { $ref: '#/components/schemas/NewThing' })
  assert.equal(document.components?.schemas?.NewThing?.properties?.address?.$ref as unknown, '#/components/schemas/AddressInput')
})

test('what may be left out of a request is required in the answer, under another name', () => {
  const post = document.paths?.['/v1/things']?.post
  assert.equal(document.components?.schemas?.Address?.required as unknown, ['city', 'country'])
  assert.equal(document.components?.schemas?.AddressInput?.required as unknown, ['city'])
  assert.is(post?.requestBody?.required as unknown, true)
  assert.is(document.paths?.['/v1/things/{id}/close']?.post?.requestBody?.required as unknown, false)
})

test('errors, query parameters, path parameters and the idempotency key follow from the route', () => {
  const statuses = (path: string, method: string) => Object.keys(document.paths?.[path]?.[method]?.responses ?? {})
  assert.equal(statuses('/v1/things', 'get'), ['200', '400', '401', '403', '429', '500', '503'])
  assert.equal(statuses('/v1/things', 'post'), ['201', '400', '401', '403', '408', '409', '413', '422', '429', '500', '503'])
  const parameters = (path: string, method: string) =>
    document.paths?.[path]?.[method]?.parameters?.map(({ name, $ref }) => (name ?? $ref) as unknown)
  assert.equal(parameters('/v1/things', 'get'), ['page', 'starting_after', 'per_page', 'q', 'kinds', 'states[]'])
  assert.equal(parameters('/v1/things', 'post'), ['#/components/parameters/Idempotency-Key'])
  assert.equal(parameters('/v1/things/{id}', 'get'), ['id'])
  const page = document.paths?.['/v1/things']?.get?.parameters?.['0' as string]
  assert.equal([page?.schema?.type as unknown, page?.schema?.default as unknown, page?.required as unknown], ['integer', 1, undefined])
  assert.is(
    document.paths?.['/v1/things/{id}/pdf']?.get?.responses?.['200']?.content?.['application/pdf']?.schema?.format as unknown,
    'binary',
  )
})

test('the answers to a repeated Idempotency-Key are documented also for operations without a body', () => {
  const statuses = Object.keys(document.paths?.['/v1/things/{id}/refresh']?.post?.responses ?? {})
  assert.equal(statuses, ['200', '400', '401', '403', '404', '408', '413', '422', '429', '500', '503'])
})

test('a parameter with commas between its values is a list of them, and so is one that is given several times', () => {
  const parameters = document.paths?.['/v1/things']?.get?.parameters?.map((each) => [each.name as unknown as string, each] as const)
  const named: Readonly<Record<string, unknown>> = Object.fromEntries(parameters ?? [])
  const kinds = { type: 'array', items: { type: 'string', enum: ['old', 'new'] } }
  assert.equal(named.kinds, { in: 'query', name: 'kinds', schema: kinds, style: 'form', explode: false })
  assert.equal(named['states[]'], { in: 'query', name: 'states[]', schema: { type: 'array', items: { type: 'string' } } })
})

test('an operation is called by what it does, and a list by what it lists', () => {
  const get = document.paths?.['/v1/things']?.get
  assert.equal([get?.operationId as unknown, document.paths?.['/v1/things/{id}']?.get?.operationId as unknown], ['listThings', 'getThing'])
  assert.equal(get?.responses?.['200']?.content?.['application/json']?.schema as unknown, { $ref: '#/components/schemas/ThingList' })
})

test('an answer that comes in several media types names each', () => {
  const answer = document.paths?.['/v1/things/{id}/changes']?.get?.responses?.['200']
  assert.equal(Object.keys(answer?.content ?? {}), ['application/json', 'text/event-stream'])
})

test('the headers that tell when to try again stand in the document', () => {
  const headers = Object.keys(document.components?.responses?.TooManyRequests?.headers ?? {})
  assert.equal(headers, ['Retry-After', 'RateLimit', 'RateLimit-Policy'])
  for (const name of headers) assert.ok(document.components?.headers?.[name], name)
})

test('the document says where the service is reached', async () => {
  assert.equal((await openApiDocument(app, { baseUrl: 'https://kyb.example.com' })).servers, [{ url: 'https://kyb.example.com' }])
})

const check = async (method: string, path: string, sent?: unknown) => {
  const response = await send(method, path, sent)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  checkAgainstOpenApi(document, method, path, response.status, isJson ? JSON.parse(text) : undefined)
}

test('answers that fit the document pass, errors included', async () => {
  await check('GET', '/v1/things')
  await check('GET', '/v1/things?page=0')
  await check('POST', '/v1/things', { address: { city: 'Albany' } })
  await check('POST', '/v1/things', {})
  await check('GET', '/v1/things/7/pdf')
  await check('POST', '/v1/things/7/close')
})

const fails = async (action: () => unknown, message: RegExp) => {
  const error = await Promise.resolve()
    .then(action)
    .then(
      () => undefined,
      (caught: Error) => caught,
    )
  assert.match(error?.message ?? 'it passed', message)
}

test('an answer with a member too many, an undeclared status or path, or a wrong type does not pass', async () => {
  await fails(() => check('GET', '/v1/things/7'), /must NOT have additional properties.*extra/)
  await fails(() => checkAgainstOpenApi(document, 'GET', '/v1/things/7', 418, {}), /418 is not declared/)
  await fails(() => checkAgainstOpenApi(document, 'GET', '/v1/nothing', 200, {}), /not in the OpenAPI/)
  await fails(() => checkAgainstOpenApi(document, 'GET', '/v1/things/7', 200, { ...thing, id: 'no uuid' }), /\/id must match format/)
  await fails(() => checkAgainstOpenApi(document, 'GET', '/v1/things/7', 404, { message: 'gone' }), /errors/)
})

test('without `fields` an answer has every member of its record, and an item of a list all but those that it can be expanded by', async () => {
  const json = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } })
  const optional = (...names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: ['id'],
  })
  const fields = { name: 'fields', in: 'query', schema: { type: 'string' } }
  const expand = { name: 'expand[]', in: 'query', schema: { type: 'array', items: { enum: ['part'] } } }
  const things = { type: 'object', properties: { data: { type: 'array', items: { $ref: '#/components/schemas/ThingItem' } } } }
  const selectable = {
    paths: {
      '/things': {
        get: { parameters: [fields, expand], ...json({ $ref: '#/components/schemas/Things' }) },
        post: json({ $ref: '#/components/schemas/Thing' }),
      },
      '/things/{id}': { get: { parameters: [fields], ...json({ $ref: '#/components/schemas/Thing' }) } },
    },
    components: { schemas: { Thing: optional('id', 'name', 'part'), ThingItem: optional('id', 'name', 'part'), Things: things } },
  }
  const whole = { id: '7', name: 'Seven', part: 'whole' }
  checkAgainstOpenApi(selectable, 'GET', '/things/7', 200, whole)
  checkAgainstOpenApi(selectable, 'GET', '/things/7?fields=id', 200, { id: '7' })
  checkAgainstOpenApi(selectable, 'GET', '/things', 200, { data: [{ id: '7', name: 'Seven' }] })
  const lacks = (method: string, path: string, body: object) =>
    fails(() => checkAgainstOpenApi(selectable, method, path, 200, body), /must have required property 'name'/)
  await lacks('GET', '/things/7', { id: '7', part: 'whole' })
  await lacks('POST', '/things', { id: '7', part: 'whole' })
  await lacks('GET', '/things', { data: [{ id: '7' }] })
})

test('the pages for people come from the service itself, with a strict content security policy', async () => {
  const page = await app.request('/docs')
  const html = await page.text()
  assert.match(page.headers.get('content-type') ?? '', 'text/html')
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, "default-src 'none'")
  assert.not.match(policy, 'unsafe')
  assert.not.match(html, /<script>|style=|https?:/)
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '')
  assert.is(files.length, 6)
  for (const file of files) assert.is((await app.request(file)).status, 200, file)
  assert.is((await app.request('/docs/package.json')).status, 404)
  assert.is((await app.request('/docs/..%2fpackage.json')).status, 404)
})

test.run()
