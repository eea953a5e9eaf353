// The partners' desk, for the operator's command line: registration requests to work on, information to ask for, mail to record, businesses in audit.
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { business } from '../../commands/business.ts'
import { informationRequest } from '../../commands/information-request.ts'
import { partnerMail } from '../../commands/partner-mail.ts'
import { refused } from '../../commands/refused.ts'
import { type RegistrationRequestCommand, registrationRequest } from '../../commands/registration-request.ts'
import { agencyStatuses } from '../../events/partner.ts'
import type { ProbityApp, ProbityContext } from '../../inner/environment.ts'
import { keepScan, mailToRecord, suggestionsFor } from '../../inner/partner-mail.ts'
import { accountOf, anyDocument, findDocuments } from '../../inner/reading.ts'
import type { Service } from '../../inner/service.ts'
import { Id } from '../../interface/ids.ts'
import { DateOnly, State, Timestamp } from '../../interface/records/common.ts'
import { GivenFile } from '../../interface/requests/attachment.ts'
import { orNull, text } from '../../interface/requests/fields.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type {
  InformationRequestDocument,
  PartnerCompanyDocument,
  PartnerMailDocument,
  RegistrationRequestDocument,
} from '../../projections/partner.ts'
import { body } from '../validation.ts'
import { sendAsOperator } from './desk.ts'

const AgencyUpdate = z.object({ agency_slug: text(200), status: z.enum(agencyStatuses), note: orNull(text(1000)) })
const Item = z.object({ agency_slug: text(200), key: text(100), value: text(300), effective_date: orNull(DateOnly) })
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
  /** Read from the scan elsewhere; that of a text file or a PDF with text is read here. */
  text: orNull(z.string().max(500_000)),
  document: orNull(GivenFile),
})

/** `routes` is behind the operator's token. */
export const partnerDesk = (routes: ProbityApp, service: Service): void => {
  const { documents, load, sealedDocuments } = service
  const requestOf = (c: ProbityContext): Promise<RegistrationRequestDocument> =>
    anyDocument(service, { collection: 'registration_requests', id: c.req.param('id') ?? '', resource: 'registration_request' })

  const work = async (c: ProbityContext, command: RegistrationRequestCommand) => {
    const { id, account_id: accountId } = await requestOf(c)
    await sendAsOperator(service, c, { accountId, aggregate: registrationRequest, id, command })
    return c.json(await requestOf(c))
  }

  routes.get('/registration_requests', async (c) => {
    const submitted = { where: { desk: 'submitted' }, perPage: 1000 }
    const data = await findDocuments<RegistrationRequestDocument>(service, 'registration_requests', submitted)
    return c.json({ data: data.toSorted((one, other) => one.created_at.localeCompare(other.created_at)) })
  })

  /** With what the employer answered. */
  routes.get('/registration_requests/:id', async (c) => {
    const request = await requestOf(c)
    const state = await load(registrationRequest, request.id)
    const company = await documents.get('partner_companies', request.company_id)
    return c.json({ ...request, company, ...(state.status === 'none' ? {} : { answers: state.answers, documents: state.documents }) })
  })

  routes.get('/registration_requests/:id/documents/:document_id', async (c) => {
    const { id } = await requestOf(c)
    const state = await load(registrationRequest, id)
    const found = state.status === 'none' ? undefined : state.documents.find((each) => each.document_id === c.req.param('document_id'))
    const bytes = found ? await sealedDocuments.read(found.document_id) : null
    if (!found || !bytes) throw refused('document_not_found')
    return c.json({ ...found, content: bytes.toString('base64') })
  })

  routes.post('/registration_requests/:id/agencies', body(AgencyUpdate), (c) =>
    work(c, { type: 'UpdateAgency', update: c.req.valid('json') }),
  )
  routes.post('/registration_requests/:id/items', body(Item), (c) => work(c, { type: 'RecordItem', item: c.req.valid('json') }))
  routes.post('/registration_requests/:id/complete', (c) => work(c, { type: 'Complete' }))

  routes.post('/registration_requests/:id/information', body(Information), async (c) => {
    const { id: requestId, account_id: accountId, company_id, email } = await requestOf(c)
    const company = (await documents.get('partner_companies', company_id)) as PartnerCompanyDocument | undefined
    const [first = null, ...rest] = company?.contact_name?.split(/\s+/) ?? []
    const id = uuidv7()
    const request = {
      information_request_id: id,
      company_id,
      registration_request_id: requestId,
      ...c.req.valid('json'),
      first_name: first,
      last_name: rest.join(' ') || null,
      email: company?.contact_email ?? email,
      phone: company?.contact_phone_number ?? null,
    }
    await sendAsOperator(service, c, {
      accountId,
      aggregate: informationRequest,
      id,
      command: { type: 'RequestInformation', request },
    })
    return c.json(await documents.get('information_requests', id), 201)
  })

  routes.get('/information_requests', async (c) => {
    const unclosed = { where: { status: { in: ['open', 'provided'] } }, perPage: 1000 }
    const found = await findDocuments<InformationRequestDocument>(service, 'information_requests', unclosed)
    const data = await Promise.all(
      found.map(async (each) => {
        const state = await load(informationRequest, each.id)
        return { ...each, information: state.status === 'none' ? null : state.information }
      }),
    )
    return c.json({ data })
  })

  routes.post('/information_requests/:id/close', body(Close, { optional: true }), async (c) => {
    const id = c.req.param('id')
    const wanted = { collection: 'information_requests', id, resource: 'exception' as const }
    const { account_id: accountId } = await anyDocument<InformationRequestDocument>(service, wanted)
    const command = { type: 'CloseRequest' as const, note: c.req.valid('json').note }
    await sendAsOperator(service, c, { accountId, aggregate: informationRequest, id, command })
    return c.json(await documents.get('information_requests', id))
  })

  routes.post('/mail', body(Mail, { limit: 14 * 1024 * 1024 }), async (c) => {
    const { account_id: accountId, text: given, document: uploaded, ...mail } = c.req.valid('json')
    await accountOf(service, accountId)
    const scan = uploaded && { ...uploaded, bytes: Buffer.from(uploaded.content, 'base64') }
    const id = uuidv7()
    const suggested = await suggestionsFor(service, accountId, { text: given, scan })
    const document = scan && (await keepScan(service, id, scan))
    const recorded = await mailToRecord(service, accountId, { mailId: id, given: mail, suggested, document })
    await sendAsOperator(service, c, { accountId, aggregate: partnerMail, id, command: { type: 'RecordMail', mail: recorded } })
    return c.json(await documents.get('partner_mail', id), 201)
  })

  routes.post('/mail/:id/process', body(Processed), async (c) => {
    const id = c.req.param('id')
    const wanted = { collection: 'partner_mail', id, resource: 'mail' as const }
    const { account_id: accountId } = await anyDocument<PartnerMailDocument>(service, wanted)
    const { internal_status: internalStatus, notes } = c.req.valid('json')
    await sendAsOperator(service, c, { accountId, aggregate: partnerMail, id, command: { type: 'ProcessMail', internalStatus, notes } })
    return c.json(await documents.get('partner_mail', id))
  })

  routes.get('/audits', async (c) => {
    const accounts = await documents.find('accounts', { perPage: 1000 })
    const found = await Promise.all(
      accounts.map(({ id }) => {
        const inAudit = { where: { account_id: String(id), status: 'in_audit' }, perPage: 1000 }
        return findDocuments<BusinessDocument>(service, 'businesses', inAudit)
      }),
    )
    return c.json({ data: found.flat().map(({ id, account_id, name, mode }) => ({ id, account_id, name, mode })) })
  })

  /** Ends the audit of every order of the business that waits for one. */
  routes.post('/audits/:id/complete', body(AuditEnd, { optional: true }), async (c) => {
    const id = c.req.param('id')
    const wanted = { collection: 'businesses', id, resource: 'business' as const }
    const { account_id: accountId, orders } = await anyDocument<BusinessDocument>(service, wanted)
    const { note } = c.req.valid('json')
    for (const { id: orderId, stage } of orders)
      if (stage === 'audited')
        await sendAsOperator(service, c, { accountId, aggregate: business, id, command: { type: 'CompleteAudit', orderId, note } })
    return c.json({ id, status: (await anyDocument<BusinessDocument>(service, wanted)).status })
  })
}
