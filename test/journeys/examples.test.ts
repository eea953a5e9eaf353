// What an integrator copies out of the interface description works: every example of a request, sent in turn as it stands, with only the ids in it
// exchanged for those of things that are there.
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newestVersion } from '../../src/interface/versions.ts'
import { filled } from '../filled.ts'
import { checkResponseExamples } from '../http/conformance.ts'
import { fillRecords } from './filled-examples.ts'
import { neverFilled } from './never-filled.ts'
import { oneOfEach } from './one-of-each.ts'
import { type Kinds, membersIn, recordKinds } from './record-kinds.ts'
import { asExample, recordAnswers } from './recorded-answers.ts'
import { type Body, startTestService, testKey, until } from './service.ts'

// The examples are of the newest version; those of older ones are made of them.
const service = await startTestService({ DEFAULT_API_VERSION: newestVersion })
const answers = recordAnswers(service.url)
test.after(async () => {
  answers.end()
  await service.stop()
})
const made = await oneOfEach(service)
const { business, artifact, ids, named } = made
await fillRecords(service, made)
const document: Body = await (await fetch(`${service.url}/openapi.json`)).json()

const there: Body = {
  object_id: business,
  business_id: business,
  business_ids: [business],
  artifact_id: artifact,
  copy: { business_id: business, as_of: new Date().toISOString() },
  // The day of the example comes to be in the past.
  to: new Date(Date.now() + 300 * 86_400_000).toISOString(),
}

const examples = Object.entries(document.paths as Record<string, Body>).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Body>).flatMap(([method, { requestBody }]) => {
    const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
    const given: readonly Body[] = document.components.schemas[name]?.examples ?? []
    return given.map((example, index) => ({ method, path, example, which: index + 1 }))
  }),
)

test('there are examples of every request', () => assert.ok(examples.length > 25, String(examples.length)))

for (const { method, path, example, which } of filled(examples))
  test(`example ${which} of ${method} ${path} works`, async () => {
    if (path.endsWith('/termination'))
      await until('the lien is on its way', async () => {
        const { body } = await service.test.get(`/v1/businesses/${business}/liens`)
        return body.data.some(({ id, status }: Body) => id === ids.liens && status !== 'created')
      })
    const sent = Array.isArray(example) ? example : { ...example, ...pick(there, Object.keys(example)) }
    const headers = { 'Content-Type': 'application/json' }
    const { status, body, text } = await service.test.raw(method.toUpperCase(), named(path), JSON.stringify(sent), headers)
    // This run has no question open.
    if (path.endsWith('/actions') && sent.type === 'dismissal') {
      // The business has no hit that could be dismissed.
      assert.equal([status, body.errors[0].message], [404, 'watchlist result not found'])
    } else if (path === '/v1/two_person_rule') {
      // The account has one user.
      assert.is(status, 422, text)
    } else if (path.endsWith('/refuse')) {
      // Nothing is proposed.
      assert.is(status, 404, text)
    } else if (path.endsWith('/resolution')) assert.equal([status, body.errors[0].message], [404, 'the business has no such discrepancy'])
    // An event that this webhook was never told of.
    else if (path.endsWith('/replays')) assert.equal([status, body.errors[0].parameter], [422, 'since_event'])
    else if (path.endsWith('/resume')) assert.equal([status, body.errors[0].parameter], [422, 'interrupt_id'])
    else assert.ok(status === 200 || status === 201, text)
  })

const kept = new URL('../../src/http/openapi/response-examples.json', import.meta.url)

/** The member of the document that describes an answer: its schema by name, or the operation. */
const placeOf = (method: string, template: string, status: string): string =>
  document.paths[template][method].responses[status].content['application/json'].schema.$ref?.split('/').at(-1) ??
  `${method} ${template} ${status}`

const described = Object.entries(document.paths as Record<string, Body>).flatMap(([template, methods]) =>
  Object.entries(methods as Record<string, Body>).flatMap(([method, { responses }]) =>
    Object.entries(responses as Record<string, Body>).flatMap(([status, { content }]) =>
      status.startsWith('2') && content?.['application/json']
        ? [{ template, method, status, place: placeOf(method, template, status) }]
        : [],
    ),
  ),
)

/** Answers that need a person who signs in (`test/http/oauth`), a version in shadow, or owners who differ (`test/journeys` has them). */
const notAnswered = ['AccessToken', 'post /oauth/revoke 200', 'PolicyShadow', 'PolicyShadowOutcomeList', 'OwnerDiscrepancy']

const queried: Readonly<Record<string, string>> = {
  '/v1/actions': `?object_type=businesses&object_id=${business}`,
  '/v1/actions/{id}': `?object_type=businesses&object_id=${business}`,
  '/v1/agent/jurisdictions': '?state=PA',
  '/v1/agent/questions': '?state=OR',
}

/** What a fresh service answers, by the place in the document that it is an example for. */
const fresh = async (): Promise<ReadonlyMap<string, Body>> => {
  for (const { template, method } of described)
    if (method === 'get') await service.test.raw('GET', `${named(template)}${queried[template] ?? ''}`)
  await service.operator.post('/operator/seals', {})
  for (const path of ['/healthz', '/readyz', '/v1/agents/business_verification', named('/v1/businesses/{id}/proof')])
    await fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${testKey}` } })
  await service.test.post(named('/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver'))
  await service.test.post(named('/v1/webhooks/{id}/test'))
  await service.test.del(named('/v1/businesses/{business_id}/monitor'))
  await service.test.del(named('/v1/api_keys/{id}'))
  const found = new Map<string, Body>()
  for (const [key, { path, body }] of answers.fullest()) {
    const [method = '', , status = ''] = key.split(' ')
    const place = placeAnswered({ method, path, status })?.place
    const richer = place !== undefined && JSON.stringify(body).length > JSON.stringify(found.get(place) ?? null).length
    if (richer) found.set(place, body)
  }
  return found
}

const placeAnswered = ({ method, path, status }: { readonly method: string; readonly path: string; readonly status: string }) => {
  const matching = described.filter((each) => each.method === method && each.status === status && matches(each.template, path))
  return matching.find(({ template }) => template === path) ?? matching[0]
}

const matches = (template: string, path: string) => new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path)

const members = (body: Body): readonly string[] =>
  Object.keys(Array.isArray(body) ? body[0] : body.object === 'list' ? (body.data[0] ?? {}) : body).toSorted()

/** An example that the schema of its place does not allow any more is renewed too. */
const isRight = (place: string, body: Body): boolean => {
  try {
    checkResponseExamples(document, { [place]: body })
    return true
  } catch {
    return false
  }
}

test('every answer has an example, which has the members of a fresh answer', async () => {
  const found = await fresh()
  if (process.env.KEEP_EXAMPLES) {
    const before: Readonly<Record<string, Body>> = JSON.parse(readFileSync(kept, 'utf8'))
    const renewed = [...found].filter(
      ([place, body]) => !before[place] || String(members(before[place])) !== String(members(body)) || !isRight(place, before[place]),
    )
    const all = { ...before, ...Object.fromEntries(renewed.map(([place, body]) => [place, asExample(body)])) }
    const sorted = Object.entries(all).toSorted(([one], [other]) => one.localeCompare(other))
    writeFileSync(kept, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  }
  const examples: Readonly<Record<string, Body>> = JSON.parse(readFileSync(kept, 'utf8'))
  assert.equal(
    [...new Set(described.map(({ place }) => place))].filter((place) => !(place in examples) && !notAnswered.includes(place)),
    [],
  )
  for (const [place, body] of filled(found))
    assert.equal(members(examples[place]), members(body), `${place}: KEEP_EXAMPLES=1 renews the examples`)
  checkResponseExamples(document, examples)
})

const schemaAt = ({ method, template, status }: Body): Body =>
  document.paths[template][method].responses[status].content['application/json'].schema

const answered = described.filter(({ place }) => !notAnswered.includes(place))

/** The kinds of records in answers, by the place of each in the document. */
const kindsIn = (bodies: readonly (readonly [place: string, body: Body])[]): Kinds => {
  const seen = recordKinds(document)
  for (const [place, body] of bodies) {
    const at = answered.find((each) => each.place === place)
    if (at) seen.see(schemaAt(at), body, place)
  }
  return seen.kinds()
}

test('every member of every kind of record has a value in some answer, but for those that are listed', async () => {
  // What has ended since, or ends soon.
  for (const path of ['webhooks', 'api_keys']) await service.test.get(`/v1/${path}`)
  const read = async (path: string): Promise<Body> => (await service.test.get(named(path))).body
  await until('the lien is filed', async () =>
    (await read('/v1/businesses/{id}/liens')).data.some((each: Body) => each.confirmation_number),
  )
  await until('a delivery has failed', async () => (await read('/v1/webhooks/{id}/deliveries')).data.some((each: Body) => each.error))
  const kinds = kindsIn(answers.all().map((answer) => [placeAnswered(answer)?.place ?? '', answer.body]))
  const all = answered.flatMap((at) => membersIn(document, schemaAt(at), at.place))
  const empty = Map.groupBy(
    all.filter(([kind, member]) => kinds[kind]?.[member] === undefined),
    ([kind]) => kind,
  )
  const without = [...empty].map(([kind, members]) => [kind, [...new Set(members.map(([, member]) => member))].toSorted()] as const)
  assert.equal(Object.fromEntries(without.toSorted()), neverFilled)

  // What an example of the description has, the answers have in the same form.
  const recorded = kindsIn(Object.entries(JSON.parse(readFileSync(kept, 'utf8'))))
  assert.ok(Object.keys(recorded).length > 150, String(Object.keys(recorded).length))
  for (const [kind, example] of Object.entries(recorded)) {
    const compared = Object.keys(example).filter((member) => !neverFilled[kind]?.includes(member.split(' ')[0] ?? ''))
    const forms = (of: Kinds[string] = {}) => Object.fromEntries(compared.map((member) => [member, of[member]]))
    assert.equal(forms(kinds[kind]), forms(example), kind)
  }
})

const pick = (from: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

test.run()
