// What the certificate of a screening says came of it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { screeningStatement } from '../../../src/interface/resources/screening-certificates.ts'
import { businessId, watchlistHit } from '../../commands/businesses.ts'
import { samples } from '../../events/samples.ts'

const test = suite('screening certificates')

type Stated = Parameters<typeof screeningStatement>[0]
const unreadName = { screened: 'Ann', scripts: ['Hangul'] }
const stated = (change: object) => {
  const data = { ...samples.WatchlistScreened.at(-1)?.data, hit_ids: [], unread: [], ...change }
  const event = { id: 'event', data, metadata: { recorded_at: '2026-11-21T09:30:00.000Z', hash: '00' } }
  const business = { id: businessId, name: 'Acme', mode: 'live', file: { hits: { [watchlistHit.id]: watchlistHit } } }
  return screeningStatement({ event, business, account: { id: 'a', name: 'A' }, at: '2026-11-21T10:00:00.000Z' } as unknown as Stated)
}

for (const [what, change, outcome] of [
  ['nothing was found on the lists', {}, 'nothing_found'],
  ['a party was found', { hit_ids: [watchlistHit.id] }, 'found'],
  ['a name was not read', { unread: [unreadName] }, 'not_fully_screened'],
  ['a party was found and a name was not read', { hit_ids: [watchlistHit.id], unread: [unreadName] }, 'found'],
  ['there was no list', { lists: [] }, 'no_lists'],
  ['there was no list, and a name was not read', { lists: [], unread: [unreadName] }, 'no_lists'],
] as const)
  test(`a screening in which ${what} came to ${outcome}`, () => {
    const { outcome: told, found, unread } = stated(change)
    assert.equal([told, found.length, unread.length], [outcome, 'hit_ids' in change ? 1 : 0, 'unread' in change ? 1 : 0])
  })

test('a hit that stands against a list which was not searched is none that the screening found', () => {
  const { outcome, found } = stated({ hit_ids: [watchlistHit.id], lists: [{ abbr: 'UN', title: 'List', version: '1' }] })
  assert.equal([outcome, found], ['nothing_found', []])
})

test.run()
