// What a review says of a screening: which lists were searched, and who was screened against them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Submitted } from '../../../src/commands/business-state.ts'
import type { BusinessEvent } from '../../../src/events/business.ts'
import { derivedId } from '../../../src/events/derived-id.ts'
import { businessId, source } from '../businesses.ts'
import { hit, person, registration, type Scene, screening, tasksOf } from '../evidence.ts'

const party = (name: string, kind: 'business' | 'person' = 'person') => ({ kind, id: derivedId(name, businessId), name })
const business = (name: string) => ({ kind: 'business' as const, id: businessId, name })
const ann = { kind: 'person' as const, id: person.id, name: person.name }
const owner = {
  id: party('Olga').id,
  party_id: party('Olga').id,
  owned_id: businessId,
  relation: 'registration' as const,
  type: 'person' as const,
  name: 'Olga',
  born: null,
  country: null,
  lei: null,
  registration_number: null,
  interests: [],
  since: null,
  is_complete: false,
  sources: [source],
}

type Screened = NonNullable<ReturnType<typeof screening> & { screened?: readonly (typeof ann | ReturnType<typeof business>)[] }>['screened']

const told = (screened: Screened, hits: readonly (typeof hit)[] = []) => {
  const name = screened?.find(({ id }) => id === businessId)?.name ?? 'Acme'
  return taskOf(screened, { name, people: (screened ?? []).includes(ann) ? [person] : [] }, hits)?.message
}

const taskOf = (screened: Screened, submitted: Partial<Submitted>, hits: readonly (typeof hit)[] = [], acted: Scene['acted'] = []) => {
  const evidence = {
    registrations: [registration()],
    found_owners: [owner],
    hits: [...hits],
    screening: { ...screening(...hits.map(({ id }) => id)), screened: [...(screened ?? [])] },
  }
  return tasksOf({ submitted, evidence, acted }).find(({ key }) => key === 'watchlist')
}

for (const [what, screened, words] of [
  ['the business alone', [business('Acme')], ' Screened: the business.'],
  ['the business by several names', [business('Acme'), business('Acme Two')], ' Screened: the business.'],
  [
    'a person and an officer',
    [business('Acme'), ann, party('Bob')],
    ' Screened: the business, 1 submitted person and 1 officer on a registration.',
  ],
  [
    'an owner and officers, one a company',
    [business('Acme'), party('Olga'), party('Bob'), party('Dan LLC', 'business')],
    ' Screened: the business, 1 owner and 2 officers on registrations.',
  ],
  ['nobody, as older screenings do not say', [], ''],
] as const)
  test(`the message says who was screened, in roles and without names of people: ${what}`, () => {
    assert.is(told(screened), `Screened without a hit against: SDN (1).${words}`)
  })

test('an open hit counts though the data of its list are not loaded any more', () => {
  const against = (lists: ReturnType<typeof screening>['lists'], acted: Scene['acted'] = []) => {
    const screened = { ...screening(hit.id), lists, screened: [business('Acme')] }
    const evidence = { registrations: [registration()], hits: [hit], screening: screened }
    const tasks = tasksOf({ submitted: { name: 'Acme', people: [] }, evidence, acted })
    return tasks.flatMap(({ key, sub_label }) => (key === 'watchlist' || key === 'global_watchlists' ? [[key, sub_label]] : []))
  }
  const { lists } = screening()
  const un = lists.map((list) => ({ ...list, abbr: 'UN', country: null }))
  assert.equal(against(lists), [['watchlist', 'Hits']])
  assert.equal(against([]), [['watchlist', 'Hits']])
  assert.equal(against(un), [
    ['watchlist', 'Hits'],
    ['global_watchlists', 'No Hits'],
  ])
})

test('a name that was given after the screening is told as not screened', () => {
  const outcome = (submitted: Partial<Submitted>, acted: Scene['acted'] = []) => {
    const task = taskOf([business('Acme'), ann], { name: 'Acme', people: [person], ...submitted }, [], acted)
    return [task?.status, task?.sub_label, task?.message.split('. ').at(1)]
  }
  assert.equal(outcome({}).slice(0, 2), ['success', 'No Hits'])
  assert.equal(outcome({ people: [] }).slice(0, 2), ['success', 'No Hits'])
  const lacks = (whose: string) => ['warning', 'Not Fully Screened', `But ${whose}, given since the screening, was not screened`]
  assert.equal(outcome({ name: 'Other' }), lacks('a name of the business'))
  const further: BusinessEvent = { type: 'BusinessUpdated', data: { names: [{ id: owner.id, name: 'Acme Two', type: null }] } }
  assert.equal(outcome({}, [further]), lacks('a name of the business'))
  for (const name of ['Bob Roe', person.name])
    assert.equal(outcome({ people: [person, { ...person, id: owner.id, name }] }), lacks('the name of a person or owner'))
})

test('the message says who was screened where there is a hit, too', () => {
  assert.is(told([business('Acme'), ann], [hit]), '1 hit: "Acme" against "ACME" on SDN. Screened: the business and 1 submitted person.')
})

test('the message names nobody but the business', () => {
  const of = (screened: 'business' | 'person') => ({ ...hit, screened, screened_id: owner.id, screened_name: 'John Roe LLC' })
  assert.match(told([business('Acme')], [of('business')]) ?? '', /^1 hit: a company behind the business against "ACME" on SDN\./)
  assert.match(told([business('Acme')], [of('person')]) ?? '', /^1 hit: a person against "ACME" on SDN\./)
})

test('a name that could not be read is that of the business, or of a company where several were screened', () => {
  const unread = [{ screened: 'business' as const, scripts: ['Thai'] }]
  const nameOf = (...screened: readonly ReturnType<typeof party | typeof business>[]) =>
    tasksOf({ evidence: { hits: [], screening: { ...screening(), unread, screened: [...screened] } } })
      .find(({ key }) => key === 'watchlist')
      ?.message.match(/the name of (.*?) in Thai/)?.[1]
  assert.is(nameOf(business('Acme'), party('Bob')), 'the business')
  assert.is(nameOf(business('Acme'), party('Dan LLC', 'business')), 'a company')
})

// The lists, their age, and what is missing

const list = (abbr: string, as_of: string | null, country = 'US') => ({
  list: { ...(screening().lists[0] as NonNullable<ReturnType<typeof screening>['lists'][number]>), abbr, country },
  source: {
    id: derivedId(abbr, businessId),
    type: 'watchlist',
    metadata: { data_set: abbr, version: '1', row: 'all', as_of, ...(as_of === null && { imported_on: '2026-11-20' }) },
  },
})
type Listed = ReturnType<typeof list>

const judged = (key: string, lists: readonly Listed[], more: object = {}) => {
  const held = { ...screening(), lists: lists.map((each) => each.list), sources: lists.map((each) => each.source), ...more }
  const task = tasksOf({ evidence: { hits: [], screening: held } }).find((each) => each.key === key)
  return task && [task.status, task.sub_label, task.message, task.sources.map(({ metadata }) => metadata.data_set)]
}

const [sdn, eu, uk, au] = [
  list('SDN', null),
  list('EU', '2022-03-01', 'EU'),
  list('UK', '2026-11-01', 'GB'),
  list('AU', '2026-08-23', 'AU'),
]

test('a screening against lists that are older than the limit is a warning that names each of them', () => {
  assert.equal(judged('watchlist', [sdn, eu, uk]), [
    'warning',
    'Outdated Lists',
    'Screened without a hit against: SDN (1), EU (1), UK (1). 1 of 3 lists is out of date. As of 2022-03-01, 4 years old (EU): older than the limit of 90 days. The others: as of 2026-11-01. Undated, loaded on 2026-11-20 (SDN).',
    ['SDN', 'EU', 'UK'],
  ])
  assert.equal(judged('watchlist', [sdn, uk, au])?.slice(0, 2), ['success', 'No Hits'], 'exactly as old as the limit')
})

test('the task of the global lists cites and judges those alone', () => {
  assert.equal(judged('global_watchlists', [sdn, uk]), [
    'success',
    'No Hits',
    'Screened without a hit against: UK (1). As of 2026-11-01.',
    ['UK'],
  ])
  const old = list('SDN', '2020-01-01')
  assert.equal(judged('global_watchlists', [old, uk])?.slice(0, 2), ['success', 'No Hits'])
  assert.equal(judged('watchlist', [old, uk])?.slice(0, 2), ['warning', 'Outdated Lists'])
})

test('the task of the global lists cites no entry of another list', () => {
  const row = { id: derivedId('row 7', businessId), type: 'ofac_sdn', metadata: { data_set: 'ofac_sdn', version: '1', row: '7' } }
  const hits = [{ ...hit, list: 'SDN', sources: [row] }]
  const held = { ...screening(hit.id), lists: [sdn.list, uk.list], sources: [sdn.source, uk.source, row] }
  const task = tasksOf({ evidence: { hits, screening: held } }).find(({ key }) => key === 'global_watchlists')
  assert.equal([task?.sub_label, task?.sources.map(({ id }) => id)], ['No Hits', [uk.source.id]])
})

const index = [{ data_set: 'ofac_sdn', version: '1', sha256: 'a' }]

test('chosen lists of which none is loaded are a warning, where others are', () => {
  const nothing = (more: object) => judged('watchlist', [], more)?.slice(0, 3)
  const words = 'None of the chosen lists (UK, EU) is loaded, so nothing was screened.'
  assert.equal(nothing({ index, not_loaded: ['UK', 'EU'] }), ['warning', 'Not Screened', words])
  const none = ['neutral', 'Not Screened', 'No watchlist is loaded, so nothing was screened.']
  assert.equal(nothing({ index: [], not_loaded: ['UK', 'EU'] }), none)
  assert.equal(nothing({}), none)
})

test('a chosen list that is not loaded is told beside those that were searched', () => {
  assert.equal(judged('watchlist', [uk], { index, not_loaded: ['EU'] })?.slice(0, 3), [
    'warning',
    'Not Fully Screened',
    'No hit against: UK (1). But of the chosen lists EU is not loaded. As of 2026-11-01.',
  ])
})

test.run()
