// A watchlist hit keeps its id while its entry is on the list.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { BusinessEvent } from '../../../src/events/business.ts'
import type { WatchlistHit } from '../../../src/events/business-evidence.ts'
import { withIds } from '../../../src/processes/findings/hit-ids.ts'
import { created, source, watchlistHit } from '../../commands/businesses.ts'

const { id: _, ...plain } = watchlistHit
const listed = (entry_id: string, change: Partial<WatchlistHit> = {}) => ({ ...plain, entry_id, ...change })

const businessWith = (...events: readonly BusinessEvent[]) => {
  const state = [created(), ...events].reduce(business.evolve, business.initial)
  if (state.status === 'none') throw new Error('there is no business')
  return state
}
const found = (hit: WatchlistHit): BusinessEvent => ({ type: 'WatchlistHitFound', data: { order_id: null, sources: [source], hit } })
const idsOf = (hits: readonly { readonly id: string }[]) => hits.map(({ id }) => id)

test('the id of a new hit comes from its list and entry, whatever else the entry says', () => {
  const [first] = withIds(businessWith(), [listed('7')])
  const [same] = withIds(businessWith(), [listed('7', { remarks: 'armed', addresses: ['1 Bad St'] })])
  const [other] = withIds(businessWith(), [listed('8')])
  const [onOther] = withIds(businessWith(), [listed('7', { list: 'EL' })])
  assert.is(first?.id, same?.id)
  assert.is(new Set([first?.id, other?.id, onOther?.id]).size, 3)
})

test('a hit on file keeps its id, and a new one beside it gets its own', () => {
  const held = { ...watchlistHit, entry_id: '7' }
  const ids = idsOf(withIds(businessWith(found(held)), [listed('6'), listed('7', { remarks: 'armed' })]))
  assert.is(ids[1], held.id)
  assert.is.not(ids[0], held.id)
})

test('an entry of another list is another hit, even of the same name and number', () => {
  const held = { ...watchlistHit, entry_id: '7' }
  const { entry_id: _entry, ...before } = held
  for (const onFile of [held, before]) {
    const [other] = withIds(businessWith(found(onFile)), [listed('7', { list: 'EL' })])
    assert.is.not(other?.id, held.id)
  }
})

test('a hit from before entries had ids keeps its id: of several of one name, the one that says the same', () => {
  const one: WatchlistHit = { ...watchlistHit, addresses: ['1 Bad St'] }
  const two: WatchlistHit = { ...watchlistHit, id: '0198c0de-0000-7000-8000-0000000000d8', addresses: ['2 Bad St'] }
  const now = [listed('b', { addresses: ['2 Bad St'] }), listed('a', { addresses: ['1 Bad St'] })]
  assert.equal(idsOf(withIds(businessWith(found(one), found(two)), now)), [two.id, one.id])
})

test('an entry whose id comes from its content and changes with it is still the same hit', () => {
  const held = { ...watchlistHit, entry_id: 'f00d', addresses: ['1 Bad St'] }
  assert.equal(idsOf(withIds(businessWith(found(held)), [listed('beef', { addresses: ['2 Bad St'] })])), [held.id])
})

test('an entry of another name is another hit', () => {
  const held = { ...watchlistHit, entry_id: 'f00d' }
  assert.is.not(withIds(businessWith(found(held)), [listed('beef', { entity_name: 'ACME II' })])[0]?.id, held.id)
})

test('a dismissed hit that was gone for a while comes back under its id', () => {
  const held = { ...watchlistHit, entry_id: '7' }
  const events: readonly BusinessEvent[] = [
    found(held),
    { type: 'WatchlistHitDismissed', data: { action_id: held.id, hit_id: held.id, reason: 'other' } },
    { type: 'WatchlistScreened', data: { order_id: null, sources: [], screening_id: held.id, lists: [], hit_ids: [] } },
  ]
  assert.equal(idsOf(withIds(businessWith(...events), [listed('7')])), [held.id])
})

test('an id that has passed on to a changed entry is given to no second one', () => {
  const [first] = withIds(businessWith(), [listed('a')])
  const passedOn = { ...watchlistHit, id: first?.id ?? '', entry_id: 'b' }
  const ids = idsOf(withIds(businessWith(found(passedOn)), [listed('b'), listed('a')]))
  assert.is(ids[0], first?.id)
  assert.is(new Set(ids).size, 2)
})

test.run()
