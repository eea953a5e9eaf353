// Registration requests of the account, and for operators the desk that works them: agencies, items, questions to the company, completion.
import { html } from 'hono/html'
import { informationRequest } from '../../commands/information-request.ts'
import { type RegistrationRequestCommand, registrationRequest } from '../../commands/registration-request.ts'
import { agencyStatuses } from '../../events/partner.ts'
import type { PartnerCompanyDocument, RegistrationRequestDocument } from '../../projections/partner.ts'
import type { ProbityContext } from '../environment.ts'
import { badRequest } from '../errors.ts'
import { newId, ownDocument, send } from '../service.ts'
import { may } from './access.ts'
import { type FormFields, formFields } from './forms.ts'
import { badge, card, date, facts, type Markup, nothing, pager, table, words } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const path = '/registrations'
const perPage = 25

const mount = ({ get, post, show, goOn, service }: Pages) => {
  const { documents } = service

  const requestOf = (c: ProbityContext): Promise<RegistrationRequestDocument> =>
    ownDocument(service, c, { collection: 'registration_requests', id: c.req.param('id') ?? '', resource: 'registration_request' })

  const companyOf = async ({ company_id }: RegistrationRequestDocument) =>
    (await documents.get('partner_companies', company_id)) as PartnerCompanyDocument | undefined

  get(path, 'read', async (c) => {
    const where = { account_id: c.get('principal').accountId }
    const page = Math.max(1, Math.trunc(Number(c.req.query('page'))) || 1)
    const [found, total] = await Promise.all([
      documents.find('registration_requests', { where, sort: [['created_at', 'desc']], page, perPage }),
      documents.count('registration_requests', where),
    ])
    const requests = found as unknown as readonly RegistrationRequestDocument[]
    const rows = await Promise.all(requests.map(async (request) => ({ request, company: await companyOf(request) })))
    const content = html`${table(
      [
        {
          title: 'Company',
          kind: 'main',
          cell: ({ request, company }) => html`<a href="${path}/${request.id}">${company?.legal_name ?? request.id}</a>`,
        },
        { title: 'State', cell: ({ request }) => request.state },
        { title: 'Status', cell: ({ request }) => badge(request.status) },
        { title: 'Submitted', cell: ({ request }) => date(request.submitted_at) },
      ],
      rows,
      { caption: 'Registration requests', empty: 'There are no registration requests yet.' },
    )}${pager({ path, query: new URLSearchParams(), page, perPage, total })}`
    return show(c, path, { title: 'Registrations', content })
  })

  get(`${path}/:id`, 'read', async (c) => {
    const request = await requestOf(c)
    const company = await companyOf(request)
    const hidden = formFields(c.get('signedIn').session.token)
    const canWork = may(c.get('signedIn'), 'operate') && request.status !== 'pending'
    const form = (step: string, label: string, fields: Markup): Markup =>
      html`<form method="post" action="${path}/${request.id}/${step}" class="row">${hidden}${fields}<button>${label}</button></form>`
    const agencies = html`<label>Agency<select name="agency_slug">${request.agencies.map(({ slug, name }) => html`<option value="${slug}">${name}</option>`)}</select></label>`
    const statuses = html`<label>Status<select name="status">${agencyStatuses.map((each) => html`<option value="${each}">${words(each)}</option>`)}</select></label>`
    const desk = canWork
      ? card(
          'Desk',
          html`${request.status === 'submitted' ? form('agency', 'Set status', html`${agencies}${statuses}`) : nothing}
${form('item', 'Record', html`${agencies}<label>What<input name="key" required maxlength="100" placeholder="account_number"></label><label>Value<input name="value" required maxlength="300"></label>`)}
${form('ask', 'Ask', html`<label>Information needed<input name="information" required maxlength="5000"></label>`)}
${request.status === 'submitted' ? form('complete', 'Complete', nothing) : nothing}`,
        )
      : nothing
    const content = html`${card(
      'Request',
      facts([
        ['Company', company?.legal_name],
        ['State', request.state],
        ['Registrations', request.tax_registration_types.map(words).join(', ')],
        ['Submitted', request.submitted_at ? date(request.submitted_at) : null],
        ['Completed', request.completed_at ? date(request.completed_at) : null],
      ]),
    )}${card(
      'Agencies',
      table(
        [
          { title: 'Agency', kind: 'main', cell: ({ name }) => name },
          { title: 'Registration', cell: ({ registration_type }) => words(registration_type) },
          { title: 'Status', cell: ({ status }) => badge(status) },
          {
            title: 'Items',
            cell: ({ slug }) =>
              request.items
                .filter((item) => item.agency_slug === slug)
                .map(({ key, value }) => `${words(key)}: ${value}`)
                .join('; '),
          },
        ],
        request.agencies,
        { caption: 'Agencies', empty: 'None' },
      ),
    )}${desk}`
    return show(c, path, { title: company?.legal_name ?? 'Registration request', subtitle: badge(request.status), content })
  })

  const back = `${path}/:id`

  const step = (name: string, commandOf: (form: FormFields) => RegistrationRequestCommand) =>
    post(`${path}/:id/${name}`, { access: 'operate', back }, async (c, form) => {
      const { id } = await requestOf(c)
      await send(service, c, { aggregate: registrationRequest, id, command: commandOf(form) })
      return goOn(c, `${path}/${id}`, { kind: 'good', text: 'Recorded.' })
    })

  step('agency', (form) => {
    const status = agencyStatuses.find((each) => each === form.text('status'))
    if (!status) throw badRequest('the status is not known', 'status')
    return { type: 'UpdateAgency', update: { agency_slug: form.text('agency_slug'), status, note: null } }
  })
  step('item', (form) => {
    const [key, value] = [form.text('key').slice(0, 100), form.text('value').slice(0, 300)]
    if (key === '' || value === '') throw badRequest('what has been issued and its value are required', 'value')
    return { type: 'RecordItem', item: { agency_slug: form.text('agency_slug'), key, value, effective_date: null } }
  })
  step('complete', () => ({ type: 'Complete' }))

  post(`${path}/:id/ask`, { access: 'operate', back }, async (c, form) => {
    const request = await requestOf(c)
    const company = await companyOf(request)
    const id = newId(c, 'information_request')
    const asked = {
      information_request_id: id,
      company_id: request.company_id,
      registration_request_id: request.id,
      information_requested: form.text('information').slice(0, 5000),
      first_name: company?.contact_name ?? null,
      last_name: null,
      email: company?.contact_email ?? request.email,
      phone: company?.contact_phone_number ?? null,
    }
    if (asked.information_requested === '') throw badRequest('say what is needed', 'information')
    await send(service, c, { aggregate: informationRequest, id, command: { type: 'RequestInformation', request: asked } })
    return goOn(c, `${path}/${request.id}`, { kind: 'good', text: 'The company has been asked.' })
  })
}

export const registrationPages: Page = { entry: { path, title: 'Registrations', section: 'Work' }, mount }
