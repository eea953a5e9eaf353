// Which streams belong to test or live, and which to both: none is forgotten.
import { globSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isShared, markOf } from '../../src/events/modes.ts'
import { projections } from '../../src/projections/all.ts'
import { isApart } from '../../src/projections/projection.ts'
import { filled } from '../filled.ts'

/** An event that says all that a stream may be marked by. */
const telling = {
  data: { mode: 'test', batch_id: '1', context_id: '1', registration_request_id: '1', company_id: '1' },
  metadata: { account_id: '1', actor: { type: 'api_key', id: '1' } },
}

const aggregates = (): readonly string[] => {
  const files = globSync('src/commands/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const named = files.flatMap((text) => [...text.matchAll(/: Aggregate<[^=]*= \{\n {2}name: '(\w+)',(?:\n {2}of: '(\w+)')?/g)])
  return [...new Set(named.map(([, name = '', of = name]) => of))]
}

test('every aggregate is told apart but the account, its users and policies, and what the service keeps for itself', () => {
  const all = filled(aggregates())
  const untold = all.filter((name) => markOf(`${name}-1`, [telling]) === undefined)
  assert.equal(untold.toSorted(), ['account', 'oauth_token', 'policies', 'reference_data', 'reservation', 'seal', 'user'])
  assert.equal(
    all.filter((name) => isShared(`${name}-1`)),
    untold,
  )
})

test('the documents of every projection are told apart, but for those of shared streams and copies of a business, which hold its mode', () => {
  const together = projections.filter(({ spec }) => !isApart(spec)).map(({ spec }) => spec.name)
  assert.equal(together.toSorted(), [
    'access_tokens',
    'accounts',
    'activity',
    'business_snapshots',
    'oauth_clients',
    'policies',
    'proposals',
    'users',
  ])
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
