// Mail from agencies: the list, a letter, and the form to record one. The text of a scan fills in the form, and an operator confirms it.
import { html } from 'hono/html'
import { attachment } from '../inner/framework/attachment.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { senderOf } from '../inner/framework/sending.ts'
import { mailPage, ownMail, type PartnerMailDocument, processMail, tagMail, viewScan } from '../inner/letters.ts'
import type { PartnerCompanyDocument } from '../inner/partner-companies.ts'
import { beginDraft, companiesOf, confirmDraft, type Draft, findDraft, type GivenMail, withinOf } from '../inner/partner-mail.ts'
import { badRequest, notFound } from '../interface/errors.ts'
import { DateOnly, states } from '../interface/records/common.ts'
import { largestDocument } from '../interface/requests/attachment.ts'
import { Tags } from '../interface/requests/partner.ts'
import { may } from './framework/access.ts'
import { area, choice, type FormState, formIn, freshForm, input, type Sent, secretInput } from './framework/fields.ts'
import { type FormFields, formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { badge, card, date, facts, type Markup, nothing, orDash, pager, table, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { historyCard } from './object-history.ts'

const path = '/mail'

/** The results of reading a scan. */
const tellings = {
  read: 'The fields below were filled in from the scan. Please check them.',
  empty: 'The scan contains no readable text. Please fill in the fields.',
  unread: 'The scan could not be read. Please fill in the fields.',
}

const mount = (pages: Pages) => {
  listMail(pages)
  recordMail(pages)
  showLetter(pages)
}

/** The list, with the form to upload a scan. */
const listMail = ({ get, post, show, goOn, inner }: Pages) => {
  const overview = async (c: ProbityContext, sent?: Sent) => {
    const { query, page } = listQuery(c)
    const q = (query.get('q') ?? '').trim().slice(0, 200)
    const { found, totalCount: total } = await mailPage(inner, c, { q, page, perPage })
    const upload = may(c.get('signedIn'), 'operate')
      ? uploadCard(formIn(sent, 'scan'), formFields(c.get('signedIn').session.token))
      : nothing
    const filter = html`<form class="row filters" method="get" action="${path}" role="search"><label>Words in the letter<input type="search" name="q" value="${q}"></label><button>Search</button></form>`
    const list = html`${listOf(found, q === '' ? 'No letters yet.' : 'No matching letters.')}${pager({ path, query, page, perPage, total })}`
    return show(c, path, { title: 'Mail', content: html`${upload}${filter}${card('Letters', list)}` }, sent)
  }

  get(path, 'read', (c) => overview(c))

  post(`${path}/read`, { access: 'operate', scope: 'scan', places: { scan: 'scan' }, again: overview }, async (c, form) => {
    const file = form.file('scan')
    if (!file) throw badRequest('choose a file', 'scan')
    const bytes = await file.content()
    if (bytes.length === 0 || bytes.length > largestDocument) throw badRequest('choose a file of up to 9 MB that is not empty', 'scan')
    const scan = {
      filename: file.name,
      content_type: file.type || 'application/octet-stream',
      bytes,
    }
    const draft = await beginDraft(inner, { within: withinOf(c.get('principal')), scan })
    return goOn(c, `${path}/record/${draft.mailId}`)
  })
}

/** The form that the text of a scan has filled in. */
const recordMail = ({ get, post, show, goOn, inner }: Pages) => {
  const draftOf = async (c: ProbityContext): Promise<Draft> => {
    const draft = await findDraft(inner, c.req.param('id') ?? '', withinOf(c.get('principal')))
    if (!draft) throw notFound('mail')
    return draft
  }

  const draft = async (c: ProbityContext, sent?: Sent) => {
    const read = await draftOf(c)
    const companies = await companiesOf(inner, withinOf(c.get('principal')))
    const hidden = formFields(c.get('signedIn').session.token)
    const first = {
      company_id: read.suggested.companyId ?? '',
      agency_name: read.suggested.agencyName ?? '',
      state: read.suggested.state ?? '',
      tags: read.suggested.tag ?? '',
      arrived_on: inner.now().toISOString().slice(0, 10),
    }
    return show(c, path, recordParts(read, { companies, formState: sent?.formState ?? freshForm(first), hidden }), sent)
  }

  get(`${path}/record/:id`, 'operate', (c) => draft(c))

  const recordingForm = {
    access: 'operate',
    places: { company_id: 'company_id', arrived_on: 'arrived_on', tags: 'tags' },
    again: draft,
  } as const

  post(`${path}/record/:id`, recordingForm, async (c, form) => {
    const read = await draftOf(c)
    await confirmDraft(inner, senderOf(inner, c), { draft: read, given: givenMail(form) })
    return goOn(c, `${path}/${read.mailId}`, { kind: 'good', text: 'The letter is recorded.' })
  })
}

type Filling = { readonly companies: readonly PartnerCompanyDocument[]; readonly formState: FormState; readonly hidden: Markup }

const recordParts = ({ mailId, document, suggested, isUnread }: Draft, { companies, formState, hidden }: Filling) => {
  const isRead = (suggested.companyName ?? suggested.agencyName ?? suggested.tag) !== null
  const told = isUnread ? 'unread' : isRead ? 'read' : 'empty'
  return {
    title: 'Record a letter',
    subtitle: html`<p class="quiet">${document.filename}, ${Math.ceil(document.size / 1024)} KB</p>`,
    content: card(
      'Letter details',
      html`<p>${tellings[told]}${suggested.actionNeeded ? html` ${badge('warning', 'Action may be needed')}` : nothing}</p>
${recordForm(mailId, companies, formState, hidden)}`,
    ),
  }
}

/** One letter: its scan, its tags and what the desk did with it. */
const showLetter = ({ get, post, show, goOn, inner }: Pages) => {
  const own = (c: ProbityContext) => ownMail(inner, c, c.req.param('id') ?? '')

  const one = async (c: ProbityContext, sent?: Sent) => {
    const mail = await own(c)
    const isOperator = may(c.get('signedIn'), 'operate')
    const hidden = formFields(c.get('signedIn').session.token)
    const content = html`${letter(mail)}${may(c.get('signedIn'), 'write') ? tagsCard(mail, formIn(sent, 'tags', { tags: mail.tag_names.join(', ') }), hidden) : nothing}
${isOperator ? workCard(mail, formIn(sent, 'work'), hidden) : nothing}${await historyCard(inner, mail.account_id, [`partner_mail-${mail.id}`])}`
    const title = mail.sender_name ?? 'A letter'
    return show(c, path, { title, subtitle: html`<p>${mail.company_name ?? 'No company'}</p>`, content }, sent)
  }

  get(`${path}/:id`, 'read', (c) => one(c))

  get(`${path}/:id/document`, 'read', async (c) => {
    const scan = await viewScan(inner, senderOf(inner, c), await own(c))
    return attachment(c, scan, scan.bytes)
  })

  post(`${path}/:id/tags`, { access: 'write', scope: 'tags', places: { tags: 'tags' }, again: one }, async (c, form) => {
    const { id } = await own(c)
    await tagMail(senderOf(inner, c), id, tagsFrom(form))
    return goOn(c, `${path}/${id}`, { kind: 'good', text: 'The tags are saved.' })
  })

  post(
    `${path}/:id/process`,
    { access: 'operate', scope: 'work', places: { internal_status: 'internal_status' }, again: one },
    async (c, form) => {
      const { id } = await own(c)
      const internalStatus = form.text('internal_status', 100)
      if (internalStatus === '') throw badRequest('enter a status', 'internal_status')
      const notes = form.text('notes', 5000) || null
      await processMail(senderOf(inner, c), { id, internalStatus, notes })
      return goOn(c, `${path}/${id}`, { kind: 'good', text: 'Recorded.' })
    },
  )
}

/** @throws ApiError 400 with the field */
const tagsFrom = (form: FormFields): string[] => {
  const tags = form
    .text('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const read = Tags.safeParse(tags)
  if (!read.success) throw badRequest('at most 100 tags, each of at most 100 characters', 'tags')
  return [...read.data]
}

/** @throws ApiError 400 with the field */
const givenMail = (form: FormFields): GivenMail => {
  const some = (name: string, longest: number) => form.text(name).slice(0, longest) || null
  const arrived = form.text('arrived_on')
  if (arrived !== '' && !DateOnly.safeParse(arrived).success) throw badRequest('the date must be YYYY-MM-DD', 'arrived_on')
  return {
    external_id: null,
    arrived_at: arrived === '' ? null : `${arrived}T00:00:00.000Z`,
    sender_name: some('sender_name', 200),
    recipient_name: some('recipient_name', 200),
    agency_name: some('agency_name', 200),
    state: states.find((each) => each === form.text('state')) ?? null,
    notes: some('notes', 5000),
    summary: some('summary', 5000),
    mailbox_name: null,
    company_id: form.text('company_id') || null,
    registration_request_id: null,
    tag_names: tagsFrom(form),
  }
}

const uploadCard = (formState: FormState, hidden: Markup): Markup =>
  card(
    'Record a letter',
    html`<form method="post" action="${path}/read" enctype="multipart/form-data" class="row">${hidden}
${secretInput(formState, 'scan', 'Scan', { type: 'file', more: html` accept=".pdf,.png,.jpg,.jpeg,.tif,.tiff,.txt"` })}<button class="primary">Read</button></form>
<p class="quiet">PDF, image or text, up to 9 MB. Its text fills in the form on the next page.</p>`,
  )

const recordForm = (
  mailId: string,
  companies: readonly PartnerCompanyDocument[],
  formState: FormState,
  hidden: Markup,
): Markup => html`<form method="post" action="${path}/record/${mailId}" class="stack">${hidden}<div class="two">
${choice(formState, 'company_id', 'Company', [['', 'No company'], ...companies.map(({ id, legal_name }) => [id, legal_name] as const)])}
${input(formState, 'agency_name', 'Agency')}
${choice(formState, 'state', 'State', [['', 'None'], ...states.map((state) => [state, state] as const)])}
${input(formState, 'tags', 'Tags (separated by commas)')}
${input(formState, 'sender_name', 'Sender (if not the agency)')}
${input(formState, 'recipient_name', 'Recipient')}
${input(formState, 'arrived_on', 'Arrived', { type: 'date' })}</div>
${area(formState, 'summary', 'Summary')}${area(formState, 'notes', 'Notes')}
<button class="primary">Record</button></form>`

const listOf = (mail: readonly PartnerMailDocument[], empty: string): Markup =>
  table(
    [
      { title: 'From', kind: 'main', cell: ({ id, sender_name }) => html`<a href="${path}/${id}">${sender_name ?? 'Unknown sender'}</a>` },
      { title: 'Company', cell: ({ company_name }) => orDash(company_name) },
      { title: 'State', cell: ({ state }) => orDash(state) },
      {
        title: 'Tags',
        cell: ({ tag_names }) =>
          tag_names.length > 0 ? html`<span class="tags">${tag_names.map((tag) => html`<span>${tag}</span>`)}</span>` : orDash(null),
      },
      { title: 'Status', cell: ({ internal_status }) => badge('plain', words(internal_status)) },
      { title: 'Arrived', cell: ({ arrived_at }) => date(arrived_at) },
    ],
    mail,
    { caption: 'Letters, newest first', empty },
  )

const letter = (mail: PartnerMailDocument): Markup =>
  card(
    'Letter',
    html`${facts([
      ['Agency', mail.agency_name],
      ['State', mail.state],
      ['Recipient', mail.recipient_name],
      ['Arrived', mail.arrived_at ? date(mail.arrived_at) : null],
      ['Status', badge('plain', words(mail.internal_status))],
      ['Suggested tag', mail.suggested_mail_tag],
      ['Action needed', mail.suggested_action_request ? badge('warning', 'Probably') : null],
      ['Summary', mail.summary],
      ['Notes', mail.notes],
    ])}${mail.document ? html`<p><a href="${path}/${mail.id}/document">${mail.document.filename}</a></p>` : nothing}`,
  )

const tagsCard = ({ id }: PartnerMailDocument, formState: FormState, hidden: Markup): Markup =>
  card(
    'Tags',
    html`<form method="post" action="${path}/${id}/tags" class="row">${hidden}${input(formState, 'tags', 'Separated by commas')}<button>Save</button></form>`,
  )

const workCard = ({ id }: PartnerMailDocument, formState: FormState, hidden: Markup): Markup =>
  card(
    'Desk',
    html`<form method="post" action="${path}/${id}/process" class="row">${hidden}${input(formState, 'internal_status', 'Status', { more: html` required maxlength="100" placeholder="forwarded"` })}
${input(formState, 'notes', 'Notes (optional)', { more: html` maxlength="5000"` })}<button>Record</button></form>`,
  )

export const mailPages: Page = { entry: { path, title: 'Mail', section: 'Work' }, mount }
