// Liens, for routes, pages and the operator's desk: read them, file them step by step, attach returned documents, and fill in forms.
import { hash } from 'node:crypto'
import type { z } from 'zod'
import { type LienCommand, lien } from '../commands/lien.ts'
import { lapseReminders } from '../commands/lien-rules.ts'
import { isLatin, type UccForm, uccForms } from '../documents/forms/ucc-forms.ts'
import { derivedId } from '../events/derived-id.ts'
import { type LienParty, unreadableDebtor } from '../events/lien.ts'
import type { Mode } from '../events/modes.ts'
import { notFound, unprocessable } from '../interface/errors.ts'
import { type Attachment, keepable } from '../interface/requests/attachment.ts'
import type { LienStep } from '../interface/requests/lien-desk.ts'
import { type LienDocument, liens } from '../projections/liens.ts'
import type { DocumentFiles } from './evidence-documents.ts'
import type { StoredFile } from './framework/attachment.ts'
import type { ProbityContext } from './framework/environment.ts'
import { newestFirst, ownPageOf, type Page } from './framework/list-pages.ts'
import { ownDocument, type Reads } from './framework/reading.ts'
import { type Clock, type Sender, type TestClocks, timeFor } from './framework/sending.ts'

export type { LienDocument, LienParty, UccForm }

export const ownLien = (inner: Reads, c: ProbityContext, id: string): Promise<LienDocument> =>
  ownDocument(inner, c, { projection: liens, id, resource: 'lien' })

/** One page of the account's liens, the newest first. */
export const lienPage = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  { status, ...paging }: { readonly status?: LienDocument['status'] | undefined; readonly page: number; readonly perPage: number },
): Promise<Page<LienDocument>> => ownPageOf(inner, c, liens, { where: status ? { status } : {}, sort: newestFirst, ...paging })

/** Liens to be filed or terminated, the oldest first; every account's without `account_id`. */
export const liensToFile = (
  inner: Pick<Reads, 'read'>,
  where: { readonly account_id?: string; readonly mode?: Mode },
  most: number,
): Promise<readonly LienDocument[]> =>
  inner.read(liens).find({
    where: { ...where, desk: { in: ['filing', 'termination'] } },
    sort: [['created_at', 'asc']],
    perPage: most,
  })

/** Records a step of the filing or the termination. @throws ApiError for a date to come, Refused when the step does not fit the lien's status */
export const recordLienStep = async (
  { now }: Clock,
  { send }: Sender,
  { id, step }: { readonly id: string; readonly step: z.output<typeof LienStep> },
): Promise<void> => {
  const today = now().toISOString().slice(0, 10)
  if (step.date && step.date > today) throw unprocessable('date must not be after today', 'date')
  await send({ aggregate: lien, id, command: commandFor(step, today) })
}

const commandFor = ({ step, file_number, confirmation_number, date, reason }: z.output<typeof LienStep>, today: string): LienCommand => {
  const fileNumber = file_number ?? null
  switch (step) {
    case 'start':
      return { type: 'StartFulfilment', reference: null }
    case 'returned':
      return { type: 'ReturnFiling', reason: reason ?? 'no reason given' }
    case 'filed':
      return { type: 'RecordFiling', fileNumber, confirmationNumber: confirmation_number ?? null, filingDate: date ?? today }
    case 'open':
      return { type: 'Reflect', fileNumber, date: date ?? today }
    case 'termination-start':
      return { type: 'StartTermination', reference: null }
    case 'termination-completed':
      return { type: 'CompleteTermination', fileNumber, date: date ?? today }
  }
}

type LienAttachment = Omit<z.output<typeof Attachment>, 'content' | 'filing_date'> & {
  readonly filing_date: string | null
  readonly bytes: Buffer
}

/** Stores a returned document. @throws ApiError 422 when it is empty or too large */
export const attachLienDocument = async (
  { sealedDocuments }: DocumentFiles,
  { send }: Sender,
  { lien: { id, business_id }, attached }: { readonly lien: LienDocument; readonly attached: LienAttachment },
): Promise<void> => {
  const { bytes, ...said } = attached
  const sha256 = hash('sha256', keepable(bytes))
  // The same file attached twice is one document.
  const document_id = derivedId(`${said.filename} ${sha256}`, id)
  await sealedDocuments.write(business_id, document_id, bytes)
  const document = { document_id, ...said, size: bytes.length, sha256 }
  await send({ aggregate: lien, id, command: { type: 'AttachDocument', document } })
}

/** A document of the lien. @throws ApiError 404 */
export const lienDocument = async (
  { sealedDocuments }: DocumentFiles,
  { documents }: LienDocument,
  documentId: string,
): Promise<StoredFile> => {
  const document = documents.find(({ document_id }) => document_id === documentId)
  const bytes = document && (await sealedDocuments.read(document.document_id))
  if (!document || !bytes) throw notFound('document')
  return { filename: document.filename, content_type: document.content_type, bytes }
}

/** How many days are left of a filing of which the account is reminded, by the clock of its business; null: it lapses later, or never. */
export const daysToLapse = async (
  inner: TestClocks,
  { id, account_id, mode, lapse_date, status }: Pick<LienDocument, 'id' | 'account_id' | 'mode' | 'lapse_date' | 'status'>,
): Promise<number | null> => {
  if (lapse_date === null || status === 'closed') return null
  const now = await timeFor(inner, `lien-${id}`, { account_id, mode })
  const days = Math.max(0, Math.ceil((Date.parse(lapse_date) - now.getTime()) / 86_400_000))
  return days <= Math.max(...lapseReminders) ? days : null
}

/** The forms of a lien. The termination form is there once a termination is requested. */
export const lienFormsOf = ({ termination }: LienDocument): readonly UccForm[] =>
  uccForms.filter((form) => form === 'ucc-1' || termination !== null)

type NamedForm = { readonly form: UccForm } | { readonly form: null; readonly problem: string }

/** The form with this name, or why it cannot be filed for the lien. */
export const lienFormOf = (lien: LienDocument, named: string): NamedForm => {
  const form = uccForms.find((each) => each === named)
  if (!form) return { form: null, problem: `form must be one of ${uccForms.join(', ')}` }
  if (form === 'ucc-3' && lien.termination === null) return { form: null, problem: 'no termination of this lien has been asked for' }
  if (form === 'ucc-3' && lien.file_number === null)
    return { form: null, problem: 'a termination names the file number of the filing, and there is none' }
  const unreadable = unreadableDebtor(lien)
  if (unreadable) return { form: null, problem: `the name of a debtor was ${unreadable}: nothing can be filed under it` }
  const unindexed = namesIn(lien).find((name) => !isLatin(name))
  if (unindexed)
    return {
      form: null,
      // An office returns only what it was sent: a lien that waits is started first.
      problem: `filing offices index Latin letters, and the name ${unindexed} has others: have the lien filed anew with the name in Latin letters, and record this one as ${lien.status === 'created' ? 'started and then as ' : ''}returned`,
    }
  return { form }
}

const namesIn = ({ debtors, secured_parties }: LienDocument): readonly string[] =>
  [...debtors, ...secured_parties].flatMap((party) =>
    [party.organization_name, party.first_name, party.last_name].filter((name) => name !== null),
  )

/** The filled form as a PDF. */
export const renderLienForm = async ({ now }: Clock, held: LienDocument, form: UccForm): Promise<StoredFile> => {
  const { renderUccForm } = await import('../documents/forms/ucc.ts')
  const bytes = Buffer.from(await renderUccForm(form, held, now()))
  return { filename: `${form}-${held.state}-${held.id}.pdf`, content_type: 'application/pdf', bytes }
}
