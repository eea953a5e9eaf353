// What is proposed, in words.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { proposalResource } from '../../src/interface/proposals.ts'

type Held = Parameters<typeof proposalResource>[0]

const titleOf = (command: object): string =>
  proposalResource({ acts: [], proposed_by: { actor: { type: 'user', id: 'ann' } }, command } as unknown as Held, {
    names: new Map(),
    changed: [],
  }).title

test('a title names a decision and a feature in plain words', () => {
  assert.is(
    titleOf({ type: 'UpdateBusiness', status: 'approved', changes: { name: 'Acme', tin_type: 'ein' } }),
    'Approve the business, and change its name, tin type',
  )
  assert.is(titleOf({ type: 'Decide', status: 'in_review', reason: null }), 'Return the business to review')
  assert.is(titleOf({ type: 'UpdateBusiness', changes: {} }), 'Change the business')
  assert.is(titleOf({ type: 'SwitchFeature', feature: 'lien_filing', on: true }), 'Switch on the feature “lien filing”')
})

test('a title names the risk tier and the version of the interface', () => {
  assert.is(titleOf({ type: 'SetRiskTier', tier: 'low', reason: 'Known to us' }), 'Set the risk tier to low')
  assert.is(titleOf({ type: 'SetRiskTier', tier: null }), 'Return to the computed risk tier')
  assert.is(titleOf({ type: 'PinInterfaceVersion', version: '2026-11-23' }), 'Use version 2026-11-23 of the API')
})

test('a title says what settings would be set to, so that nobody confirms them blindly', () => {
  assert.is(
    titleOf({ type: 'SetRetention', periods: { customer_months: 60, applicant_months: null, automatic: true } }),
    'Keep records of approved businesses for 60 months and of others without limit, and erase what is due without asking',
  )
  const calendar = { high_months: 6, medium_months: 12, low_months: 24, soon_days: 30, change_days: 10, reorder: false }
  assert.is(
    titleOf({ type: 'SetReviewCalendar', calendar }),
    'Review approved businesses again after 6 months (high risk), 12 (medium) or 24 (low) and 10 days after a change; due soon 30 days ahead; no product is ordered again',
  )
  const settings = { creditor_name: 'First Bank', creditor_address: null, agency: null, reasons: [{ code: 'too_new', text: 'Too new' }] }
  assert.is(
    titleOf({ type: 'SetNoticeSettings', settings }),
    'Set what notices of adverse actions say: creditor “First Bank”, address by default, agency by default, reasons “too_new: Too new”',
  )
  const parties = [{ organization_name: 'First Bank' }, { organization_name: null, first_name: 'Ann', last_name: 'Lee' }]
  assert.is(
    titleOf({ type: 'SetLienDefaults', defaults: { secured_parties: parties, collateral: 'x'.repeat(400) } }),
    `Set the defaults of liens: secured parties First Bank, Ann Lee; collateral “${'x'.repeat(299)}…”`,
  )
})

test.run()
