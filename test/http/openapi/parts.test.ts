// The parts that the interface description is put together from: words, examples, older versions, calls to webhooks, and the pages that show it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { documentOfVersion } from '../../../src/http/openapi/document-of-version.ts'
import { withExamples } from '../../../src/http/openapi/response-examples.ts'
import { webhookCalls } from '../../../src/http/openapi/webhook-calls.ts'
import { propertyWords, withWords } from '../../../src/http/openapi/words/property-words.ts'
import { newestVersion, versionNames } from '../../../src/interface/versions.ts'
import { filled } from '../../filled.ts'
import { errorsOf, toy } from '../toy.ts'

type Schema = { description?: string; readonly [member: string]: unknown }

/** The words of one property of a schema with this name, used in requests alone where `asked`. */
const wordsOf = (name: string, property: Schema, { at = 'Thing', asked = false } = {}): string | undefined => {
  const content = { content: { 'application/json': { schema: { $ref: `#/components/schemas/${at}` } } } }
  const operation = asked ? { requestBody: content } : { responses: { 200: content } }
  withWords({ paths: { '/things': { post: operation } }, components: { schemas: { [at]: { properties: { [name]: property } } } } })
  return property.description
}

test('a property without words of its own gets those of the table', () => {
  assert.is(wordsOf('created_at', {}), propertyWords.created_at)
  assert.is(wordsOf('created_at', { description: 'Its own.' }), 'Its own.')
  const unknown: Schema = {}
  assert.is(wordsOf('no_such_property', unknown), undefined)
  assert.equal(Object.keys(unknown), [])
})

test('words for a property of one schema, of lists or of requests come before those for all', () => {
  assert.is(wordsOf('state', {}, { at: 'Lien' }), propertyWords['Lien.state'])
  assert.is(wordsOf('url', {}, { at: 'ThingList' }), propertyWords['List.url'])
  assert.is.not(wordsOf('url', {}), propertyWords['List.url'])
  assert.is(wordsOf('tags', {}, { asked: true }), propertyWords['Request.tags'])
  assert.is.not(wordsOf('tags', {}), propertyWords['Request.tags'])
  const within: Schema = {}
  wordsOf('folding', { properties: { end: within } })
  assert.is(within.description, propertyWords['folding.end'])
})

test('an answer says when a property may be null, unless its words do', () => {
  const plain = propertyWords.latitude ?? ''
  assert.not.match(plain, /null/i)
  const told = `${plain} Null when it is not known.`
  assert.is(wordsOf('latitude', { type: ['number', 'null'] }), told)
  assert.is(wordsOf('latitude', { type: 'null' }), told)
  assert.is(wordsOf('latitude', { anyOf: [{ type: 'number' }, { type: 'null' }] }), told)
  assert.is(wordsOf('latitude', { anyOf: [{ type: 'number' }, { type: 'string' }] }), plain)
  assert.is(wordsOf('latitude', { type: ['number', 'string'] }), plain)
  assert.is(wordsOf('latitude', { type: 'number' }), plain)
  assert.is(wordsOf('latitude', { type: ['number', 'null'] }, { asked: true }), plain)
  const saying = Object.entries(propertyWords).find(([name, words]) => !name.includes('.') && /\bnull\b/i.test(words))
  assert.ok(saying)
  assert.is(wordsOf(saying[0], { type: 'null' }), saying[1])
})

test('the kind of a record is named', () => {
  assert.is(wordsOf('object', { const: 'thing' }), 'Always `thing`: the kind of record.')
  assert.is(wordsOf('object', { type: 'string' }), propertyWords.object)
  assert.is(wordsOf('created_at', { const: 'now' }), propertyWords.created_at)
})

test('words reach every place of a schema, in components and in operations', () => {
  const places: Schema[] = []
  const place = () => {
    const property: Schema = { type: ['number', 'null'] }
    places.push(property)
    return { properties: { latitude: property } }
  }
  const schema = {
    ...place(),
    anyOf: [place()],
    oneOf: [place()],
    allOf: [place()],
    items: place(),
    additionalProperties: place(),
  }
  const nested = { properties: { name: { ...place(), additionalProperties: true } } }
  const answer = { 200: { content: { 'application/json': { schema: place() }, 'text/plain': {} } }, 204: {} }
  withWords({
    paths: { '/things': { get: { responses: answer }, delete: {} } },
    components: { schemas: { Thing: schema, Nested: nested } },
  })
  for (const { description } of filled(places)) assert.is(description, `${propertyWords.latitude} Null when it is not known.`)
  const inBody: Schema = { type: ['number', 'null'] }
  const requestBody = { content: { 'application/json': { schema: { properties: { latitude: inBody } } } } }
  withWords({ paths: { '/things': { post: { requestBody } } } })
  assert.is(inBody.description, propertyWords.latitude)
})

test('what a request refers to, through others too, has the words of requests', () => {
  const property = (): Schema => ({ type: ['number', 'null'] })
  const [outer, inner, apart] = [property(), property(), property()]
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const schemas = {
    Outer: { properties: { latitude: outer, name: ref('Inner'), self: ref('Outer') } },
    Inner: { properties: { latitude: inner } },
    Apart: { properties: { latitude: apart } },
  }
  const requestBody = { content: { 'application/json': { schema: ref('Outer') } } }
  const get = { responses: { 200: { content: { 'application/json': { schema: ref('Apart') } } } } }
  withWords({ paths: { '/things': { post: { requestBody }, get } }, components: { schemas } })
  const plain = propertyWords.latitude
  assert.equal([outer.description, inner.description, apart.description], [plain, plain, `${plain} Null when it is not known.`])
})

const answerOf = (schema?: object) => ({
  content: { 'application/json': { ...(schema && { schema }) } as { schema?: object; examples?: unknown } },
})

test('an answer that is a success has the example of its schema or of its operation', () => {
  const business = answerOf({ $ref: '#/components/schemas/Business' })
  const list = answerOf({ $ref: '#/components/schemas/BusinessItemList' })
  const refused = answerOf({ $ref: '#/components/schemas/Business' })
  const unknown = answerOf({ $ref: '#/components/schemas/NoSuchThing' })
  const bare = answerOf()
  const document: object = withExamples({
    openapi: '3.1.0',
    paths: {
      '/v1/businesses': { post: { responses: { 201: business, 404: refused } }, get: { responses: { 200: list, 204: {} } } },
      '/v1/things': { get: { responses: { 200: unknown, 201: bare } }, delete: {} },
    },
    components: { schemas: { Business: {} } },
  })
  const named = (name: string) => ({ answer: { $ref: `#/components/examples/${name}` } })
  const examples = [business, list, refused, unknown, bare].map(({ content }) => content['application/json'].examples)
  assert.equal(examples, [named('Business'), named('BusinessItemList'), undefined, undefined, undefined])
  const { components, openapi } = document as { openapi: string; components: { examples: Record<string, { value: { object: string } }> } }
  assert.equal([openapi, Object.keys(components)], ['3.1.0', ['schemas', 'examples']])
  assert.equal(Object.keys(components.examples), ['Business', 'BusinessItemList'])
  assert.equal([components.examples.Business?.value.object, components.examples.BusinessItemList?.value.object], ['business', 'list'])
})

test('an answer whose schema has no name has the example of its operation', () => {
  const health = answerOf({ type: 'object' })
  const document = withExamples({ paths: { '/healthz': { get: { responses: { 200: health } } } } })
  assert.equal(health.content['application/json'].examples, { answer: { $ref: '#/components/examples/get_healthz_200' } })
  const { components } = document as { components?: { examples: object } }
  assert.equal(components?.examples, { get_healthz_200: { value: { status: 'ok' } } })
})

const described = {
  info: { title: 'Probity', version: newestVersion },
  components: {
    schemas: {
      Webhook: { properties: { event_types: { type: 'array' } }, required: ['event_types'] },
      Thing: { properties: { event_types: { type: 'array' } } },
    },
    examples: {
      Webhook: { value: { object: 'webhook', event_types: ['a'] } },
      WebhookList: { value: { object: 'list', data: [{ event_types: ['a'] }] } },
      Thing: { value: { event_types: ['a'] } },
    },
    headers: { ETag: {} },
  },
}

test('the description of an older version has its names in its schemas and examples, and no others', () => {
  const old: object = documentOfVersion(described, versionNames[0] ?? '')
  assert.equal(old, {
    info: { title: 'Probity', version: versionNames[0] ?? '' },
    components: {
      schemas: {
        Webhook: { properties: { enabled_events: { type: 'array' } }, required: ['enabled_events'] },
        Thing: described.components.schemas.Thing,
      },
      examples: {
        Webhook: { value: { object: 'webhook', enabled_events: ['a'] } },
        WebhookList: { value: { object: 'list', data: [{ enabled_events: ['a'] }] } },
        Thing: described.components.examples.Thing,
      },
      headers: { ETag: {} },
    },
  })
  assert.equal(documentOfVersion(described, newestVersion), described)
  assert.equal(documentOfVersion<{ components?: object; info?: object }>({ info: {} }, newestVersion), {
    info: { version: newestVersion },
    components: { schemas: {} },
  })
})

test('a webhook is called by the type of its event, with signatures of two kinds', async () => {
  const Thing = z.object({ id: z.uuid() }).meta({ id: 'Thing' })
  const { webhooks, schemas } = await webhookCalls({ 'thing.made': Thing, 'other.thing': z.object({ thing: Thing }) }, 'X-Own')
  assert.equal([Object.keys(webhooks), Object.keys(schemas)], [['thing.made', 'other.thing'], ['Thing']])
  const { post } = webhooks['thing.made'] ?? assert.unreachable() ?? { post: undefined }
  assert.is(post?.operationId, 'receiveThingMade')
  assert.equal(
    post?.parameters.map(({ name, in: place, required }) => [name, place, required]),
    ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Own', 'X-Correlation-Id'].map((name) => [name, 'header', true]),
  )
  assert.equal([post?.security, post?.tags, Object.keys(post?.responses ?? {})], [[], ['Webhook calls'], ['2XX']])
  assert.equal(post?.requestBody, {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } as never } },
  })
  const usual = await webhookCalls({ 'thing.made': Thing })
  assert.is(usual.webhooks['thing.made']?.post.parameters[3]?.name, 'X-Signature-256')
  assert.equal(await webhookCalls({}), { webhooks: {}, schemas: {} })
})

const { app } = toy((v1) => v1.get('/things', (c) => c.json({})))
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

test('the document is there for each version: by its query, else its header, else the usual one', async () => {
  const versionOf = async (path: string, headers = {}) => {
    const answer = await get(path, headers)
    const { info } = (await answer.json()) as { info: { version: string } }
    assert.is(answer.headers.get('probity-version'), info.version)
    return info.version
  }
  const [oldest = '', newest = ''] = [versionNames[0], versionNames.at(-1)]
  assert.is(await versionOf('/openapi.json'), oldest)
  assert.is(await versionOf('/openapi.json', { 'Probity-Version': newest }), newest)
  assert.is(await versionOf(`/openapi.json?version=${oldest}`, { 'Probity-Version': newest }), oldest)
  assert.is(await versionOf(`/openapi.json?version=${newest}`), newest)
  const refused = await get('/openapi.json?version=latest')
  assert.equal([refused.status, (await errorsOf(refused)).map(({ parameter }) => parameter)], [400, ['version']])
  assert.is((await get('/openapi.json', { 'Probity-Version': 'latest' })).status, 400)
})

test('the pages that show it come with their types and a strict policy, and nothing else of their folder does', async () => {
  for (const [path, type, cached] of [
    ['/docs', 'text/html; charset=utf-8', null],
    ['/docs/theme.js', 'text/javascript; charset=utf-8', null],
    ['/docs/start.js', 'text/javascript; charset=utf-8', null],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8', 'public, max-age=86400'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'public, max-age=86400'],
    ['/docs/favicon-32x32.png', 'image/png', 'public, max-age=86400'],
  ] as const)
    for (const _ of ['once', 'twice']) {
      const { status, headers } = await get(path)
      assert.equal([status, headers.get('content-type'), headers.get('cache-control')], [200, type, cached], path)
      assert.match(headers.get('content-security-policy') ?? '', "default-src 'none'; script-src 'self'; ")
      assert.is(headers.get('x-content-type-options'), 'nosniff')
    }
  for (const path of ['/docs/package.json', '/docs/constructor', '/docs/toString', '/docs/swagger-ui.js'])
    assert.is((await get(path)).status, 404, path)
})

test.run()
