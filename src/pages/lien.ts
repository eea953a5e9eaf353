// One lien: its status, parties, documents and history. Operators also get the forms to file and terminate it.
import { html } from 'hono/html'
import type { z } from 'zod'
import { businessNames } from '../inner/businesses.ts'
import { attachment } from '../inner/framework/attachment.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { inTurn } from '../inner/framework/places.ts'
import { senderOf } from '../inner/framework/sending.ts'
import {
  attachLienDocument,
  daysToLapse,
  ownLien as findOwnLien,
  type LienDocument,
  type LienParty,
  lienDocument,
  lienFormOf,
  lienFormsOf,
  recordLienStep,
  renderLienForm,
  type UccForm,
} from '../inner/liens.ts'
import { badRequest, unprocessable } from '../interface/errors.ts'
import { entriesOf, predicate } from '../interface/messages.ts'
import { Attachment } from '../interface/requests/attachment.ts'
import { LienStep } from '../interface/requests/lien-desk.ts'
import { businessLink } from './business/frame.ts'
import { may } from './framework/access.ts'
import { confirmed } from './framework/confirmed.ts'
import { type Choice, choice, formIn, input, type Sent, secretInput } from './framework/fields.ts'
import { type FormFields, formFields } from './framework/forms.ts'
import { badge, card, counted, date, facts, join, type Markup, nothing, sentence, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { dollars, lienRequestWords, nameOf } from './lien-words.ts'
import { historyCard } from './object-history.ts'

const path = '/liens/:id'
const listPath = '/liens'

const mount = ({ get, post, show, goOn, api, inner }: Pages) => {
  const ownLien = (c: ProbityContext) => findOwnLien(inner, c, c.req.param('id') ?? '')

  const overview = async (c: ProbityContext, sent?: Sent) => {
    const lien = await ownLien(c)
    const nameOfBusiness = await businessNames(inner, c, [lien.business_id])
    const signedIn = c.get('signedIn')
    const hidden = formFields(signedIn.session.token)
    const content = html`${returnNotice(lien)}${statusCard(lien, nameOfBusiness(lien.business_id) || 'Unnamed', await daysToLapse(inner, lien))}${parties(lien)}${documents(lien)}
${may(signedIn, 'operate') && lien.mode === 'live' ? desk(lien, sent, hidden) : nothing}
${await historyCard(inner, lien.account_id, [`lien-${lien.id}`], lienRequestWords)}`
    return show(
      c,
      listPath,
      {
        title: nameOf(lien.debtors[0]) || 'Lien',
        subtitle: html`<p>${badge(lien.status)}${lien.mode === 'test' ? badge('plain', 'Test') : nothing}</p>`,
        actions: may(signedIn, 'write') ? terminationButton(lien, hidden) : nothing,
        content,
      },
      sent,
    )
  }

  get(path, 'read', (c) => overview(c))

  post(`${path}/termination`, { access: 'write', back: path }, async (c, form) => {
    const { id, mode } = await ownLien(c)
    const packet_number = form.text('packet_number')
    const body = packet_number === '' ? {} : { packet_number }
    await api(c, { method: 'POST', path: `/v1/liens/${id}/termination`, body, mode, idempotencyKey: form.key })
    return goOn(c, `${listPath}/${id}`, { kind: 'good', text: 'The termination is requested.' })
  })

  const stepForm = {
    access: 'operate',
    scope: 'step',
    places: { step: 'step', file_number: 'file_number', date: 'date', reason: 'reason' },
    again: overview,
  } as const

  post(`${path}/steps`, stepForm, async (c, form) => {
    const { id } = await ownLien(c)
    const parsed = LienStep.safeParse(stepFrom(form), { error: predicate })
    if (!parsed.success) throw unprocessable(entriesOf(parsed.error.issues))
    if (parsed.data.step === 'returned' && !parsed.data.reason) throw badRequest('enter the reason for the return', 'reason')
    await recordLienStep(inner, senderOf(inner, c), { id, step: parsed.data })
    return goOn(c, `${listPath}/${id}`, { kind: 'good', text: 'Recorded.' })
  })

  const documentForm = {
    access: 'operate',
    scope: 'document',
    places: { document_type: 'document_type', document: 'document', content: 'document' },
    again: overview,
  } as const

  post(`${path}/documents`, documentForm, async (c, form) => {
    const lien = await ownLien(c)
    const file = form.file('document')
    if (!file) throw badRequest('choose a file', 'document')
    const parsed = Attachment.omit({ content: true, filing_date: true }).safeParse({
      document_type: form.text('document_type'),
      filename: file.name,
      content_type: file.type || 'application/octet-stream',
    })
    if (!parsed.success) throw badRequest('enter the document type', 'document_type')
    const attached = { ...parsed.data, bytes: await file.content(), filing_date: null }
    await attachLienDocument(inner, senderOf(inner, c), { lien, attached })
    return goOn(c, `${listPath}/${lien.id}`, { kind: 'good', text: 'The document is attached.' })
  })

  get(`${path}/documents/:document`, 'read', async (c) => {
    const file = await lienDocument(inner, await ownLien(c), c.req.param('document') ?? '')
    return attachment(c, file, file.bytes)
  })

  get(`${path}/forms/:form`, 'operate', async (c) => {
    const lien = await ownLien(c)
    const named = lienFormOf(lien, c.req.param('form') ?? '')
    if (named.form === null) throw unprocessable(named.problem, 'form')
    const { form } = named
    const file = await inTurn(c, () => renderLienForm(inner, lien, form))
    return attachment(c, file, file.bytes)
  })
}

/** Empty when there is nothing to terminate. */
export const terminationButton = ({ id, status, termination, file_number }: LienDocument, hidden: Markup): Markup => {
  if (termination) return status === 'closed' ? nothing : badge('pending', 'Termination pending')
  if (status === 'created' || status === 'closed') return nothing
  return confirmed('Terminate', {
    action: `${listPath}/${id}/termination`,
    hidden: html`${hidden}<label>Packet number (optional)<input name="packet_number" maxlength="100" autocomplete="off"></label>`,
    about: file_number ?? id,
    question: 'This files a termination with the state.',
  })
}

/** A filing that the office sent back secures nothing. */
const returnNotice = ({ returned, status }: LienDocument): Markup =>
  returned === null || status === 'closed'
    ? nothing
    : html`<p class="notice bad">Returned by the filing office, and not on record: ${sentence(returned)}</p>`

/** The date on which a filing lapses, marked when it is near. */
export const lapseText = ({ lapse_date, closed_by }: LienDocument, daysLeft: number | null): Markup =>
  html`${date(lapse_date)}${daysLeft === null ? nothing : html` ${badge('warning', `In ${counted(daysLeft, 'day')}`)}`}${closed_by === 'lapse' ? html` ${badge('failure', 'Lapsed')}` : nothing}`

const statusCard = (lien: LienDocument, businessName: string, daysLeft: number | null): Markup =>
  card(
    'Filing',
    html`${facts([
      ['Business', businessLink(lien.business_id, businessName)],
      ['State', lien.state],
      ['Packet number', html`<code>${lien.packet_number}</code>`],
      ['File number', lien.file_number],
      ['Filed', lien.filing_date ? date(lien.filing_date) : null],
      ['Lapses', lien.lapse_date ? lapseText(lien, daysLeft) : null],
      ['Loan principal', lien.loan_principal_amount_cents === null ? null : dollars(lien.loan_principal_amount_cents)],
      ['Termination', lien.termination ? html`${badge(lien.termination.status)} <code>${lien.termination.packet_number}</code>` : null],
      ['Collateral', lien.collateral],
    ])}`,
  )

const parties = ({ debtors, secured_parties }: LienDocument): Markup => {
  const one = (party: LienParty) =>
    html`<div class="item"><strong>${nameOf(party)}</strong>${party.addresses.map(({ full_address }) => html`<div class="quiet">${full_address}</div>`)}</div>`
  return card(
    'Parties',
    html`<div class="two"><div><h3>Debtors</h3>${debtors.map(one)}</div><div><h3>Secured parties</h3>${secured_parties.map(one)}</div></div>`,
  )
}

const documents = ({ id, documents: held }: LienDocument): Markup =>
  held.length === 0
    ? nothing
    : card(
        'Documents',
        join(
          held.map(
            ({ document_id, document_type, filename, created_at }) =>
              html`<div class="item"><a href="${listPath}/${id}/documents/${document_id}">${filename}</a><div class="quiet">${document_type}, ${date(created_at)}</div></div>`,
          ),
        ),
      )

type DeskStep = z.output<typeof LienStep>['step']

type NextStep = Choice & readonly [step: DeskStep, label: string]

const filingSteps: Readonly<Record<string, readonly NextStep[]>> = {
  created: [['start', 'Filing started']],
  pending: [
    ['filed', 'Filed with the state'],
    ['returned', 'Returned by the filing office'],
  ],
  filed: [['open', 'Listed in the state’s index']],
}

const terminationSteps: Readonly<Record<string, readonly NextStep[]>> = {
  created: [['termination-start', 'Termination started']],
  pending: [['termination-completed', 'Termination recorded by the state']],
}

/** Whether the termination is next: only filed liens can be terminated. */
export const isToBeEnded = ({ status, termination }: LienDocument): boolean =>
  termination !== null && status !== 'created' && status !== 'pending'

/** Whether the filing was returned, and so has nothing on record that its termination could end. */
export const endsUnfiled = ({ status, returned, termination }: LienDocument): boolean =>
  status === 'pending' && returned !== null && termination?.status === 'created'

/** The possible next steps, by the status of the lien and its termination. */
const nextSteps = (lien: LienDocument): readonly NextStep[] => [
  ...(isToBeEnded(lien) ? (terminationSteps[lien.termination?.status ?? ''] ?? []) : []),
  ...(endsUnfiled(lien) ? [['termination-completed', 'Ended: nothing is on record'] as const] : []),
  ...(filingSteps[lien.status] ?? []),
]

const desk = (lien: LienDocument, sent: Sent | undefined, hidden: Markup): Markup => {
  const [step, document] = [formIn(sent, 'step'), formIn(sent, 'document')]
  const own = `${listPath}/${lien.id}`
  const steps = nextSteps(lien)
  const isNumbered = steps.some(([step]) => step === 'filed' || step === 'open' || step === 'termination-completed')
  const stepForm = html`<form method="post" action="${own}/steps" class="row">${hidden}
${choice(step, 'step', 'Step', steps)}
${isNumbered ? html`${input(step, 'file_number', 'File number', { more: html` maxlength="100"` })}${input(step, 'date', 'Date', { type: 'date' })}` : nothing}
${steps.some(([each]) => each === 'returned') ? input(step, 'reason', 'Reason for return', { more: html` maxlength="1000"` }) : nothing}
<button class="primary">Record</button></form>`
  return card(
    'Desk',
    html`${lienFormsOf(lien).map((form) => formLink(lien, form))}
${steps.length > 0 ? stepForm : html`<p class="quiet">All steps are done.</p>`}
<form method="post" action="${own}/documents" enctype="multipart/form-data" class="row">${hidden}
${input(document, 'document_type', 'Document type', { more: html` required maxlength="100" placeholder="UCC-1 acknowledgment"` })}
${secretInput(document, 'document', 'File', { type: 'file' })}<button>Attach</button></form>`,
  )
}

/** The form to print, or why it cannot be filed. */
const formLink = (lien: LienDocument, named: UccForm): Markup => {
  const title = words(named).toUpperCase()
  const found = lienFormOf(lien, named)
  if (found.form === null) return html`<p class="notice bad">No ${title}: ${found.problem}.</p>`
  return html`<p><a class="button" href="${listPath}/${lien.id}/forms/${named}">${title} (PDF)</a></p>`
}

const stepFrom = (form: FormFields) => {
  const some = (name: string) => form.text(name) || null
  return { step: form.text('step'), file_number: some('file_number'), date: some('date'), reason: some('reason') }
}

export const lienPage: Page = { entry: null, needs: '/v1/businesses/:business_id/liens', mount }
