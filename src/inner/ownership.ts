// Who owns a business, for routes and pages: the structure with what follows from it, its certification, and its export.
import type { z } from 'zod'
import { ownership } from '../commands/ownership.ts'
import type { StoredEvent } from '../events/catalogue.ts'
import type { Ownership } from '../interface/records/ownership.ts'
import type { CertifyOwnership } from '../interface/requests/ownership.ts'
import { bodsStatements } from '../interface/resources/bods.ts'
import { ownershipResource } from '../interface/resources/ownership.ts'
import { isWithin, type Moment } from '../projections/history.ts'
import { ownBusiness } from './businesses.ts'
import type { ProbityContext } from './environment.ts'
import { ownAccount, type Reads } from './reading.ts'
import { newId, type Sending, send } from './sending.ts'

/** The ownership now, or as it stood at a moment. @throws ApiError 404 */
export const ownershipOf = async (
  inner: Reads,
  c: ProbityContext,
  businessId: string,
  moment?: Moment,
): Promise<z.output<typeof Ownership>> => {
  const business = await ownBusiness(inner, c, businessId, moment)
  const history = await inner.history(`business-${business.id}`)
  const certified = history.filter((event): event is StoredEvent<'OwnershipCertified'> => event.type === 'OwnershipCertified')
  return ownershipResource(business, moment ? certified.filter((event) => isWithin(moment, event)) : certified)
}

/** Somebody confirms the structure as it stands. @returns the ownership with the certification first. @throws ApiError 404, Refused */
export const certifyOwnership = async (
  inner: Sending & Reads,
  c: ProbityContext,
  businessId: string,
  { name, title, wording }: z.output<typeof CertifyOwnership>,
): Promise<z.output<typeof Ownership>> => {
  const { id: business } = await ownBusiness(inner, c, businessId)
  const certification = { id: newId(c, 'certification'), name, title: title ?? null, wording }
  await send(inner, c, { aggregate: ownership, id: business, command: { type: 'CertifyOwnership', certification } })
  return ownershipOf(inner, c, business)
}

/** All that is submitted of the ownership, as statements of the Beneficial Ownership Data Standard. @throws ApiError 404 */
export const bodsOf = async (inner: Reads, c: ProbityContext, businessId: string, moment?: Moment) => {
  const business = await ownBusiness(inner, c, businessId, moment)
  const { name } = await ownAccount(inner, c)
  return bodsStatements(business, { date: business.updated_at.slice(0, 10), publisher: name })
}
