// Names and people of a business in responses: which sources confirm what was submitted, and what else was found.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { BusinessEvent } from '../../../src/events/business.ts'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { sameName } from '../../../src/evidence/matching/thresholds.ts'
import { namesOf } from '../../../src/interface/resources/contacts.ts'
import { peopleOf } from '../../../src/interface/resources/people.ts'
import { websiteItem } from '../../../src/interface/resources/website.ts'
import { type BusinessDocument, businesses } from '../../../src/projections/businesses.ts'
import { at, businessId, created, source } from '../../commands/businesses.ts'
import { samples } from '../../events/samples.ts'
import { accountId } from '../../stores/log.ts'

const test = suite('names and people of a business')

const documentAfter = (...events: readonly BusinessEvent[]): BusinessDocument => {
  const stored = events.map((event, revision) => {
    const place = { stream: `business-${businessId}`, revision, position: BigInt(revision) }
    return { ...event, id: `event-${revision}`, ...place, metadata: { account_id: accountId, recorded_at: at } } as unknown as StoredEvent
  })
  return businesses.fold(null, stored, businessId) as BusinessDocument
}

const id = (n: number) => `0198c0de-0000-7000-8000-0000000000b${n}`
const found = { order_id: null, sources: [source] }
const nameFound = (n: number, name: string, type: 'legal' | 'dba' | null): BusinessEvent => ({
  type: 'NameFound',
  data: { ...found, name: { id: id(n), name, type } },
})
const personFound = (n: number, name: string, ...titles: string[]): BusinessEvent => ({
  type: 'PersonFound',
  data: { ...found, person: { id: id(n), name, titles } },
})
const ann = { id: id(1), name: 'Ann Smith', title: 'Owner', titles: ['President'], email: null, phone: null, dob: null, ssn: null }

test('the submitted name has the sources of a found one with the same letters, and others stand behind it', () => {
  const names = namesOf(
    documentAfter(
      created(),
      nameFound(2, 'Acme Tools', 'dba'),
      nameFound(3, 'ACME WIDGETS, L.L.C.', 'legal'),
      nameFound(4, 'ACME WIDGET LLC', null),
    ),
  )
  assert.equal(
    names.map(({ id, name, submitted, type, sources }) => [id, name, submitted, type, sources.length]),
    [
      [id(3), 'Acme Widgets LLC', true, 'legal', 1],
      [id(2), 'Acme Tools', false, 'dba', 1],
      [id(4), 'ACME WIDGET LLC', false, null, 1],
    ],
  )
})

test('a submitted name that nothing confirms has no source, and the id of its business', () => {
  const [name, ...others] = namesOf(documentAfter(created()))
  assert.equal([name?.id, name?.submitted, name?.type, name?.sources, others], [businessId, true, null, [], []])
})

for (const [what, scores, type] of [
  ['that has its name is legal', [['legal', 1]], 'legal'],
  [
    'that has it best counts',
    [
      ['dba', 0.96],
      ['legal', 1],
    ],
    'legal',
  ],
  [
    'that has it best counts, in whatever order they came',
    [
      ['dba', 1],
      ['legal', 0.96],
    ],
    'dba',
  ],
  ['with as good as its name counts', [['legal', sameName]], 'legal'],
  ['with a name that is only alike says nothing', [['legal', sameName - 0.001]], null],
] as const)
  test(`of registrations the one ${what}`, () => {
    const registered = scores.map(([name_type, score], n): BusinessEvent => {
      const { registration, ...data } = (samples.RegistrationFound.at(-1)?.data ?? {}) as { registration: object }
      const match = { score, explanation: 'a name' }
      return { type: 'RegistrationFound', data: { ...data, registration: { ...registration, id: id(n), name_type, match } } } as never
    })
    assert.is(namesOf(documentAfter(created(), ...registered))[0]?.type, type)
  })

test('a submitted person has the submitted titles, then those found, each once', () => {
  const people = peopleOf(documentAfter(created({ people: [ann] }), personFound(1, 'SMITH, ANN', 'President', 'Member')))
  assert.equal(
    people.map(({ name, submitted, titles, sources }) => [name, submitted, titles.map(({ title }) => title), sources.length]),
    [['Ann Smith', true, ['Owner', 'President', 'Member'], 1]],
  )
})

test('people who were found stand behind those who were submitted', () => {
  const submitted = { ...ann, title: null, titles: [] }
  const people = peopleOf(documentAfter(created({ people: [submitted] }), personFound(2, 'Bob Roe', 'Manager')))
  assert.equal(
    people.map(({ name, submitted, titles, sources }) => [name, submitted, titles.map(({ title }) => title), sources.length]),
    [
      ['Ann Smith', true, [], 0],
      ['Bob Roe', false, ['Manager'], 1],
    ],
  )
})

test('the list shows the website that was looked at, else the submitted one, else none', () => {
  const website = { ...(samples.WebsiteAnalysed.at(-1)?.data as { readonly url: string }), title: 'Acme', description: null }
  const submitted = created({ website: { url: website.url } })
  const shown = (...events: readonly BusinessEvent[]) => {
    const item = websiteItem(documentAfter(...events))
    return item && [item.url, item.title, item.description]
  }
  assert.equal(shown(created()), null)
  assert.equal(shown(submitted), [website.url, null, null])
  assert.equal(shown(submitted, { type: 'WebsiteAnalysed', data: website } as unknown as BusinessEvent), [website.url, 'Acme', null])
})

test.run()
