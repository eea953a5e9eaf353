// All work of an account that waits for a person at the desk.

import { auditReason, businessesInAudit } from './audits.ts'
import type { BusinessDocument } from './businesses.ts'
import { noteListed } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Reads } from './framework/reading.ts'
import { answersToLookAt, type InformationRequestDocument } from './information-requests.ts'
import { type LienDocument, liensToFile } from './liens.ts'
import { companiesOfRecords } from './partner-companies.ts'
import { type RegistrationRequestDocument, submittedRegistrationRequests } from './registration-requests.ts'

export type AuditToDo = BusinessDocument & { readonly audit_reason: string | null }
export type RegistrationToDo = RegistrationRequestDocument & { readonly company_name: string | null }

export type DeskToDo = {
  readonly audits: readonly AuditToDo[]
  readonly registrations: readonly RegistrationToDo[]
  readonly answered: readonly InformationRequestDocument[]
  readonly liens: readonly LienDocument[]
}

/** The longest waiting first. @param most the limit for each kind */
export const waitingAtDesk = async (inner: Reads, c: ProbityContext, { most }: { readonly most: number }): Promise<DeskToDo> => {
  const { accountId: account_id, mode } = c.get('principal')
  const within = { account_id, mode }
  const [audits, registrations, answered, liens] = await Promise.all([
    businessesInAudit(inner, within, most),
    submittedRegistrationRequests(inner, within, most),
    answersToLookAt(inner, c, most),
    liensToFile(inner, within, most),
  ])
  for (const listed of [audits, registrations, answered, liens]) noteListed(c, listed)
  const companies = await companiesOfRecords(inner, registrations)
  return {
    audits: await Promise.all(audits.map(async (each) => ({ ...each, audit_reason: await auditReason(inner, each.id) }))),
    registrations: registrations.map((each) => ({ ...each, company_name: companies.get(each.company_id)?.legal_name ?? null })),
    answered,
    liens,
  }
}
