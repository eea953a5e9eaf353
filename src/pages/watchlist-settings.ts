// Settings: the screening lists that the account's businesses and people are screened against.
import { html } from 'hono/html'
import { chooseWatchlists, watchlists } from '../inner/account-settings.ts'
import { ownAccount } from '../inner/reading.ts'
import { senderOf } from '../inner/sending.ts'
import { may } from './access.ts'
import { formFields } from './forms.ts'
import { badge, card, nothing } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const path = '/settings/watchlists'

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const { watchlists: chosen } = await ownAccount(inner, c)
    const mayChange = may(c.get('signedIn'), 'operate')
    const disabled = mayChange ? nothing : html` disabled`
    const box = ({ abbr, known_as = abbr, title, agency }: (typeof watchlists)[number]) =>
      html`<label class="check"><input type="checkbox" name="lists" value="${abbr}"${chosen?.includes(abbr) ? html` checked` : nothing}${disabled}> <strong>${known_as}</strong> ${title} <span class="quiet">${agency}</span></label>`
    const content = card(
      'Screening lists',
      html`<p>New screenings use these lists, if they are loaded. ${chosen === null ? badge('on', 'All lists') : nothing}</p>
<form method="post" action="${path}" class="stack">${mayChange ? formFields(c.get('signedIn').session.token) : nothing}
<label class="check"><input type="checkbox" name="all" value="true"${chosen === null ? html` checked` : nothing}${disabled}> All loaded lists, including those loaded later</label>
<fieldset><legend>Only these lists</legend>${watchlists.map(box)}</fieldset>
${mayChange ? html`<button class="primary">Save</button>` : nothing}</form>`,
    )
    return show(c, path, { title: 'Screening lists', content })
  })

  post(path, { access: 'operate', back: path }, async (c, form) => {
    const all = form.text('all') === 'true'
    const lists = form.all('lists')
    await chooseWatchlists(senderOf(inner, c), all ? null : lists)
    const used = all ? 'all loaded lists' : `only the ${lists.length === 1 ? 'list' : `${lists.length} lists`} chosen here`
    return goOn(c, path, { kind: 'good', text: `Saved: new screenings use ${used}.` })
  })
}

export const watchlistSettingsPage: Page = { entry: { path, title: 'Screening lists', section: 'Settings' }, mount }
