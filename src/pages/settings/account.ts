// Account settings: the IP allowlist for OAuth tokens, and the features that are on.
import { html } from 'hono/html'
import { isAllowed } from '../../auth/ip-allowlist.ts'
import { type Feature, features, rangesFrom, setIpAllowlist, switchFeature } from '../../inner/account-settings.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { ownAccount } from '../../inner/framework/reading.ts'
import { senderOf } from '../../inner/framework/sending.ts'
import { may } from '../framework/access.ts'
import { confirmed } from '../framework/confirmed.ts'
import { area, formIn, type Sent } from '../framework/fields.ts'
import { formFields } from '../framework/forms.ts'
import { badge, card, type Markup, nothing, table, words } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { requireSeen, seenSettings } from '../framework/seen.ts'

const allowlistPath = '/settings/allowlist'
const featuresPath = '/settings/features'

const mountAllowlist = (pages: Pages) => {
  const { get, post, show, goOn, inner, clientAddress } = pages

  const overview = async (c: ProbityContext, sent?: Sent) => {
    const ranges = (await ownAccount(inner, c)).ip_allowlist
    const address = clientAddress(c)
    const editor = html`<form method="post" action="${allowlistPath}" class="stack">${formFields(c.get('signedIn').session.token)}${seenSettings(ranges)}
${area(formIn(sent, 'allowlist', { ranges: ranges.join('\n') }), 'ranges', 'Ranges, one per line', { rows: 8, more: html` spellcheck="false" placeholder="203.0.113.0/24&#10;2001:db8::/32"` })}
<button class="primary">Save</button></form>`
    const plain =
      ranges.length === 0
        ? html`<p class="empty">All addresses are allowed.</p>`
        : html`<ul>${ranges.map((range) => html`<li><code>${range}</code></li>`)}</ul>`
    const own = address
      ? html`<p class="quiet">Your IP: <code>${address}</code>${ranges.length > 0 ? html` ${isAllowed(ranges, address) ? badge('success', 'Allowed') : badge('failure', 'Not allowed')}` : nothing}</p>`
      : nothing
    const content = card(
      'Allowed addresses',
      html`<p>OAuth access tokens of this account work only from these IPv4 and IPv6 ranges. If the list is empty, they work from any address. API keys are not affected.</p>${own}${may(c.get('signedIn'), 'operate') ? editor : plain}`,
    )
    return show(c, allowlistPath, { title: 'IP allowlist', content }, sent)
  }

  get(allowlistPath, 'read', (c) => overview(c))

  post(allowlistPath, { access: 'operate', scope: 'allowlist', places: { ranges: 'ranges' }, again: overview }, async (c, form) => {
    const written = form
      .text('ranges')
      .split(/[\s,]+/)
      .filter((line) => line !== '')
    requireSeen(form, { now: (await ownAccount(inner, c)).ip_allowlist, wanted: rangesFrom(written) })
    const ranges = await setIpAllowlist(senderOf(inner, c), written)
    return goOn(c, allowlistPath, {
      kind: 'good',
      text: ranges.length === 0 ? 'All addresses are now allowed.' : 'Allowed addresses saved.',
    })
  })
}

const meanings: { readonly [Each in Feature]: string } = {
  connections: 'Find businesses that share people, addresses or agents',
  operator_feedback: 'Rate the findings of agents',
  monitoring: 'Monitor businesses for changes',
  lien_filing: 'File liens with states',
}

const mountFeatures = (pages: Pages) => {
  const { get, post, show, goOn, inner } = pages

  get(featuresPath, 'read', async (c) => {
    const on = (await ownAccount(inner, c)).features
    const hidden = formFields(c.get('signedIn').session.token)
    const mayChange = may(c.get('signedIn'), 'operate')
    const action = (feature: Feature): Markup => {
      const isOn = on.includes(feature)
      const fields = html`${hidden}<input type="hidden" name="feature" value="${feature}"><input type="hidden" name="on" value="${isOn ? 'false' : 'true'}">`
      return isOn
        ? confirmed('Switch off', {
            action: featuresPath,
            hidden: fields,
            about: words(feature),
            question: 'Requests that need it will be refused until you switch it on again.',
          })
        : html`<form method="post" action="${featuresPath}">${fields}<button>Switch on<span class="unseen"> ${words(feature)}</span></button></form>`
    }
    const rows = table(
      [
        {
          title: 'Feature',
          kind: 'main',
          cell: (feature: Feature) => html`<div>${words(feature)}<br><span class="quiet">${meanings[feature]}</span></div>`,
        },
        { title: 'Status', cell: (feature) => (on.includes(feature) ? badge('on') : badge('plain', 'Off')) },
        { title: '', kind: 'end', cell: (feature) => (mayChange ? action(feature) : nothing) },
      ],
      features,
      { caption: 'Features', empty: '' },
    )
    return show(c, featuresPath, { title: 'Features', content: card('Available features', rows) })
  })

  post(featuresPath, { access: 'operate', back: featuresPath }, async (c, form) => {
    const wanted = { feature: form.text('feature'), on: form.text('on') === 'true' }
    await switchFeature(senderOf(inner, c), wanted)
    return goOn(c, featuresPath, { kind: 'good', text: `${words(wanted.feature)} is switched ${wanted.on ? 'on' : 'off'}.` })
  })
}

export const allowlistPage: Page = { entry: { path: allowlistPath, title: 'IP allowlist', section: 'Settings' }, mount: mountAllowlist }
export const featuresPage: Page = { entry: { path: featuresPath, title: 'Features', section: 'Settings' }, mount: mountFeatures }
