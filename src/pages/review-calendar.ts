// When businesses are looked at again: the settings page, and the date of one business in words.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { BusinessDocument } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { senderOf } from '../inner/framework/sending.ts'
import { reviewCalendarOf, setReviewCalendar } from '../inner/review-calendar.ts'
import { unprocessable } from '../interface/errors.ts'
import { entriesOf, predicate } from '../interface/messages.ts'
import { calendarLimits, type ReviewDate, SetReviewCalendar } from '../interface/review-calendar.ts'
import { timelineWords } from '../interface/timeline-words.ts'
import { may } from './framework/access.ts'
import { type FormState, freshForm, input, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { badge, card, type Markup, nothing, time, timeText } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { requireSeen, seenSettings } from './framework/seen.ts'

const path = '/settings/reviews'

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  const all = async (c: ProbityContext, sent?: Sent) => {
    const { object: _, ...held } = await reviewCalendarOf(inner, c)
    const values = Object.fromEntries(Object.entries(held).map(([name, value]) => [name, String(value)]))
    const formState = sent?.formState ?? freshForm({ ...values, reorder: held.reorder ? 'true' : '' })
    return show(
      c,
      path,
      {
        title: 'Review calendar',
        content: card('Review calendar', settings(c, { formState, hidden: seenSettings(held) })),
      },
      sent,
    )
  }

  get(path, 'read', (c) => all(c))

  post(path, { access: 'manage', places: Object.fromEntries(numbers.map(({ name }) => [name, name])), again: all }, async (c, form) => {
    const given = Object.fromEntries(numbers.map(({ name }) => [name, /^\d+$/.test(form.text(name)) ? Number(form.text(name)) : null]))
    const read = SetReviewCalendar.safeParse({ ...given, reorder: form.text('reorder') === 'true' }, { error: predicate })
    if (!read.success)
      throw unprocessable(
        entriesOf(read.error.issues).map((each) => (isNumber(given, each) ? each : { ...each, message: 'enter a whole number' })),
      )
    const { object: _, ...now } = await reviewCalendarOf(inner, c)
    requireSeen(form, { now, wanted: read.data })
    await setReviewCalendar(senderOf(inner, c), read.data)
    return goOn(c, path, { kind: 'good', text: 'Saved. The dates of approved businesses move with it.' })
  })
}

/** Of what is no number, the interface says only that it must not be null. */
const isNumber = (given: Readonly<Record<string, number | null>>, { parameter }: { readonly parameter?: string | undefined }): boolean =>
  given[parameter ?? ''] !== null

const { months, soonDays, changeDays } = calendarLimits

const numbers = [
  { name: 'high_months', label: 'High risk: months after the approval', ...months },
  { name: 'medium_months', label: 'Medium risk: months after the approval', ...months },
  { name: 'low_months', label: 'Low risk: months after the approval', ...months },
  { name: 'soon_days', label: 'Days ahead that a review counts as due soon', ...soonDays },
  { name: 'change_days', label: 'Days for a review after a monitor tells of a change', ...changeDays },
] as const

const settings = (c: ProbityContext, { formState, hidden }: { readonly formState: FormState; readonly hidden: Markup }): Markup => {
  const signedIn = c.get('signedIn')
  const mayChange = may(signedIn, 'manage')
  const disabled = mayChange ? nothing : html` disabled`
  const field = ({ name, label, least, most }: (typeof numbers)[number]) =>
    input(formState, name, label, {
      type: 'number',
      more: html` required min="${least}" max="${most}"${disabled}`,
      hint: `${least} to ${most}`,
    })
  return html`<p>An approved business is looked at again by this date. A higher risk is never looked at later than a lower one. A decision sets the next date; a change that a monitor tells of brings it forward.</p>
<form method="post" action="${path}" class="stack">${mayChange ? html`${formFields(signedIn.session.token)}${hidden}` : nothing}
<div class="two">${numbers.map(field)}</div>
<label class="check"><input type="checkbox" name="reorder" value="true"${formState.value('reorder') ? html` checked` : nothing}${disabled}> Order the products of a business again once its review is due soon</label>
<p class="quiet">Ordering again verifies the business anew: its status becomes “in review” when the orders are complete, until somebody or a policy decides.</p>
${mayChange ? html`<button class="primary">Save</button>` : nothing}</form>`
}

/** Beside the status of a business whose review is overdue or due soon: by the clock, or in the test mode by what was told, as the queue filters. */
export const dueBadge = ({ mode, next_review, relationship_ended }: Dated, now: Date): Markup => {
  if (!next_review || relationship_ended) return nothing
  const { due_at, soon_at, told } = next_review
  const at = now.toISOString()
  const [isSoon, isOver] = mode === 'test' ? [told !== 'nothing', told === 'overdue'] : [at >= soon_at, at >= due_at]
  if (!isSoon) return nothing
  return html` <span title="${timeText(due_at)}">${isOver ? badge('failure', 'Review overdue') : badge('warning', 'Review due soon')}</span>`
}

type Dated = Pick<BusinessDocument, 'mode' | 'next_review' | 'relationship_ended'>

const causes = {
  decision: 'counted from the approval',
  tier: 'moved by its risk tier',
  settings: 'moved by the settings',
  change: 'brought forward',
} as const

/** When the business is looked at again, and why then; nothing where no date stands. */
export const reviewDateText = (date: z.output<typeof ReviewDate> | null): Markup => {
  if (!date) return nothing
  const { due_at, status, tier, cause, change } = date
  const told = { scheduled: nothing, due: badge('warning', 'Due soon'), overdue: badge('failure', 'Overdue') }[status]
  const why = change ? html`, brought forward: ${timelineWords(change.type)}, ${time(change.found_at)}` : html`, ${causes[cause]}`
  return html`<p>Next review ${time(due_at)} ${told} <span class="quiet">${tier} risk${why}</span></p>`
}

export const reviewCalendarPage: Page = {
  entry: { path, title: 'Review calendar', section: 'Settings' },
  needs: '/v1/review_calendar',
  mount,
}
