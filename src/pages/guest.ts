// The pages behind signed links: the guest dashboard of a registration request or an application, the answer to a request for information, and scans
// of mail. A link opens one thing only; what is wrong with a link is not told.
import { hash } from 'node:crypto'
import { html } from 'hono/html'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { Aggregate } from '../commands/decider.ts'
import { informationRequest } from '../commands/information-request.ts'
import { partnerMail } from '../commands/partner-mail.ts'
import type { DomainEvent } from '../events/catalogue.ts'
import { largestDocument } from '../evidence/ports.ts'
import { asApiError } from '../inner/api-errors.ts'
import { attachment } from '../inner/attachment.ts'
import type { ProbityContext } from '../inner/environment.ts'
import { type Linked, signedLinks } from '../interface/signed-links.ts'
import type { InformationRequestDocument, PartnerCompanyDocument, PartnerMailDocument } from '../projections/partner.ts'
import { type FormFields, formFields, readForm } from './forms.ts'
import { dashboardOf, type GuestDashboard } from './guest-dashboard.ts'
import { readAnswers } from './guest-questions.ts'
import { sectionContent } from './guest-sections.ts'
import { setPageHeaders } from './headers.ts'
import { type Notice, plainFrame } from './layout.ts'
import { badge, facts, type Markup, nothing, time } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const mount = ({ open, service }: Pages) => {
  const { documents, now, handle, passed, sealedDocuments } = service
  const links = signedLinks(service.guestSecret)

  const nothingHere = (c: ProbityContext) =>
    c.html(
      plainFrame({
        title: 'This link does not open anything',
        content: html`<p>It may have expired. Please ask whoever sent it to you for a new one.</p>`,
      }),
      404,
    )

  /** What the link of this request opens; null when it is not valid. */
  const linked = (c: ProbityContext): Linked | null => links.open(c.req.param('token') ?? '', now())

  const write = async <State, Command extends { readonly type: string }, Event extends DomainEvent>(
    c: ProbityContext,
    accountId: string,
    { aggregate, id, command, key }: { aggregate: Aggregate<State, Command, Event>; id: string; command: Command; key?: string },
  ) => {
    const commandId = key ? uuidv5(`${command.type}/${key}`, id) : uuidv7()
    const actor = { type: 'guest' as const, id }
    const { position } = await handle(aggregate, id, command, { accountId, actor, commandId, requestId: c.get('requestId'), at: now() })
    if (position !== null) await passed(position, accountId)
  }

  const here = (c: ProbityContext, section?: string, saved = false): string => {
    const query = new URLSearchParams({ ...(section ? { section } : {}), ...(saved ? { saved: '1' } : {}) }).toString()
    return `/guest/${c.req.param('token')}${query ? `?${query}` : ''}`
  }

  const dashboardPage = (
    c: ProbityContext,
    dashboard: GuestDashboard,
    {
      section,
      notice,
      checked = false,
      status = 200,
    }: { section?: string | undefined; notice?: Notice; checked?: boolean; status?: 200 | 422 },
  ) => {
    const { title, company, redirectBackUri, sections } = dashboard
    const current = sections.find(({ slug }) => slug === section) ?? sections[0]
    const entry = ({ slug, title: name, open: left }: (typeof sections)[number]) =>
      html`<li><a href="${here(c, slug)}"${slug === current?.slug ? html` aria-current="page"` : nothing}>${name}</a>${left > 0 ? html` <span class="quiet">${left} open</span>` : nothing}</li>`
    const back = redirectBackUri ? html`<p><a href="${redirectBackUri}" rel="noreferrer">Back to where you came from</a></p>` : nothing
    const content = html`<nav aria-label="Sections"><ul class="sections">${sections.map(entry)}</ul></nav>
${current ? sectionContent(dashboard, current, { action: here(c, current.slug), hidden: formFields(tokenOf(c)), checked }) : nothing}${back}`
    return c.html(
      plainFrame({ title, subtitle: html`<p class="lead">${company} ${badge(dashboard.status)}</p>`, content, notice, isWide: true }),
      status,
    )
  }

  const redirectOrigins = ({ redirectUri }: GuestDashboard): string[] => (redirectUri ? [new URL(redirectUri).origin] : [])

  const showDashboard = async (c: ProbityContext, to: Linked) => {
    const dashboard = await dashboardOf(service, to)
    if (!dashboard) return nothingHere(c)
    setPageHeaders(c, redirectOrigins(dashboard))
    const notice = c.req.query('saved')
      ? { kind: 'good' as const, text: 'Saved. You can come back to this page with the same link.' }
      : undefined
    return dashboardPage(c, dashboard, { section: c.req.query('section'), ...(notice ? { notice } : {}) })
  }

  const saveDashboard = async (c: ProbityContext, to: Linked, form: FormFields) => {
    const dashboard = await dashboardOf(service, to)
    if (!dashboard) return nothingHere(c)
    setPageHeaders(c, redirectOrigins(dashboard))
    const section = dashboard.sections.find(({ slug }) => slug === c.req.query('section')) ?? dashboard.sections[0]
    const { accountId, id } = dashboard
    const failed = (text: string) =>
      dashboardPage(c, dashboard, { section: section?.slug, notice: { kind: 'bad', text }, checked: true, status: 422 })
    if (form.text('do') === 'upload') {
      const file = form.file('document')
      const question = dashboard.documentQuestions.find(({ key }) => key === form.text('question'))
      const upload = dashboard.commands.upload
      if (!file || !question || !upload) return failed('Please choose a file first.')
      const bytes = await file.content()
      const contentType = sniffed(bytes)
      if (bytes.length === 0 || bytes.length > largestDocument) return failed('A document may have at most 9 MB, and must not be empty.')
      if (!contentType) return failed('Please upload a PDF, PNG, JPEG, TIFF or text file.')
      const sha256 = hash('sha256', bytes)
      const document_id = uuidv5(`${question.key}/${file.name}/${sha256}`, id)
      await sealedDocuments.write(id, document_id, bytes)
      const document = {
        document_id,
        question_key: question.key,
        filename: file.name.slice(0, 255),
        content_type: contentType,
        size: bytes.length,
        sha256,
      }
      await upload((aggregate, command) => write(c, accountId, { aggregate, id, command, key: form.key }), document)
      return c.redirect(here(c, section?.slug, true), 303)
    }
    if (form.text('do') === 'submit') {
      if (dashboard.status === 'pending' && dashboard.problems.length > 0)
        return failed(
          `There ${dashboard.problems.length === 1 ? 'is one question' : `are ${dashboard.problems.length} questions`} left to answer or correct.`,
        )
      await dashboard.commands.submit((aggregate, command) => write(c, accountId, { aggregate, id, command, key: form.key }))
      return c.redirect(dashboard.redirectUri ?? here(c, 'status'), 303)
    }
    const answers = { ...dashboard.answers, ...readAnswers(form, section?.questions ?? []) }
    await dashboard.commands.save((aggregate, command) => write(c, accountId, { aggregate, id, command, key: form.key }), answers)
    return c.redirect(here(c, section?.slug, true), 303)
  }

  const informationOf = async (id: string) => {
    const request = (await documents.get('information_requests', id)) as InformationRequestDocument | undefined
    const company = request && ((await documents.get('partner_companies', request.company_id)) as PartnerCompanyDocument | undefined)
    return request && { request, company }
  }

  const informationPage = async (c: ProbityContext, id: string) => {
    const found = await informationOf(id)
    if (!found) return nothingHere(c)
    const { request, company } = found
    const answer: Markup =
      request.status === 'open'
        ? html`<form method="post" class="stack">${formFields(tokenOf(c))}
<label>Your answer<textarea name="information" rows="6" maxlength="10000" required></textarea></label><button class="primary">Send</button></form>`
        : html`<p>${request.status === 'provided' ? 'Thank you: your answer has been sent.' : 'This request has been closed.'}</p>`
    const asked = facts([
      ['Company', company?.legal_name],
      ['Asked', time(request.created_at)],
      ['Needed', request.information_requested],
    ])
    return c.html(
      plainFrame({
        title: 'Information needed',
        content: html`${asked}${answer}`,
        isWide: true,
      }),
    )
  }

  const provideInformation = async (c: ProbityContext, id: string, form: FormFields) => {
    const found = await informationOf(id)
    if (!found) return nothingHere(c)
    const information = form.text('information').slice(0, 10_000)
    if (information !== '')
      await write(c, found.request.account_id, {
        aggregate: informationRequest,
        id,
        command: { type: 'ProvideInformation', information },
        key: form.key,
      })
    return c.redirect(here(c), 303)
  }

  const mailDocument = async (c: ProbityContext, id: string) => {
    const mail = (await documents.get('partner_mail', id)) as PartnerMailDocument | undefined
    const bytes = mail?.document ? await sealedDocuments.read(mail.document.document_id) : null
    if (!mail?.document || !bytes) return nothingHere(c)
    await write(c, mail.account_id, { aggregate: partnerMail, id, command: { type: 'ViewMail' } })
    return attachment(c, mail.document, bytes)
  }

  open.get('/guest/:token', (c) => {
    setPageHeaders(c)
    const to = linked(c)
    switch (to?.kind) {
      case 'registration_request':
      case 'application':
        return showDashboard(c, to)
      case 'information_request':
        return informationPage(c, to.id)
      case 'mail_document':
        return mailDocument(c, to.id)
      default:
        return nothingHere(c)
    }
  })

  open.post('/guest/:token', async (c) => {
    setPageHeaders(c)
    const to = linked(c)
    if (!to || to.kind === 'mail_document' || to.kind === 'evidence_document') return nothingHere(c)
    const form = await readForm(c, tokenOf(c))
    try {
      return to.kind === 'information_request' ? await provideInformation(c, to.id, form) : await saveDashboard(c, to, form)
    } catch (error) {
      // Submitted meanwhile, in another window: the page shows where it stands.
      if (asApiError(error).status >= 500) throw error
      return c.redirect(here(c, 'status'), 303)
    }
  })
}

/** The link is the secret that binds its forms: who does not have it cannot make one. */
const tokenOf = (c: ProbityContext): string => c.req.param('token') ?? ''

/** What a file is by its first bytes, whatever it is called. */
const sniffed = (bytes: Buffer): string | null => {
  const starts: readonly (readonly [string, string])[] = [
    ['25504446', 'application/pdf'],
    ['89504e470d0a1a0a', 'image/png'],
    ['ffd8ff', 'image/jpeg'],
    ['49492a00', 'image/tiff'],
    ['4d4d002a', 'image/tiff'],
  ]
  const first = bytes.subarray(0, 8).toString('hex')
  const known = starts.find(([start]) => first.startsWith(start))
  if (known) return known[1]
  return bytes.includes(0) ? null : 'text/plain'
}

export const guestPages: Page = { entry: null, mount }
