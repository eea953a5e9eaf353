// The partners' desk, for the operator's command line: registration requests to work on, information to ask for, mail to record, businesses in audit.

import { z } from 'zod'
import { businessesInAudit, completeAudit } from '../../inner/audits.ts'
import type { DocumentFiles } from '../../inner/evidence-documents.ts'
import type { ProbityApp, ProbityContext } from '../../inner/framework/environment.ts'
import { accountOf, anyDocument, type Documents, type Reads } from '../../inner/framework/reading.ts'
import type { Sender, Sending } from '../../inner/framework/sending.ts'
import {
  anyInformationRequest,
  askCompany,
  closeInformationRequest,
  unclosedInformationRequests,
} from '../../inner/information-requests.ts'
import { anyMail, processMail } from '../../inner/letters.ts'
import { companyOfId } from '../../inner/partner-companies.ts'
import { recordLetter } from '../../inner/partner-mail.ts'
import {
  completeRegistrationRequest,
  type RegistrationRequestDocument,
  recordItem,
  submissionOf,
  submittedDocument,
  submittedRegistrationRequests,
  updateAgency,
} from '../../inner/registration-requests.ts'
import { Id } from '../../interface/ids.ts'
import { DateOnly, State, Timestamp } from '../../interface/records/common.ts'
import { GivenFile } from '../../interface/requests/attachment.ts'
import { orNull, text } from '../../interface/requests/fields.ts'
import { AgencyUpdate, IssuedItem } from '../../interface/requests/registrations.ts'
import { accounts } from '../../projections/accounts.ts'
import { type BusinessDocument, businesses } from '../../projections/businesses.ts'
import { registrationRequests } from '../../projections/partner.ts'
import { eachFound } from '../../projections/read.ts'
import { body } from '../validation.ts'
import { operatorSender } from './desk.ts'

const Information = z.object({ information_requested: text(5000) })
const Close = z.object({ note: orNull(text(1000)) })
const Processed = z.object({ internal_status: text(100), notes: orNull(text(5000)) })
const AuditEnd = z.object({ note: orNull(text(1000)) })

const Mail = z.object({
  account_id: Id,
  company_id: orNull(Id),
  registration_request_id: orNull(Id),
  external_id: orNull(text(255)),
  arrived_at: orNull(Timestamp.or(DateOnly.transform((date) => `${date}T00:00:00.000Z`))),
  sender_name: orNull(text(200)),
  recipient_name: orNull(text(200)),
  agency_name: orNull(text(200)),
  state: orNull(State),
  tag_names: orNull(z.array(text(100)).max(100)),
  notes: orNull(text(5000)),
  summary: orNull(text(5000)),
  mailbox_name: orNull(text(100)),
  /** The text of the scan, if another program has read it. Text files and PDFs with text are read here. */
  text: orNull(z.string().max(500_000)),
  document: orNull(GivenFile),
})

/** More than ever wait at the desk. */
const most = 1000

/** `routes` is behind the operator's token. */
export const partnerDesk = (routes: ProbityApp, inner: Sending & Reads & Documents & DocumentFiles): void => {
  const requestOf = (c: ProbityContext): Promise<RegistrationRequestDocument> =>
    anyDocument(inner, { projection: registrationRequests, id: c.req.param('id') ?? '', resource: 'registration_request' })

  /** Works on the request in the path. */
  const work = async (c: ProbityContext, step: (sender: Sender, id: string) => Promise<void>) => {
    const { id, account_id } = await requestOf(c)
    await step(operatorSender(inner, c, account_id), id)
    return c.json(await requestOf(c))
  }

  routes.get('/registration_requests', async (c) => c.json({ data: await submittedRegistrationRequests(inner, {}, most) }))

  /** With the employer's answers. */
  routes.get('/registration_requests/:id', async (c) => {
    const request = await requestOf(c)
    const [company, submission] = await Promise.all([companyOfId(inner, request.company_id), submissionOf(inner, request.id)])
    return c.json({ ...request, company, ...submission })
  })

  routes.get('/registration_requests/:id/documents/:document_id', async (c) => {
    const { id } = await requestOf(c)
    const { bytes, ...file } = await submittedDocument(inner, { id, documentId: c.req.param('document_id') })
    return c.json({ ...file, content: Buffer.from(bytes).toString('base64') })
  })

  routes.post('/registration_requests/:id/agencies', body(AgencyUpdate), (c) =>
    work(c, (sender, id) => updateAgency(sender, id, c.req.valid('json'))),
  )
  routes.post('/registration_requests/:id/items', body(IssuedItem), (c) =>
    work(c, (sender, id) => recordItem(sender, id, c.req.valid('json'))),
  )
  routes.post('/registration_requests/:id/complete', (c) => work(c, completeRegistrationRequest))

  routes.post('/registration_requests/:id/information', body(Information), async (c) => {
    const request = await requestOf(c)
    const asked = { request, information: c.req.valid('json').information_requested }
    const id = await askCompany(inner, operatorSender(inner, c, request.account_id), asked)
    return c.json(await anyInformationRequest(inner, id), 201)
  })

  routes.get('/information_requests', async (c) => c.json({ data: await unclosedInformationRequests(inner) }))

  routes.post('/information_requests/:id/close', body(Close, { optional: true }), async (c) => {
    const { id, account_id } = await anyInformationRequest(inner, c.req.param('id'))
    await closeInformationRequest(operatorSender(inner, c, account_id), id, c.req.valid('json').note)
    return c.json(await anyInformationRequest(inner, id))
  })

  routes.post('/mail', body(Mail, { limit: 14 * 1024 * 1024 }), async (c) => {
    const { account_id: accountId, text, document, ...fields } = c.req.valid('json')
    await accountOf(inner, accountId)
    const scan = document && { ...document, bytes: Buffer.from(document.content, 'base64') }
    const { id, isUnread } = await recordLetter(inner, operatorSender(inner, c, accountId), { given: fields, text, scan })
    return c.json({ ...(await anyMail(inner, id)), ...(isUnread ? { scan: 'could not be read' } : {}) }, 201)
  })

  routes.post('/mail/:id/process', body(Processed), async (c) => {
    const { id, account_id } = await anyMail(inner, c.req.param('id'))
    const { internal_status: internalStatus, notes } = c.req.valid('json')
    await processMail(operatorSender(inner, c, account_id), { id, internalStatus, notes })
    return c.json(await anyMail(inner, id))
  })

  routes.get('/audits', async (c) => {
    const found: BusinessDocument[] = []
    for await (const { id } of eachFound(inner.read(accounts), { where: {}, by: 'slug' }))
      found.push(...(await businessesInAudit(inner, { account_id: id }, most)))
    return c.json({ data: found.map(({ id, account_id, name, mode }) => ({ id, account_id, name, mode })) })
  })

  /** Ends the audits that orders of the business wait for. */
  routes.post('/audits/:id/complete', body(AuditEnd, { optional: true }), async (c) => {
    const wanted = { projection: businesses, id: c.req.param('id'), resource: 'business' as const }
    const found = await anyDocument(inner, wanted)
    await completeAudit(operatorSender(inner, c, found.account_id), found, c.req.valid('json').note)
    return c.json({ id: found.id, status: (await anyDocument(inner, wanted)).status })
  })
}
