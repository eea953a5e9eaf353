// Settings: what needs a second person.
import { html } from 'hono/html'
import { keysOf } from '../../events/keys-of.ts'
import { riskTiers, setTwoPersonRule, type TwoPersonRule } from '../../inner/account-settings.ts'
import { ownAccount } from '../../inner/framework/reading.ts'
import { senderOf } from '../../inner/framework/sending.ts'
import { may } from '../framework/access.ts'
import { formFields } from '../framework/forms.ts'
import { card, type Markup, nothing } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { requireSeen, seenSettings } from '../framework/seen.ts'

const path = '/settings/two-people'

const meanings: { readonly [Each in Exclude<keyof TwoPersonRule, 'approval'>]: string } = {
  override: 'Approvals despite undismissed watchlist hits',
  dismissal: 'Dismissals of watchlist hits',
  policy: 'Enabling a policy',
  erasure: 'Erasing personal data',
  settings: 'Changes of settings, invitations and roles of users',
}

const tierWords = { low: 'All approvals', medium: 'Approvals of medium or high risk', high: 'Approvals of high risk' } as const

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const rule = (await ownAccount(inner, c)).two_person_rule
    const mayChange = may(c.get('signedIn'), 'manage')
    const disabled = mayChange ? nothing : html` disabled`
    const option = (value: string, label: string): Markup =>
      html`<option value="${value}"${(rule.approval ?? '') === value ? html` selected` : nothing}>${label}</option>`
    const box = (act: keyof typeof meanings): Markup =>
      html`<label class="check"><input type="checkbox" name="acts" value="${act}"${rule[act] ? html` checked` : nothing}${disabled}> ${meanings[act]}</label>`
    const content = card(
      'Two pairs of eyes',
      html`<p>One person proposes, another confirms or refuses. An API key acts for the person who made it, a policy for those who enabled it. Loosening this rule also needs a second person.</p>
<form method="post" action="${path}" class="stack">${mayChange ? html`${formFields(c.get('signedIn').session.token)}${seenSettings(rule)}` : nothing}
<label>Approvals<select name="approval"${disabled}>${option('', 'No approvals')}${riskTiers.map((tier) => option(tier, tierWords[tier]))}</select></label>
<fieldset><legend>Also</legend>${acts.map(box)}</fieldset>
${mayChange ? html`<button class="primary">Save</button>` : nothing}</form>`,
    )
    return show(c, path, { title: 'Two pairs of eyes', content })
  })

  post(path, { access: 'manage', back: path }, async (c, form) => {
    const chosen = form.all('acts')
    const approval = riskTiers.find((tier) => tier === form.text('approval')) ?? null
    const rule = { approval, ...Object.fromEntries(acts.map((act) => [act, chosen.includes(act)])) } as TwoPersonRule
    requireSeen(form, { now: (await ownAccount(inner, c)).two_person_rule, wanted: rule })
    await setTwoPersonRule(inner, senderOf(inner, c), rule)
    return goOn(c, path, { kind: 'good', text: 'Saved.' })
  })
}

const acts = keysOf(meanings)

export const twoPersonRulePage: Page = { entry: { path, title: 'Two pairs of eyes', section: 'Settings' }, mount }
