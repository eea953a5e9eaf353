// The partners' desk, for the operator's command line: registration requests to work on, information to ask for, mail to record, businesses in audit.
import { hash } from 'node:crypto'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { business } from '../../commands/business.ts'
import type { Aggregate } from '../../commands/decider.ts'
import { informationRequest } from '../../commands/information-request.ts'
import { partnerMail } from '../../commands/partner-mail.ts'
import { refused } from '../../commands/refused.ts'
import { type RegistrationRequestCommand, registrationRequest } from '../../commands/registration-request.ts'
import type { DomainEvent } from '../../events/catalogue.ts'
import { agencyStatuses } from '../../events/partner.ts'
import { largestDocument } from '../../evidence/ports.ts'
import { readLetter, textOf } from '../../evidence/registrations/mail-reading.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type {
  InformationRequestDocument,
  PartnerCompanyDocument,
  PartnerMailDocument,
  RegistrationRequestDocument,
} from '../../projections/partner.ts'
import type { ProbityApp, ProbityContext } from '../environment.ts'
import { unprocessable } from '../errors.ts'
import { DateOnly, State, Timestamp } from '../records/common.ts'
import type { Service } from '../service.ts'
import { body } from '../validation.ts'

const text = (longest: number) => z.string().trim().min(1).max(longest)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)

const AgencyUpdate = z.object({ agency_slug: text(200), status: z.enum(agencyStatuses), note: optional(text(1000)) })
const Item = z.object({ agency_slug: text(200), key: text(100), value: text(300), effective_date: optional(DateOnly) })
const Information = z.object({ information_requested: text(5000) })
const Close = z.object({ note: optional(text(1000)) })
const Processed = z.object({ internal_status: text(100), notes: optional(text(5000)) })
const AuditEnd = z.object({ note: optional(text(1000)) })

const Mail = z.object({
  account_id: z.uuid(),
  company_id: optional(z.uuid()),
  registration_request_id: optional(z.uuid()),
  external_id: optional(text(255)),
  arrived_at: optional(Timestamp.or(DateOnly.transform((date) => `${date}T00:00:00.000Z`))),
  sender_name: optional(text(200)),
  recipient_name: optional(text(200)),
  agency_name: optional(text(200)),
  state: optional(State),
  tag_names: optional(z.array(text(100)).max(100)),
  notes: optional(text(5000)),
  summary: optional(text(5000)),
  mailbox_name: optional(text(100)),
  /** Read from the scan elsewhere; that of a text file or a PDF with text is read here. */
  text: optional(z.string().max(500_000)),
  document: optional(
    z.object({
      filename: text(255).regex(/^[^/\\]+$/, 'must be a file name without folders'),
      content_type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type such as application/pdf'),
      content: z.base64(),
    }),
  ),
})

/** Of a scan, in bytes; Base64 takes a third more. */

/** `routes` is behind the operator's token. */
export const partnerDesk = (routes: ProbityApp, { documents, handle, load, passed, now, sealedDocuments }: Service): void => {
  const send = async <State, Command extends { readonly type: string }, Event extends DomainEvent>(
    c: ProbityContext,
    accountId: string,
    { aggregate, id, command }: { aggregate: Aggregate<State, Command, Event>; id: string; command: Command },
  ) => {
    const actor = { type: 'operator' as const, id: 'command_line' }
    const context = { accountId, actor, commandId: uuidv7(), requestId: c.get('requestId'), at: now() }
    const { position } = await handle(aggregate, id, command, context)
    if (position !== null) await passed(position, accountId)
  }

  const documentOf = async <Doc>(collection: string, id: string, reason: Parameters<typeof refused>[0]): Promise<Doc> => {
    const found = await documents.get(collection, id)
    if (!found) throw refused(reason)
    return found as Doc
  }

  const requestOf = (c: ProbityContext): Promise<RegistrationRequestDocument> =>
    documentOf('registration_requests', c.req.param('id') ?? '', 'registration_request_not_found')

  const work = async (c: ProbityContext, command: RegistrationRequestCommand) => {
    const { id, account_id } = await requestOf(c)
    await send(c, account_id, { aggregate: registrationRequest, id, command })
    return c.json(await requestOf(c))
  }

  const companyOf = async (id: string | null, accountId: string): Promise<PartnerCompanyDocument | null> => {
    if (id === null) return null
    const company = (await documents.get('partner_companies', id)) as PartnerCompanyDocument | undefined
    if (company?.account_id !== accountId) throw refused('company_unknown', 'company_id')
    return company
  }

  routes.get('/registration_requests', async (c) => {
    const found = (await documents.find('registration_requests', { where: { desk: 'submitted' }, perPage: 1000 })) as unknown
    const data = found as readonly RegistrationRequestDocument[]
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
    const { id: requestId, account_id, company_id, email } = await requestOf(c)
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
    await send(c, account_id, { aggregate: informationRequest, id, command: { type: 'RequestInformation', request } })
    return c.json(await documents.get('information_requests', id), 201)
  })

  routes.get('/information_requests', async (c) => {
    const found = (await documents.find('information_requests', {
      where: { status: { in: ['open', 'provided'] } },
      perPage: 1000,
    })) as unknown as readonly InformationRequestDocument[]
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
    const { account_id } = await documentOf<InformationRequestDocument>('information_requests', id, 'exception_not_found')
    await send(c, account_id, { aggregate: informationRequest, id, command: { type: 'CloseRequest', note: c.req.valid('json').note } })
    return c.json(await documents.get('information_requests', id))
  })

  routes.post('/mail', body(Mail, { limit: 14 * 1024 * 1024 }), async (c) => {
    const { account_id, text: given, document: scan, company_id, tag_names, ...mail } = c.req.valid('json')
    await documentOf('accounts', account_id, 'account_not_found')
    const bytes = scan && Buffer.from(scan.content, 'base64')
    if (bytes && (bytes.length === 0 || bytes.length > largestDocument))
      throw unprocessable('document.content must be of 1 byte to 9 MB', 'document.content')
    const companies = (await documents.find('partner_companies', { where: { account_id }, perPage: 10_000 })) as unknown
    const suggested = readLetter(
      given ?? (scan && bytes ? textOf(scan.content_type, bytes) : ''),
      companies as readonly PartnerCompanyDocument[],
    )
    const company = await companyOf(company_id ?? suggested.companyId, account_id)
    const id = uuidv7()
    const document = scan &&
      bytes && {
        document_id: uuidv5(hash('sha256', bytes), id),
        filename: scan.filename,
        content_type: scan.content_type,
        size: bytes.length,
        sha256: hash('sha256', bytes),
      }
    if (document && bytes) await sealedDocuments.write(id, document.document_id, bytes)
    const recorded = {
      ...mail,
      mail_id: id,
      arrived_at: mail.arrived_at ?? now().toISOString(),
      sender_name: mail.sender_name ?? mail.agency_name ?? suggested.agencyName,
      agency_name: mail.agency_name ?? suggested.agencyName,
      state: mail.state ?? suggested.state,
      tag_names: tag_names ?? [],
      company_id: company?.id ?? null,
      company_name: company?.legal_name ?? null,
      suggested_mail_tag: suggested.tag,
      suggested_partner_name: suggested.companyName,
      suggested_action_request: suggested.actionNeeded,
      document,
    }
    await send(c, account_id, { aggregate: partnerMail, id, command: { type: 'RecordMail', mail: recorded } })
    return c.json(await documents.get('partner_mail', id), 201)
  })

  routes.post('/mail/:id/process', body(Processed), async (c) => {
    const id = c.req.param('id')
    const { account_id } = await documentOf<PartnerMailDocument>('partner_mail', id, 'mail_not_found')
    const { internal_status: internalStatus, notes } = c.req.valid('json')
    await send(c, account_id, { aggregate: partnerMail, id, command: { type: 'ProcessMail', internalStatus, notes } })
    return c.json(await documents.get('partner_mail', id))
  })

  routes.get('/audits', async (c) => {
    const accounts = await documents.find('accounts', { perPage: 1000 })
    const found = await Promise.all(
      accounts.map(({ id }) => documents.find('businesses', { where: { account_id: String(id), status: 'in_audit' }, perPage: 1000 })),
    )
    const data = found.flat() as unknown as readonly BusinessDocument[]
    return c.json({ data: data.map(({ id, account_id, name, mode }) => ({ id, account_id, name, mode })) })
  })

  /** Ends the audit of every order of the business that waits for one. */
  routes.post('/audits/:id/complete', body(AuditEnd, { optional: true }), async (c) => {
    const id = c.req.param('id')
    const { account_id, orders } = await documentOf<BusinessDocument>('businesses', id, 'business_not_found')
    const { note } = c.req.valid('json')
    for (const { id: orderId, stage } of orders)
      if (stage === 'audited') await send(c, account_id, { aggregate: business, id, command: { type: 'CompleteAudit', orderId, note } })
    return c.json({ id, status: ((await documents.get('businesses', id)) as BusinessDocument | undefined)?.status })
  })
}
