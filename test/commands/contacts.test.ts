// When found phone numbers and e-mail addresses leave the file of a business: with the motor carrier or the website that told them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import { contactsAfter, emailsOf } from '../../src/commands/contacts.ts'
import { differences, type Evidence } from '../../src/commands/findings.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { Source } from '../../src/events/parts.ts'
import { samples } from '../events/samples.ts'
import { created } from './businesses.ts'

const row = (data_set: string, row: string, version = '1'): Source => ({
  id: '0198c0de-0000-7000-8000-00000000ee01',
  type: data_set,
  metadata: { data_set, version, row },
})
const census = row('fmcsa_census', '7')
const contact = row('website', 'https://acme.example/contact')
const phone = (source: Source) => ({ id: census.id, number: '5035550101', contact_type: 'business', sources: [source] })
const email = (source: Source) => ({ id: contact.id, email: 'dispatch@acme.example', sources: [source] })
const carrier = {
  ...((samples.MotorCarrierFound.at(-1)?.data ?? {}) as { carrier: object }).carrier,
  legal_name: 'ACME WIDGETS LLC',
  sources: [census],
}
const carriers = { carriers: [carrier], phone_numbers: [phone(census)], email_addresses: [email(census)] } as unknown as Evidence

const site = (url: string, ...phones: readonly Source[]) => {
  const { order_id: _, ...data } = (samples.WebsiteAnalysed.at(-1)?.data ?? {}) as { order_id: string }
  const phone_numbers = phones.map((source) => ({ ...phone(source), submitted: false }))
  return { ...data, url, phone_numbers, email_addresses: [], sources: [contact] }
}
const website = (url: string, ...phones: readonly Source[]) =>
  ({ website: site(url, ...phones), phone_numbers: phones.map(phone), email_addresses: [] }) as unknown as Evidence

const known = (...all: readonly Evidence[]) =>
  all.reduce(
    (state, evidence) => differences(state.file, evidence, null).reduce(business.evolve, state) as Business,
    business.evolve(business.initial, created()) as Business,
  )
const after = (state: Business, evidence: Evidence) => {
  const events = differences(state.file, evidence, null)
  return contactsAfter(state, events, evidence, null).map((event) => {
    const { sources } = event.data
    return `${event.type} ${sources.map(({ metadata }) => metadata.row)}`
  })
}
const none = { carriers: [], phone_numbers: [], email_addresses: [] } satisfies Evidence

test('the contacts of a motor carrier leave with it, also where a newer version told them again', () => {
  assert.equal(after(known(carriers), none), ['PhoneNumberGone 7', 'EmailAddressGone 7'])
  const newer = known({ ...carriers, phone_numbers: [phone(row('fmcsa_census', '7', '2'))] })
  assert.equal(after(newer, none), ['PhoneNumberGone 7', 'EmailAddressGone 7'])
  assert.equal(after(known(carriers), carriers), [], 'and stay with it')
})

test('a contact that something else tells rests on that from then on', () => {
  assert.equal(after(known(carriers), { ...none, phone_numbers: [phone(contact)] }), [
    'PhoneNumberFound https://acme.example/contact',
    'EmailAddressGone 7',
  ])
  const both = known(carriers, website('https://acme.example', contact))
  assert.equal(after(both, none), ['PhoneNumberFound https://acme.example/contact', 'EmailAddressGone 7'], 'the website on file')
})

test('the contacts of a website leave with it, or when another takes its place', () => {
  const shown = known(website('https://acme.example', contact))
  assert.equal(after(shown, { website: null }), ['PhoneNumberGone https://acme.example/contact'])
  assert.equal(after(shown, website('https://other.example')), ['PhoneNumberGone https://acme.example/contact'])
  assert.equal(after(shown, website('https://acme.example')), [], 'a site that lacks them today is the same site')
})

test('an e-mail address that only a carrier of a former name tells is not among those of the business', () => {
  const emails = (...acted: readonly object[]) =>
    emailsOf((acted as readonly BusinessEvent[]).reduce(business.evolve, known(carriers)) as Business).map((each) => each.email)
  assert.equal(emails(), ['dispatch@acme.example'])
  assert.equal(emails({ type: 'BusinessUpdated', data: { name: 'Zanzibar Trombones Inc' } }), [])
})

test.run()
