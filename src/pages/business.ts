// A business's page. Its first screen answers whether to let the business in: the verdict, the findings and the decision. The data follow.
import { html, raw } from 'hono/html'
import { assignBusiness, type BusinessDocument, decideBusiness, openHitsOf } from '../inner/businesses.ts'
import { asApiError } from '../inner/framework/api-errors.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { ownAccount } from '../inner/framework/reading.ts'
import { monitorChecks } from '../inner/monitors.ts'
import { withOpenProposals } from '../inner/proposals.ts'
import { usersOf } from '../inner/users.ts'
import { reasonFor } from '../interface/decision-words.ts'
import { Accepted, badRequest, unprocessable } from '../interface/errors.ts'
import { listedReasons } from '../interface/rejection-reasons.ts'
import { sourceAges } from '../interface/source-ages.ts'
import { comparisonCard, sourceAgesCard } from './business/comparison.ts'
import { decidedOf, deciderOf } from './business/decided.ts'
import { changedNotice, changedSince, decisionBox, decisionChoices, reasonsIn } from './business/decision.ts'
import { jsonFile, pdfFile } from './business/files.ts'
import { businessesPath, businessHead, ownBusiness } from './business/frame.ts'
import type { BusinessRecord } from './business/record.ts'
import { verdictSection } from './business/verdict.ts'
import { businessData, businessFacts } from './business/view.ts'
import { assigneeCard, dismissalForm, liensCard, orderForm, orderFrom, orders } from './business/work.ts'
import { connectedCard } from './connections.ts'
import { may } from './framework/access.ts'
import { changes, refreshing } from './framework/changes.ts'
import type { FormState, Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { type Markup, nothing, sentence, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { assigneeSeen, groundTag, hasSeen, seenAssignee } from './framework/seen.ts'
import { monitorCard } from './monitors.ts'
import { caseHead, casePath, keyboardHelp, nextCase, type Place, placeOf } from './queue.ts'
import { agentsCard } from './runs.ts'

const path = '/businesses/:id'

const mount = (pages: Pages) => {
  const { get, inner } = pages

  get(path, 'read', (c) => overview(pages, c))

  mountForms(pages)
  mountFiles(pages)

  // Not a stream: each open case would hold one of the few connections that a browser makes to a server.
  get(`${path}/changed`, 'read', async (c) => {
    const document = await ownBusiness(pages, c)
    if (c.req.header('if-none-match') === groundTag(document)) return c.body(null, 304)
    const isDecided = document.decision !== null && document.decision.at !== c.req.query('decided')
    return c.html(changedNotice(document, isDecided ? await deciderOf(inner, document) : null))
  })

  get(`${path}/changes`, 'read', async (c) => changes(inner, c, `business-${(await ownBusiness(pages, c)).id}`))
}

const overview = async (pages: Pages, c: ProbityContext, sent?: Sent) => {
  const { show, api, inner } = pages
  const document = await ownBusiness(pages, c)
  const business = await api<BusinessRecord>(c, { method: 'GET', path: `/v1/businesses/${document.id}`, mode: document.mode })
  const mayWrite = may(c.get('signedIn'), 'write')
  const { token } = c.get('signedIn').session
  const hidden = formFields(token)
  const isRunning = (business.orders ?? []).some(({ completed_at }) => !completed_at)
  // Reloading would lose the refused form.
  const isFollowed = isRunning && !sent
  const isErased = document.status === 'erased'
  const working = isRunning
    ? html`<p class="notice working" role="status">Verification in progress${isFollowed ? '; updates automatically' : nothing}</p>`
    : nothing
  const to = (what: string) => casePath(document.id, placeOf(c), what)
  const aside = await asideOf(pages, c, {
    document,
    business,
    to,
    writer: mayWrite ? { token, hidden } : null,
    self: c.get('signedIn').user.id,
  })
  const canDismiss = mayWrite && api.offers('/v1/actions')
  const dismissal = (hit: { readonly id: string; readonly entity_name: string }) =>
    canDismiss ? dismissalForm(to('/dismissals'), hit, { sent, hidden }) : nothing
  const certificate = html`<p class="row"><a class="button" href="${businessesPath}/${document.id}/certificate">Screening certificate (PDF)</a>
<a class="button" href="${businessesPath}/${document.id}/certificate.json">Signed certificate (JSON)</a></p>`
  const decided = await decidedOf(inner, document)
  const box = await decisionOf(pages, c, { document, hidden: mayWrite ? hidden : null, isRunning, given: sent?.formState })
  const content = html`${await caseHead(pages, c, document.id, 'now')}${isFollowed ? raw(refreshing) : nothing}
<div class="case"><div data-live="verdict">${working}${verdictSection(business, { isRunning, isErased, canDecide: mayWrite && !isRunning && !isErased, decided })}${comparisonCard(document)}</div>
<div class="one"><div data-live="decisions">${box}</div><div data-live="beside">${await besideVerdict(pages, c, { document, token: mayWrite ? token : null })}</div>
<div data-live="facts">${businessFacts(business)}${aside}</div></div>
<div data-live="business"${isFollowed ? html` data-follow="${businessesPath}/${document.id}/changes"` : ''}>${businessData(business, { dismissal, certificate })}</div></div>${await pages.onBusiness(c, document)}${keyboardHelp}`
  return show(
    c,
    businessesPath,
    {
      ...businessHead(document),
      actions: html`<a class="button" href="${businessesPath}/${document.id}/report">PDF report</a><a class="button" href="${businessesPath}/${document.id}/report.json">JSON</a>`,
      content,
    },
    sent,
  )
}

const whyErased = 'The personal data was erased before a decision. A new order opens the case again.'

type Deciding = {
  readonly document: BusinessDocument
  readonly hidden: Markup | null
  readonly isRunning: boolean
  readonly given: FormState | undefined
}

const decisionOf = async ({ inner }: Pages, c: ProbityContext, { document, hidden, isRunning, given }: Deciding): Promise<Markup> => {
  const { notice_settings } = await ownAccount(inner, c)
  return decisionBox({
    document,
    openHits: openHitsOf(document),
    decider: await deciderOf(inner, document),
    action: casePath(document.id, placeOf(c), '/decision'),
    hidden,
    askedAt: isRunning ? null : `${businessesPath}/${document.id}/changed?${new URLSearchParams({ decided: document.decision?.at ?? '' })}`,
    waits: document.status === 'erased' ? whyErased : isRunning && !given ? 'A decision is possible once verification is complete.' : '',
    listed: (status) => listedReasons(status, notice_settings),
    isProposed: (await withOpenProposals(inner, c, [document.id])).has(document.id),
    given: given?.scope === 'decision' ? given : undefined,
  })
}

/** Beside the verdict: the age of its sources, connected businesses, and what an agent found. */
const besideVerdict = async (
  { api, inner }: Pages,
  c: ProbityContext,
  { document, token }: { readonly document: BusinessDocument; readonly token: string | null },
): Promise<Markup> => {
  const { source_age_limit_days: limit } = await ownAccount(inner, c)
  const agents = api.offers('/v1/runs') ? await agentsCard(inner, c, { id: document.id, token }) : nothing
  const connected = api.offers('/v1/businesses/:business_id/connections') ? await connectedCard(api, c, document) : nothing
  return html`${agents}${connected}${sourceAgesCard(sourceAges(document.review?.tasks ?? [], inner.now().toISOString(), limit), limit)}`
}

type Beside = {
  readonly document: BusinessDocument
  readonly business: BusinessRecord
  /** The user who looks at the page. */
  readonly self: string
  /** The address of a form. */
  readonly to: (what: string) => string
  /** The session's token, and the hidden fields of the forms; null for a user who may not write. */
  readonly writer: { readonly token: string; readonly hidden: Markup } | null
}

/** The cards beside the business's data: assignee, orders, monitor and filings. */
const asideOf = async ({ api, inner }: Pages, c: ProbityContext, { document, business, to, writer, self }: Beside): Promise<Markup> => {
  const token = writer?.token ?? null
  const watched = api.offers('/v1/businesses/:business_id/monitor')
    ? monitorCard({
        businessId: document.id,
        action: to('/monitor'),
        monitor: business.monitor,
        checks: business.monitor ? await monitorChecks(inner, c, document.id) : null,
        token,
      })
    : nothing
  const liens = writer && api.offers('/v1/businesses/:business_id/liens') ? liensCard(document.id) : nothing
  const assignee = assigneeCard({
    action: to('/assignee'),
    hidden: writer ? html`${writer.hidden}${seenAssignee(document)}` : null,
    assigned: document.assignee_id,
    users: await usersOf(inner, document.account_id),
    self,
  })
  return html`${assignee}${orders(business, writer ? orderForm(to('/orders'), writer.hidden) : nothing)}${watched}${liens}`
}

/** The forms of the page: assign, decide, dismiss a hit, order. */
const mountForms = (pages: Pages) => {
  const { post, goOn, api, inner } = pages
  const again = (c: ProbityContext, sent?: Sent) => overview(pages, c, sent)
  const options = { access: 'write', back: path } as const

  post(`${path}/assignee`, options, async (c, form) => {
    const document = await ownBusiness(pages, c)
    const { id } = document
    const seen = assigneeSeen(form, document, c.get('signedIn').user.id)
    const user = await assignBusiness(inner, c, id, { assigneeId: form.text('assignee') || null, seen })
    return goOn(c, casePath(id, placeOf(c)), { kind: 'good', text: user ? `Assigned to ${user.name}.` : 'No longer assigned.' })
  })

  // A refused decision keeps what was typed: another user may have decided first, or a check may have come out otherwise.
  const deciding = { access: 'write', scope: 'decision', places: {}, again } as const

  post(`${path}/decision`, deciding, async (c, form) => {
    const document = await ownBusiness(pages, c)
    const { id, name, status } = document
    const choice = decisionChoices.find(({ status }) => status === form.text('status'))
    if (!choice) throw badRequest('choose to approve, to reject or to return to review')
    if (status !== choice.status && !hasSeen(form, document)) throw unprocessable(changedSince)
    const note = form.text('note', 2000) || null
    const reason = reasonFor(choice.status, form.text('reason'))
    if (!reason) throw unprocessable('choose a reason for the decision')
    if (reason === 'other' && note === null) throw unprocessable('describe the other reason in the note')
    const place = placeOf(c)
    const decided = decideBusiness(inner, c, id, { status: choice.status, reason, reasons: reasonsIn(form), note, seen: status })
    const done = await decided.then(() => choice.done, proposedIn(place))
    const isLate = status === choice.status && note !== null
    const text = isLate ? `${done} It was decided earlier; the earlier note is kept.` : done
    if (!place) return goOn(c, casePath(id, place), { kind: 'good', text })
    const next = await nextCase(inner, c, place, id)
    if (next) return goOn(c, next, { kind: 'good', text: `${name || 'The business without a name'}: ${text} This is the next case.` })
    return goOn(c, `${businessesPath}?${new URLSearchParams(place.query)}`, {
      kind: 'good',
      text: `${text} There are no more cases in this queue.`,
    })
  })

  post(`${path}/dismissals`, { access: 'write', scope: 'dismissal', places: { 'payload.reason': 'reason' }, again }, async (c, form) => {
    const { id, mode } = await ownBusiness(pages, c)
    const about = { object_type: 'watchlist_result', object_id: form.text('hit') }
    const body = { ...about, type: 'dismissal', payload: { reason: form.text('reason'), scope: form.text('scope') || undefined } }
    await api(c, { method: 'POST', path: '/v1/actions', body, mode, idempotencyKey: `${form.key}${about.object_id}` })
    return goOn(c, casePath(id, placeOf(c)), { kind: 'good', text: 'The hit is dismissed and the review updated.' })
  })

  post(`${path}/orders`, options, async (c, form) => {
    const { id, mode } = await ownBusiness(pages, c)
    const body = orderFrom(form.text('product'))
    await api(c, { method: 'POST', path: `/v1/businesses/${id}/orders`, body, mode, idempotencyKey: form.key })
    return goOn(c, casePath(id, placeOf(c)), { kind: 'good', text: `${words(body.product)} is ordered.` })
  })
}

/** In a queue a decision that needs a second person leads to the next case too; elsewhere its proposal is shown. */
const proposedIn = (place: Place | undefined) => (error: unknown) => {
  const refusal = asApiError(error)
  if (place && refusal instanceof Accepted) return sentence(refusal.message)
  throw error
}

/** The documents to download: the report, and the screening certificate, printed and signed. */
const mountFiles = (pages: Pages) => {
  const { get, api } = pages

  get(`${path}/report`, 'read', async (c) => {
    const { id, name, mode } = await ownBusiness(pages, c)
    const asOf = c.req.query('as_of')
    const moment = asOf === undefined ? '' : `?${new URLSearchParams({ as_of: asOf })}`
    const report = await api.file(c, { method: 'GET', path: `/v1/businesses/${id}/pdf${moment}`, mode })
    return pdfFile(c, { name }, report)
  })

  get(`${path}/report.json`, 'read', async (c) => {
    const { id, name, mode } = await ownBusiness(pages, c)
    const report = await api(c, { method: 'GET', path: `/v1/businesses/${id}/report`, mode })
    return jsonFile(c, { name }, report)
  })

  const certificate = (id: string) => `/v1/businesses/${id}/screenings/latest/certificate`

  get(`${path}/certificate`, 'read', async (c) => {
    const { id, name, mode } = await ownBusiness(pages, c)
    const printed = await api.file(c, { method: 'GET', path: `${certificate(id)}/pdf`, mode })
    return pdfFile(c, { name, what: 'screening' }, printed)
  })

  get(`${path}/certificate.json`, 'read', async (c) => {
    const { id, name, mode } = await ownBusiness(pages, c)
    const signed = await api(c, { method: 'GET', path: certificate(id), mode })
    return jsonFile(c, { name, what: 'screening' }, signed)
  })
}

export const businessPage: Page = { entry: null, mount }
