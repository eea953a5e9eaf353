// The companies of a partner: each is created once, and found by EIN, external id or id (records.md, Partner).
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ownerOf } from '../commands/claims.ts'
import { type PartnerCompany, partnerCompany } from '../commands/partner-company.ts'
import { Refused } from '../commands/refused.ts'
import { scopeOf } from '../commands/reservation.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { unavailable } from '../interface/errors.ts'
import { type PartnerCompanyDocument, partnerCompanies } from '../projections/partner.ts'
import type { ProbityContext } from './framework/environment.ts'
import { own, type Reads } from './framework/reading.ts'
import { newId, type Sending, send } from './framework/sending.ts'
import type { GuestLinking } from './guest-links.ts'

/** A company is written within this time after its values were claimed. */
const claimedMs = 3_000

type Kind = 'company_ein' | 'company_external_id'

/** A keyed hash of an EIN. It reveals nothing without the service's secret. */
const digestOf = ({ guestSecret }: GuestLinking, ein: string): string => createHmac('sha256', guestSecret).update(ein).digest('hex')

/** The company with this value, which may not be written yet. @returns null when there is none */
const holderOf = async (
  inner: Pick<Sending, 'load'> & Pick<Reads, 'history'>,
  c: ProbityContext,
  kind: Kind,
  value: string | null,
): Promise<PartnerCompany | null> => {
  if (value === null) return null
  const { accountId, mode } = c.get('principal')
  for (const deadline = Date.now() + claimedMs; Date.now() < deadline; await pause(25)) {
    const owner = await ownerOf(inner.load, scopeOf(accountId, mode), { kind, value })
    if (owner === null) return null
    // A company of the other mode may have taken it before the modes were apart.
    const [created] = await inner.history(owner, { limit: 1 })
    if (created?.metadata.mode !== undefined && created.metadata.mode !== mode) return null
    const company = await inner.load(partnerCompany, aggregateIdOf(owner))
    if (company) return company
  }
  throw unavailable('a company with this identification is being created; try again')
}

type NewCompany = Omit<PartnerCompany, 'company_id' | 'has_ein'>
type Created = { readonly company: PartnerCompany; readonly isNew: boolean }

/**
 * Creates the company, or finds it: by EIN or, where one of the two has no EIN, by external id (records.md, Partner).
 * The request that first claims a value creates the company. A concurrent request waits for it.
 */
export const createCompany = async (
  inner: Sending & Pick<Reads, 'history'> & GuestLinking,
  c: ProbityContext,
  company: NewCompany,
): Promise<Created> => {
  const { ein, external_id } = company
  const id = newId(c, 'company')
  const einDigest = ein === null ? null : digestOf(inner, ein)
  const ofExternalId = await holderOf(inner, c, 'company_external_id', external_id)
  const isSame = ofExternalId !== null && (ein === null || !ofExternalId.has_ein)
  const existing = isSame ? ofExternalId : await holderOf(inner, c, 'company_ein', einDigest)
  if (existing) return { company: existing, isNew: existing.company_id === id }
  const created = { ...company, company_id: id, has_ein: ein !== null }
  const command = { type: 'CreateCompany' as const, company: created, einDigest, sharesExternalId: ofExternalId !== null }
  try {
    await send(inner, c, { aggregate: partnerCompany, id, command })
    return { company: created, isNew: true }
  } catch (error) {
    // Another request has claimed it meanwhile, perhaps for this company.
    if (error instanceof Refused && error.reason === 'already_taken') return createCompany(inner, c, company)
    throw error
  }
}

/** The account's company with this external id, if any. */
export const companyOfExternalId = async (
  inner: Pick<Sending, 'load'> & Pick<Reads, 'history'>,
  c: ProbityContext,
  externalId: string | null,
): Promise<string | null> => {
  const holder = await holderOf(inner, c, 'company_external_id', externalId)
  return holder?.company_id ?? null
}

/** The account's company with this id. */
export const ownCompanyId = async (inner: Reads, c: ProbityContext, id: string): Promise<string | null> => {
  return (await own(inner, c, partnerCompanies).get(id))?.id ?? null
}

export type { PartnerCompanyDocument }

/** A company of any account, to show in a record that the caller may read. */
export const companyOfId = ({ read }: Pick<Reads, 'read'>, id: string): Promise<PartnerCompanyDocument | undefined> =>
  read(partnerCompanies).get(id)

/** The companies of records that the caller may read, by id. */
export const companiesOfRecords = async (
  { read }: Pick<Reads, 'read'>,
  records: readonly { readonly company_id: string | null }[],
): Promise<ReadonlyMap<string, PartnerCompanyDocument>> => {
  return read(partnerCompanies).getMany([...new Set(records.flatMap(({ company_id }) => company_id ?? []))])
}
