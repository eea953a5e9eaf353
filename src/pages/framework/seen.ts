// A form says with a hidden field what its user saw, so that nobody decides on what has changed since, or undoes what another has saved, without
// knowing.
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { html } from 'hono/html'
import { type BusinessDocument, openHitIdsOf } from '../../inner/businesses.ts'
import { unprocessable } from '../../interface/errors.ts'
import type { FormFields } from './forms.ts'
import type { Markup } from './markup.ts'

type Assigned = Pick<BusinessDocument, 'id' | 'assignee_id'>

const digestOf = (seen: unknown): string => hash('sha256', JSON.stringify(seen), 'base64url')

const field = (digest: string): Markup => html`<input type="hidden" name="seen" value="${digest}">`

/** What a decision rests on: it changes with the status, the standing decision, the outcomes of the review and the open watchlist hits. */
const groundOf = (business: BusinessDocument): string => {
  const { id, status, decision, review } = business
  const outcomes = (review?.tasks ?? []).map(({ key, status, sub_label }) => [key, status, sub_label])
  return digestOf([id, status, decision?.at, outcomes, openHitIdsOf(business)])
}

/** Names what a decision rests on, for a request that asks whether it is still so (RFC 9110, 13.1.2). */
export const groundTag = (business: BusinessDocument): string => `"${groundOf(business)}"`

export const seenBusiness = (business: BusinessDocument): Markup => field(groundOf(business))

/** Whether the form's user saw this business as it is now. The form may be about several. */
export const hasSeen = (form: FormFields, business: BusinessDocument): boolean => form.all('seen').includes(groundOf(business))

export const seenAssignee = ({ id, assignee_id }: Assigned): Markup =>
  html`<input type="hidden" name="seen_assignee" value="${id} ${assignee_id ?? ''}">`

/** With whom the form's user saw the case. A case of one's own is one's own to give on, from an older page too. */
export const assigneeSeen = (form: FormFields, { id, assignee_id }: Assigned, self: string): string | null => {
  if (assignee_id === self) return self
  const seen = form.all('seen_assignee').find((each) => each.startsWith(`${id} `))
  return seen?.slice(id.length + 1) || null
}

/** @param settings as they stand, in the same order each time */
export const seenSettings = (settings: unknown): Markup => field(digestOf(settings))

/** The field once more, for a form that is shown again with more of it filled in. */
export const seenBefore = (form: FormFields): Markup => field(form.text('seen'))

/**
 * Lets through what was seen, and what is so already: a form that is sent twice.
 * @throws ApiError 422
 */
export const requireSeen = (form: FormFields, { now, wanted }: { readonly now: unknown; readonly wanted: unknown }): void => {
  if (form.text('seen') === digestOf(now) || isDeepStrictEqual(now, wanted)) return
  throw unprocessable(
    'somebody has changed these settings since this page was opened, and yours were not saved: open the page again to see theirs, or save again to replace them',
  )
}
