// The life of a dismissal: a list gets another line, then another entry, then the dismissed entry changes. What stands is told in the API, on the
// timeline and by webhook.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { until } from '../eventually.ts'
import { startReceiver } from './receiver.ts'
import { type Body, startTestService, verified } from './service.ts'

const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' })
const receiver = await startReceiver()
test.after(async () => {
  await receiver.close()
  await service.stop()
})
const { live } = service

const header =
  'Name\tStreet_Address\tCity\tState\tCountry\tPostal_Code\tEffective_Date\tExpiration_Date\tStandard_Order\tLast_Update\tAction\tFR_Citation'
const line = (name: string, street: string, action: string) =>
  `${name}\t${street}\tZenda\t\tRU\t\t01/02/2020\t01/02/2030\tY\t2020-01-02\t${action}\t85 F.R. 1`
const gallowmere = line('GALLOWMERE OPTICS WORKS', '1 Lens Rd', 'Order denying export privileges.')
const stranger = line('ABLEMARSH PUMPS', '4 Pump Rd', 'Order denying export privileges.')

const publish = async (version: string, ...lines: readonly string[]) => {
  const file = join(service.dataDir, `dpl-${version}.txt`)
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`)
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'bis_dpl', files: [file], version })
}

const hitsOf = async (id: string): Promise<readonly Body[]> =>
  (await live.get(`/v1/businesses/${id}`)).body.watchlist.lists.flatMap(({ results }: Body) => results)
const dismiss = (hit: Body, payload: object, more: object = {}) =>
  live.post('/v1/actions', { object_type: 'watchlist_result', object_id: hit.id, type: 'dismissal', payload, ...more })

const firm = { name: 'Gallowmere Optics Works', addresses: [{ full_address: '9 Glass St, Salem, OR 97301' }] }

/** A business that was screened with so many hits: the service looks for new versions every second. */
const screenedWithHits = async (count: number): Promise<string> => {
  let id = ''
  await until(`the list in use gives ${count} hits`, async () => {
    ;({ id } = await verified(live, firm))
    return (await hitsOf(id)).length === count
  })
  return id
}

/** Waits for a check of the monitor after the list was replaced, by the version that the screening names. */
const screenedWith = (id: string, version: string) =>
  until(`the business is screened with ${version}`, async () => {
    const { lists } = (await live.get(`/v1/businesses/${id}`)).body.watchlist
    return lists.some((each: Body) => each.abbr === 'DPL' && each.version === version)
  })

test('a dismissed hit outlives new lines, and comes back with what changed in its entry', async () => {
  await publish('2027-01-01', gallowmere)
  assert.is((await live.post('/v1/webhooks', { url: receiver.url })).status, 201)
  const created = { url: `${receiver.url}/created`, enabled_events: ['watchlist_result.created'] }
  assert.is((await live.post('/v1/webhooks', created)).status, 201)
  const id = await screenedWithHits(1)
  assert.is((await live.post(`/v1/businesses/${id}/monitor`, { event_types: ['*'] })).status, 201)
  const [hit] = await hitsOf(id)
  assert.equal(
    [hit.status, hit.list_version, hit.matched_alias, hit.screened_name, hit.dismissal, hit.earlier_dismissals],
    ['hit', '2027-01-01', null, 'Gallowmere Optics Works', null, []],
  )
  assert.match(hit.explanation, /same/)
  assert.match(hit.entry_id, /^[0-9a-f]{16}$/)

  const refused = await dismiss(hit, {})
  assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'payload.reason'])
  assert.is((await dismiss(hit, { reason: 'x', scope: 'world' })).status, 422)
  const { status, body: action } = await dismiss(hit, { reason: 'registered in Salem since 1970', scope: 'hit' })
  assert.equal([status, action.metadata], [201, { reason: 'registered in Salem since 1970', scope: 'hit' }])
  const { dismissal, status: after } = (await hitsOf(id))[0]
  assert.equal(
    [after, dismissal.reason, dismissal.scope, dismissal.dismissed_by.actor_type],
    ['dismissed', 'registered in Salem since 1970', 'hit', 'account'],
  )
  assert.ok(dismissal.dismissed_by.data.name, 'the name of the account')
  assert.ok(dismissal.dismissed_at <= new Date().toISOString())

  // The file has no line that touches the business: only the schedule would check it again. The new entry is alike, so it does.
  await publish('2027-02-01', line('GALLOWMERE OPTICS WORKS HOLDING', '7 Prism Rd', 'Another order.'), stranger, gallowmere)
  await screenedWith(id, '2027-02-01')
  const two = await hitsOf(id)
  assert.equal(two.map((each: Body) => `${each.entity_name}: ${each.status}`).toSorted(), [
    'GALLOWMERE OPTICS WORKS HOLDING: hit',
    'GALLOWMERE OPTICS WORKS: dismissed',
  ])
  assert.is(two.find((each: Body) => each.status === 'dismissed').id, hit.id)

  await publish('2027-03-01', stranger, line('GALLOWMERE OPTICS WORKS', '1 Lens Rd', 'Order widened to all its owners.'))
  await screenedWith(id, '2027-03-01')
  const [changed, ...none] = await hitsOf(id)
  assert.equal([changed.id, changed.status, changed.dismissal, none], [hit.id, 'hit', null, []])
  const [earlier] = changed.earlier_dismissals
  assert.equal(
    [earlier.reason, earlier.cause, earlier.changes],
    [
      'registered in Salem since 1970',
      'entry_changed',
      [{ field: 'remarks', removed: ['Order denying export privileges.'], added: ['Order widened to all its owners.'] }],
    ],
  )

  const { body: timeline } = await live.get(`/v1/businesses/${id}/timeline`)
  const told = timeline.data.filter(({ type }: Body) => type.startsWith('watchlist_result.')).map(({ type }: Body) => type)
  const found = ['watchlist_result.created', 'watchlist_result.created']
  const ended = ['watchlist_result.deleted', 'watchlist_result.dismissed', 'watchlist_result.reopened']
  assert.equal(told.toSorted(), [...found, ...ended, 'watchlist_result.updated'])
  const { object } = timeline.data.find(({ type }: Body) => type === 'watchlist_result.updated').data
  assert.equal([object.id, object.changes], [hit.id, earlier.changes])
  const updates = () => [
    ...new Map(
      receiver.received.flatMap(({ event }) => (event.type === 'watchlist_result.updated' ? [[event.id, event.data.object]] : [])),
    ).values(),
  ]
  await until('all webhooks are sent', async () => updates().length >= 3)
  assert.equal(
    updates().map(({ id: of, status }: Body) => [of, status]),
    [
      [hit.id, 'dismissed'],
      // The changed entry, and the end of the dismissal that it brings.
      [hit.id, 'dismissed'],
      [hit.id, 'hit'],
    ],
  )
  // Who listens for new hits alone hears of the changed one there, as ever; who listens for both hears of it once.
  const creations = (path: string) =>
    new Map(
      receiver.received.flatMap(({ path: at, event }) =>
        at === path && event.type === 'watchlist_result.created' && event.data.object.id === hit.id ? [[event.id, event]] : [],
      ),
    ).size
  await until('the webhook for new hits alone is sent', async () => creations('/created') >= 2)
  assert.equal([creations('/created'), creations('/')], [2, 1])
})

test('a dismissal of the party is for all its hits, until its data change', async () => {
  await publish('2027-04-01', gallowmere, line('GALLOWMERE OPTICS WORKS', '2 Lens Rd', 'Another order.'), stranger)
  const id = await screenedWithHits(2)
  const [hit] = await hitsOf(id)
  await dismiss(hit, { scope: 'party' }, { note: 'known since 1970' })
  assert.equal(
    (await hitsOf(id)).map((each) => [each.status, each.dismissal.scope, each.dismissal.reason]),
    [
      ['dismissed', 'party', 'known since 1970'],
      ['dismissed', 'party', 'known since 1970'],
    ],
  )
  const task = async () => (await live.get(`/v1/businesses/${id}`)).body.review.tasks.find(({ key }: Body) => key === 'watchlist').status
  assert.is(await task(), 'success')
  await live.patch(`/v1/businesses/${id}`, { tags: ['checked'] })
  assert.is(await task(), 'success')
  await live.patch(`/v1/businesses/${id}`, { addresses: [{ full_address: '1 Lens Rd, Portland, OR 97201' }] })
  assert.is(await task(), 'warning')
  assert.equal(
    (await hitsOf(id)).map((each) => [each.status, each.earlier_dismissals[0].cause, each.earlier_dismissals[0].changes]),
    [
      ['hit', 'party_changed', [{ field: 'addresses', removed: [], added: [] }]],
      ['hit', 'party_changed', [{ field: 'addresses', removed: [], added: [] }]],
    ],
  )
})

test('a hit that the list drops is told, and the approval that passed over it still names it', async () => {
  await publish('2027-05-01', gallowmere, stranger)
  const id = await screenedWithHits(1)
  const [hit] = await hitsOf(id)
  assert.is((await live.post(`/v1/businesses/${id}/monitor`, { event_types: ['*'] })).status, 201)
  assert.is((await live.patch(`/v1/businesses/${id}`, { status: 'approved', note: 'another firm' })).status, 200)
  await publish('2027-06-01', stranger)
  await screenedWith(id, '2027-06-01')
  assert.equal(await hitsOf(id), [])

  const { decision } = (await live.get(`/v1/businesses/${id}/decision`)).body
  assert.equal(decision.overrides, [{ hit_id: hit.id, entity_name: 'GALLOWMERE OPTICS WORKS', list: 'DPL' }])
  const report = (await live.get(`/v1/businesses/${id}/report`)).body
  assert.equal(report.decision.overridden_hits, ['GALLOWMERE OPTICS WORKS'])
  assert.is((await live.patch(`/v1/businesses/${id}`, { status: 'rejected', note: 'it was the same firm' })).status, 200)
  assert.equal(
    (await live.get(`/v1/businesses/${id}/report`)).body.decisions.map((each: Body) => [each.status, each.overridden_hits]),
    [
      ['rejected', []],
      ['approved', ['GALLOWMERE OPTICS WORKS']],
    ],
  )
  const { data } = (await live.get(`/v1/businesses/${id}/timeline?event_types=watchlist_result.deleted`)).body
  assert.equal(
    data.map((each: Body) => each.data.object),
    [{ object: 'watchlist_result', id: hit.id, list: 'DPL', entity_name: 'GALLOWMERE OPTICS WORKS', business_id: id }],
  )
  const told = () => receiver.received.filter(({ event }) => event.type === 'watchlist_result.deleted' && event.data.object.id === hit.id)
  await until('the webhook is sent', async () => told().length > 0)
  assert.equal([told()[0]?.event.data.object.business_id, told()[0]?.event.data.object.entity_name], [id, 'GALLOWMERE OPTICS WORKS'])
})

test.run()
