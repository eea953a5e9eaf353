import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import { type TimelineDocument, timeline } from '../../src/projections/timeline.ts'
import { samples } from '../events/samples.ts'
import { accountId } from '../stores/log.ts'

const recordedAt = '2026-11-21T09:30:00.000Z'

/** The sample of a registration found, with this history, as the log gives it back. */
const found = (...occurred: readonly string[]): StoredEvent => {
  const data = structuredClone(samples.RegistrationFound[0]?.data) as { registration: { history: unknown } }
  data.registration.history = occurred.map((occurred_at) => ({ type: 'registration.updated', occurred_at, description: 'Renewed' }))
  const metadata = { account_id: accountId, recorded_at: recordedAt }
  const place = { stream: `business-${accountId}`, revision: 0, position: 1n }
  return { id: '0198c0de-0000-7000-8000-00000000000e', type: 'RegistrationFound', data, metadata, ...place } as unknown as StoredEvent
}

const entries = (event: StoredEvent): readonly TimelineDocument[] =>
  timeline.keys(event).map((key) => timeline.fold(null, [event], key) as TimelineDocument)

test('a registration is told as found, and each of its filings as history', () => {
  assert.equal(
    entries(found('2011-01-01', '2012-02-03T04:05:06.000Z')).map(({ type, plain_type, occurred_at }) => [type, plain_type, occurred_at]),
    [
      ['registration.created', 'registration.created', recordedAt],
      ['sos_history.registration.updated', 'registration.updated', '2011-01-01T00:00:00.000Z'],
      ['sos_history.registration.updated', 'registration.updated', '2012-02-03T04:05:06.000Z'],
    ],
  )
})

test('a filing whose date cannot be read stands where it was found', () => {
  assert.is(entries(found('sometime'))[1]?.occurred_at, recordedAt)
})

test('a dismissal and its end are told about the hit, with what was said', () => {
  for (const [type, told] of [
    ['WatchlistHitDismissed', 'watchlist_result.dismissed'],
    ['WatchlistHitReopened', 'watchlist_result.reopened'],
  ] as const) {
    const data = samples[type][0]?.data as { readonly hit_id: string }
    const { hit_id, ...rest } = data
    const [entry] = entries({ ...found(), type, data } as unknown as StoredEvent)
    assert.equal([entry?.type, entry?.occurred_at, entry?.data], [told, recordedAt, { object: { id: hit_id, ...rest } }])
  }
})

test('a hit on file whose entry changed is told as changed, with what the list says otherwise', () => {
  const data = samples.WatchlistHitChanged[0]?.data as { readonly hit: { readonly [field: string]: unknown }; readonly changes: object }
  const { id, list, entity_name } = data.hit
  const [entry] = entries({ ...found(), type: 'WatchlistHitChanged', data } as unknown as StoredEvent)
  assert.equal([entry?.type, entry?.data], ['watchlist_result.updated', { object: { id, list, entity_name, changes: data.changes } }])
})

test('a hit that is found, or not found any more, is told with its list and entry alone', () => {
  for (const [type, told] of [
    ['WatchlistHitFound', 'watchlist_result.created'],
    ['WatchlistHitGone', 'watchlist_result.deleted'],
  ] as const) {
    const data = samples[type][0]?.data as { readonly hit: { readonly [field: string]: unknown } }
    const { id, list, entity_name } = data.hit
    const [entry] = entries({ ...found(), type, data } as unknown as StoredEvent)
    assert.equal([entry?.type, entry?.data], [told, { object: { id, list, entity_name } }])
  }
})

test('the same event always makes the same entries', () => {
  const event = found('2011-01-01')
  assert.equal(entries(event), entries(event))
  assert.is(new Set(timeline.keys(event)).size, 2)
})

test.run()
