// The transforms between versions: what an older client sends reaches the newest names, and comes back in its own.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { renamed } from '../../src/interface/version-changes.ts'
import { asNewest, asOlder, changesAfter, changesAt, inOlderWords, newestVersion, versionNames } from '../../src/interface/versions.ts'

const first = '2026-11-22'

test('versions are dates in their order, and the newest has nothing after it', () => {
  for (const version of versionNames) assert.match(version, /^\d{4}-\d{2}-\d{2}$/)
  assert.equal(versionNames, versionNames.toSorted())
  assert.equal(changesAfter(newestVersion), [])
  assert.ok(changesAfter(first).length > 0)
})

test('a change applies at its paths and at no others', () => {
  for (const path of ['/v1/webhooks', '/v1/webhooks/0198', '/v1/webhooks/0198/rotate_secret'])
    assert.is(changesAt(first, path).length, 1, path)
  for (const path of ['/v1/webhooks/0198/deliveries', '/v1/businesses/0198/monitor', '/v1/webhooks/', '/v1'])
    assert.is(changesAt(first, path).length, 0, path)
  assert.equal(changesAt(newestVersion, '/v1/webhooks'), [])
})

const webhooks = changesAt(first, '/v1/webhooks')

test('a body takes the newest names, and what is no object stays as it is', () => {
  assert.equal(asNewest(webhooks, { url: 'a', enabled_events: ['*'] }), { url: 'a', event_types: ['*'] })
  assert.equal(asNewest(webhooks, { event_types: ['*'] }), { enabled_events: ['*'] }, 'a name that the first version does not know')
  assert.equal(asNewest(webhooks, ['enabled_events']), ['enabled_events'])
  assert.is(asNewest(webhooks, undefined), undefined)
})

test('a record, a list and a refusal get the older names', () => {
  const record = { object: 'webhook', event_types: ['*'] }
  assert.equal(asOlder(webhooks, record), { object: 'webhook', enabled_events: ['*'] })
  assert.equal(asOlder(webhooks, { object: 'list', data: [record], has_more: false }), {
    object: 'list',
    data: [{ object: 'webhook', enabled_events: ['*'] }],
    has_more: false,
  })
  const refusal = { errors: [{ message: 'item 1 of event_types is wrong', parameter: 'event_types.0' }] }
  assert.equal(asOlder(webhooks, refusal), { errors: [{ message: 'item 1 of enabled_events is wrong', parameter: 'enabled_events.0' }] })
  assert.is(inOlderWords(webhooks, 'event_types_of_all, event_types'), 'event_types_of_all, enabled_events')
})

test('several changes are taken back in the opposite order', () => {
  const none = { title: '', paths: [], schemas: [] }
  const twice = [renamed({ ...none, from: 'a', to: 'b' }), renamed({ ...none, from: 'b', to: 'c' })]
  assert.equal(asNewest(twice, { a: 1 }), { c: 1 })
  assert.equal(asOlder(twice, { c: 1 }), { a: 1 })
})

test.run()
