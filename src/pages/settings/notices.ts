// Settings: what notices of adverse actions say, and the reasons that a business can be rejected for.
import { html } from 'hono/html'
import { noticeSettingsOf, setNoticeSettings } from '../../inner/decisions.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { ownAccount } from '../../inner/framework/reading.ts'
import { senderOf } from '../../inner/framework/sending.ts'
import { unprocessable } from '../../interface/errors.ts'
import { entriesOf, predicate } from '../../interface/messages.ts'
import { SetNoticeSettings } from '../../interface/records/decision.ts'
import { may } from '../framework/access.ts'
import { area, type FormState, freshForm, input, type Sent } from '../framework/fields.ts'
import { formFields } from '../framework/forms.ts'
import { card, type Markup, nothing } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { requireSeen, seenSettings } from '../framework/seen.ts'

const path = '/settings/notices'
const names = ['creditor_name', 'creditor_address', 'agency', 'reasons'] as const

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  const all = async (c: ProbityContext, sent?: Sent) => {
    const { notice_settings: held } = await ownAccount(inner, c)
    const shown = await noticeSettingsOf(inner, c)
    const { creditor_name, creditor_address, agency } = held
    const values = { creditor_name: creditor_name ?? '', creditor_address: creditor_address ?? '', agency: agency ?? '' }
    const formState = sent?.formState ?? freshForm({ ...values, reasons: linesOf(held.reasons ?? []) })
    const content = html`${card('Notices of adverse actions', settings(c, formState, { shown, hidden: seenSettings(held) }))}${card('Reasons to reject for', listed(shown.reasons))}`
    return show(c, path, { title: 'Notices', content }, sent)
  }

  get(path, 'read', (c) => all(c))

  const places = Object.fromEntries(names.map((name) => [name, name]))
  post(path, { access: 'manage', places, again: all }, async (c, form) => {
    const text = (name: string) => form.text(name) || null
    const given = Object.fromEntries(names.map((name) => [name, text(name)]))
    const read = SetNoticeSettings.safeParse({ ...given, reasons: given.reasons && reasonsIn(given.reasons) }, { error: predicate })
    if (!read.success) throw unprocessable(entriesOf(read.error.issues))
    requireSeen(form, { now: (await ownAccount(inner, c)).notice_settings, wanted: read.data })
    await setNoticeSettings(senderOf(inner, c), read.data)
    return goOn(c, path, { kind: 'good', text: 'Saved. Notices that were issued stay as they are.' })
  })
}

type Reason = { readonly code: string; readonly text: string }

const linesOf = (reasons: readonly Reason[]): string => reasons.map(({ code, text }) => `${code}: ${text}`).join('\n')

/** One reason for each line, as `too_new: Less than a year in business`. */
const reasonsIn = (lines: string): readonly Reason[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [code = '', ...text] = line.split(':')
      return { code: code.trim(), text: text.join(':').trim() }
    })

type Shown = Awaited<ReturnType<typeof noticeSettingsOf>>

const settings = (
  c: ProbityContext,
  formState: FormState,
  { shown, hidden }: { readonly shown: Shown; readonly hidden: Markup },
): Markup => {
  const signedIn = c.get('signedIn')
  const mayChange = may(signedIn, 'manage')
  const disabled = mayChange ? nothing : html` disabled`
  return html`<p>A notice tells the applicant why a business was rejected (12 CFR 1002.9). It is written from a business’s page and sent to nobody. It needs an address.</p>
<form method="post" action="${path}" class="stack">${mayChange ? html`${formFields(signedIn.session.token)}${hidden}` : nothing}
<div class="two">${input(formState, 'creditor_name', 'Creditor', { hint: `Empty: the name of the account, ${shown.creditor_name}`, more: html` maxlength="200"${disabled}` })}
${input(formState, 'creditor_address', 'Address of the creditor', { more: html` maxlength="500"${disabled}` })}</div>
${input(formState, 'agency', 'Federal agency that supervises you, with its address', { hint: `Now: ${shown.agency}`, more: html` maxlength="500"${disabled}` })}
${area(formState, 'reasons', 'Reasons to reject for, one per line', { rows: 8, hint: 'Such as too_new: Less than a year in business. Empty: those of sample form C-1 of Regulation B.', more: html` spellcheck="false"${disabled}` })}
${mayChange ? html`<button class="primary">Save</button>` : nothing}</form>`
}

const listed = (reasons: readonly Reason[]): Markup =>
  html`<ul>${reasons.map(({ code, text }) => html`<li>${text} <code>${code}</code></li>`)}</ul><p class="quiet">Each decision may also state another reason in its own words.</p>`

export const noticeSettingsPage: Page = { entry: { path, title: 'Notices', section: 'Settings' }, needs: '/v1/notice_settings', mount }
