// Creates a registration request, and shows the employer's link and e-mail while the request is not submitted.
import { html } from 'hono/html'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { invitationLink, invitationMail, invitationsSent, sendInvitation } from '../inner/registration-mail.ts'
import { ownRegistrationRequest, type RegistrationRequestDocument } from '../inner/registration-requests.ts'
import { states } from '../interface/records/common.ts'
import { registrationTypes } from '../interface/requests/partner.ts'
import { checks, choice, type FormState, freshForm, input, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { card, counted, facts, type Markup, nothing, words } from './framework/markup.ts'
import { modeOfForm } from './framework/mode.ts'
import type { Page, Pages } from './framework/pages.ts'

const listPath = '/registrations'
const path = `${listPath}/new`

const places = {
  company_id: 'company_name',
  company_name: 'company_name',
  state: 'state',
  email: 'email',
  external_id: 'external_id',
  tax_registration_types: 'types',
}

const mount = ({ get, post, show, goOn, api, inner }: Pages) => {
  const form = (c: ProbityContext, sent?: Sent) => {
    const formState = sent?.formState ?? freshForm({ mode: c.get('principal').mode, send: 'true' })
    return show(c, listPath, { title: 'New registration request', content: newForm(c, formState) }, sent)
  }

  get(path, 'write', (c) => form(c))

  post(path, { access: 'write', places, again: form }, async (c, form) => {
    const mode = modeOfForm(c, form)
    const body = {
      state: form.text('state'),
      email: form.text('email'),
      company_name: form.text('company_name'),
      external_id: form.text('external_id') || null,
      tax_registration_types: form.all('types').length > 0 ? form.all('types') : null,
    }
    const request = { method: 'POST', path: '/v1/partner/registration_requests', body, mode, idempotencyKey: form.key } as const
    const { id } = await api<{ readonly id: string }>(c, request)
    if (form.text('send') === 'true') await sendInvitation(inner, c, await ownRegistrationRequest(inner, c, id))
    return goOn(c, `${listPath}/${id}`, { kind: 'good', text: 'The request is created.' })
  })

  post(`${listPath}/:id/send`, { access: 'write', back: `${listPath}/:id` }, async (c) => {
    const request = await ownRegistrationRequest(inner, c, c.req.param('id') ?? '')
    await sendInvitation(inner, c, request)
    return goOn(c, `${listPath}/${request.id}`, { kind: 'good', text: `The link is on its way to ${request.email}.` })
  })
}

const newForm = (
  c: ProbityContext,
  formState: FormState,
): Markup => html`<form method="post" action="${path}" class="card stack">${formFields(c.get('signedIn').session.token)}
<div class="two">${input(formState, 'company_name', 'Company', { more: html` required maxlength="300"` })}${choice(
  formState,
  'state',
  'State',
  [['', 'Choose…'], ...states.map((state) => [state, state] as const)],
  { more: html` required` },
)}</div>
<div class="two">${input(formState, 'email', 'Employer’s e-mail', { type: 'email', more: html` required maxlength="254"` })}${input(formState, 'external_id', 'External ID (optional)')}</div>
${checks(
  formState,
  'types',
  'Registrations',
  registrationTypes.map((type) => [type, words(type.replace('state_', ''))] as const),
  { hint: 'If none is selected: withholding and unemployment insurance.' },
)}
${choice(formState, 'mode', 'Data', [
  ['live', 'Live'],
  ['test', 'Test'],
])}
${checks(formState, 'send', 'Link', [['true', 'Send the employer the link by e-mail']])}<button class="primary">Create</button></form>`

type FormRequest = { readonly c: ProbityContext; readonly request: RegistrationRequestDocument; readonly canSend: boolean }

/** The employer's address, link and e-mail. */
export const employerCard = async ({ inner }: Pages, { c, request, canSend }: FormRequest): Promise<Markup> => {
  const [mail, sent] = await Promise.all([invitationMail(inner, c, request), invitationsSent(inner, request.id)])
  const label = sent.length === 0 ? 'Send the link' : 'Send the link again'
  const send = canSend
    ? html`<form method="post" action="${listPath}/${request.id}/send">${formFields(c.get('signedIn').session.token)}<button>${label}</button></form>`
    : nothing
  const shown = sent.at(-1) ?? mail
  return card(
    'Employer',
    html`${facts([
      ['E-mail', request.email],
      ['Sent', sent.length === 0 ? 'Not sent from here' : sent.length === 1 ? 'Once' : counted(sent.length, 'time')],
    ])}<p><code data-copy>${invitationLink(inner, c, request)}</code></p><details class="more"><summary>${sent.length === 0 ? 'The e-mail that would be sent' : 'The e-mail that was sent'}</summary>${facts(
      [
        ['To', shown.to],
        ['Subject', shown.subject],
      ],
    )}<p class="letter">${shown.text}</p></details>`,
    { aside: send },
  )
}

export const registrationFormPage: Page = { entry: null, needs: '/v1/partner/registration_requests', mount }
