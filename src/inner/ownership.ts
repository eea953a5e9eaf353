// Who owns a business, for routes and pages: the structure with what follows from it, its certification, and its export.
import type { z } from 'zod'
import { business } from '../commands/business.ts'
import { isSubmittedPerson } from '../commands/owner-discrepancies.ts'
import { ownership } from '../commands/ownership.ts'
import { refused } from '../commands/refused.ts'
import { reviewIdOf } from '../events/derived-id.ts'
import type { OwnerDiscrepancy, Ownership } from '../interface/records/ownership.ts'
import type { CertifyOwnership } from '../interface/requests/ownership.ts'
import { bodsStatements } from '../interface/resources/bods.ts'
import { ownershipResource } from '../interface/resources/ownership.ts'
import { isWithin, type Moment } from '../projections/history.ts'
import { type BusinessDocument, ownBusiness } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownAccount, type Reads } from './framework/reading.ts'
import { newId, type Sending, send } from './framework/sending.ts'

/** The ownership now, or as it stood at a moment. @throws ApiError 404 */
export const ownershipOf = async (
  inner: Reads,
  c: ProbityContext,
  businessId: string,
  moment?: Moment,
): Promise<z.output<typeof Ownership>> => {
  const document = await ownBusiness(inner, c, businessId, moment)
  const certified = await inner.history(`business-${document.id}`, { types: ['OwnershipCertified'] })
  return ownershipResource(document, moment ? certified.filter((event) => isWithin(moment, event)) : certified)
}

/** The ids of the found owners who are among the submitted people. */
export const submittedPeopleAmongFound = ({ submitted, file }: BusinessDocument): ReadonlySet<string> =>
  new Set(Object.values(file.found_owners).flatMap((owner) => (isSubmittedPerson(submitted, owner) ? [owner.id] : [])))

/** Somebody confirms the structure as it stands. @returns the ownership with the certification first. @throws ApiError 404, Refused */
export const certifyOwnership = async (
  inner: Sending & Reads,
  c: ProbityContext,
  businessId: string,
  { name, title, wording }: z.output<typeof CertifyOwnership>,
): Promise<z.output<typeof Ownership>> => {
  const { id } = await ownBusiness(inner, c, businessId)
  const certification = { id: newId(c, 'certification'), name, title: title ?? null, wording }
  await send(inner, c, { aggregate: ownership, id, command: { type: 'CertifyOwnership', certification } })
  return ownershipOf(inner, c, id)
}

/** All that is submitted of the ownership, as statements of the Beneficial Ownership Data Standard. @throws ApiError 404 */
export const bodsOf = async (inner: Reads, c: ProbityContext, businessId: string, moment?: Moment) => {
  const document = await ownBusiness(inner, c, businessId, moment)
  const { name } = await ownAccount(inner, c)
  return bodsStatements(document, { date: document.updated_at.slice(0, 10), publisher: name })
}

/** A person says why a difference between submitted and found owners stands. @throws ApiError 404, Refused */
export const resolveDiscrepancy = async (
  inner: Sending & Reads,
  c: ProbityContext,
  businessId: string,
  { id: discrepancyId, reason }: { readonly id: string; readonly reason: string },
): Promise<z.output<typeof OwnerDiscrepancy>> => {
  const { id, review } = await ownBusiness(inner, c, businessId)
  const { source_age_limit_days: ageLimitDays } = await ownAccount(inner, c)
  const judged = { id: review?.id ?? reviewIdOf(id), at: inner.now().toISOString(), ageLimitDays }
  await send(inner, c, { aggregate: business, id, command: { type: 'ResolveDiscrepancy', discrepancyId, reason, review: judged } })
  const { discrepancies } = await ownershipOf(inner, c, id)
  const resolved = discrepancies.find((each) => each.id === discrepancyId)
  if (!resolved) throw refused('discrepancy_not_found')
  return resolved
}
