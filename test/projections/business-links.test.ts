// What a business can be connected by, folded from its events: what is submitted, found, replaced, gone and erased.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import { erased } from '../../src/events/personal-data.ts'
import { type BusinessLinksDocument, businessLinks } from '../../src/projections/business-links.ts'
import { businessId, created, source } from '../commands/businesses.ts'

type Told = { readonly type: string; readonly data: object }

const folded = (...events: readonly Told[]): BusinessLinksDocument =>
  businessLinks.fold(
    null,
    events.map((event) => ({ ...event, metadata: { account_id: 'a' }, stream: `business-${businessId}` }) as unknown as StoredEvent),
    businessId,
  ) as BusinessLinksDocument
const labels = ({ links }: BusinessLinksDocument) => links.map(({ label }) => label)

const person = (name: string) => ({
  id: '0198c0de-0000-7000-8000-0000000000f1',
  name,
  title: 'Owner',
  email: null,
  phone: null,
  dob: null,
  ssn: null,
})
const address = (full_address: string) => ({
  id: '0198c0de-0000-7000-8000-0000000000f2',
  full_address,
  address_line1: null,
  address_line2: null,
  city: null,
  state: null,
  postal_code: null,
})
const found = (type: 'PersonFound' | 'PersonGone'): Told => ({
  type,
  data: {
    order_id: null,
    sources: [source],
    person: { id: '0198c0de-0000-7000-8000-0000000000f3', name: 'DOE, ANN', titles: ['Manager'] },
  },
})

test('a person submitted and found is one link, with the titles and sources of both', () => {
  const { links } = folded(created({ people: [person('Ann Doe')] }), found('PersonFound'))
  assert.equal(
    links.map(({ label, titles, sources }) => [label, titles, sources.length]),
    [['Ann Doe', ['Owner', 'Manager'], 1]],
  )
})

test('who is gone connects no more, and an update replaces what was submitted', () => {
  assert.equal(labels(folded(created(), found('PersonFound'), found('PersonGone'))), [])
  const moved: Told = { type: 'BusinessUpdated', data: { addresses: [address('2 New Rd, Bend, OR 97701')] } }
  assert.equal(labels(folded(created({ addresses: [address('1 Old Rd, Bend, OR 97701')] }), moved)), ['2 New Rd, Bend, OR 97701'])
})

test('an erased person connects no businesses', () => {
  assert.equal(labels(folded(created({ people: [person(erased)] }))), [])
})

test.run()
