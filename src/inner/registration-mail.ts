// The e-mail that brings an employer the link to a registration request: what it says, and sending it.
import { registrationRequest } from '../commands/registration-request.ts'
import { stateAgencies } from '../evidence/registrations/state-agencies.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownAccount, type Reads } from './framework/reading.ts'
import { type Sending, send } from './framework/sending.ts'
import { type GuestLinking, linksFor } from './guest-links.ts'
import { companyOfId } from './partner-companies.ts'
import type { RegistrationRequestDocument } from './registration-requests.ts'

export type InvitationMail = { readonly to: string; readonly subject: string; readonly text: string }

/** The link of the request, the same every time. */
export const invitationLink = (inner: Sending & GuestLinking, c: ProbityContext, { id, created_at }: RegistrationRequestDocument): string =>
  linksFor(inner, c).invite({ kind: 'registration_request', id }, created_at)

/** What the employer is sent. */
export const invitationMail = async (
  inner: Sending & Reads & GuestLinking,
  c: ProbityContext,
  request: RegistrationRequestDocument,
): Promise<InvitationMail> => {
  const [partner, company] = await Promise.all([ownAccount(inner, c), companyOfId(inner, request.company_id)])
  const name = company?.legal_name ?? 'your company'
  const state = stateAgencies.get(request.state)?.name ?? request.state
  return {
    to: request.email,
    subject: `${partner.name}: registrations of ${name} in ${state}`,
    text: [
      `${partner.name} registers ${name} with agencies in ${state}, and needs some information from you.`,
      '',
      'Please answer the questions here:',
      invitationLink(inner, c, request),
      '',
      'You can save your answers at any time and continue later with the same link. Please keep the link to yourself.',
    ].join('\n'),
  }
}

/** @throws Refused after submission */
export const sendInvitation = async (
  inner: Sending & Reads & GuestLinking,
  c: ProbityContext,
  request: RegistrationRequestDocument,
): Promise<void> => {
  const mail = await invitationMail(inner, c, request)
  await send(inner, c, { aggregate: registrationRequest, id: request.id, command: { type: 'MailInvitation', mail } })
}

/** What was sent, the oldest first. */
export const invitationsSent = async ({ load }: Pick<Sending, 'load'>, id: string): Promise<readonly InvitationMail[]> => {
  const state = await load(registrationRequest, id)
  return state.status === 'none' ? [] : state.mails
}
