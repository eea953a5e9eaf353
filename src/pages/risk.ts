// The risk tier on the page of a business: what gave it, and a form to set another one.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { riskOfBusiness, setRisk } from '../inner/risk.ts'
import { unprocessable } from '../interface/errors.ts'
import { entriesOf, predicate } from '../interface/messages.ts'
import { type Risk, SetRisk } from '../interface/risk.ts'
import { businessesPath, businessHead, ownBusiness } from './business/frame.ts'
import { may } from './framework/access.ts'
import { choice, type FormState, formIn, input, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { badge, card, type Markup, nothing, table, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { requireSeen, seenSettings } from './framework/seen.ts'
import { caseHead, casePath, placeOf } from './queue.ts'
import { reviewDateText } from './review-calendar.ts'

const path = '/businesses/:id/risk'
const scope = 'risk'

type Assessed = z.output<typeof Risk>

const mount = (pages: Pages) => {
  const { get, post, show, goOn, inner } = pages

  const all = async (c: ProbityContext, sent?: Sent) => {
    const business = await ownBusiness(pages, c)
    const found = await riskOfBusiness(inner, c, business.id)
    const content = html`${await caseHead(pages, c, business.id, 'now')}${card('Risk', html`${head(found)}${reviewDateText(found.review_date)}${inputs(found)}${formFor(c, found, formIn(sent, scope, { tier: setTier(found)[0] ?? '' }))}`)}`
    return show(c, businessesPath, { ...businessHead(business, 'Risk'), content }, sent)
  }

  get(path, 'read', (c) => all(c))

  post(path, { access: 'write', scope, places: { reason: 'reason' }, again: all }, async (c, form) => {
    const { id } = await ownBusiness(pages, c)
    const now = setTier(await riskOfBusiness(inner, c, id))
    const read = SetRisk.safeParse({ tier: form.text('tier') || null, reason: form.text('reason') }, { error: predicate })
    if (!read.success) throw unprocessable(entriesOf(read.error.issues))
    requireSeen(form, { now, wanted: [read.data.tier, read.data.reason] })
    await setRisk(inner, c, id, read.data)
    return goOn(c, casePath(id, placeOf(c), '/risk'), { kind: 'good', text: 'Risk tier saved.' })
  })
}

const onBusiness: Page['onBusiness'] = async ({ inner }, c, { id }) => {
  const found = await riskOfBusiness(inner, c, id)
  return found.tier === null
    ? nothing
    : card(
        'Risk',
        html`${head(found)}${reviewDateText(found.review_date)}<p><a href="${casePath(id, placeOf(c), '/risk')}">How it is computed</a></p>`,
      )
}

const colours = { high: 'failure', medium: 'warning', low: 'success' } as const

const head = ({ tier, computed, points, override, table: { version } }: Assessed): Markup =>
  tier === null
    ? html`<p class="empty">There is no tier before the first review.</p>`
    : html`<p>${badge(colours[tier], words(tier))} <span class="quiet">${override ? html`set by a person: “${override.reason ?? 'Erased'}”. Computed: ${computed ?? ''}, ` : ''}${points} points, table version ${version}</span></p>`

const inputs = ({ inputs: all, table: { thresholds } }: Assessed): Markup =>
  all.length === 0
    ? nothing
    : html`${table(
        [
          { title: 'Input', kind: 'main', cell: ({ told }: Assessed['inputs'][number]) => told },
          { title: 'Applies', cell: ({ applies }) => (applies ? badge('warning', 'Yes') : 'No') },
          { title: 'Points', kind: 'number', cell: ({ points }) => String(points) },
        ],
        all,
        { caption: 'Inputs of the risk tier', empty: '' },
      )}<p class="quiet">${thresholds.map(({ tier, from }) => `${words(tier)} from ${from} points`).join(', ')}.</p>`

/** The tier that a person has set, and why; two nulls: none. */
const setTier = ({ override }: Assessed) => [override?.tier ?? null, override?.reason ?? null] as const

const tiers = [['', 'As computed'], ...['low', 'medium', 'high'].map((each) => [each, words(each)] as const)] as const

/** Only for users who may write. */
const formFor = (c: ProbityContext, found: Assessed, formState: FormState): Markup => {
  const { business_id, tier } = found
  const signedIn = c.get('signedIn')
  if (tier === null || !may(signedIn, 'write')) return nothing
  return html`<form method="post" action="${casePath(business_id, placeOf(c), '/risk')}" class="row">${formFields(signedIn.session.token)}${seenSettings(setTier(found))}${choice(formState, 'tier', 'Tier', tiers)}${input(formState, 'reason', 'Reason', { more: html` required maxlength="2000"` })}<button>Set tier</button></form>`
}

export const riskPage: Page = { entry: null, needs: '/v1/businesses/:business_id/risk', mount, onBusiness }
