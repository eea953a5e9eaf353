// Information requests: the desk asks a company about a registration request, a guest answers, the desk closes it.
import { informationRequest } from '../commands/information-request.ts'
import {
  type InformationRequestDocument,
  informationRequests,
  type PartnerCompanyDocument,
  type RegistrationRequestDocument,
} from '../projections/partner.ts'
import { noteListed } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import { newestFirst, ownPageOf, type Page } from './framework/list-pages.ts'
import { anyDocument, own, type Reads } from './framework/reading.ts'
import type { Sender, Sending } from './framework/sending.ts'
import { companyOfId } from './partner-companies.ts'

export type { InformationRequestDocument }

/** With the company's answer; null while there is none. */
export type Answered = InformationRequestDocument & { readonly information: string | null }

const withAnswers = ({ load }: Pick<Sending, 'load'>, asked: readonly InformationRequestDocument[]): Promise<readonly Answered[]> =>
  Promise.all(
    asked.map(async (each) => {
      const state = await load(informationRequest, each.id)
      return { ...each, information: state.status === 'none' ? null : state.information }
    }),
  )

/** One page of the open information requests of the account's companies. */
export const openInformationRequestPage = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  paging: { readonly page: number; readonly perPage: number },
): Promise<Page<InformationRequestDocument>> =>
  ownPageOf(inner, c, informationRequests, { where: { status: 'open' }, sort: newestFirst, ...paging })

/** The answered information requests that the desk has not closed, oldest first. */
export const answersToLookAt = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  most: number,
): Promise<readonly InformationRequestDocument[]> =>
  own(inner, c, informationRequests).find({
    where: { status: 'provided' },
    sort: [['created_at', 'asc']],
    perPage: most,
  })

/** All information requests that are not closed, of all accounts. */
export const unclosedInformationRequests = async (inner: Pick<Sending, 'load'> & Pick<Reads, 'read'>): Promise<readonly Answered[]> => {
  const unclosed = await inner.read(informationRequests).find({ where: { status: { in: ['open', 'provided'] } }, perPage: 1000 })
  return withAnswers(inner, unclosed)
}

/** The information requests for a registration request, newest first. */
export const askedForRequest = async (
  inner: Pick<Sending, 'load'> & Pick<Reads, 'read'>,
  c: ProbityContext,
  { id }: RegistrationRequestDocument,
): Promise<readonly Answered[]> => {
  const asked = await own(inner, c, informationRequests).find({
    where: { registration_request_id: id },
    sort: [['created_at', 'desc']],
    perPage: 1000,
  })
  noteListed(c, asked)
  return withAnswers(inner, asked)
}

/** Sends a question to the contact of a registration request's company. @returns the id of the information request */
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
  anyDocument(inner, { projection: informationRequests, id, resource: 'information_request' })

/** The question to a guest, and its company. @throws ApiError 404 */
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
