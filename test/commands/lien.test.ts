import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type LienCommand, lien } from '../../src/commands/lien.ts'
import { lapseDate, lapsesAt } from '../../src/commands/lien-rules.ts'
import type { RefusalReason } from '../../src/commands/refused.ts'
import type { LienEvent } from '../../src/events/lien.ts'
import { mainStreet } from '../main-street.ts'
import { given } from './given.ts'
import { lienRequest } from './liens.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const party = { id, organization_name: 'Acme', first_name: null, last_name: null, addresses: [mainStreet] }
const request = lienRequest(id, { debtors: [party], secured_parties: [party] })
const requested: LienEvent = { type: 'LienRequested', data: request }
const started: LienEvent = { type: 'LienFulfilmentStarted', data: { reference: null } }
const filing = { file_number: '7', confirmation_number: null, filing_date: '2026-11-21', lapse_date: '2031-11-21' }
const filed: LienEvent = { type: 'LienFiled', data: filing }
const reflected: LienEvent = { type: 'LienReflected', data: { file_number: null, reflected_on: '2026-11-22' } }
const terminationRequested: LienEvent = { type: 'LienTerminationRequested', data: { termination_id: id, packet_number: 'P-2' } }
const terminationStarted: LienEvent = { type: 'LienTerminationStarted', data: { reference: null } }
const terminated: LienEvent = { type: 'LienTerminationCompleted', data: { file_number: '8', terminated_on: '2026-12-01' } }
const terminate = { type: 'TerminateLien' as const, terminationId: id, packetNumber: 'P-2' }
const record = { type: 'RecordFiling' as const, fileNumber: '7', confirmationNumber: null, filingDate: '2026-11-21' }

test('a lien that fulfils the rules is requested, once', () => {
  given(lien, []).when({ type: 'RequestLien', lien: request }).then([requested])
  given(lien, [requested]).when({ type: 'RequestLien', lien: request }).then([])
})

test('a state that limits the debtors of one filing takes as many and no more; the others take any number', () => {
  const limits = { GA: 8, MN: 25, NH: 100, OK: 8, OR: 20, TN: null, CA: null }
  const asked = (state: string, count: number) =>
    given(lien, []).when({ type: 'RequestLien', lien: { ...request, state, debtors: Array.from({ length: count }, () => party) } })
  for (const [state, most] of Object.entries(limits)) {
    asked(state, most ?? 200).thenTypes('LienRequested')
    if (most !== null) asked(state, most + 1).isRefused('debtors_too_many', 'debtors')
  }
})

test('other rules of a filing are held, at their very limits', () => {
  const asked = (change: Partial<typeof request>) => given(lien, []).when({ type: 'RequestLien', lien: { ...request, ...change } })
  const alternative_designation = 'buyer_seller'
  asked({ alternative_designation }).isRefused('alternative_designation_does_not_fit', 'alternative_designation')
  asked({ alternative_designation, state: 'TN' }).thenTypes('LienRequested')
  asked({ collateral: 'x'.repeat(10_000) }).thenTypes('LienRequested')
  asked({ collateral: 'x'.repeat(10_001) }).isRefused('collateral_too_long', 'collateral')
  asked({ secured_parties: [] }).isRefused('secured_party_missing', 'secured_parties')
  asked({ secured_parties: [{ ...party, addresses: [] }] }).isRefused('secured_party_incomplete', 'secured_parties.0.addresses')
  asked({ debtors: [] }).isRefused('debtor_missing', 'debtors')
  asked({ debtors: [{ ...party, addresses: [mainStreet, mainStreet] }] }).isRefused('debtor_address_not_one', 'debtors.0.addresses')
  const named = (organization_name: string | null, first_name: string | null, last_name: string | null) =>
    asked({ debtors: [{ ...party, organization_name, first_name, last_name }] })
  named(null, 'Ann', 'Doe').thenTypes('LienRequested')
  named(null, null, null).isRefused('debtor_name_missing', 'debtors.0.organization_name')
  named(null, 'Ann', null).isRefused('debtor_name_incomplete', 'debtors.0.last_name')
  named(null, null, 'Doe').isRefused('debtor_name_incomplete', 'debtors.0.first_name')
})

const inWork = [requested, started]
const open = [...inWork, filed, reflected]
const terminating = [...open, terminationRequested, terminationStarted]
const lapsed: LienEvent = { type: 'LienLapsed', data: { lapse_date: filing.lapse_date } }
/** The stages of a lien, in the order of the table below. */
const stages: readonly (readonly LienEvent[])[] = [
  [requested],
  inWork,
  [...inWork, filed],
  open,
  [...open, terminationRequested],
  terminating,
  [...terminating, terminated],
  [...open, lapsed],
]
const no = 'lien_step_does_not_follow'
const none = 'lien_termination_not_requested'
const steps: readonly (readonly [LienCommand, ...outcomes: string[]])[] = [
  [{ type: 'StartFulfilment', reference: null }, 'LienFulfilmentStarted', '', '', '', '', '', '', ''],
  [{ type: 'ReturnFiling', reason: 'unreadable' }, no, 'LienReturned', no, no, no, no, no, no],
  [record, no, 'LienFiled', '', '', '', no, no, no],
  [{ ...record, fileNumber: '8' }, no, 'LienFiled', no, no, no, no, no, no],
  [{ ...record, filingDate: '2026-11-22' }, no, 'LienFiled', no, no, no, no, no, no],
  [{ type: 'Reflect', fileNumber: null, date: '2026-11-22' }, no, no, 'LienReflected', '', '', '', '', ''],
  [terminate, 'lien_not_yet_processed', ...Array(3).fill('LienTerminationRequested'), '', '', '', 'LienTerminationRequested'],
  [{ type: 'StartTermination', reference: null }, none, none, none, none, 'LienTerminationStarted', '', '', none],
  [{ type: 'CompleteTermination', fileNumber: '8', date: '2026-12-01' }, none, none, none, none, no, 'LienTerminationCompleted', '', none],
  [{ type: 'RemindOfLapse', daysLeft: 180 }, '', '', ...Array(4).fill('LienLapseApproached'), '', ''],
  [{ type: 'Lapse' }, '', '', ...Array(4).fill('LienLapsed'), '', ''],
]

for (const [command, ...outcomes] of steps)
  test(`${command.type} follows where it may, changes nothing when it is taken again, and is refused elsewhere`, () => {
    for (const [at, history] of stages.entries()) {
      const outcome = given(lien, history).when(command)
      const expected = outcomes[at] ?? ''
      if (expected.startsWith('lien_'))
        outcome.isRefused(expected as RefusalReason, expected === no || expected === none ? 'step' : undefined)
      else outcome.thenTypes(...((expected === '' ? [] : [expected]) as LienEvent['type'][]))
    }
  })

test('what a filing leads to is not before it', () => {
  for (const [history, command] of [
    [[...inWork, filed], { type: 'Reflect', fileNumber: null, date: '2026-11-20' }],
    [terminating, { type: 'CompleteTermination', fileNumber: null, date: '2026-11-20' }],
  ] as const)
    given(lien, history).when(command).isRefused('lien_date_before_filing', 'date')
})

test('a returned filing can be filed after all; a lapsed one can be terminated on the record', () => {
  given(lien, [...inWork, { type: 'LienReturned', data: { reason: 'unreadable' } }])
    .when(record)
    .then([filed])
  given(lien, [...open, lapsed, terminationRequested])
    .when({ type: 'StartTermination', reference: null })
    .then([terminationStarted])
})

test('a returned filing that is to be terminated ends without one; before it was returned, and once it is filed after all, it does not', () => {
  const end: LienCommand = { type: 'CompleteTermination', fileNumber: null, date: '2026-12-01' }
  const returned: LienEvent = { type: 'LienReturned', data: { reason: 'unreadable' } }
  given(lien, [...inWork, returned, terminationRequested])
    .when(end)
    .then([{ type: 'LienTerminationCompleted', data: { file_number: null, terminated_on: '2026-12-01' } }])
  given(lien, [...inWork, returned])
    .when(end)
    .isRefused(none, 'step')
  given(lien, [...inWork, terminationRequested])
    .when(end)
    .isRefused(no, 'step')
  given(lien, [...inWork, returned, terminationRequested, filed])
    .when(end)
    .isRefused(no, 'step')
})

test('a document is attached once, and of a lapse each reminder is given once', () => {
  const document = {
    document_id: id,
    document_type: 'ucc',
    filename: 'a.pdf',
    content_type: 'application/pdf',
    size: 1,
    sha256: 'ab',
    filing_date: null,
  }
  const attached: LienEvent = { type: 'LienDocumentAttached', data: document }
  given(lien, open).when({ type: 'AttachDocument', document }).then([attached])
  given(lien, [...open, attached])
    .when({ type: 'AttachDocument', document })
    .then([])
  given(lien, [...open, attached])
    .when({ type: 'AttachDocument', document: { ...document, document_id: 'other' } })
    .thenTypes('LienDocumentAttached')
  const reminded: LienEvent = { type: 'LienLapseApproached', data: { lapse_date: filing.lapse_date, days_left: 180 } }
  given(lien, [...open, reminded])
    .when({ type: 'RemindOfLapse', daysLeft: 180 })
    .then([])
  given(lien, [...open, reminded])
    .when({ type: 'RemindOfLapse', daysLeft: 30 })
    .thenTypes('LienLapseApproached')
})

test('nothing can be done with a lien that was never requested', () =>
  given(lien, []).when({ type: 'StartFulfilment', reference: null }).isRefused('lien_not_found'))

test('the state must have given a number by the time that its index shows the filing', () =>
  given(lien, [requested, started, { type: 'LienFiled', data: { ...filing, file_number: null } }])
    .when({ type: 'Reflect', fileNumber: null, date: '2026-11-22' })
    .isRefused('file_number_missing', 'file_number'))

test('a termination has a packet number of its own', () =>
  given(lien, inWork)
    .when({ ...terminate, packetNumber: 'P-1' })
    .isRefused('packet_number_taken', 'packet_number'))

test('a termination waits for the filing', () =>
  given(lien, [...inWork, terminationRequested])
    .when({ type: 'StartTermination', reference: null })
    .isRefused(no, 'step'))

test('where an erasure is noted, the lien stands as before', () => {
  const erasure = { subjects: [id], kind: 'business' as const, reason: 'asked', requested_by: 'officer' }
  const noted: LienEvent = { type: 'PersonalDataErased', data: erasure }
  given(lien, [requested, started, noted])
    .when({ type: 'RecordFiling', fileNumber: '7', confirmationNumber: null, filingDate: '2026-11-21' })
    .then([
      { type: 'LienFiled', data: { file_number: '7', confirmation_number: null, filing_date: '2026-11-21', lapse_date: '2031-11-21' } },
    ])
})

test('a filing holds for five years, to the end of the last day wherever it was filed', () => {
  assert.is(lapseDate('2026-11-21'), '2031-11-21')
  assert.is(lapseDate('2028-02-29'), '2033-03-01', 'the anniversary of a leap day is the first of March')
  assert.is(lapsesAt('2031-11-21').toISOString(), '2031-11-22T11:00:00.000Z')
  given(lien, [requested, started, filed])
    .when({ type: 'RemindOfLapse', daysLeft: 180 })
    .then([{ type: 'LienLapseApproached', data: { lapse_date: '2031-11-21', days_left: 180 } }])
  given(lien, [requested, started, filed])
    .when({ type: 'Lapse' })
    .then([{ type: 'LienLapsed', data: { lapse_date: '2031-11-21' } }])
})

test.run()
