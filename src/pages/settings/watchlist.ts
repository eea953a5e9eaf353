// Settings: the screening lists that the account's businesses and people are screened against.
import { html } from 'hono/html'
import { chooseWatchlists, watchlistsInUse } from '../../inner/account-settings.ts'
import { ownAccount } from '../../inner/framework/reading.ts'
import { senderOf } from '../../inner/framework/sending.ts'
import { may } from '../framework/access.ts'
import { formFields } from '../framework/forms.ts'
import { badge, card, counted, nothing } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { requireSeen, seenSettings } from '../framework/seen.ts'

const path = '/settings/watchlists'

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const { watchlists: chosen } = await ownAccount(inner, c)
    const lists = await watchlistsInUse(inner)
    const mayChange = may(c.get('signedIn'), 'operate')
    const disabled = mayChange ? nothing : html` disabled`
    const box = ({ abbr, known_as = abbr, title, agency, version }: (typeof lists)[number]) =>
      html`<label class="check"><input type="checkbox" name="lists" value="${abbr}"${chosen?.includes(abbr) ? html` checked` : nothing}${disabled}> <strong>${known_as}</strong> ${title} <span class="quiet">${agency}${version === null ? nothing : `, version ${version}`}</span>${version === null ? html` ${badge('warning', 'Not loaded')}` : nothing}</label>`
    const content = card(
      'Screening lists',
      html`<p>New screenings use these lists, if they are loaded. ${chosen === null ? badge('on', 'All lists') : nothing}</p>
<form method="post" action="${path}" class="stack">${mayChange ? html`${formFields(c.get('signedIn').session.token)}${seenSettings(chosen)}` : nothing}
<label class="check"><input type="checkbox" name="all" value="true"${chosen === null ? html` checked` : nothing}${disabled}> All loaded lists, including those loaded later</label>
<fieldset><legend>Only these lists</legend>${lists.map(box)}</fieldset>
${mayChange ? html`<button class="primary">Save</button>` : nothing}</form>`,
    )
    return show(c, path, { title: 'Screening lists', content })
  })

  post(path, { access: 'operate', back: path }, async (c, form) => {
    const all = form.text('all') === 'true'
    const lists = form.all('lists')
    const wanted = all ? null : lists
    requireSeen(form, { now: (await ownAccount(inner, c)).watchlists, wanted })
    await chooseWatchlists(senderOf(inner, c), wanted)
    const used = all ? 'all loaded lists' : `only the ${lists.length === 1 ? 'list' : counted(lists.length, 'list')} chosen here`
    const lacking = all ? [] : (await watchlistsInUse(inner)).filter(({ abbr, version }) => lists.includes(abbr) && version === null)
    if (lacking.length === 0) return goOn(c, path, { kind: 'good', text: `Saved: new screenings use ${used}.` })
    const names = lacking.map(({ abbr, known_as = abbr }) => known_as).join(', ')
    const so = lacking.length === lists.length ? 'Nothing is screened' : 'Nothing is screened against them'
    return goOn(c, path, { kind: 'bad', text: `Saved: new screenings use ${used}. Not loaded: ${names}. ${so} until they are imported.` })
  })
}

export const watchlistSettingsPage: Page = { entry: { path, title: 'Screening lists', section: 'Settings' }, mount }
