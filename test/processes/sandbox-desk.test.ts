// The automatic desk of the sandbox: each step once, in its time, in its order, and never for what is live.

import { v5 as uuidv5 } from 'uuid'
import { test } from 'uvu'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { derivedId } from '../../src/events/derived-id.ts'
import type { LienEvent } from '../../src/events/lien.ts'
import { sandboxDesk } from '../../src/processes/sandbox-desk.ts'
import { auditRequested, created, order, placed, started } from '../commands/businesses.ts'
import { companyCreated } from '../commands/companies.ts'
import { lienRequest } from '../commands/liens.ts'
import { type Ids, now, openEveryWay } from './every-way.ts'

const { inEveryWay, close } = await openEveryWay()
test.after(close)

const mark = '0198c0de-0000-7000-8000-0000000000d1'
const ago = (ms: number) => new Date(now.getTime() - ms)
/** Everything was written so long ago. */
const since = (ms: number) => ({ written: { at: ago(ms) } })
const process = sandboxDesk

// Audits

const audited = order('identity')
const audit = (mode: 'test' | 'live') => [created({ mode }), placed(audited), started(audited), auditRequested(audited)]
const auditCompleted = { type: 'AuditCompleted', data: { order_id: audited.order_id, note: null } }

test('an audit of a test business ends after five seconds', async () => {
  const each = { aggregate: 'business', history: audit('test'), process }
  await inEveryWay({ ...each, ...since(4_999), leadsTo: [], again: 1 })
  await inEveryWay({ ...each, ...since(5_000), leadsTo: [auditCompleted] })
})
test('an audit of a live business is left to a person', () =>
  inEveryWay({ aggregate: 'business', history: audit('live'), process, ...since(5_000), leadsTo: [] }))

// Liens

const requested = (mode: 'test' | 'live'): LienEvent => ({
  type: 'LienRequested',
  data: lienRequest('0198c0de-0000-7000-8000-00000000abcd', { business_id: mark, mode }),
})
const lien = requested('test')
const lienStarted: LienEvent = { type: 'LienFulfilmentStarted', data: { reference: null } }
const filed: LienEvent = {
  type: 'LienFiled',
  data: {
    file_number: 'UCC1-00000000ABCD',
    confirmation_number: 'SANDBOX-00000000ABCD',
    filing_date: '2026-11-22',
    lapse_date: '2031-11-22',
  },
}
const reflected: LienEvent = { type: 'LienReflected', data: { file_number: null, reflected_on: '2026-11-22' } }
const terminationRequested: LienEvent = { type: 'LienTerminationRequested', data: { termination_id: mark, packet_number: 'P-2' } }
const terminationStarted: LienEvent = { type: 'LienTerminationStarted', data: { reference: null } }
const terminated: LienEvent = { type: 'LienTerminationCompleted', data: { file_number: 'UCC3-00000000ABCD', terminated_on: '2026-11-22' } }

const story: readonly LienEvent[] = [lien, lienStarted, filed, reflected, terminationRequested, terminationStarted, terminated]
const steps: readonly (readonly [what: string, index: number])[] = [
  ['a request is taken up', 0],
  ['a filing is made', 1],
  ['a filing shows in the index', 2],
  ['a termination is taken up', 4],
  ['a termination is made', 5],
]
for (const [what, index] of steps)
  test(`${what} after five seconds, and not before`, async () => {
    const each = { aggregate: 'lien', history: story.slice(0, index + 1), process }
    await inEveryWay({ ...each, ...since(4_999), leadsTo: [], again: 1 })
    await inEveryWay({ ...each, ...since(5_000), leadsTo: [story[index + 1]] })
  })

test('a termination waits until the filing is made', () =>
  inEveryWay({ aggregate: 'lien', history: [lien, terminationRequested], process, ...since(5_000), leadsTo: [], again: 1_000 }))

test('a live lien is left to a person', () =>
  inEveryWay({ aggregate: 'lien', history: [requested('live')], process, ...since(5_000), leadsTo: [] }))

// Registrations

const agency = (slug: string, registration_type: string) => ({ slug, name: slug, registration_type, jurisdiction_slug: 'or' })
const companyIn = ({ id }: Ids) => uuidv5('company', id)
const company = (ids: Ids, legal_name: string): DomainEvent => ({
  type: 'PartnerCompanyCreated',
  data: companyCreated(companyIn(ids), { legal_name, external_id: null, ein: null, has_ein: false, formation_state: 'OR' }),
})
const submittedIn =
  (mode: 'test' | 'live') =>
  (ids: Ids): readonly DomainEvent[] => [
    {
      type: 'RegistrationRequestCreated',
      data: {
        registration_request_id: ids.id,
        company_id: companyIn(ids),
        mode,
        state: 'OR',
        email: 'ann@example.com',
        external_id: null,
        tax_registration_types: [],
        jurisdictions: [],
        agencies: [agency('tax', 'local_tax'), agency('unemployment', 'state_unemployment_insurance')],
        redirect_uri: null,
        redirect_back_uri: null,
      },
    },
    { type: 'RegistrationRequestSubmitted', data: {} },
  ]
const told = (event: DomainEvent): unknown => {
  if (event.type === 'RegistrationItemRecorded') return `${event.data.agency_slug} ${event.data.key}`
  if (event.type === 'RegistrationAgencyUpdated') return `${event.data.agency_slug} ${event.data.status}`
  return event.type === 'InformationRequested' ? event.data.email : event.type
}
const registered = {
  aggregate: 'registration_request',
  history: submittedIn('test'),
  beside: (ids: Ids) => ({ [`partner_company-${companyIn(ids)}`]: [company(ids, 'Acme Widgets LLC')] }),
  process,
  told,
}

test('a request is complete after ten seconds, with the items of each agency', async () => {
  await inEveryWay({ ...registered, ...since(9_999), leadsTo: [], again: 1 })
  await inEveryWay({
    ...registered,
    ...since(10_000),
    leadsTo: [
      'tax account_number',
      'unemployment account_number',
      'unemployment rate',
      'tax completed',
      'unemployment completed',
      'RegistrationRequestCompleted',
    ],
  })
})

test('a live request is left to the desk', () => inEveryWay({ ...registered, history: submittedIn('live'), ...since(10_000), leadsTo: [] }))

test('of the questioned company something is asked, once', () =>
  inEveryWay({
    ...registered,
    beside: (ids) => ({ [`partner_company-${companyIn(ids)}`]: [company(ids, 'Questioned Company')] }),
    ...since(1_000),
    leadsTo: [],
    leadsBeside: ({ id }) => ({ [`information_request-${derivedId('question', id)}`]: ['ann@example.com'] }),
    again: 9_000,
  }))

const question: DomainEvent = {
  type: 'InformationRequested',
  data: {
    information_request_id: mark,
    company_id: mark,
    registration_request_id: null,
    information_requested: 'Who?',
    first_name: null,
    last_name: null,
    email: null,
    phone: null,
  },
}
const closed = { type: 'InformationRequestClosed', data: { note: null } }
const desk = (ms: number, id = 'sandbox_desk') => ({ written: { at: ago(ms), actor: { type: 'process' as const, id } } })

test('a question of the desk is closed after five seconds, and that of somebody else is not', async () => {
  const each = { aggregate: 'information_request', history: [question], process }
  await inEveryWay({ ...each, ...desk(4_999), leadsTo: [], again: 1 })
  await inEveryWay({ ...each, ...desk(5_000), leadsTo: [closed] })
  await inEveryWay({ ...each, ...desk(5_000, 'another'), leadsTo: [] })
  await inEveryWay({ ...each, ...since(5_000), leadsTo: [] })
})

test('the lettered company gets one letter, in the test mode alone', async () => {
  const each = (legal_name: string, mode: 'test' | 'live', letters: readonly string[]) => ({
    aggregate: 'partner_company',
    history: (ids: Ids) => [company(ids, legal_name)],
    written: { mode },
    process,
    told,
    leadsTo: [],
    leadsBeside: (ids: Ids) => ({ [`partner_mail-${derivedId('letter', companyIn(ids))}`]: letters }),
  })
  await inEveryWay(each('Lettered Company', 'test', ['PartnerMailRecorded']))
  await inEveryWay(each('Lettered Company', 'live', []))
  await inEveryWay(each('Acme Widgets LLC', 'test', []))
})

test.run()
