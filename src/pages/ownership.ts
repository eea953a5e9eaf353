// Who owns a business: the chart, the table of owners, and the certification.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { certifyOwnership, ownershipOf, resolveDiscrepancy, submittedPeopleAmongFound } from '../inner/ownership.ts'
import { unprocessable } from '../interface/errors.ts'
import { entriesOf, predicate } from '../interface/messages.ts'
import { openShares, shareText } from '../interface/open-shares.ts'
import { percent } from '../interface/percent.ts'
import type { Ownership } from '../interface/records/ownership.ts'
import { CertifyOwnership, ResolveDiscrepancy, usualWording } from '../interface/requests/ownership.ts'
import { differences, foundCard, hitBadge } from './business/found-owners.ts'
import { businessesPath, businessHead, ownBusiness } from './business/frame.ts'
import { ownershipChart } from './charts/ownership-chart.ts'
import { may } from './framework/access.ts'
import { area, type FormState, formIn, freshForm, input, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { badge, card, facts, type Markup, nothing, orDash, table, time } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { caseHead, casePath, placeOf } from './queue.ts'

const path = '/businesses/:id/ownership'
const scope = 'certification'
const resolution = 'resolution'
const places = { name: 'name', title: 'title', wording: 'wording' }

type Structure = z.output<typeof Ownership>

const mount = (pages: Pages) => {
  const { get, post, show, goOn, inner } = pages

  const all = async (c: ProbityContext, sent?: Sent) => {
    const business = await ownBusiness(pages, c)
    const ownership = await ownershipOf(inner, c, business.id)
    const found = foundCard(ownership, submittedPeopleAmongFound(business))
    const owned = { ownership, name: business.name, found }
    const content = html`${await caseHead(pages, c, business.id, 'ownership')}${ownership.interests.length === 0 ? html`${empty}${found}` : views(c, owned, sent)}`
    return show(c, businessesPath, { ...businessHead(business, 'Ownership'), content }, sent)
  }

  get(path, 'read', (c) => all(c))

  mountDifferences(pages, all)

  post(path, { access: 'write', scope, places, again: all }, async (c, form) => {
    const { id } = await ownBusiness(pages, c)
    const title = form.text('title')
    const read = CertifyOwnership.safeParse(
      { name: form.text('name'), ...(title ? { title } : {}), wording: form.text('wording') },
      { error: predicate },
    )
    if (!read.success) throw unprocessable(entriesOf(read.error.issues))
    await certifyOwnership(inner, c, id, read.data)
    return goOn(c, casePath(id, placeOf(c), '/ownership'), { kind: 'good', text: 'Certification recorded.' })
  })
}

/** One form for each difference; the kept one stands at its own. */
const mountDifferences = ({ post, goOn, inner }: Pages, again: (c: ProbityContext, sent?: Sent) => Promise<Response>) => {
  post(`${path}/discrepancies`, { access: 'write', scope: resolution, places: { reason: 'reason' }, again }, async (c, form) => {
    const { id } = await ownBusiness({ inner }, c)
    const read = ResolveDiscrepancy.safeParse({ reason: form.text('reason') }, { error: predicate })
    if (!read.success) throw unprocessable(entriesOf(read.error.issues))
    await resolveDiscrepancy(inner, c, id, { id: form.text('discrepancy'), reason: read.data.reason })
    return goOn(c, casePath(id, placeOf(c), '/ownership'), { kind: 'good', text: 'Difference resolved and the review updated.' })
  })
}

const empty = card(
  'Owners',
  html`<p class="empty">No owners were submitted. Send <code>ownership</code>, or people with <code>ownership_percentage</code>, when you create or update the business through the API.</p>`,
)

type Owned = { readonly ownership: Structure; readonly name: string; readonly found: Markup }

const views = (c: ProbityContext, { ownership, name, found }: Owned, sent: Sent | undefined): Markup =>
  html`${card('Owners', html`${summary(ownership)}${ownershipChart(ownership, name)}`)}${card('Owners in a table', ownersTable(ownership))}${differencesCard(c, ownership, sent)}${found}${card('Certification', html`${certifications(ownership)}${formFor(c, ownership.business_id, formIn(sent, scope, { wording: usualWording }))}`)}`

const differencesCard = (c: ProbityContext, ownership: Structure, sent: Sent | undefined): Markup => {
  const signedIn = c.get('signedIn')
  const refused = formIn(sent, resolution)
  // Each form has ids of its own, and only the refused one has what was typed.
  const stateOf = (id: string): FormState => ({ ...(refused.value('discrepancy') === id ? refused : freshForm()), scope: id })
  return differences(ownership, ({ id }, name) =>
    may(signedIn, 'write')
      ? html`<form method="post" action="${casePath(ownership.business_id, placeOf(c), '/ownership/discrepancies')}" class="row">${formFields(signedIn.session.token)}<input type="hidden" name="discrepancy" value="${id}">${input(stateOf(id), 'reason', 'Reason', { more: html` required maxlength="2000"` })}<button>Resolve<span class="unseen"> the difference about ${name}</span></button></form>`
      : nothing,
  )
}

const summary = ({ owners, identified_percentage, listed }: Structure): Markup => {
  const beneficial = owners.filter(({ is_beneficial_owner }) => is_beneficial_owner)
  return facts([
    ['Beneficial owners', beneficial.length === 0 ? 'None identified' : beneficial.map(({ name }) => name ?? 'Erased').join('; ')],
    ['Ownership traced to people', percent(identified_percentage)],
    [
      'Held by parties with a watchlist hit',
      html`${percent(listed.percentage)} ${listed.counts_as_listed ? badge('failure', 'Counts as listed (50 percent rule)') : nothing}`,
    ],
  ])
}

type Owner = Structure['owners'][number]

const ownersTable = (ownership: Structure): Markup => {
  const { direct, indirect, effective } = openShares(ownership)
  return table<Owner>(
    [
      {
        title: 'Name',
        kind: 'main',
        cell: ({ name, type, is_beneficial_owner, watchlist_hits: hits }) =>
          html`<strong>${name ?? 'Erased'}</strong> ${is_beneficial_owner ? badge('warning', 'Beneficial owner') : badge('plain', type === 'person' ? 'Person' : 'Company')}${hitBadge(hits)}`,
      },
      { title: 'Direct', kind: 'number', cell: ({ party_id: id, direct_percentage: share }) => shareText(share, direct.has(id)) },
      { title: 'Indirect', kind: 'number', cell: ({ party_id: id, indirect_percentage: share }) => shareText(share, indirect.has(id)) },
      {
        title: 'Effective',
        kind: 'number',
        cell: ({ party_id: id, effective_percentage: share }) => shareText(share, effective.has(id)),
      },
      { title: 'Controls', cell: ({ controls }) => (controls ? 'Yes' : orDash(null)) },
      {
        title: 'Held by listed parties',
        kind: 'number',
        cell: ({ listed_percentage: share }) => (share > 0 ? percent(share) : orDash(null)),
      },
    ],
    ownership.owners,
    { caption: 'Owners with their percentages', empty: 'No owners were submitted.' },
  )
}

const certifications = ({ certifications: all }: Structure): Markup =>
  all.length === 0
    ? html`<p class="empty">Not certified yet.</p>`
    : html`${all.map(
        ({ name, title, wording, is_current, certified_at }) =>
          html`<div class="item"><div class="event-head"><strong>${name ?? 'Erased'}${title ? `, ${title}` : ''}</strong><span class="quiet">${time(certified_at)}</span></div><div>${is_current ? badge('success', 'Current') : badge('warning', 'The owners have changed since')} ${wording}</div></div>`,
      )}`

/** Only for users who may write. */
const formFor = (c: ProbityContext, businessId: string, formState: FormState): Markup => {
  const signedIn = c.get('signedIn')
  if (!may(signedIn, 'write')) return nothing
  return html`<form method="post" action="${casePath(businessId, placeOf(c), '/ownership')}" class="stack">${formFields(signedIn.session.token)}${input(formState, 'name', 'Certified by', { more: html` required maxlength="200"` })}${input(formState, 'title', 'Title', { more: html` maxlength="200"` })}${area(formState, 'wording', 'Wording', { more: html` required maxlength="5000"` })}<button>Record certification</button></form>`
}

export const ownershipPage: Page = { entry: null, needs: '/v1/businesses/:business_id/ownership', mount }
