// What each event makes of the records around businesses: liens, monitors, notes, actions, batches, signals, and what a partner has done for a company.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { EventType } from '../../src/events/catalogue.ts'
import { actions } from '../../src/projections/actions.ts'
import { batchErrors, businessBatches } from '../../src/projections/business-batches.ts'
import { evidenceDocuments } from '../../src/projections/evidence-documents.ts'
import { isAmong, type LienDocument, liens } from '../../src/projections/liens.ts'
import { monitors } from '../../src/projections/monitors.ts'
import { notes } from '../../src/projections/notes.ts'
import * as partner from '../../src/projections/partner.ts'
import { signals } from '../../src/projections/signals.ts'
import { samples } from '../events/samples.ts'
import { accountId } from '../stores/log.ts'
import { at, eventAt, id, inSteps, other } from './fold-step.ts'

const dataOf = (type: EventType, sample = 0): never => samples[type][sample]?.data as never
const inLive = { metadata: { mode: 'live' } }
const ofBusiness = { stream: `business-${id}` }

const inTest = { metadata: { mode: 'test' } }

const requested: LienDocument = (() => {
  const { lien_id: _, ...request }: { lien_id: string } = dataOf('LienRequested')
  const nothing = {
    closed_by: null,
    reference: null,
    returned: null,
    file_number: null,
    confirmation_number: null,
    filing_date: null,
    lapse_date: null,
    termination: null,
  }
  const times = { created_at: at(0), updated_at: at(0), updated_date: '2026-01-01' }
  return {
    ...request,
    ...nothing,
    ...times,
    id,
    account_id: accountId,
    status: 'created',
    desk: 'filing',
    documents: [],
  } as unknown as LienDocument
})()
const changedOn = (place: number) => ({ updated_at: at(place), updated_date: at(place).slice(0, 10) })

test('a lien is with the desk until it is on the register, and again until it is terminated', () => {
  const filed: { file_number: string } = dataOf('LienFiled')
  const termination = {
    id,
    status: 'created' as const,
    packet_number: 'P-8',
    reference: null,
    file_number: null,
    terminated_on: null,
    created_at: at(6),
    updated_at: at(6),
  }
  const started = { ...termination, status: 'pending' as const, reference: 'V-2', updated_at: at(7) }
  const completed = { ...started, status: 'completed' as const, file_number: '2026-2', terminated_on: '2026-12-01', updated_at: at(8) }
  inSteps(liens, { stream: `lien-${id}` }, [
    ['LienRequested', requested],
    ['LienFulfilmentStarted', { status: 'pending', reference: 'V-1', ...changedOn(1) }],
    ['LienReturned', { returned: 'The debtor has no address', ...changedOn(2) }],
    ['LienFiled', { ...filed, status: 'filed', returned: null, ...changedOn(3) }],
    ['LienReflected', { status: 'open', desk: null, ...changedOn(4) }],
    [
      'LienDocumentAttached',
      { documents: [{ ...(dataOf('LienDocumentAttached') as object), created_at: at(5) }] as never, ...changedOn(5) },
    ],
    ['LienTerminationRequested', { termination, desk: 'termination', ...changedOn(6) }],
    ['LienTerminationStarted', { status: 'closing', termination: started, ...changedOn(7) }, { data: { reference: 'V-2' } }],
    ['LienTerminationCompleted', { status: 'closed', closed_by: 'termination', termination: completed, desk: null, ...changedOn(8) }],
    ['LienLapsed', changedOn(9)],
  ])
})

test('a lien gets the number under which the register has it, and lapses', () => {
  inSteps(liens, { stream: `lien-${id}` }, [
    ['LienRequested', requested],
    ['LienReflected', { status: 'open', desk: null, file_number: 'R-1', ...changedOn(1) }, { data: { file_number: 'R-1' } }],
    ['LienLapsed', { status: 'closed', closed_by: 'lapse', ...changedOn(2) }],
    // What never was requested is passed over.
    ['LienTerminationStarted', { status: 'closing', ...changedOn(3) }],
  ])
})

test('the desk of the sandbox is automatic', () => {
  const given = { data: { mode: 'test' } }
  inSteps(liens, { stream: `lien-${id}` }, [
    ['LienRequested', { ...requested, mode: 'test', desk: null }, given],
    ['LienFiled', { ...(dataOf('LienFiled') as object), status: 'filed', ...changedOn(1) }],
  ])
})

test('a filing is the own one by its state and number together', () => {
  const own = [
    { state: 'OR', file_number: '7' },
    { state: 'TN', file_number: null },
  ]
  assert.equal(
    [
      { state: 'OR', file_number: '7' },
      { state: 'OR', file_number: '8' },
      { state: 'TN', file_number: '7' },
      { state: 'TN', file_number: null },
    ].map((each) => isAmong(own, each)),
    [true, false, false, false],
  )
})

test('a monitor keeps since when it watches for each type', () => {
  const since = (type: string, place: number) => ({ type, enabled_at: at(place) }) as never
  inSteps(monitors, { stream: `monitor-${id}` }, [
    [
      'MonitorEnabled',
      {
        id,
        account_id: accountId,
        business_id: other,
        mode: 'live',
        event_types: [since('registration.created', 0), since('lien.found', 0)],
        created_at: at(0),
        checked_at: null,
        last_changes: null,
        last_found: null,
      },
    ],
    [
      'MonitorChanged',
      { event_types: [since('lien.found', 0), since('tin.retrieved', 1)] },
      { data: { event_types: ['lien.found', 'tin.retrieved'] } },
    ],
    [
      'MonitoredBusinessChecked',
      { checked_at: at(2), last_changes: 3, last_found: { at: at(2), changes: { tin: 1, lien: 2 } } },
      { data: { differences: 4, found: { tin: 1, searches: 1, lien: 2 } } },
    ],
    // What was found last stays known when a later check finds nothing, or notes that it searched alone.
    ['MonitoredBusinessChecked', { checked_at: at(3), last_changes: 0 }, { data: { differences: 0, found: {} } }],
    [
      'MonitoredBusinessChecked',
      { checked_at: at(4), last_changes: 0 },
      { data: { differences: 5, found: { searches: 4, screening: 1 } } },
    ],
    // A check by an earlier release does not say what it found.
    ['MonitoredBusinessChecked', { checked_at: at(5), last_changes: null }, { data: { differences: 2 } }],
    ['MonitorDisabled', null],
  ])
})

test('a note has the user who wrote it as its author, else the account', () => {
  const note = { id, text: 'Spoke to the owner', account_id: accountId, mode: 'live' as const, business_id: other, created_at: at(0) }
  inSteps(notes, { stream: `business-${other}` }, [['NoteAdded', { ...note, author: { id: other, type: 'user' } }, inLive]])
  const byKey = { metadata: { mode: 'live', actor: { type: 'api_key', id } } }
  inSteps(notes, { stream: `business-${other}` }, [['NoteAdded', { ...note, author: { id: accountId, type: 'account' } }, byKey]])
  assert.equal(notes.keys(eventAt(0, `business-${other}`, 'BusinessApproved')), [])
})

test('an action and a document of evidence are found by their own ids', () => {
  const { action_id: _, ...action }: { action_id: string } = dataOf('ActionTaken')
  const known = { account_id: accountId, mode: 'live' as const, business_id: id, created_at: at(0) }
  inSteps(actions, ofBusiness, [['ActionTaken', { id, ...action, ...known }, inLive]])
  assert.equal(actions.keys(eventAt(0, ofBusiness.stream, 'NoteAdded')), [])
  const { document, sources }: { document: object; sources: never } = dataOf('DocumentReceived')
  inSteps(evidenceDocuments, ofBusiness, [['DocumentReceived', { ...document, sources, ...known }, inLive]])
  assert.equal(evidenceDocuments.keys(eventAt(0, ofBusiness.stream, 'NoteAdded')), [])
})

test('a batch counts what is done and what is wrong, and each stretch keeps its errors', () => {
  const { batch_id: _, ...batch }: { batch_id: string } = dataOf('BusinessBatchUploaded')
  const stream = `business_batch-${id}`
  inSteps(businessBatches, { stream }, [
    ['BusinessBatchUploaded', { id, account_id: accountId, ...batch, done: 0, wrong_count: 0, created_at: at(0), completed_at: null }],
    ['BatchRowsDone', { done: 3, wrong_count: 1 }, { sample: 1 }],
    ['BatchRowsDone', { done: 5, wrong_count: 3 }, { sample: 1, data: { from: 3, to: 5, wrong_count: 2 } }],
    ['BusinessBatchCompleted', { completed_at: at(3) }],
  ])
  const { wrong }: { wrong: never } = dataOf('BatchRowsRejected')
  const kept = { account_id: accountId, mode: 'test' as const, batch_id: id, wrong }
  inSteps(batchErrors, { stream: `batch_chunk-${id}`, key: `${id}/0` }, [['BatchRowsRejected', kept, inTest]])
  inSteps(batchErrors, { stream, key: `${id}/0` }, [['BatchRowsDone', kept, inTest]])
  for (const right of [undefined, []]) assert.equal(batchErrors.keys(eventAt(0, stream, 'BatchRowsDone', { data: { wrong: right } })), [])
  assert.equal(batchErrors.keys(eventAt(0, stream, 'BusinessBatchCompleted')), [])
})

test('a signal is searched by its name and addresses, also when these were erased', () => {
  const { signal_id: _, ...signal }: { signal_id: string } = dataOf('SignalCreated')
  const added = { reason_codes: ['I101'], batch_id: null, business_id: null, created_at: at(0), created_on: '2026-01-01' }
  const text = 'Acme Widgets LLC\n1 Main St, Portland, OR 97201'
  inSteps(signals, { stream: `signal-${id}` }, [['SignalCreated', { id, account_id: accountId, ...signal, ...added, text } as never]])
  const erased = signals.fold(null, [eventAt(0, `signal-${id}`, 'SignalCreated', { data: { addresses: '[erased]' } })], id)
  assert.equal([erased?.addresses, erased?.text], [[], 'Acme Widgets LLC'])
})

const owned = { id, account_id: accountId, mode: 'live' as const, created_at: at(0), updated_at: at(0) }
const without = (type: EventType, field: string): object => {
  const { [field]: _, ...rest } = dataOf(type) as { readonly [name: string]: unknown }
  return rest
}

test('a company, an application and a request for information of a partner', () => {
  inSteps(partner.partnerCompanies, { stream: `partner_company-${id}` }, [
    ['PartnerCompanyCreated', { ...owned, ...without('PartnerCompanyCreated', 'company_id') }, inLive],
  ])
  inSteps(partner.partnerApplications, { stream: `partner_application-${id}` }, [
    [
      'PartnerApplicationCreated',
      { ...without('PartnerApplicationCreated', 'application_id'), ...owned, status: 'pending', submitted_at: null },
      inLive,
    ],
    ['PartnerApplicationSubmitted', { status: 'submitted', submitted_at: at(1), updated_at: at(1) }],
  ])
  inSteps(partner.informationRequests, { stream: `information_request-${id}` }, [
    ['InformationRequested', { ...owned, ...without('InformationRequested', 'information_request_id'), status: 'open' }, inLive],
    ['InformationProvided', { status: 'provided', updated_at: at(1) }],
    ['InformationRequestClosed', { status: 'closed', updated_at: at(2) }],
  ])
})

test('a registration request is with the desk from its submission to its end, and tells how far each agency is', () => {
  const stream = `registration_request-${id}`
  const agency = { slug: 'a', name: 'Agency', registration_type: 'state_tax_withholdings', jurisdiction_slug: 'pa-withholding-tax' }
  const agencies = [agency, { ...agency, slug: 'b' }]
  const waiting = agencies.map((each) => ({ ...each, status: 'pending', note: null, updated_at: at(0) }))
  const [, second] = waiting
  const created = {
    ...owned,
    ...without('RegistrationRequestCreated', 'registration_request_id'),
    agencies: waiting,
    status: 'pending',
    items: [],
    submitted_at: null,
    completed_at: null,
    desk: null,
  } as never
  const given = { data: { agencies }, ...inLive }
  const item = { ...(dataOf('RegistrationItemRecorded') as object), created_at: at(4) } as never
  inSteps(partner.registrationRequests, { stream }, [
    ['RegistrationRequestCreated', created, given],
    ['RegistrationAnswersSaved', { updated_at: at(1) }],
    ['RegistrationRequestSubmitted', { status: 'submitted', submitted_at: at(2), desk: 'submitted', updated_at: at(2) }],
    [
      'RegistrationAgencyUpdated',
      { agencies: [{ ...agency, status: 'in_progress', note: null, updated_at: at(3) }, second] as never, updated_at: at(3) },
    ],
    ['RegistrationItemRecorded', { items: [item], updated_at: at(4) }],
    ['RegistrationItemRecorded', { items: [item, { ...(item as object), created_at: at(5) }] as never, updated_at: at(5) }],
    ['RegistrationRequestCompleted', { status: 'completed', completed_at: at(6), desk: null, updated_at: at(6) }],
  ])
  const test = { data: { agencies, mode: 'test' }, metadata: { mode: 'test' } }
  inSteps(partner.registrationRequests, { stream }, [
    ['RegistrationRequestCreated', { ...(created as object), mode: 'test' }, test],
    ['RegistrationRequestSubmitted', { status: 'submitted', submitted_at: at(1), updated_at: at(1) }],
    ['RegistrationRequestDeleted', null],
  ])
})

test('mail is searched by whom it is from and about, its notes and its tags', () => {
  const text = 'Oregon Department of Revenue Ann Doe Oregon Department of Revenue Acme Widgets LLC urgent The rate for next year'
  inSteps(partner.partnerLetters, { stream: `partner_mail-${id}` }, [
    [
      'PartnerMailRecorded',
      {
        ...owned,
        ...without('PartnerMailRecorded', 'mail_id'),
        mail_viewed: false,
        internal_status: 'received',
        text: `${text} rate notice`,
      } as never,
      inLive,
    ],
    ['PartnerMailTagged', { tag_names: ['a', 'b'], text: `${text} a b`, updated_at: at(1) }, { data: { tag_names: ['a', 'b'] } }],
    ['PartnerMailViewed', { mail_viewed: true, updated_at: at(2) }],
    ['PartnerMailProcessed', { internal_status: 'done', updated_at: at(3) }],
    [
      'PartnerMailProcessed',
      { notes: 'settled', text: `${text.replace('urgent', 'settled')} a b`, updated_at: at(4) },
      { data: { notes: 'settled' } },
    ],
  ])
})

test.run()
