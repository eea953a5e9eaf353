// The decision box on a business's page: the standing decision, and a form for each other one, with its reasons and what it means.
import { html } from 'hono/html'
import type { BusinessDocument } from '../inner/businesses.ts'
import { decisionMeanings, decisionReasons, reasonText, reasonWords } from '../interface/decision-words.ts'
import { businessesPath } from './business-frame.ts'
import type { FormState } from './fields.ts'
import { badge, card, type Markup, nothing, time } from './markup.ts'

export const decisionChoices = [
  { status: 'approved', key: 'a', label: 'Approve', style: 'good-button', done: 'The business is approved.' },
  { status: 'rejected', key: 'r', label: 'Reject', style: 'danger', done: 'The business is rejected.' },
  { status: 'in_review', key: '', label: 'Return to review', style: '', done: 'The business is back in review.' },
] as const

type Choice = (typeof decisionChoices)[number]

type Box = {
  readonly document: BusinessDocument
  /** Watchlist hits that nobody dismissed. */
  readonly openHits: number
  /** Who made the standing decision. */
  readonly decider: string
  /** The hidden fields of the forms; null for a user who may not decide. */
  readonly hidden: Markup | null
  /** Why no decision is possible now; '' where it is. */
  readonly waits: string
  /** A refused decision. */
  readonly given: FormState | undefined
}

export const decisionBox = (box: Box): Markup => {
  const { document, hidden, waits } = box
  const open = decisionChoices.filter(({ status }) => status !== document.status)
  const forms =
    hidden === null
      ? nothing
      : waits
        ? html`<p class="quiet">${waits}</p>`
        : html`${open.map((choice) => form(choice, box, hidden))}${document.status === 'approved' ? nothing : html`<p class="quiet means">${decisionMeanings.approved}</p>`}`
  return card('Decision', html`${standing(box)}${forms}`)
}

const standing = ({ document: { status, decision }, decider }: Box): Markup => {
  if (!decision) return status === 'in_review' ? html`<p>Not decided yet.</p>` : nothing
  const reason = reasonText(decision.reason)
  const over = decision.override?.hit_ids.length ?? 0
  return html`<div class="standing"><p>${badge(decision.status)} ${time(decision.at)}<br>by ${decider}</p>
${over > 0 ? html`<p>${badge('failure', 'Override')} Approved over ${over} watchlist ${over === 1 ? 'hit' : 'hits'}${decision.note || reason ? '' : ', without a reason, through the API'}.</p>` : nothing}
${reason || decision.note ? html`<p>${reason ? html`<strong>${reason}.</strong> ` : nothing}${decision.note ? html`“${decision.note}”` : nothing}</p>` : nothing}</div>`
}

const form = (choice: Choice, { document, openHits, given }: Box, hidden: Markup): Markup => {
  const { status, key, label, style } = choice
  const own = given?.value('status') === status ? given : undefined
  const isOverride = status === 'approved' && openHits > 0
  const option = (reason: keyof typeof reasonWords) =>
    html`<option value="${reason}"${own?.value('reason') === reason ? html` selected` : nothing}>${reasonWords[reason]}</option>`
  const warning = html`<p class="notice bad">${openHits} watchlist ${openHits === 1 ? 'hit is' : 'hits are'} not dismissed. Your reason is recorded as an override.</p>`
  return html`<details class="confirm decide" name="decision"${own ? html` open` : nothing}><summary class="button ${style}"${key ? html` data-key="${key}"` : nothing}>${label}${key ? html` <kbd>${key}</kbd>` : nothing}</summary>
<form method="post" action="${businessesPath}/${document.id}/decision" class="stack">${hidden}<input type="hidden" name="status" value="${status}">
${isOverride ? warning : nothing}
<label>Reason<select name="reason" required><option value="">Choose…</option>${decisionReasons[status].map(option)}</select></label>
<label>${isOverride ? 'Reason for approving anyway' : 'Note (required for “Other reason”)'}<textarea name="note" rows="3" maxlength="2000"${isOverride ? html` required` : nothing}>${own?.value('note') ?? ''}</textarea></label>
${status === 'approved' ? nothing : html`<p class="quiet">${decisionMeanings[status]}</p>`}<button class="primary">${label}</button></form></details>`
}
