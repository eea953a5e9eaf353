// Which unique values the commands of each aggregate take and give back.
import { test } from 'uvu'
import { account } from '../../src/commands/account.ts'
import { business } from '../../src/commands/business.ts'
import type { Claim } from '../../src/commands/decider.ts'
import { lien } from '../../src/commands/lien.ts'
import { partnerCompany } from '../../src/commands/partner-company.ts'
import { user } from '../../src/commands/user.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { LienEvent } from '../../src/events/lien.ts'
import { submitted } from './businesses.ts'
import { companyCreated } from './companies.ts'
import { given } from './given.ts'
import { lienRequest } from './liens.ts'

const id = '0198c0de-0000-7000-8000-000000000001'

const created = (unique_external_id: string | null): BusinessEvent => ({
  type: 'BusinessCreated',
  data: { ...submitted, unique_external_id },
})
const create = (unique_external_id: string | null) => ({
  type: 'CreateBusiness' as const,
  business: { ...submitted, unique_external_id },
  orders: [],
})
const update = (changes: { readonly unique_external_id?: string | null; readonly name?: string }) => ({
  type: 'UpdateBusiness' as const,
  changes,
  status: null,
})
const uniqueId = (action: Claim['action'], value: string): Claim => ({ action, kind: 'unique_external_id', value })

test('a business takes its unique_external_id, if it has one', () => {
  given(business, []).when(create('a')).claims(uniqueId('take', 'a'))
  given(business, []).when(create(null)).claims()
})

test('a business that changes its unique_external_id takes the new one and gives the old one back', () => {
  given(business, [created('a')])
    .when(update({ unique_external_id: 'b' }))
    .claims(uniqueId('take', 'b'), uniqueId('give back', 'a'))
  given(business, [created(null)])
    .when(update({ unique_external_id: 'b' }))
    .claims(uniqueId('take', 'b'))
  given(business, [created('a')])
    .when(update({ unique_external_id: null }))
    .claims(uniqueId('give back', 'a'))
})

test('a business that repeats its unique_external_id, or changes something else, claims nothing', () => {
  given(business, [created('a')])
    .when(update({ unique_external_id: 'a' }))
    .claims()
  given(business, [created('a')])
    .when(update({ name: 'Renamed' }))
    .claims()
  given(business, [created('a')])
    .when({ type: 'AddTag', tag: 'vip' })
    .claims()
})

test('an example that is removed gives its unique_external_id back', () => {
  given(business, [created('a')])
    .when({ type: 'RemoveExample' })
    .claims(uniqueId('give back', 'a'))
})

test('a lien takes its packet number, and its termination one of its own', () => {
  const request = lienRequest(id)
  const packet = (value: string): Claim => ({ action: 'take', kind: 'packet_number', value, reason: 'packet_number_taken' })
  given(lien, []).when({ type: 'RequestLien', lien: request }).claims(packet('P-1'))
  const requested: LienEvent = { type: 'LienRequested', data: request }
  given(lien, [requested]).when({ type: 'TerminateLien', terminationId: id, packetNumber: 'P-2' }).claims(packet('P-2'))
  given(lien, [requested]).when({ type: 'StartFulfilment', reference: null }).claims()
})

test('a company takes its EIN and its external id, but not an external id that it shares', () => {
  const company = companyCreated(id)
  const createCompany = { type: 'CreateCompany' as const, company, einDigest: 'digest', sharesExternalId: false }
  const externalId: Claim = { action: 'take', kind: 'company_external_id', value: 'acme-1' }
  const ein: Claim = { action: 'take', kind: 'company_ein', value: 'digest' }
  given(partnerCompany, []).when(createCompany).claims(externalId, ein)
  given(partnerCompany, [])
    .when({ ...createCompany, sharesExternalId: true })
    .claims(ein)
  given(partnerCompany, [])
    .when({ ...createCompany, company: { ...company, external_id: null }, einDigest: null })
    .claims()
})

test('an e-mail address belongs to one user of all accounts, however it is written', () => {
  const email: Claim = { action: 'take', scope: 'service', kind: 'email', value: 'a@example.com', reason: 'email_taken' }
  const person = { user_id: id, email: 'A@Example.com', name: 'A', roles: ['member' as const] }
  given(user, [])
    .when({ type: 'InviteUser', invitation: { ...person, invitation_hash: 'h', expires_at: '2026-12-01T00:00:00.000Z' } })
    .claims(email)
  given(user, [])
    .when({ type: 'RegisterUser', user: { ...person, password_hash: 'p' } })
    .claims(email)
  given(user, []).when({ type: 'DeactivateUser' }).claims()
})

test('a slug names one account of the service, and the first account takes the installation too', () => {
  const command = { type: 'CreateAccount' as const, account: { account_id: id, name: 'Bank', slug: 'bank', features: [] } }
  const slug: Claim = { action: 'take', scope: 'service', kind: 'slug', value: 'bank' }
  given(account, []).when(command).claims(slug)
  given(account, [])
    .when({ ...command, isFirst: true })
    .claims({ action: 'take', scope: 'service', kind: 'installation', value: '' }, slug)
})

test.run()
