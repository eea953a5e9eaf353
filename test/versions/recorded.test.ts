// Recorded clients of each version before the newest are served as they were when they were recorded, however the service comes to know their version.
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newestVersion, versionNames } from '../../src/interface/versions.ts'
import { filled } from '../filled.ts'
import { type Client, startTestService, type TestService, testKey } from '../journeys/service.ts'
import { type Exchange, exchange, lostBy, missing } from './exchanges.ts'

const folder = new URL('./recorded/', import.meta.url)
const recordedOf = (version: string): readonly Exchange[] => JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8'))

const asKey = (service: TestService, headers: Readonly<Record<string, string>> = {}): Client =>
  service.as({ Authorization: `Bearer ${testKey}`, ...headers })

type Way = { readonly way: string; readonly defaultVersion: string; readonly client: (service: TestService) => Promise<Client> }

/** The default of the installation is another version wherever it must not matter. */
const waysOf = (version: string): readonly Way[] => [
  { way: 'without a header', defaultVersion: version, client: async (service) => asKey(service) },
  { way: 'with the header', defaultVersion: newestVersion, client: async (service) => asKey(service, { 'Probity-Version': version }) },
  {
    way: 'of an account that is pinned to it',
    defaultVersion: newestVersion,
    client: async (service) => {
      const { data } = (await service.operator.get('/operator/accounts')).body
      await service.operator.put(`/operator/accounts/${data[0].id}/interface_version`, { version })
      return asKey(service)
    },
  },
]

test('each version before the newest is recorded', () => {
  const recorded = readdirSync(folder).map((name) => name.replace('.json', ''))
  assert.equal(
    versionNames.slice(0, -1).filter((version) => !recorded.includes(version)),
    [],
  )
  for (const version of filled(recorded)) assert.ok(recordedOf(version).length > 100, version)
})

for (const version of filled(versionNames.slice(0, -1)))
  for (const { way, defaultVersion, client } of filled(waysOf(version)))
    test(`a client of ${version} ${way} gets what it was recorded with`, async () => {
      const service = await startTestService({ DEFAULT_API_VERSION: defaultVersion })
      try {
        const recorded = recordedOf(version)
        const now = await exchange(service, await client(service), recorded)
        assert.equal(
          recorded.flatMap((each, index) => lostBy(each, now[index] as Exchange)),
          [],
        )
      } finally {
        await service.stop()
      }
    })

test('the newest version, asked for by name, is not what a client of the first one was recorded with', async () => {
  const service = await startTestService()
  try {
    const recorded = recordedOf('2026-11-22').filter(({ path, method }) => path === '/v1/webhooks' && method === 'get')
    const now = await exchange(service, asKey(service, { 'Probity-Version': newestVersion }), recorded)
    assert.equal(lostBy(recorded[0] as Exchange, now[0] as Exchange), ['get /v1/webhooks 200 .data[].enabled_events'])
  } finally {
    await service.stop()
  }
})

test('a member that vanishes, or gets another type, is missed', () => {
  const recorded = { id: 'a', data: [{ name: 'Acme', tags: ['vip'], closed_at: null }], errors: [{ message: 'no', parameter: 'url' }] }
  const fine = { ...recorded, more: 1, data: [{ name: 'Other', tags: [], closed_at: '2026-11-22', more: 1 }] }
  assert.equal(missing(recorded, fine, ''), [])
  assert.equal(missing(recorded, { ...fine, data: [{ name: 'Other', closed_at: null }] }, ''), ['.data[].tags'])
  assert.equal(missing(recorded, { ...fine, id: 5 }, ''), ['.id: number'])
  assert.equal(missing(recorded, { ...fine, data: {} }, ''), ['.data: no list'])
  assert.equal(missing(recorded, { ...fine, errors: [{ message: 'no', parameter: 'address' }] }, ''), ['.errors[].parameter: address'])
  assert.equal(missing(recorded, null, ''), ['the body'])
})

test.run()
