// The companies of a partner: created once each, found by EIN, external id or id (records.md, Partner).
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type PartnerCompany, partnerCompany } from '../commands/partner-company.ts'
import { Refused } from '../commands/refused.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { unavailable } from '../interface/errors.ts'
import type { PartnerCompanyDocument } from '../projections/partner.ts'
import type { ProbityContext } from './environment.ts'
import { claim, ownerOf, release } from './reservations.ts'
import { newId, send } from './sending.ts'
import type { Service } from './service.ts'

/** A request that has reserved a value is written within this time. */
const reservedMs = 3_000

type Kind = 'company_ein' | 'company_external_id'

/** Of an EIN the reservation's name tells nothing to who does not have the service's secret. */
const claimOf = (service: Service, kind: Kind, value: string) => ({
  kind,
  value: kind === 'company_ein' ? createHmac('sha256', service.guestSecret).update(value).digest('hex') : value,
})

/** The company that holds the value: it may be on its way. @returns null when nobody holds it */
const holderOf = async (service: Service, c: ProbityContext, kind: Kind, value: string): Promise<PartnerCompany | null> => {
  const owner = await ownerOf(service, c, claimOf(service, kind, value))
  if (owner === null) return null
  for (const deadline = Date.now() + reservedMs; Date.now() < deadline; await pause(25)) {
    const company = await service.load(partnerCompany, aggregateIdOf(owner))
    if (company) return company
  }
  throw unavailable('a company with this identification is being created; try again')
}

/** @returns whether it could be taken for the company */
const take = async (service: Service, c: ProbityContext, kind: Kind, value: string, owner: string): Promise<boolean> => {
  try {
    await claim(service, c, { ...claimOf(service, kind, value), owner })
    return true
  } catch (error) {
    if (error instanceof Refused && error.reason === 'already_taken') return false
    throw error
  }
}

type NewCompany = Omit<PartnerCompany, 'company_id' | 'has_ein'>

/**
 * Creates the company, or finds the one that it is: EINs agree or, where one of the two has none, external ids do (records.md, Partner).
 * The first to reserve a value creates; whoever comes at the same moment waits for it.
 */
export const createCompany = async (
  service: Service,
  c: ProbityContext,
  company: NewCompany,
): Promise<{ readonly company: PartnerCompany; readonly isNew: boolean }> => {
  const { ein, external_id } = company
  const id = newId(c, 'company')
  const owner = `${partnerCompany.name}-${id}`
  const existing = (found: PartnerCompany) => ({ company: found, isNew: found.company_id === id })
  let hasExternalId = false
  if (external_id !== null) {
    hasExternalId = await take(service, c, 'company_external_id', external_id, owner)
    const holder = hasExternalId ? null : await holderOf(service, c, 'company_external_id', external_id)
    if (holder && (ein === null || !holder.has_ein)) return existing(holder)
  }
  if (ein !== null && !(await take(service, c, 'company_ein', ein, owner))) {
    const holder = await holderOf(service, c, 'company_ein', ein)
    if (hasExternalId && external_id !== null) await release(service, c, { ...claimOf(service, 'company_external_id', external_id), owner })
    if (holder) return existing(holder)
  }
  const created = { ...company, company_id: id, has_ein: ein !== null }
  await send(service, c, { aggregate: partnerCompany, id, command: { type: 'CreateCompany', company: created } })
  return { company: created, isNew: true }
}

/** The account's company of this external id, if there is one. */
export const companyOfExternalId = async (service: Service, c: ProbityContext, externalId: string): Promise<string | null> => {
  const held = await holderOf(service, c, 'company_external_id', externalId)
  return held?.company_id ?? null
}

/** The account's company of this id. */
export const ownCompanyId = async (service: Service, c: ProbityContext, id: string): Promise<string | null> => {
  const found = (await service.documents.get('partner_companies', id)) as PartnerCompanyDocument | undefined
  return found?.account_id === c.get('principal').accountId ? found.id : null
}

export type { PartnerCompanyDocument }

/** A company, whoever's it is: of a record that the caller may read. */
export const companyOfId = async ({ documents }: Pick<Service, 'documents'>, id: string): Promise<PartnerCompanyDocument | undefined> =>
  (await documents.get('partner_companies', id)) as PartnerCompanyDocument | undefined

/** The companies of records that the caller may read, by their id. */
export const companiesOfRecords = async (
  { documents }: Pick<Service, 'documents'>,
  records: readonly { readonly company_id: string | null }[],
): Promise<ReadonlyMap<string, PartnerCompanyDocument>> => {
  const found = await documents.getMany('partner_companies', [...new Set(records.flatMap(({ company_id }) => company_id ?? []))])
  return new Map([...found].flatMap(([id, { document }]) => (document ? [[id, document as PartnerCompanyDocument] as const] : [])))
}
