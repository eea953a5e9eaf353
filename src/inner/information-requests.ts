// What the desk asks of a company: asked for a registration request, answered by a guest, closed by the desk.
import { informationRequest } from '../commands/information-request.ts'
import {
  type InformationRequestDocument,
  informationRequests,
  type PartnerCompanyDocument,
  type RegistrationRequestDocument,
} from '../projections/partner.ts'
import { noteListed } from './access-log.ts'
import type { ProbityContext } from './environment.ts'
import { newestFirst, ownPageOf, type Page } from './list-pages.ts'
import { companyOfId } from './partner-companies.ts'
import { anyDocument, type Reads } from './reading.ts'
import type { Sender, Sending } from './sending.ts'

export type { InformationRequestDocument }

/** With what the company answered; null while it has not. */
export type Answered = InformationRequestDocument & { readonly information: string | null }

const withAnswers = ({ load }: Pick<Sending, 'load'>, asked: readonly InformationRequestDocument[]): Promise<readonly Answered[]> =>
  Promise.all(
    asked.map(async (each) => {
      const state = await load(informationRequest, each.id)
      return { ...each, information: state.status === 'none' ? null : state.information }
    }),
  )

/** One page of what the account's companies still have to answer. */
export const openInformationRequestPage = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  paging: { readonly page: number; readonly perPage: number },
): Promise<Page<InformationRequestDocument>> =>
  ownPageOf(inner, c, informationRequests, { where: { status: 'open' }, sort: newestFirst, ...paging })

/** What an account's companies have answered and the desk has not closed, the oldest first. */
export const answersToLookAt = (
  inner: Pick<Reads, 'read'>,
  { accountId, most }: { readonly accountId: string; readonly most: number },
): Promise<readonly InformationRequestDocument[]> =>
  inner.read(informationRequests).find({
    where: { account_id: accountId, status: 'provided' },
    sort: [['created_at', 'asc']],
    perPage: most,
  })

/** Everything that is not closed, of every account. */
export const unclosedInformationRequests = async (inner: Pick<Sending, 'load'> & Pick<Reads, 'read'>): Promise<readonly Answered[]> => {
  const unclosed = await inner.read(informationRequests).find({ where: { status: { in: ['open', 'provided'] } }, perPage: 1000 })
  return withAnswers(inner, unclosed)
}

/** What the company was asked for a registration request, the newest first. */
export const askedForRequest = async (
  inner: Pick<Sending, 'load'> & Pick<Reads, 'read'>,
  c: ProbityContext,
  { id, account_id }: RegistrationRequestDocument,
): Promise<readonly Answered[]> => {
  const all = await inner.read(informationRequests).find({
    where: { account_id },
    sort: [['created_at', 'desc']],
    perPage: 1000,
  })
  const asked = all.filter(({ registration_request_id }) => registration_request_id === id)
  noteListed(c, asked)
  return withAnswers(inner, asked)
}

/** Asks the company of a registration request, whose contact gets the question. @returns the id of the information request */
export const askCompany = async (
  inner: Pick<Reads, 'read'>,
  { send, newId }: Sender,
  { request, information }: { readonly request: RegistrationRequestDocument; readonly information: string },
): Promise<string> => {
  const company = await companyOfId(inner, request.company_id)
  const [first = null, ...rest] = company?.contact_name?.split(/\s+/) ?? []
  const id = newId('information_request')
  const asked = {
    information_request_id: id,
    company_id: request.company_id,
    registration_request_id: request.id,
    information_requested: information,
    first_name: first,
    last_name: rest.join(' ') || null,
    email: company?.contact_email ?? request.email,
    phone: company?.contact_phone_number ?? null,
  }
  await send({ aggregate: informationRequest, id, command: { type: 'RequestInformation', request: asked } })
  return id
}

export const anyInformationRequest = (inner: Pick<Reads, 'read'>, id: string): Promise<InformationRequestDocument> =>
  anyDocument(inner, { projection: informationRequests, id, resource: 'exception' })

/** What a guest is asked, and for which company. @throws ApiError 404 */
export const askedOfGuest = async (
  inner: Pick<Reads, 'read'>,
  id: string,
): Promise<{ readonly request: InformationRequestDocument; readonly company: PartnerCompanyDocument | undefined }> => {
  const request = await anyInformationRequest(inner, id)
  return { request, company: await companyOfId(inner, request.company_id) }
}

/** @throws Refused when it is closed */
export const provideInformation = async ({ send }: Sender, id: string, information: string): Promise<void> => {
  await send({ aggregate: informationRequest, id, command: { type: 'ProvideInformation', information } })
}

export const closeInformationRequest = async ({ send }: Sender, id: string, note: string | null): Promise<void> => {
  await send({ aggregate: informationRequest, id, command: { type: 'CloseRequest', note } })
}
