// Registration requests, for the partner's routes, the pages and the operator's desk: read them, work on each agency, complete them.

import { type RegistrationRequestCommand, type RegistrationRequestState, registrationRequest } from '../commands/registration-request.ts'
import type { Mode } from '../events/modes.ts'
import type { Jurisdictions } from '../evidence/registrations/jurisdictions.ts'
import { notFound } from '../interface/errors.ts'
import { type RegistrationRequestDocument, registrationRequests } from '../projections/partner.ts'
import type { DocumentFiles } from './evidence-documents.ts'
import type { StoredFile } from './framework/attachment.ts'
import type { ProbityContext } from './framework/environment.ts'
import { newestFirst, ownPageOf, type Page } from './framework/list-pages.ts'
import { ownDocument, type Reads } from './framework/reading.ts'
import type { Sender, Sending } from './framework/sending.ts'

export type KnownJurisdictions = {
  /** The built-in and the imported ones. */
  readonly jurisdictions: () => Jurisdictions
}

export type { RegistrationRequestDocument }

export const ownRegistrationRequest = (inner: Reads, c: ProbityContext, id: string): Promise<RegistrationRequestDocument> =>
  ownDocument(inner, c, { projection: registrationRequests, id, resource: 'registration_request' })

/** One page of the account's requests, the newest first. */
export const registrationRequestPage = (
  inner: Reads,
  c: ProbityContext,
  paging: { readonly page: number; readonly perPage: number },
): Promise<Page<RegistrationRequestDocument>> =>
  ownPageOf(
    inner,
    c,
    registrationRequests,
    { where: {}, sort: newestFirst, ...paging },
    { deletable: { history: inner.history, aggregate: registrationRequest } },
  )

/** Requests that wait for the desk, oldest first; of all accounts without `account_id`. */
export const submittedRegistrationRequests = (
  inner: Pick<Reads, 'read'>,
  where: { readonly account_id?: string; readonly mode?: Mode },
  most: number,
): Promise<readonly RegistrationRequestDocument[]> =>
  inner.read(registrationRequests).find({
    where: { ...where, desk: 'submitted' },
    sort: [['created_at', 'asc']],
    perPage: most,
  })

type Submission = Pick<Exclude<RegistrationRequestState, { status: 'none' }>, 'answers' | 'documents'>

/** The employer's answers and uploads. */
export const submissionOf = async ({ load }: Pick<Sending, 'load'>, id: string): Promise<Submission> => {
  const state = await load(registrationRequest, id)
  return state.status === 'none' ? { answers: {}, documents: [] } : { answers: state.answers, documents: state.documents }
}

type UploadedFile = StoredFile & Submission['documents'][number]

/** A document that the employer uploaded. @throws ApiError 404 */
export const submittedDocument = async (
  inner: Pick<Sending, 'load'> & DocumentFiles,
  { id, documentId }: { readonly id: string; readonly documentId: string },
): Promise<UploadedFile> => {
  const found = (await submissionOf(inner, id)).documents.find(({ document_id }) => document_id === documentId)
  const bytes = found && (await inner.sealedDocuments.read(found.document_id))
  if (!found || !bytes) throw notFound('document')
  return { ...found, bytes }
}

type DeskCommand = Extract<RegistrationRequestCommand, { type: 'UpdateAgency' | 'RecordItem' | 'Complete' }>

const work = async ({ send }: Sender, id: string, command: DeskCommand): Promise<void> => {
  await send({ aggregate: registrationRequest, id, command })
}

export type AgencyUpdate = Extract<DeskCommand, { type: 'UpdateAgency' }>['update']
export type IssuedItem = Extract<DeskCommand, { type: 'RecordItem' }>['item']

/** Records the progress of an agency. @throws Refused */
export const updateAgency = (sender: Sender, id: string, update: AgencyUpdate): Promise<void> =>
  work(sender, id, { type: 'UpdateAgency', update })

/** Records a number or rate that an agency has issued. @throws Refused */
export const recordItem = (sender: Sender, id: string, item: IssuedItem): Promise<void> => work(sender, id, { type: 'RecordItem', item })

/** Completes the request: all its registrations are done. @throws Refused */
export const completeRegistrationRequest = (sender: Sender, id: string): Promise<void> => work(sender, id, { type: 'Complete' })
