// Letters from agencies, for routes, pages and guests: the list, one letter, its scan, its tags and its status.
import { partnerMail } from '../commands/partner-mail.ts'
import { notFound } from '../interface/errors.ts'
import { type PartnerMailDocument, partnerLetters } from '../projections/partner.ts'
import { soughtText } from '../projections/search-text.ts'
import type { DocumentFiles } from './evidence-documents.ts'
import type { StoredFile } from './framework/attachment.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownPageOf, type Page } from './framework/list-pages.ts'
import { anyDocument, ownDocument, type Reads } from './framework/reading.ts'
import type { Sender } from './framework/sending.ts'

export type { PartnerMailDocument }

export const ownMail = (inner: Reads, c: ProbityContext, id: string): Promise<PartnerMailDocument> =>
  ownDocument(inner, c, { projection: partnerLetters, id, resource: 'mail' })

/** A letter of any account. @throws ApiError 404 */
export const anyMail = (inner: Pick<Reads, 'read'>, id: string): Promise<PartnerMailDocument> =>
  anyDocument(inner, { projection: partnerLetters, id, resource: 'mail' })

type Listed = {
  readonly page: number
  readonly perPage: number
  /** Words of the mail, its sender and its company. */
  readonly q?: string | undefined
  readonly state?: string | undefined
  readonly sort?: readonly [by: 'created_at' | 'arrived_at' | 'sender_name', order: 'asc' | 'desc']
}

/** One page of the account's letters. */
export const mailPage = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  { page, perPage, q, state, sort = ['created_at', 'desc'] }: Listed,
): Promise<Page<PartnerMailDocument>> => {
  const where = { ...(state ? { state } : {}), ...(q ? { text: { contains: soughtText(q) } } : {}) }
  return ownPageOf(inner, c, partnerLetters, { where, sort: [sort], page, perPage })
}

/** The scan of a letter. The letter counts as viewed from then on. @throws ApiError 404 */
export const viewScan = async (
  { sealedDocuments }: DocumentFiles,
  { send }: Sender,
  { id, document }: PartnerMailDocument,
): Promise<StoredFile> => {
  const bytes = document && (await sealedDocuments.read(document.document_id))
  if (!document || !bytes) throw notFound('document')
  await send({ aggregate: partnerMail, id, command: { type: 'ViewMail' } })
  return { filename: document.filename, content_type: document.content_type, bytes }
}

/** Replaces the tags. */
export const tagMail = async ({ send }: Sender, id: string, tagNames: readonly string[]): Promise<void> => {
  await send({ aggregate: partnerMail, id, command: { type: 'TagMail', tagNames } })
}

/** Records the status of a letter. `internalStatus`: a word that the desk chooses. */
export const processMail = async (
  { send }: Sender,
  { id, internalStatus, notes }: { readonly id: string; readonly internalStatus: string; readonly notes: string | null },
): Promise<void> => {
  await send({ aggregate: partnerMail, id, command: { type: 'ProcessMail', internalStatus, notes } })
}
