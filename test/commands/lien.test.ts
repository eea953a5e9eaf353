import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lien } from '../../src/commands/lien.ts'
import { lapseDate, lapsesAt } from '../../src/commands/lien-rules.ts'
import type { LienEvent } from '../../src/events/lien.ts'
import { given } from './given.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const address = {
  full_address: '1 Main St, Portland, OR 97201',
  address_line1: '1 Main St',
  address_line2: null,
  city: 'Portland',
  state: 'OR',
  postal_code: '97201',
}
const party = { id, organization_name: 'Acme', first_name: null, last_name: null, addresses: [address] }
const request: Extract<LienEvent, { type: 'LienRequested' }>['data'] = {
  lien_id: id,
  business_id: id,
  mode: 'live',
  state: 'OR',
  debtors: [party],
  secured_parties: [party],
  collateral: null,
  loan_principal_amount_cents: null,
  packet_number: 'P-1',
  alternative_designation: null,
}
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

test('rules that a state sets are held, and those of other states are not', () => {
  const many = Array.from({ length: 9 }, () => party)
  given(lien, [])
    .when({ type: 'RequestLien', lien: { ...request, state: 'OK', debtors: many } })
    .isRefused('debtors_too_many', 'debtors')
  given(lien, [])
    .when({ type: 'RequestLien', lien: { ...request, state: 'CA', debtors: many } })
    .thenTypes('LienRequested')
  given(lien, [])
    .when({ type: 'RequestLien', lien: { ...request, alternative_designation: 'buyer_seller' } })
    .isRefused('alternative_designation_does_not_fit', 'alternative_designation')
  given(lien, [])
    .when({ type: 'RequestLien', lien: { ...request, secured_parties: [] } })
    .isRefused('secured_party_missing', 'secured_parties')
})

test('steps follow one another, and a step taken twice changes nothing', () => {
  given(lien, [requested]).when({ type: 'StartFulfilment', reference: null }).then([started])
  given(lien, [requested]).when(record).isRefused('lien_step_does_not_follow', 'step')
  given(lien, [requested, started]).when(record).then([filed])
  given(lien, [requested, started, filed]).when(record).then([])
  given(lien, [requested, started])
    .when({ type: 'Reflect', fileNumber: null, date: '2026-11-22' })
    .isRefused('lien_step_does_not_follow', 'step')
  given(lien, [requested, started, filed]).when({ type: 'Reflect', fileNumber: null, date: '2026-11-22' }).then([reflected])
})

test('the state must have given a number by the time that its index shows the filing', () =>
  given(lien, [requested, started, { type: 'LienFiled', data: { ...filing, file_number: null } }])
    .when({ type: 'Reflect', fileNumber: null, date: '2026-11-22' })
    .isRefused('file_number_missing', 'file_number'))

test('a lien nobody has worked on cannot be terminated; one in work or filed can, once', () => {
  given(lien, [requested]).when(terminate).isRefused('lien_not_yet_processed')
  given(lien, [requested, started]).when(terminate).then([terminationRequested])
  given(lien, [requested, started, filed, reflected, terminationRequested])
    .when({ ...terminate, packetNumber: 'P-3' })
    .then([])
  given(lien, [requested, started])
    .when({ ...terminate, packetNumber: 'P-1' })
    .isRefused('packet_number_taken', 'packet_number')
})

test('a termination waits for the filing, and closes it', () => {
  given(lien, [requested, started, terminationRequested])
    .when({ type: 'StartTermination', reference: null })
    .isRefused('lien_step_does_not_follow', 'step')
  given(lien, [requested, started, filed, terminationRequested])
    .when({ type: 'StartTermination', reference: null })
    .then([terminationStarted])
  given(lien, [requested, started, filed, terminationRequested, terminationStarted])
    .when({ type: 'CompleteTermination', fileNumber: '8', date: '2026-12-01' })
    .then([terminated])
  given(lien, [requested, started, filed, terminationRequested, terminationStarted, terminated]).when({ type: 'Lapse' }).then([])
})

test('what was erased is noted, and the lien stands as before', () => {
  const erasure = { subjects: [id], kind: 'business' as const, reason: 'asked', requested_by: 'officer' }
  const noted: LienEvent = { type: 'PersonalDataErased', data: erasure }
  given(lien, [requested, started]).when({ type: 'RecordErasure', erasure }).then([noted])
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
