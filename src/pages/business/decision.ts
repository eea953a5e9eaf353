// The decision box on a business's page: the standing decision, and a form for each other one, with its reasons, the findings that they rest on, and
// what it means.
import { html } from 'hono/html'
import type { BusinessDocument } from '../../inner/businesses.ts'
import { canBeTrueOf, decisionMeanings, reasonsUpon, reasonText, reasonWords } from '../../interface/decision-words.ts'
import { type ListedReason, otherReason } from '../../interface/rejection-reasons.ts'
import { discrepancyText } from '../../interface/resources/ownership.ts'
import { verdictOf } from '../../interface/verdict.ts'
import type { FormState } from '../framework/fields.ts'
import type { FormFields } from '../framework/forms.ts'
import { badge, card, counted, type Markup, nothing, time } from '../framework/markup.ts'
import { groundTag, seenBusiness } from '../framework/seen.ts'

export const decisionChoices = [
  { status: 'approved', key: 'a', label: 'Approve', style: 'good-button', done: 'The business is approved.' },
  { status: 'rejected', key: 'r', label: 'Reject', style: 'danger', done: 'The business is rejected.' },
  { status: 'in_review', key: '', label: 'Return to review', style: '', done: 'The business is back in review.' },
] as const

/** To the user of a form that shows what is no longer so. */
export const changedSince = 'the business has changed since this page was opened: look at it again before you decide'

type Choice = (typeof decisionChoices)[number]

type Box = {
  readonly document: BusinessDocument
  /** Watchlist hits that nobody dismissed. */
  readonly openHits: number
  /** Who made the standing decision. */
  readonly decider: string
  /** The address that the forms are sent to. */
  readonly action: string
  /** The hidden fields of the forms; null for a user who may not decide. */
  readonly hidden: Markup | null
  /** Where the page asks whether what it shows is still so; null while it is updated anyway. */
  readonly askedAt: string | null
  /** Why no decision is possible now; '' where it is. */
  readonly waits: string
  /** Whether a proposal about the business waits for a second person. */
  readonly isProposed: boolean
  /** The reasons of the account's list, by what is decided. */
  readonly listed: (status: Choice['status']) => readonly ListedReason[]
  /** A refused decision. */
  readonly given: FormState | undefined
}

export const decisionBox = (box: Box): Markup => {
  const { document, hidden, waits, isProposed, askedAt } = box
  const open = decisionChoices.filter(({ status }) => status !== document.status)
  const forms =
    hidden === null ? nothing : waits ? html`<p class="quiet">${waits}</p>` : html`${open.map((choice) => form(choice, box, hidden))}`
  const proposed = isProposed
    ? html`<p class="notice">A proposal waits for a second person. <a href="#proposals">See the proposal</a></p>`
    : nothing
  const news = askedAt === null ? nothing : html`<div role="status" data-changed="${askedAt}" data-tag="${groundTag(document)}"></div>`
  return card('Decision', html`${news}${standing(box)}${proposed}${forms}`)
}

/** To somebody whose page shows what is no longer so. `decider`: who has decided meanwhile; null: nobody, but what a decision rests on has changed. */
export const changedNotice = ({ decision }: Pick<BusinessDocument, 'decision'>, decider: string | null): Markup =>
  html`<p class="notice bad">${
    decision && decider !== null
      ? html`Since this page was opened: ${badge(decision.status)} ${time(decision.at)} by ${decider}.`
      : 'What a decision rests on has changed since this page was opened.'
  } <a href="">Show the case as it is now</a></p>`

const standing = ({ document: { status, decision }, decider }: Box): Markup => {
  if (!decision) return status === 'in_review' ? html`<p>Not decided yet.</p>` : nothing
  const reason = reasonText(decision.reason)
  const over = decision.override?.hit_ids.length ?? 0
  const isFormer = decision.status !== 'in_review' && decision.status !== status
  return html`${isFormer ? html`<p>Not decided again yet. The decision before:</p>` : nothing}<div class="standing"><p>${badge(decision.status)} ${time(decision.at)}<br>by ${decider}</p>
${over > 0 ? html`<p>${badge('failure', 'Override')} Approved despite ${counted(over, 'watchlist hit')}${decision.note || reason ? '' : ', without a reason, through the API'}.</p>` : nothing}
${reason || decision.note ? html`<p>${reason ? html`<strong>${reason}.</strong> ` : nothing}${decision.note ? html`“${decision.note}”` : nothing}</p>` : nothing}</div>`
}

const form = (choice: Choice, box: Box, hidden: Markup): Markup => {
  const { document, openHits, given, action } = box
  const { status, key, label, style } = choice
  const own = given?.value('status') === status ? given : undefined
  const isOverride = status === 'approved' && openHits > 0
  const option = (reason: keyof typeof reasonWords) =>
    html`<option value="${reason}"${own?.value('reason') === reason ? html` selected` : nothing}>${reasonWords[reason]}</option>`
  const warning = html`<p class="notice bad">${counted(openHits, 'watchlist hit is', 'watchlist hits are')} not dismissed. Your reason is recorded as an override.</p>`
  return html`<details class="confirm decide" name="decision"${own ? html` open` : nothing}><summary class="button ${style}"${key ? html` data-key="${key}"` : nothing}>${label}${key ? html` <kbd>${key}</kbd>` : nothing}</summary>
<form method="post" action="${action}" class="stack">${hidden}<input type="hidden" name="status" value="${status}">${seenBusiness(document)}
${isOverride ? warning : nothing}
<label>Reason<select name="reason" required><option value="">Choose…</option>${reasonsUpon(status, [document.review?.tasks ?? null]).map(option)}</select></label>
<label>${isOverride ? 'Reason for approving anyway' : 'Note (required for “Other reason”)'}<textarea name="note" rows="3" maxlength="2000"${isOverride ? html` required` : nothing}${own?.value('note') === '' ? html` autofocus` : nothing}>${own?.value('note') ?? ''}</textarea></label>
${reasonRows(choice, box, own)}
<p class="quiet">${decisionMeanings[status]}</p><button class="primary">${label}</button></form></details>`
}

/** The most reasons that the form takes: a notice states no more. */
const mostReasons = 4

/** The reasons of the account's list, each with the findings that it rests on. */
const reasonRows = ({ status }: Choice, { document, listed }: Box, given: FormState | undefined): Markup => {
  const found = findingsOf(document)
  const fitting = listed(status).filter(({ code }) => canBeTrueOf(document.review?.tasks ?? null, code))
  const row = (index: number): Markup => {
    const [code, text, findings] = fieldsOf(index)
    const option = ({ code: value, text: words }: ListedReason) =>
      html`<option value="${value}"${given?.value(code) === value ? html` selected` : nothing}>${words}</option>`
    const tick = ({ id, label }: Finding) =>
      html`<label class="check"><input type="checkbox" name="${findings}" value="${id}"${given?.values(findings).includes(id) ? html` checked` : nothing}> ${label}</label>`
    return html`<fieldset><legend>Reason ${index + 1}</legend>
<label>From the list<select name="${code}"><option value="">None</option>${[...fitting, { code: otherReason, text: 'Another reason' }].map(option)}</select></label>
<label>In words, for another reason<input name="${text}" maxlength="200" value="${given?.value(text) ?? ''}"></label>
${found.length > 0 ? html`<details class="more"><summary>Findings that it rests on</summary>${found.map(tick)}</details>` : nothing}</fieldset>`
  }
  const rows = Array.from({ length: mostReasons }, (_, index) => index)
  const isGiven = rows.some((index) => given?.value(fieldsOf(index)[0]))
  return html`<details class="more"${isGiven ? html` open` : nothing}><summary>${status === 'rejected' ? 'Reasons for the notice, with their findings' : 'Further reasons, with their findings'}</summary>
${status === 'rejected' ? html`<p class="quiet">The most important first. The notice states them in these words.</p>` : nothing}${rows.map(row)}</details>`
}

type Finding = { readonly id: string; readonly label: string }

/** What a reason can point to: the findings of the verdict, watchlist hits and differences of owners. */
const findingsOf = (document: BusinessDocument): readonly Finding[] => [
  ...verdictOf(document.review?.tasks ?? null)
    .findings.filter(({ task: { status } }) => status === 'failure' || status === 'warning')
    .map(({ title, task: { key } }) => ({ id: key, label: title })),
  ...Object.values(document.file.hits).map(({ id, entity_name, list }) => ({ id, label: `${entity_name} (${list})` })),
  ...Object.values(document.file.owner_discrepancies ?? {}).map((each) => ({
    id: each.id,
    label: `${discrepancyText(document, each)}, ${each.status}`,
  })),
]

const fieldsOf = (index: number) => [`code_${index}`, `text_${index}`, `findings_${index}`] as const

/** The reasons that the form states, in their order; rows without a reason are passed over. */
export const reasonsIn = (form: Pick<FormFields, 'text' | 'all'>) =>
  Array.from({ length: mostReasons }, (_, index) => fieldsOf(index)).flatMap(([code, text, findings]) =>
    form.text(code) === '' ? [] : [{ code: form.text(code), text: form.text(text, 200) || undefined, findings: form.all(findings) }],
  )
