// The operator's desk: all open manual work of the account. Operators complete audits and retry failed work here; other items link to their own pages.
import { html } from 'hono/html'
import { completeAudit } from '../inner/audits.ts'
import { type AuditToDo, type RegistrationToDo, waitingAtDesk } from '../inner/desk.ts'
import { type ListedWork, listOwnFailing, mostFailing, retryOwnWork } from '../inner/failed-work.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { senderOf } from '../inner/framework/sending.ts'
import type { InformationRequestDocument } from '../inner/information-requests.ts'
import type { LienDocument } from '../inner/liens.ts'
import { badRequest } from '../interface/errors.ts'
import { businessLink, ownBusiness } from './business/frame.ts'
import { choice, type FormState, freshForm, input, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { badge, card, count, counted, date, join, type Markup, nothing, orDash, sentence, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { endsUnfiled, isToBeEnded } from './lien.ts'
import { nameOf } from './lien-words.ts'

const path = '/desk'
/** At most this many of each kind, oldest first. */
const shown = 50

/** The outcomes of an audit. The history records the outcome with the note. */
const outcomes = ['No concerns found', 'Concerns found', 'Inconclusive'] as const

const mount = (pages: Pages) => {
  const { get, post, show, goOn, inner, retryInboxes } = pages
  const overview = async (c: ProbityContext, sent?: Sent) => {
    const [{ audits, registrations, answered, liens }, work] = await Promise.all([
      waitingAtDesk(inner, c, { most: shown }),
      listOwnFailing(inner, c, retryInboxes),
    ])
    const hidden = formFields(c.get('signedIn').session.token)
    const content = html`${card('Businesses in audit', html`${auditsOf(audits, { hidden, given: (id) => auditGiven(id, c.req.param('id') === id ? sent : undefined) })}${whole(audits)}`, { id: 'audits' })}
${card('Registrations to process', html`${registrationsOf(registrations)}${whole(registrations)}${answersOf(answered)}`, { id: 'registrations' })}
${card('Liens to file', html`${liensOf(liens)}${whole(liens)}`, { id: 'liens' })}
${card('Failed background work', workOf(work, hidden), { id: 'work' })}`
    return show(c, path, { title: 'Desk', content, actions: html`<a class="button primary" href="/mail">Mail</a>` }, sent)
  }

  get(path, 'operate', (c) => overview(c))

  post(`${path}/audits/:id`, { access: 'operate', places: { outcome: 'outcome' }, again: overview }, async (c, form) => {
    const business = await ownBusiness(pages, c)
    const outcome = outcomes.find((each) => each === form.text('outcome'))
    if (!outcome) throw badRequest('choose an outcome', 'outcome')
    const note = [outcome, form.text('note', 900)].filter((part) => part !== '').join(': ')
    const ended = await completeAudit(senderOf(inner, c), business, note)
    if (ended === 0) throw badRequest('the audit of this business has already been completed')
    return goOn(c, path, { kind: 'good', text: `The audit of ${business.name || 'the business'} is complete. Verification continues.` })
  })

  post(`${path}/work/retry`, { access: 'operate', back: path }, async (c, form) => {
    await retryOwnWork(inner, c, { retryInboxes, process: form.text('process'), key: form.text('key') })
    return goOn(c, path, { kind: 'good', text: 'Retrying.' })
  })
}

/** A note that the list may be longer. */
const whole = (listed: readonly unknown[]): Markup =>
  listed.length < shown ? nothing : html`<p class="quiet">Showing the ${shown} oldest.</p>`

type Audits = { readonly hidden: Markup; readonly given: (id: string) => FormState }

/** One form for each business. */
const auditGiven = (id: string, sent: Sent | undefined): FormState => ({ ...(sent?.formState ?? freshForm()), scope: `audit-${id}` })

const auditsOf = (businesses: readonly AuditToDo[], { hidden, given }: Audits): Markup =>
  businesses.length === 0
    ? html`<p class="empty">No businesses in audit.</p>`
    : join(
        businesses.map(
          ({ id, name, mode, created_at, audit_reason }) => html`<div class="item"><div class="event-head">${businessLink(id, name)}
${mode === 'test' ? badge('plain', 'Test') : nothing}<span class="quiet">since ${time(created_at)}</span></div>${audit_reason ? html`<p>${sentence(audit_reason)}</p>` : nothing}
<form method="post" action="${path}/audits/${id}" class="row">${hidden}
${choice(given(id), 'outcome', 'Outcome', [['', 'Choose…'], ...outcomes.map((each) => [each, each] as const)], { more: html` required` })}
${input(given(id), 'note', 'Note (optional)', { more: html` maxlength="900"` })}<button class="primary">Complete audit<span class="unseen"> of ${name || 'a business without a name'}</span></button></form></div>`,
        ),
      )

const registrationsOf = (requests: readonly RegistrationToDo[]): Markup =>
  table(
    [
      { title: 'Request', kind: 'main', cell: ({ id, state }) => html`<a href="/registrations/${id}">Registrations in ${state}</a>` },
      { title: 'Company', cell: ({ company_name }) => orDash(company_name) },
      { title: 'Submitted', cell: ({ submitted_at }) => date(submitted_at) },
      {
        title: 'Agencies',
        cell: ({ agencies }) => {
          const done = agencies.filter(({ status }) => status === 'completed').length
          return `${done} of ${agencies.length} done`
        },
      },
    ],
    requests,
    { caption: 'Submitted registration requests, oldest first', empty: 'No registration requests to process.' },
  )

const answersOf = (answered: readonly InformationRequestDocument[]): Markup =>
  answered.length === 0
    ? nothing
    : html`<h3>Answers from companies</h3><ul>${answered.map(({ registration_request_id, information_requested }) => html`<li>${registration_request_id ? html`<a href="/registrations/${registration_request_id}">${information_requested}</a>` : information_requested}</li>`)}</ul>`

/** The next step for a lien, by the status of its filing or termination. */
const toDo: Readonly<Record<string, string>> = {
  'filing created': 'File the lien',
  'filing pending': 'Record the answer to the filing',
  'filing filed': 'Check the state’s index',
  'termination created': 'File the termination',
  'termination pending': 'Record the answer to the termination',
}

const liensOf = (liens: readonly LienDocument[]): Markup =>
  table(
    [
      {
        title: 'Debtor',
        kind: 'main',
        cell: ({ id, debtors }) => html`<a href="/liens/${id}">${nameOf(debtors[0]) || 'Unnamed'}</a>`,
      },
      { title: 'State', cell: ({ state }) => state },
      {
        title: 'To do',
        cell: (lien) =>
          endsUnfiled(lien)
            ? 'End it, or record the answer to the filing'
            : (toDo[isToBeEnded(lien) ? `termination ${lien.termination?.status}` : `filing ${lien.status}`] ?? words(lien.status)),
      },
      { title: 'Requested', cell: ({ created_at }) => date(created_at) },
    ],
    liens,
    { caption: 'Liens to file or terminate, oldest first', empty: 'No liens to file.' },
  )

const workOf = (failed: readonly ListedWork[], hidden: Markup): Markup => {
  const list = table(
    [
      {
        title: 'Work',
        kind: 'main',
        cell: ({ process, type }) => html`<div>${words(process.replaceAll('-', ' '))}<br><span class="quiet">${words(type)}</span></div>`,
      },
      {
        title: 'State',
        cell: ({ state, failures }) =>
          html`<div>${badge(state === 'dead_letter' ? 'failed' : 'warning', words(state))} <span class="quiet">${counted(failures, 'time')}</span></div>`,
      },
      { title: 'Error', cell: ({ error }) => html`<div class="long">${error ?? ''}</div>` },
      {
        title: '',
        kind: 'end',
        cell: ({ process, key }) =>
          html`<form method="post" action="${path}/work/retry">${hidden}<input type="hidden" name="process" value="${process}"><input type="hidden" name="key" value="${key}"><button>Retry</button></form>`,
      },
    ],
    failed.slice(0, shown),
    { caption: 'Failed work', empty: 'No failed work.' },
  )
  const all = failed.length < mostFailing ? count(failed.length) : `more than ${count(mostFailing - 1)}`
  return html`${list}${failed.length > shown ? html`<p class="quiet">The first ${shown} of ${all} are shown.</p>` : nothing}`
}

export const deskPages: Page = { entry: { path, title: 'Desk', section: 'Desk', access: 'operate' }, mount }
