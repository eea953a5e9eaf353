// Retention: how long records are kept, what is due with a form that erases it, and on a business's page the end of the relationship and legal holds.
import { html } from 'hono/html'
import { attachment } from '../inner/framework/attachment.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import {
  allDue,
  duePage,
  endRelationship,
  eraseDue,
  liftHold,
  placeHold,
  type Retention,
  resumeRelationship,
  retentionOf,
  retentionOfBusiness,
  setRetention,
} from '../inner/retention.ts'
import { unprocessable } from '../interface/errors.ts'
import { entriesOf, predicate } from '../interface/messages.ts'
import {
  EndRelationship,
  EraseDue,
  fewestMonths,
  LiftLegalHold,
  mostMonths,
  PlaceLegalHold,
  retentionCsv,
  SetRetention,
} from '../interface/retention.ts'
import { businessesPath, businessHead, ownBusiness, shownName } from './business/frame.ts'
import { may } from './framework/access.ts'
import { type FormState, formIn, freshForm, input, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { badge, card, date, facts, type Markup, nothing, pager, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { requireSeen, seenSettings } from './framework/seen.ts'
import { caseHead, casePath, placeOf } from './queue.ts'

const path = '/retention'
const ofBusiness = '/businesses/:id/retention'
const settingsScope = 'retention'
const [endScope, holdScope, liftScope] = ['relationship_end', 'legal_hold', 'lift']

const checked = <Value>(
  read: { success: true; data: Value } | { success: false; error: { issues: Parameters<typeof entriesOf>[0] } },
): Value => {
  if (!read.success) throw unprocessable(entriesOf(read.error.issues))
  return read.data
}

const mount = (pages: Pages) => {
  mountDue(pages)
  mountOfBusiness(pages)
}

/** What is due, and how long records are kept. */
const mountDue = ({ get, post, show, goOn, inner }: Pages) => {
  const all = async (c: ProbityContext, sent?: Sent) => {
    const { query, page } = listQuery(c)
    const { object: _, ...settings } = await retentionOf(inner, c)
    const { found, totalCount: total } = await duePage(inner, c, { page, perPage })
    const months = (value: number | null) => (value === null ? '' : String(value))
    const state = formIn(sent, settingsScope, {
      customer_months: months(settings.customer_months),
      applicant_months: months(settings.applicant_months),
      automatic: settings.automatic ? 'true' : '',
    })
    const csv = total > 0 ? html`<p><a href="${path}/csv">Download as CSV</a></p>` : nothing
    const due = html`${dueList(c, found)}${pager({ path, query, page, perPage, total })}${csv}`
    const content = html`${card('Due for erasure', due, { aside: html`<span class="quiet">${total}</span>` })}${card('How long records are kept', settingsForm(c, state, settings))}`
    return show(c, path, { title: 'Retention', content }, sent)
  }

  get(path, 'read', (c) => all(c))

  get(`${path}/csv`, 'read', async (c) => {
    const csv = retentionCsv(await Array.fromAsync(allDue(inner, c)))
    return attachment(c, { filename: 'due-for-erasure.csv', content_type: 'text/csv' }, Buffer.from(csv))
  })

  const places = { customer_months: 'customer_months', applicant_months: 'applicant_months' }
  post(path, { access: 'manage', scope: settingsScope, places, again: all }, async (c, form) => {
    const months = (name: string) => (form.text(name) === '' ? null : Number(form.text(name)))
    const wanted = {
      customer_months: months('customer_months'),
      applicant_months: months('applicant_months'),
      automatic: form.text('automatic') === 'true',
    }
    const read = checked(SetRetention.safeParse(wanted, { error: predicate }))
    const { object: _, ...now } = await retentionOf(inner, c)
    requireSeen(form, { now, wanted: read })
    await setRetention(inner, c, read)
    return goOn(c, path, { kind: 'good', text: 'Saved.' })
  })

  post(`${path}/erasures`, { access: 'manage', back: path }, async (c, form) => {
    const chosen = form.all('business_ids')
    if (chosen.length === 0) throw unprocessable('choose at least one business')
    const results = await eraseDue(inner, c, checked(EraseDue.safeParse({ business_ids: chosen }, { error: predicate })))
    const count = (status: string) => results.filter((each) => each.status === status).length
    const refused = results.find(({ status }) => status === 'refused')
    const text = `${count('ordered')} being erased, ${count('proposed')} proposed to a second person, ${count('refused')} refused${refused ? `: ${refused.message}` : ''}.`
    return goOn(c, path, { kind: refused ? 'bad' : 'good', text })
  })
}

/** Of one business: the end of the relationship, and legal holds. */
const mountOfBusiness = (pages: Pages) => {
  const { get, post, show, goOn, inner } = pages

  const ofOne = async (c: ProbityContext, sent?: Sent) => {
    const business = await ownBusiness(pages, c)
    const found = await retentionOfBusiness(inner, c, business.id)
    const content = html`${await caseHead(pages, c, business.id, 'now')}${card('Retention', html`${status(found)}${endForm(c, found, sent)}`)}${card('Legal holds', html`${holds(c, found, sent)}${holdForm(c, found, sent)}`)}`
    return show(c, businessesPath, { ...businessHead(business, 'Retention'), content }, sent)
  }

  get(ofBusiness, 'read', (c) => ofOne(c))

  const back = (c: ProbityContext, id: string) => casePath(id, placeOf(c), '/retention')
  const endPlaces = { ended_on: 'ended_on', reason: 'end_reason' }
  post(`${ofBusiness}/end`, { access: 'write', scope: endScope, places: endPlaces, again: ofOne }, async (c, form) => {
    const { id } = await ownBusiness(pages, c)
    const wanted = { ended_on: form.text('ended_on'), reason: form.text('end_reason') || null }
    await endRelationship(inner, c, id, checked(EndRelationship.safeParse(wanted, { error: predicate })))
    return goOn(c, back(c, id), { kind: 'good', text: 'The end of the relationship is saved.' })
  })

  post(`${ofBusiness}/resume`, { access: 'write', back: ofBusiness }, async (c) => {
    const { id } = await ownBusiness(pages, c)
    await resumeRelationship(inner, c, id)
    return goOn(c, back(c, id), { kind: 'good', text: 'The relationship goes on.' })
  })

  post(`${ofBusiness}/holds`, { access: 'write', scope: holdScope, places: { reason: 'hold_reason' }, again: ofOne }, async (c, form) => {
    const { id } = await ownBusiness(pages, c)
    const { reason } = checked(PlaceLegalHold.safeParse({ reason: form.text('hold_reason') }, { error: predicate }))
    await placeHold(inner, c, id, reason)
    return goOn(c, back(c, id), { kind: 'good', text: 'Legal hold placed: nothing of this business is erased.' })
  })

  const lifting = { access: 'write', scope: liftScope, places: { reason: 'lift_reason' }, again: ofOne } as const
  post(`${ofBusiness}/holds/:hold_id/lift`, lifting, async (c, form) => {
    const { id } = await ownBusiness(pages, c)
    const { reason } = checked(LiftLegalHold.safeParse({ reason: form.text('lift_reason') }, { error: predicate }))
    await liftHold(inner, c, id, { holdId: c.req.param('hold_id') ?? '', reason })
    return goOn(c, back(c, id), { kind: 'good', text: 'Legal hold lifted.' })
  })
}

const onBusiness: Page['onBusiness'] = async ({ inner }, c, { id }) => {
  const found = await retentionOfBusiness(inner, c, id)
  return card(
    'Retention',
    html`${status(found)}<p><a href="${casePath(id, placeOf(c), '/retention')}">End of the relationship and legal holds</a></p>`,
  )
}

const colours = { active: 'plain', kept: 'plain', due: 'warning', held: 'failure', ordered: 'pending', erased: 'plain' } as const

const meanings: Readonly<Record<Retention['status'], string>> = {
  active: 'The relationship goes on',
  kept: 'The retention period runs',
  due: 'Due for erasure',
  held: 'Legal hold',
  ordered: 'Being erased',
  erased: 'Personal data erased',
}

const statusBadge = ({ status: each }: Retention): Markup => badge(colours[each], meanings[each])

const status = (found: Retention): Markup =>
  html`<p>${statusBadge(found)}</p>${
    found.ended_on === null
      ? nothing
      : facts([
          ['Relationship ended', html`${date(found.ended_on)}${found.end === 'rejection' ? ', by the rejection' : nothing}`],
          ['Reason', found.reason],
          ['Kept as', found.kind === 'customer' ? 'A business that was approved' : 'A business that was never approved'],
          ['Due for erasure', found.due_on ? date(found.due_on) : 'Never: kept without limit'],
          [
            'Erased',
            found.erased_at
              ? html`${time(found.erased_at)}${found.status === 'erased' ? nothing : '; what was added since is kept'}`
              : null,
          ],
        ])
  }`

const dueList = (c: ProbityContext, found: readonly Retention[]): Markup => {
  const mayErase = may(c.get('signedIn'), 'manage') && found.some(({ status: each }) => each === 'due')
  const box = ({ business_id, business_name, status: each }: Retention) =>
    mayErase && each === 'due'
      ? html`<label class="check"><input type="checkbox" name="business_ids" value="${business_id}"><span class="unseen">Erase ${business_name ?? 'the business'}</span></label>`
      : nothing
  const list = table(
    [
      { title: '', cell: box },
      {
        title: 'Business',
        kind: 'main',
        cell: ({ business_id, business_name }: Retention) =>
          html`<a href="${businessesPath}/${business_id}/retention">${shownName(business_name)}</a>`,
      },
      { title: 'Kind', cell: ({ kind }) => words(kind) },
      { title: 'Ended', cell: ({ ended_on }) => date(ended_on) },
      { title: 'Due', cell: ({ due_on }) => date(due_on) },
      { title: 'Status', cell: statusBadge },
    ],
    found,
    { caption: 'Businesses due for erasure', empty: 'Nothing is due.' },
  )
  if (!mayErase) return list
  return html`<form method="post" action="${path}/erasures">${formFields(c.get('signedIn').session.token)}${list}
<details class="confirm"><summary class="button danger">Erase the chosen</summary><p>Their personal data can be read by nobody afterwards, and this cannot be undone.</p><button class="danger">Erase for good</button></details></form>`
}

const settingsForm = (c: ProbityContext, state: FormState, settings: object): Markup => {
  const mayChange = may(c.get('signedIn'), 'manage')
  const more = html` min="${fewestMonths}" max="${mostMonths}"${mayChange ? nothing : html` disabled`}`
  const hint = 'Empty: without limit'
  return html`<form method="post" action="${path}" class="stack">${mayChange ? html`${formFields(c.get('signedIn').session.token)}${seenSettings(settings)}` : nothing}
<p>Counted from the end of the relationship, which is a rejection or the day that is stated on the page of the business.</p>
${input(state, 'customer_months', 'Months for businesses that were approved', { type: 'number', hint, more })}
${input(state, 'applicant_months', 'Months for businesses that were never approved', { type: 'number', hint, more })}
<label class="check"><input type="checkbox" name="automatic" value="true"${state.value('automatic') ? html` checked` : nothing}${mayChange ? nothing : html` disabled`}> Erase what is due every day, without asking</label>
${mayChange ? html`<button class="primary">Save</button>` : nothing}</form>`
}

const endForm = (c: ProbityContext, { business_id, status: each, ended_on, end }: Retention, sent: Sent | undefined): Markup => {
  const signedIn = c.get('signedIn')
  if (!may(signedIn, 'write') || each === 'erased') return nothing
  const token = formFields(signedIn.session.token)
  const own = (what: string) => casePath(business_id, placeOf(c), `/retention/${what}`)
  const state = formIn(sent, endScope, { ended_on: ended_on ?? '' })
  const resume =
    end === 'stated'
      ? html`<form method="post" action="${own('resume')}">${token}<button>The relationship goes on after all</button></form>`
      : nothing
  return html`<form method="post" action="${own('end')}" class="row">${token}${input(state, 'ended_on', 'Ended on', { type: 'date', more: html` required` })}${input(state, 'end_reason', 'Reason', { more: html` maxlength="2000"` })}<button>${ended_on ? 'Correct the end' : 'End the relationship'}</button></form>${resume}`
}

const holds = (c: ProbityContext, { business_id, legal_holds }: Retention, sent: Sent | undefined): Markup => {
  if (legal_holds.length === 0) return html`<p class="empty">No legal holds.</p>`
  const signedIn = c.get('signedIn')
  const refused = c.req.param('hold_id')
  const lift = (id: string) =>
    may(signedIn, 'write')
      ? html`<details class="confirm"${id === refused ? html` open` : nothing}><summary class="button">Lift</summary><form method="post" action="${casePath(business_id, placeOf(c), `/retention/holds/${id}/lift`)}" class="stack">${formFields(signedIn.session.token)}${input(id === refused ? formIn(sent, liftScope) : freshForm(), 'lift_reason', 'Reason', { more: html` required maxlength="2000"` })}<button>Lift the hold</button></form></details>`
      : nothing
  const one = ({ id, reason, placed_by, placed_at, lifted_by, lifted_at, lifted_reason }: Retention['legal_holds'][number]) =>
    html`<div class="item"><div class="event-head"><strong>${reason}</strong>${lifted_at ? badge('plain', 'Lifted') : badge('failure', 'Stands')}</div><p class="quiet">Placed by ${placed_by.name ?? 'the account'}, ${time(placed_at)}</p>${lifted_at ? html`<p class="quiet">Lifted by ${lifted_by?.name ?? 'the account'}, ${time(lifted_at)}: “${lifted_reason}”</p>` : lift(id)}</div>`
  return html`${legal_holds.map(one)}`
}

const holdForm = (c: ProbityContext, { business_id, status: each }: Retention, sent: Sent | undefined): Markup => {
  const signedIn = c.get('signedIn')
  if (!may(signedIn, 'write') || each === 'erased') return nothing
  const state = formIn(sent, holdScope)
  return html`<form method="post" action="${casePath(business_id, placeOf(c), '/retention/holds')}" class="row">${formFields(signedIn.session.token)}${input(state, 'hold_reason', 'Reason for a hold', { more: html` required maxlength="2000"` })}<button>Place a legal hold</button></form>`
}

export const retentionPages: Page = { entry: { path, title: 'Retention', section: 'Settings' }, needs: '/v1/retention', mount, onBusiness }
