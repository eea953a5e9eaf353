import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BusinessEvent } from '../../../src/events/business.ts'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { businessResource, nothingRelated } from '../../../src/interface/resources/business.ts'
import { type BusinessDocument, businesses } from '../../../src/projections/businesses.ts'
import { at, businessId, created, source } from '../../commands/businesses.ts'
import { samples } from '../../events/samples.ts'
import { accountId } from '../../stores/log.ts'

const recordAfter = (...events: readonly BusinessEvent[]) => {
  const metadata = { account_id: accountId, recorded_at: at }
  const stored = events.map((event, revision) => {
    const place = { stream: `business-${businessId}`, revision, position: BigInt(revision) }
    return { ...event, id: `event-${revision}`, ...place, metadata } as unknown as StoredEvent
  })
  const document = businesses.fold(null, stored, businessId)
  return businessResource(document as BusinessDocument, new Map(), nothingRelated)
}

const ann = {
  id: '0198c0de-0000-7000-8000-0000000000a1',
  name: 'Ann Smith',
  title: null,
  email: 'Ann@Acme.example',
  phone: null,
  dob: null,
  ssn: null,
}
const website = samples.WebsiteAnalysed[0]!.data as { readonly url: string }
const emailId = '0198c0de-0000-7000-8000-0000000000e1'
const found = { order_id: null, sources: [source] }

test('an e-mail address of a submitted person is one of the business, submitted', () => {
  const { email_addresses: emails } = recordAfter(created({ people: [ann] }))
  assert.equal(
    emails?.map(({ email, submitted, sources }) => [email, submitted, sources]),
    [['Ann@Acme.example', true, []]],
  )
})

test('an e-mail address that is submitted and found stands once, with its sources', () => {
  const { email_addresses: emails } = recordAfter(created({ people: [ann] }), {
    type: 'EmailAddressFound',
    data: { ...found, email_address: { id: emailId, email: 'ann@acme.example' } },
  })
  assert.equal(
    emails?.map(({ id, email, submitted, sources }) => [id, email, submitted, sources]),
    [[emailId, 'Ann@Acme.example', true, [source]]],
  )
})

test('a phone number that is submitted and found stands once, as it was submitted', () => {
  const { phone_numbers: phones } = recordAfter(created({ phone_numbers: [{ id: ann.id, number: '(503) 555-0100' }] }), {
    type: 'PhoneNumberFound',
    data: { ...found, phone_number: { id: emailId, number: '+15035550100', contact_type: 'business' } },
  })
  assert.equal(phones, [{ object: 'phone_number', number: '(503) 555-0100', contact_type: 'business', recommended: null }])
})

test('the website recommends its first number that is no fax', () => {
  const numbers = ['+15035550100', '+15035550199', '+15035550177']
  const onSite = numbers.map((number, at) => ({ id: `${emailId.slice(0, -1)}${at}`, number, contact_type: at === 0 ? 'fax' : null }))
  const looked = {
    type: 'WebsiteAnalysed',
    data: { ...website, phone_numbers: onSite.map((each) => ({ ...each, submitted: false, sources: [source] })) },
  } as BusinessEvent
  const phones = onSite.map((phone_number): BusinessEvent => ({ type: 'PhoneNumberFound', data: { ...found, phone_number } }))
  const recommended = (url: string) =>
    recordAfter(created({ website: { url } }), looked, ...phones).phone_numbers?.map((each) => each.recommended)
  assert.equal(recommended(website.url), [false, true, false])
  assert.equal(recommended('https://replaced.example'), [null, null, null])
})

test('an SSN is masked wherever the record shows it', () => {
  const { tin, submitted } = recordAfter(created({ tin: '123456789', tin_type: 'ssn', people: [{ ...ann, ssn: '987654321' }] }))
  assert.equal([tin?.tin, submitted?.tin?.tin, submitted?.people?.[0]?.ssn], ['*****6789', '*****6789', '*****4321'])
})

test.run()
