// One registration request: its status with each agency, and its history. Operators also see the employer's answers and documents, and the forms to update
// agencies, record items, ask the company and complete the request.
import { html } from 'hono/html'
import { attachment } from '../inner/framework/attachment.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { type Sender, senderOf } from '../inner/framework/sending.ts'
import { dashboardOf, type GuestDashboard } from '../inner/guest-dashboard.ts'
import { type Answered, askCompany, askedForRequest, closeInformationRequest } from '../inner/information-requests.ts'
import { companyOfId, type PartnerCompanyDocument } from '../inner/partner-companies.ts'
import {
  completeRegistrationRequest,
  ownRegistrationRequest,
  type RegistrationRequestDocument,
  recordItem,
  submittedDocument,
  updateAgency,
} from '../inner/registration-requests.ts'
import { badRequest, notFound } from '../interface/errors.ts'
import { DateOnly } from '../interface/records/common.ts'
import { agencyStatuses } from '../interface/requests/registrations.ts'
import { may } from './framework/access.ts'
import { confirmed } from './framework/confirmed.ts'
import { choice, formIn, input, type Sent } from './framework/fields.ts'
import { type FormFields, formFields } from './framework/forms.ts'
import { badge, card, date, facts, join, type Markup, nothing, table, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { givenAnswers } from './guest-sections.ts'
import { historyCard } from './object-history.ts'
import { employerCard } from './registration-form.ts'

const listPath = '/registrations'
const path = `${listPath}/:id`

const mount = (pages: Pages) => {
  const { get, post, show, goOn, inner } = pages

  const requestOf = (c: ProbityContext) => ownRegistrationRequest(inner, c, c.req.param('id') ?? '')

  const overview = async (c: ProbityContext, sent?: Sent) => {
    const request = await requestOf(c)
    const isOperator = may(c.get('signedIn'), 'operate')
    const [company, asked, dashboard] = await Promise.all([
      companyOfId(inner, request.company_id),
      askedForRequest(inner, c, request),
      isOperator ? dashboardOf(inner, { kind: 'registration_request', id: request.id }) : null,
    ])
    const hidden = formFields(c.get('signedIn').session.token)
    const streams = [`registration_request-${request.id}`, ...asked.map(({ id }) => `information_request-${id}`)]
    const canSend = may(c.get('signedIn'), 'write')
    const employer = request.status === 'pending' ? await employerCard(pages, { c, request, canSend }) : nothing
    const content = html`${statusCard(request, company)}${employer}${agencies(request)}
${isOperator && request.status !== 'pending' ? desk(request, sent, hidden) : nothing}
${asked.length > 0 ? questions(request, asked, isOperator ? hidden : null) : nothing}
${dashboard ? answers(request, dashboard, c.req.query('ssn') === 'shown') : nothing}
${isOperator ? await historyCard(inner, request.account_id, streams) : nothing}`
    return show(
      c,
      listPath,
      {
        title: company?.legal_name ?? 'Registration request',
        subtitle: html`<p>${badge(request.status)}${request.mode === 'test' ? badge('plain', 'Test') : nothing}</p>`,
        content,
      },
      sent,
    )
  }

  get(path, 'read', (c) => overview(c))

  const atDesk = { access: 'operate', back: path } as const

  get(`${path}/documents/:document`, 'operate', async (c) => {
    const { id } = await requestOf(c)
    const file = await submittedDocument(inner, { id, documentId: c.req.param('document') ?? '' })
    return attachment(c, file, file.bytes)
  })

  const places = { status: 'status', key: 'key', value: 'value', effective_date: 'effective_date', information: 'information' }

  type Work = (sender: Sender, id: string) => Promise<void>

  const step = (name: string, done: string, workOf: (form: FormFields) => Work) =>
    post(`${path}/${name}`, { access: 'operate', scope: name, places, again: overview }, async (c, form) => {
      const { id } = await requestOf(c)
      await workOf(form)(senderOf(inner, c), id)
      return goOn(c, `${listPath}/${id}`, { kind: 'good', text: done })
    })

  step('agency', 'The status is set.', (form) => {
    const status = agencyStatuses.find((each) => each === form.text('status'))
    if (!status) throw badRequest('choose a status', 'status')
    const note = form.text('note', 1000) || null
    return (sender, id) => updateAgency(sender, id, { agency_slug: form.text('agency_slug'), status, note })
  })
  step('item', 'The item is recorded.', (form) => {
    // Partners see it in the API's style.
    const key = form.text('key').toLowerCase().replaceAll(/\s+/g, '_').slice(0, 100)
    const [value, effective] = [form.text('value', 300), form.text('effective_date')]
    if (key === '' || value === '') throw badRequest('enter what was issued and its value', key === '' ? 'key' : 'value')
    if (effective !== '' && !DateOnly.safeParse(effective).success) throw badRequest('the date must be YYYY-MM-DD', 'effective_date')
    const item = { agency_slug: form.text('agency_slug'), key, value, effective_date: effective || null }
    return (sender, id) => recordItem(sender, id, item)
  })
  step('complete', 'The request is complete.', () => completeRegistrationRequest)

  post(`${path}/ask`, { access: 'operate', scope: 'ask', places, again: overview }, async (c, form) => {
    const request = await requestOf(c)
    const information = form.text('information', 5000)
    if (information === '') throw badRequest('enter a question', 'information')
    await askCompany(inner, senderOf(inner, c), { request, information })
    return goOn(c, `${listPath}/${request.id}`, { kind: 'good', text: 'Question sent to the company.' })
  })

  post(`${path}/questions/:question/close`, atDesk, async (c) => {
    const request = await requestOf(c)
    const asked = (await askedForRequest(inner, c, request)).find(({ id }) => id === c.req.param('question'))
    if (!asked) throw notFound('information_request')
    await closeInformationRequest(senderOf(inner, c), asked.id, null)
    return goOn(c, `${listPath}/${request.id}`, { kind: 'good', text: 'Question closed.' })
  })
}

const statusCard = (request: RegistrationRequestDocument, company: PartnerCompanyDocument | undefined): Markup =>
  card(
    'Request',
    facts([
      ['Company', company?.legal_name],
      ['State', request.state],
      ['Registrations', request.tax_registration_types.map(words).join(', ')],
      ['Submitted', request.submitted_at ? date(request.submitted_at) : null],
      ['Completed', request.completed_at ? date(request.completed_at) : null],
    ]),
  )

const agencies = (request: RegistrationRequestDocument): Markup =>
  card(
    'Agencies',
    table(
      [
        { title: 'Agency', kind: 'main', cell: ({ name }) => name },
        { title: 'Registration', cell: ({ registration_type }) => words(registration_type) },
        {
          title: 'Status',
          cell: ({ status, note }) =>
            html`<div class="long">${badge(status)}${note ? html`<br><span class="quiet">${note}</span>` : nothing}</div>`,
        },
        {
          title: 'Items',
          cell: ({ slug }) => {
            const own = request.items.filter((item) => item.agency_slug === slug)
            const from = (effective: string | null) => (effective ? html` <span class="quiet">from ${date(effective)}</span>` : nothing)
            if (own.length === 0) return nothing
            return html`<div class="long">${own.map(({ key, value, effective_date }) => html`<div>${words(key)}: ${value}${from(effective_date)}</div>`)}</div>`
          },
        },
      ],
      request.agencies,
      { caption: 'Agencies', empty: 'No agencies.' },
    ),
  )

const desk = (request: RegistrationRequestDocument, sent: Sent | undefined, hidden: Markup): Markup => {
  const [agency, item, ask] = [formIn(sent, 'agency'), formIn(sent, 'item'), formIn(sent, 'ask')]
  const names = request.agencies.map(({ slug, name }) => [slug, name] as const)
  const form = (step: string, label: string, fields: Markup): Markup =>
    html`<form method="post" action="${listPath}/${request.id}/${step}" class="row">${hidden}${fields}<button>${label}</button></form>`
  const statuses = agencyStatuses.map((each) => [each, words(each)] as const)
  const isOpen = request.status === 'submitted'
  return card(
    'Desk',
    html`${isOpen ? form('agency', 'Set status', html`${choice(agency, 'agency_slug', 'Agency', names)}${choice(agency, 'status', 'Status', statuses)}${input(agency, 'note', 'Note (optional)', { more: html` maxlength="1000"` })}`) : nothing}
${form('item', 'Record', html`${choice(item, 'agency_slug', 'Agency', names)}${input(item, 'key', 'What was issued', { more: html` required maxlength="100" placeholder="Account number"` })}${input(item, 'value', 'Value', { more: html` required maxlength="300"` })}${input(item, 'effective_date', 'From (optional)', { type: 'date' })}`)}
${form('ask', 'Ask', input(ask, 'information', 'Ask the company', { more: html` required maxlength="5000"` }))}
${
  isOpen
    ? confirmed('Complete the request', {
        action: `${listPath}/${request.id}/complete`,
        hidden,
        about: '',
        question: 'The partner and the employer are notified that all registrations are complete. This cannot be undone.',
      })
    : nothing
}`,
  )
}

/** `hidden`: null for users who may not close questions. */
const questions = (request: RegistrationRequestDocument, asked: readonly Answered[], hidden: Markup | null): Markup =>
  card(
    'Questions to the company',
    join(
      asked.map(
        ({ id, status, information_requested, information }) =>
          html`<div class="item"><div class="event-head"><strong>${information_requested}</strong>${badge(status)}</div>
${hidden && information ? html`<p>${information}</p>` : nothing}
${hidden && status !== 'closed' ? closing(status, `${listPath}/${request.id}/questions/${id}/close`, hidden) : nothing}</div>`,
      ),
    ),
  )

/** Closing an open question needs a confirmation: the company can no longer answer it. */
const closing = (status: Answered['status'], action: string, hidden: Markup): Markup =>
  status === 'open'
    ? confirmed('Close', { action, hidden, about: 'the question', question: 'The company will no longer be able to answer it.' })
    : html`<form method="post" action="${action}">${hidden}<button>Close</button></form>`

/** The desk needs whole SSNs for a filing: they are shown when it asks for them. */
const answers = ({ id }: RegistrationRequestDocument, dashboard: GuestDashboard, ssnShown: boolean): Markup => {
  const files = dashboard.uploaded.map(
    ({ document_id, filename, size }) =>
      html`<li><a href="${listPath}/${id}/documents/${document_id}">${filename}</a> <span class="quiet">${Math.ceil(size / 1024)} KB</span></li>`,
  )
  const given = givenAnswers(dashboard, { ssnShown })
  const other = ssnShown ? html`<a href="${listPath}/${id}">Hide SSNs</a>` : html`<a href="${listPath}/${id}?ssn=shown">Show SSNs</a>`
  return card(
    'Answers from the employer',
    html`${given === nothing ? html`<p class="empty">Nothing yet.</p>` : given}${files.length > 0 ? html`<h3>Documents</h3><ul>${files}</ul>` : nothing}`,
    { aside: Object.values(dashboard.answers).some((answer) => /"ssn":"[^"]/.test(answer)) ? other : nothing },
  )
}

export const registrationPage: Page = { entry: null, mount }
