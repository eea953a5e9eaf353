// The version of the interface that a request names: the one that is used is said, and an unknown one is refused with those that are known.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultVersion, versionChanges, versions } from '../../src/interface/versions.ts'
import { filled } from '../filled.ts'
import { acme, startTestService } from '../journeys/service.ts'

const service = await startTestService()
test.after(() => service.stop())

const header = 'Probity-Version'

test('every known version is served, and the first one where none is named', async () => {
  assert.is((await service.test.get('/v1/businesses')).headers.get(header), '2026-11-22')
  assert.is(defaultVersion, '2026-11-22')
  for (const { version } of versions) {
    const made = await service.test.post('/v1/businesses', acme, { [header]: version })
    assert.equal([made.status, made.headers.get(header)], [201, version])
  }
  assert.is(
    (await service.test.get('/v1/businesses/none', { [header]: '2026-11-22' })).headers.get(header),
    '2026-11-22',
    'also on a refusal',
  )
})

test('an unknown version is refused, and nothing is done', async () => {
  const before = (await service.test.get('/v1/businesses')).body.total_count
  for (const version of ['2026-11-21', '2026-11-24', 'latest', '']) {
    const { status, body } = await service.test.post('/v1/businesses', acme, { [header]: version })
    assert.equal([status, body.errors[0].parameter], [400, header], version)
    for (const known of versions) assert.match(body.errors[0].message, known.version)
  }
  assert.is((await service.test.get('/v1/businesses')).body.total_count, before)
})

test('the interface description lists the versions', async () => {
  const { info } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { readonly info: { readonly description: string } }
  for (const { version, title } of filled(versionChanges)) assert.match(info.description, `- ${version}: ${title}`)
})

test.run()
