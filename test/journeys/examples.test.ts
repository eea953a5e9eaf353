// What an integrator copies out of the interface description works: every example of a request, sent in turn as it stands, with only the ids in it
// exchanged for those of things that are there.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { oneOfEach } from './one-of-each.ts'
import { type Body, startTestService, until } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())
const { business, artifact, ids, named } = await oneOfEach(service)
const document: Body = await (await fetch(`${service.url}/openapi.json`)).json()

const there: Readonly<Record<string, string>> = { object_id: business, business_id: business, artifact_id: artifact }

const examples = Object.entries(document.paths as Record<string, Body>).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Body>).flatMap(([method, { requestBody }]) => {
    const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
    const given: readonly Body[] = document.components.schemas[name]?.examples ?? []
    return given.map((example, index) => ({ method, path, example, which: index + 1 }))
  }),
)

test('there are examples of every request', () => assert.ok(examples.length > 25, String(examples.length)))

for (const { method, path, example, which } of examples)
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
    } else if (path.endsWith('/resume')) assert.equal([status, body.errors[0].parameter], [422, 'interrupt_id'])
    else assert.ok(status === 200 || status === 201, text)
  })

const pick = (from: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

test.run()
