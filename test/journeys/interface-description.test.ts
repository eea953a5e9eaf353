// The description of each version of the interface that integrators generate their clients from: whole, true to itself, and of clients' paths alone.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { interfaceDescription } from '../../scripts/interface-description.ts'
import { versionNames } from '../../src/interface/versions.ts'
import { filled } from '../filled.ts'
import { checkExamples } from '../http/conformance.ts'
import { type Body, startTestService } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())

type Operation = { readonly method: string; readonly path: string; readonly described: Body }
for (const version of versionNames) {
  const document: Body = await (await fetch(`${service.url}/openapi.json?version=${version}`)).json()
  const operations: readonly Operation[] = Object.entries(document.paths as Record<string, Body>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Body>).map(([method, described]) => ({ method, path, described })),
  )

  test(`${version}: generators and linters get the description that clients get`, async () => {
    assert.equal(await interfaceDescription(version), document)
  })

  test(`${version}: every reference leads somewhere`, () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '')
    assert.ok(references.length > 100)
    for (const path of new Set(references)) {
      const found = path.split('/').reduce<Body>((held, part) => held?.[part], document)
      assert.ok(found, `#/${path} leads nowhere`)
    }
  })

  test(`${version}: the examples of requests fit their own schemas`, () => checkExamples(document))

  test(`${version}: clients' operations are described, and the operator's are not`, () => {
    assert.equal(
      operations
        .filter(({ described }) => !described.summary || described.tags?.length !== 1)
        .map(({ method, path }) => `${method} ${path}`),
      [],
    )
    assert.equal(
      operations.filter(({ path }) => path.startsWith('/operator')).map(({ path }) => path),
      [],
    )
    assert.is(new Set(operations.map(({ described }) => described.operationId)).size, operations.length)
  })

  test(`${version}: every section says what it is about`, () => {
    const silent = (document.tags as readonly Body[]).filter(({ description }) => !description)
    assert.equal(
      silent.map(({ name }) => name),
      [],
    )
  })

  test(`${version}: every parameter of a path says what it names`, () => {
    const named = operations.flatMap(({ path, described }) =>
      ((described.parameters ?? []) as readonly Body[]).flatMap((each) => (each.in === 'path' ? [{ ...each, path }] : [])),
    )
    for (const { name, path, description } of filled<Body>(named))
      assert.match(description ?? '', /^Id of the [a-z ]+\.$/, `${name} of ${path}`)
  })

  test(`${version}: every type that a webhook can be told of has its call`, () => {
    const types = document.components.schemas.CreateWebhookRequest.properties[version === '2026-11-22' ? 'enabled_events' : 'event_types']
    const named = JSON.stringify(types).match(/"[a-z_]+\.[a-z_]+"/g) ?? []
    const ids = Object.values(document.webhooks as Record<string, Body>).map(({ post }) => post.operationId)
    assert.ok(ids.includes('receiveBusinessApproved'))
    assert.is(new Set(ids).size, ids.length)
    assert.equal(Object.keys(document.webhooks).toSorted(), named.map((each) => JSON.parse(each)).toSorted())
  })
}

test.run()
