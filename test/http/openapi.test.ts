import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { describe } from '../../src/http/openapi/openapi.ts'
import { body, commaSeparated, form, query, rawBody } from '../../src/http/validation.ts'
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
    describe({ summary: 'Things', tag: 'OAuth', responses: { 200: listOf(Thing) } }),
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
  app.post('/things', describe({ summary: 'A new thing', tag: 'OAuth', responses: { 201: Thing }, errors: [409] }), body(NewThing), (c) =>
    c.json(thing, 201),
  )
  app.get('/things/:id', describe({ summary: 'A thing', tag: 'OAuth', responses: { 200: Thing }, errors: [404] }), (c) =>
    c.json({ ...thing, extra: 1 }),
  )
  app.get(
    '/things/:id/pdf',
    describe({ summary: 'As PDF', tag: 'OAuth', responses: { 200: { type: 'application/pdf', description: 'The PDF.' } } }),
    (c) => c.body('%PDF'),
  )
  app.post(
    '/things/:id/close',
    describe({ summary: 'Close', tag: 'OAuth', responses: { 202: null } }),
    body(z.object({ note: z.string().optional() }), { optional: true }),
    (c) => c.body(null, 202),
  )
  app.post('/things/:id/refresh', describe({ summary: 'Refresh', tag: 'OAuth', responses: { 200: Thing }, errors: [404] }), (c) =>
    c.json(thing),
  )
  app.get(
    '/things/:id/changes',
    describe({
      summary: 'Changes',
      tag: 'OAuth',
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
    ['Service', 'OAuth', 'Webhook calls'],
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

test('a body that may be empty is required all the same, unless it may be left out', async () => {
  const Note = z.object({ note: z.string().optional() })
  const { app } = toy((app) => {
    for (const [path, handler] of [
      ['/empty', body(Note)],
      ['/optional', body(Note, { optional: true })],
      ['/needed', body(z.object({ note: z.string() }), { optional: true })],
      ['/form', form(Note)],
      ['/upload', rawBody(Note, 10)],
    ] as const)
      app.post(path, describe({ summary: path, tag: 'OAuth', responses: { 202: null } }), handler, (c) => c.body(null, 202))
  })
  const { paths } = (await (await app.request('/openapi.json')).json()) as Loose
  const required = (path: string) => paths?.[`/v1${path}`]?.post?.requestBody?.required as unknown
  assert.equal(['/empty', '/optional', '/needed', '/form', '/upload'].map(required), [true, false, true, true, true])
})

test('errors, query parameters, path parameters and the idempotency key follow from the route', () => {
  const statuses = (path: string, method: string) => Object.keys(document.paths?.[path]?.[method]?.responses ?? {})
  assert.equal(statuses('/v1/things', 'get'), ['200', '400', '401', '403', '429', '431', '500', '503'])
  assert.equal(statuses('/v1/things', 'post'), ['201', '400', '401', '403', '408', '409', '412', '413', '422', '429', '431', '500', '503'])
  const parameters = (path: string, method: string) =>
    document.paths?.[path]?.[method]?.parameters?.map(({ name, $ref }) => (name ?? $ref) as unknown)
  assert.equal(parameters('/v1/things', 'get'), ['page', 'starting_after', 'per_page', 'q', 'kinds', 'states[]'])
  assert.equal(parameters('/v1/things', 'post'), ['#/components/parameters/Idempotency-Key'])
  assert.equal(parameters('/v1/things/{id}', 'get'), ['#/components/parameters/If-None-Match', 'id'])
  const page = document.paths?.['/v1/things']?.get?.parameters?.['0' as string]
  const told = [page?.schema?.type, page?.schema?.default, page?.schema?.maximum, page?.required] as readonly unknown[]
  assert.equal(told, ['integer', 1, 1_000_000, undefined])
  assert.equal(parameters('/v1/things/{id}/changes', 'get'), ['id', '#/components/parameters/Last-Event-ID'])
  assert.is(
    document.paths?.['/v1/things/{id}/pdf']?.get?.responses?.['200']?.content?.['application/pdf']?.schema?.format as unknown,
    'binary',
  )
})

test('the answers to a repeated Idempotency-Key are documented also for operations without a body', () => {
  const statuses = Object.keys(document.paths?.['/v1/things/{id}/refresh']?.post?.responses ?? {})
  assert.equal(statuses, ['200', '400', '401', '403', '404', '408', '412', '413', '422', '429', '431', '500', '503'])
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

test('only an address that others can reach is named', async () => {
  const reached = async (baseUrl: string) => (await openApiDocument(app, { baseUrl })).servers?.map(({ url }) => url)
  for (const local of ['http://localhost:8080', 'http://127.0.0.1', 'http://127.1.2.3:80', 'http://[::1]:80'])
    assert.equal(await reached(local), ['/'], local)
  for (const far of [
    'https://localhost.example.com',
    'https://my-localhost',
    'https://1.127.0.1',
    'https://[::2]',
    'https://a127.0.0.1.example',
  ])
    assert.equal(await reached(far), [far], far)
})

const whole = toy((v1) => {
  const words = { summary: 'Lien.', description: 'Its own words.', tag: 'Liens' as const, responses: { 200: Thing } }
  v1.get('/liens/:lien_id', describe(words), (c) => c.json(thing))
  v1.delete('/liens/:lien_id', describe({ summary: 'Delete it.', tag: 'Liens', responses: { 204: null } }), (c) => c.body(null, 204))
  v1.post('/business_batches/:id/rows', describe({ summary: 'Add', tag: 'OAuth', responses: { 418: Thing } }), (c) => c.json(thing))
  const open = describe({ summary: 'Open', tag: 'Service', open: true, responses: { 200: [] } })
  v1.get('/open', open, query(z.object({ q: z.string().optional() })), (c) => c.json({}))
  v1.get('/open/plain', describe({ summary: 'Plain', tag: 'Service', open: true, responses: { 200: null } }), (c) => c.json({}))
  v1.post('/open/written', describe({ summary: 'Written', tag: 'Service', open: true, responses: { 200: null } }), (c) => c.json({}))
  v1.get('/inline', describe({ summary: 'Inline', tag: 'Service', responses: { 200: z.object({ object: z.literal('list') }) } }), (c) =>
    c.json({}),
  )
})
type Written = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: { readonly [member: string]: unknown } } }
  readonly components: {
    readonly responses: {
      readonly [name: string]: { readonly headers?: object; readonly content: { readonly [type: string]: { readonly example: object } } }
    }
    readonly schemas: { readonly [name: string]: { readonly required: readonly string[] } }
  }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
}
const written = (await (await whole.app.request('/openapi.json')).json()) as Written
const at = (path: string, method: string) => written.paths[path]?.[method]
const ref = (name: string) => ({ $ref: `#/components/responses/${name}` })
const always = {
  401: ref('Unauthorized'),
  403: ref('Forbidden'),
  429: ref('TooManyRequests'),
  431: ref('HeadersTooLarge'),
  500: ref('InternalError'),
  503: ref('Unavailable'),
}
const tagHeader = { headers: { ETag: { $ref: '#/components/headers/ETag' } } }

test('an answer that can be named by its tag says so, with the request for it', () => {
  assert.equal(at('/v1/liens/{lien_id}', 'get'), {
    summary: 'Lien.',
    tags: ['Liens'],
    description: 'Its own words. A restricted key needs the scope `liens:read`.',
    operationId: 'getLien',
    'x-required-scope': 'liens:read',
    parameters: [
      { $ref: '#/components/parameters/If-None-Match' },
      { in: 'path', name: 'lien_id', required: true, schema: { type: 'string', format: 'uuid' }, description: 'Id of the lien.' },
    ],
    responses: {
      ...always,
      200: { description: 'Success.', ...tagHeader, content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
      304: { description: 'Nothing has changed since the answer with the given `ETag`; no body.', ...tagHeader },
    },
  })
})

test('an answer without a body has none in the document, and an operation without words of its own those of its summary', () => {
  assert.equal(at('/v1/liens/{lien_id}', 'delete'), {
    summary: 'Delete it.',
    tags: ['Liens'],
    description: 'Delete it. A restricted key needs the scope `liens:write`.',
    operationId: 'deleteLien',
    'x-required-scope': 'liens:write',
    parameters: [
      { in: 'path', name: 'lien_id', required: true, schema: { type: 'string', format: 'uuid' }, description: 'Id of the lien.' },
    ],
    responses: { ...always, 412: ref('PreconditionFailed'), 204: { description: 'Success.' } },
  })
})

test('what a write may be refused with is there without a body too, and a section of no kind needs no scope', () => {
  const operation = at('/v1/business_batches/{id}/rows', 'post')
  assert.is(operation?.description, 'Add. Safe to repeat with an `Idempotency-Key`.')
  assert.not.ok('x-required-scope' in (operation ?? {}))
  assert.equal(operation?.parameters, [
    { in: 'path', name: 'id', required: true, schema: { type: 'string', format: 'uuid' }, description: 'Id of the business batch.' },
    { $ref: '#/components/parameters/Idempotency-Key' },
  ])
  assert.equal(Object.keys((operation?.responses ?? {}) as object), [
    '400',
    '401',
    '403',
    '408',
    '412',
    '413',
    '418',
    '422',
    '429',
    '431',
    '500',
    '503',
  ])
})

test('what is open to all names no credentials, scopes or repetition', () => {
  const statuses = (path: string, method: string) => Object.keys((at(path, method)?.responses ?? {}) as object)
  assert.equal(statuses('/v1/open', 'get'), ['200', '400', '431', '500', '503'])
  assert.equal(statuses('/v1/open/plain', 'get'), ['200', '431', '500', '503'])
  assert.equal(statuses('/v1/open/written', 'post'), ['200', '431', '500', '503'])
  const { security, description, parameters, responses } = at('/v1/open/written', 'post') ?? {}
  assert.equal([security, description, parameters], [[], 'Written.', undefined])
  assert.equal((responses as Record<string, unknown>)['200'], { description: 'Success.' })
  assert.not.ok('security' in (at('/v1/inline', 'get') ?? {}))
})

test('a list is told from other answers also where its schema has no name', () => {
  assert.equal(at('/v1/inline', 'get')?.description, 'Inline. The answer is one page of a list: see Lists.')
  const list = document.paths?.['/v1/things']?.get?.description as unknown
  assert.is(list, 'Things. The answer is one page of a list: see Lists.')
})

test('each error has its example, and the headers that come with it', () => {
  const { responses, schemas } = written.components
  const headers = Object.entries(responses).map(([name, each]) => [name, each.headers === undefined ? null : Object.keys(each.headers)])
  assert.equal(headers, [
    ['BadRequest', null],
    ['Unauthorized', ['WWW-Authenticate']],
    ['Forbidden', null],
    ['NotFound', null],
    ['TooSlow', null],
    ['Conflict', null],
    ['PreconditionFailed', null],
    ['TooLarge', null],
    ['Unprocessable', null],
    ['TooManyRequests', ['Retry-After', 'RateLimit', 'RateLimit-Policy']],
    ['HeadersTooLarge', null],
    ['InternalError', null],
    ['Unavailable', ['Retry-After']],
  ])
  assert.equal(responses.NotFound?.content['application/json']?.example, { errors: [{ message: 'business not found' }] })
  assert.equal(schemas.Error?.required, ['message'])
  assert.equal(schemas.ErrorResponse?.required, ['errors'])
})

test('each section is named once, with what it is about', () => {
  assert.equal(
    written.tags.map(({ name, description = '' }) => [name, description.length > 10]),
    [
      ['Service', true],
      ['Liens', true],
      ['OAuth', true],
      ['Webhook calls', true],
    ],
  )
})

test('an answer in other media types is a text or a file, told in their words', () => {
  const pdf = document.paths?.['/v1/things/{id}/pdf']?.get?.responses?.['200'] as unknown
  assert.equal(pdf, { description: 'The PDF.', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
  const both = document.paths?.['/v1/things/{id}/changes']?.get?.responses?.['200'] as unknown
  assert.equal(both, {
    description: 'As asked for.',
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
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
