// Records letters from agencies. The scan is stored sealed. Its text suggests the company, the state, a tag and whether action is needed, and a
// person confirms or changes that. The command line records at once; the pages keep the scan as a draft and show the suggestions first.
import { hash } from 'node:crypto'
import { type PartnerMailCommand, partnerMail } from '../commands/partner-mail.ts'
import { refused } from '../commands/refused.ts'
import { derivedId } from '../events/derived-id.ts'
import type { Mode } from '../events/modes.ts'
import { orderedId } from '../events/ordered-id.ts'
import { largestDocument } from '../evidence/ports.ts'
import { textOf } from '../evidence/registrations/document-text.ts'
import { type LetterSuggestions, readLetter } from '../evidence/registrations/mail-reading.ts'
import { unprocessable } from '../interface/errors.ts'
import { type PartnerCompanyDocument, partnerCompanies } from '../projections/partner.ts'
import type { DocumentFiles } from './evidence-documents.ts'
import type { Documents, Reads } from './framework/reading.ts'
import type { Clock, Sender } from './framework/sending.ts'

export type Scan = { readonly filename: string; readonly content_type: string; readonly bytes: Buffer }

type Recorded = Extract<PartnerMailCommand, { type: 'RecordMail' }>['mail']
type UploadedDocument = NonNullable<Recorded['document']>

/** What a person entered about the letter; null: taken from the text. */
export type GivenMail = Pick<
  Recorded,
  | 'external_id'
  | 'arrived_at'
  | 'sender_name'
  | 'recipient_name'
  | 'agency_name'
  | 'state'
  | 'notes'
  | 'summary'
  | 'mailbox_name'
  | 'company_id'
  | 'registration_request_id'
> & { readonly tag_names: readonly string[] | null }

/** An unconfirmed draft is deleted after a day. */
const draftMs = 86_400_000
const draftKind = 'mail_draft'

type MailStores = Clock & Pick<Reads, 'read'> & Documents & DocumentFiles

/** An account, in both modes or one of them. */
export type Within = { readonly account_id: string; readonly mode?: Mode }

export const withinOf = ({ accountId, mode }: Pick<Sender, 'accountId' | 'mode'>): Within => ({
  account_id: accountId,
  ...(mode && { mode }),
})

export const companiesOf = (stores: Pick<MailStores, 'read'>, where: Within): Promise<readonly PartnerCompanyDocument[]> =>
  stores.read(partnerCompanies).find({ where, perPage: 10_000 })

type Suggested = { readonly suggested: LetterSuggestions; readonly isUnread: boolean }

/** The suggestions of the given text, or else of the scan's text. */
const suggestionsFor = async (
  stores: Pick<MailStores, 'read'>,
  within: Within,
  { text: said, scan }: { readonly text?: string | null; readonly scan: Pick<Scan, 'content_type' | 'bytes'> | null },
): Promise<Suggested> => {
  const isSaid = typeof said === 'string' || scan === null
  const { text, isUnread } = isSaid
    ? { text: said ?? '', isUnread: false }
    : await textOf(scan.content_type, scan.bytes, { account: within.account_id })
  return { suggested: readLetter(text, await companiesOf(stores, within)), isUnread }
}

/** Stores the scan sealed. @throws ApiError 422 when it is empty or too large */
const keepScan = async (
  { sealedDocuments }: Pick<MailStores, 'sealedDocuments'>,
  mailId: string,
  { filename, content_type, bytes }: Scan,
  expiresAt?: Date,
): Promise<UploadedDocument> => {
  if (bytes.length === 0 || bytes.length > largestDocument)
    throw unprocessable('document.content must be of 1 byte to 9 MB', 'document.content')
  const sha256 = hash('sha256', bytes)
  const document_id = derivedId(sha256, mailId)
  await sealedDocuments.write(mailId, document_id, bytes, expiresAt)
  return { document_id, filename, content_type, size: bytes.length, sha256 }
}

/** `isUnread`: the scan may have text, but it could not be read. */
export type Draft = Suggested & { readonly mailId: string; readonly document: UploadedDocument }

/** @throws ApiError 422 */
export const beginDraft = async (stores: MailStores, { within, scan }: { within: Within; scan: Scan }): Promise<Draft> => {
  const mailId = orderedId()
  const expiresAt = new Date(stores.now().getTime() + draftMs)
  const document = await keepScan(stores, mailId, scan, expiresAt)
  const read = await suggestionsFor(stores, within, { scan })
  const draft = { ...within, document, is_unread: read.isUnread }
  await stores.documents.records.put(draftKind, mailId, draft, { expectedRevision: -1, expiresAt })
  return { mailId, document, ...read }
}

/** The account's own draft; undefined when there is none or it was deleted. */
export const findDraft = async (stores: MailStores, mailId: string, within: Within): Promise<Draft | undefined> => {
  const value = (await stores.documents.records.get(draftKind, mailId))?.value
  if (value?.account_id !== within.account_id) return undefined
  const document = value.document as UploadedDocument
  const bytes = await stores.sealedDocuments.read(document.document_id)
  if (!bytes) return undefined
  // A scan that could not be read is not tried again at each view of the draft.
  const scan = value.is_unread === true ? null : { content_type: document.content_type, bytes }
  const { suggested, isUnread } = await suggestionsFor(stores, within, { scan })
  return { mailId, document, suggested, isUnread: isUnread || value.is_unread === true }
}

/** The letter for the log: the entered values first, then the suggestions. @throws Refused 422 when the company is another account's */
const mailToRecord = async (
  { read, now }: Pick<MailStores, 'read' | 'now'>,
  { account_id, mode }: Within,
  {
    mailId,
    given,
    suggested,
    document,
  }: { mailId: string; given: GivenMail; suggested: LetterSuggestions; document: UploadedDocument | null },
): Promise<Recorded> => {
  const companyId = given.company_id ?? suggested.companyId
  const company = companyId === null ? undefined : await read(partnerCompanies).get(companyId)
  const isKnown = company?.account_id === account_id && (mode ?? company.mode) === company.mode
  if (companyId !== null && !isKnown) throw refused('company_unknown', 'company_id')
  return {
    ...given,
    mail_id: mailId,
    arrived_at: given.arrived_at ?? now().toISOString(),
    sender_name: given.sender_name ?? given.agency_name ?? suggested.agencyName,
    agency_name: given.agency_name ?? suggested.agencyName,
    state: given.state ?? suggested.state,
    tag_names: [...(given.tag_names ?? [])],
    company_id: company?.id ?? null,
    company_name: company?.legal_name ?? null,
    suggested_mail_tag: suggested.tag,
    suggested_partner_name: suggested.companyName,
    suggested_action_request: suggested.actionNeeded,
    document,
  }
}

type Said = { readonly given: GivenMail; readonly text: string | null; readonly scan: Scan | null }

/** Records a letter at once. @throws ApiError 422, Refused */
export const recordLetter = async (
  stores: MailStores,
  sender: Sender,
  { given, text, scan }: Said,
): Promise<{ readonly id: string; readonly isUnread: boolean }> => {
  const id = sender.newId('mail')
  const within = withinOf(sender)
  const { suggested, isUnread } = await suggestionsFor(stores, within, { text, scan })
  const document = scan && (await keepScan(stores, id, scan))
  const mail = await mailToRecord(stores, within, { mailId: id, given, suggested, document })
  await sender.send({ aggregate: partnerMail, id, command: { type: 'RecordMail', mail } })
  return { id, isUnread }
}

/** Records a draft as confirmed. Empty fields stay empty, because the person saw the suggestions. @throws Refused */
export const confirmDraft = async (
  stores: MailStores,
  sender: Sender,
  { draft: { mailId, document, suggested }, given }: { readonly draft: Draft; readonly given: GivenMail },
): Promise<void> => {
  const confirmed = { ...suggested, companyId: null, agencyName: null, state: null }
  const mail = await mailToRecord(stores, withinOf(sender), { mailId, given, suggested: confirmed, document })
  await stores.sealedDocuments.keep(document.document_id)
  await sender.send({ aggregate: partnerMail, id: mailId, command: { type: 'RecordMail', mail } })
}
