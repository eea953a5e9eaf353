// Which streams belong to test or live, and which to both: none is forgotten.
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isShared, markedPrefixes, markOf } from '../../src/events/modes.ts'
import { projections } from '../../src/projections/all.ts'
import { isApart } from '../../src/projections/projection.ts'

test('every aggregate is marked or declared shared', () => {
  const files = readdirSync('src/commands').map((file) => readFileSync(`src/commands/${file}`, 'utf8'))
  const declared = files.flatMap((text) =>
    [...text.matchAll(/: Aggregate<[^=]*= \{\n {2}name: '(\w+)',(?!\n {2}of:)/g)].map(([, name]) => name),
  )
  const shared = files.flatMap((text) => [...text.matchAll(/of: '(\w+)'/g)].map(([, of]) => of))
  assert.ok(declared.length > 15)
  for (const name of [...declared, ...shared]) assert.ok(markedPrefixes.includes(name ?? ''), name)
})

test('what is shared is the account, its users and policies, and what the service keeps for itself', () => {
  const shared = markedPrefixes.filter((prefix) => isShared(`${prefix}-1`))
  assert.equal(shared.toSorted(), ['account', 'oauth_token', 'policies', 'reference_data', 'reservation', 'seal', 'user'])
})

test('the documents of every projection are told apart, but for those of shared streams and copies of a business, which hold its mode', () => {
  const together = projections.filter(({ spec }) => !isApart(spec)).map(({ spec }) => spec.name)
  assert.equal(together.toSorted(), ['access_tokens', 'accounts', 'business_snapshots', 'oauth_clients', 'policies', 'proposals', 'users'])
})

test('what an event says goes before what the stream is about', () => {
  const about = { context_id: '1' }
  assert.equal(markOf('run-1', [{ data: about, metadata: {} }]), { stream: 'business-1' })
  assert.is(markOf('run-1', [{ data: about, metadata: { mode: 'test' } }]), 'test')
  assert.is(
    markOf('business_batch-1', [
      { data: {}, metadata: {} },
      { data: { mode: 'test' }, metadata: {} },
    ]),
    'test',
  )
  assert.is(markOf('business-1', [{ data: {}, metadata: {} }]), undefined)
})

test.run()
