// Settings: the version of the API that the account's requests get when they name none, and what each version changed.
import { html } from 'hono/html'
import { pinInterfaceVersion } from '../../inner/account-settings.ts'
import { ownAccount } from '../../inner/framework/reading.ts'
import { senderOf } from '../../inner/framework/sending.ts'
import { versionChanges, versionHeader, versions } from '../../interface/versions.ts'
import { may } from '../framework/access.ts'
import { confirmed } from '../framework/confirmed.ts'
import { formFields } from '../framework/forms.ts'
import { badge, card, join, type Markup, nothing, table } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'

const path = '/settings/api-version'

type Version = (typeof versions)[number]

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const { interface_version: pinned } = await ownAccount(inner, c)
    const hidden = formFields(c.get('signedIn').session.token)
    const action = ({ version }: Version): Markup =>
      confirmed('Use', {
        action: path,
        hidden: html`${hidden}<input type="hidden" name="version" value="${version}">`,
        about: version,
        question: `Requests without the header ${versionHeader} get version ${version} from now on. Programs written for ${pinned} may fail. Try them with the header first.`,
      })
    const rows = table(
      [
        { title: 'Version', kind: 'main', cell: ({ version }: Version) => version },
        { title: 'Changes', cell: changesOf },
        {
          title: '',
          kind: 'end',
          cell: (each) => (each.version === pinned ? badge('on', 'In use') : may(c.get('signedIn'), 'operate') ? action(each) : nothing),
        },
      ],
      versions.toReversed(),
      { caption: 'Versions', empty: '' },
    )
    const about = html`<p>API requests of this account get version <strong>${pinned}</strong> unless the header <code>${versionHeader}</code> names another. Older versions stay available.</p>`
    return show(c, path, { title: 'API version', content: card('Versions', html`${about}${rows}`) })
  })

  post(path, { access: 'operate', back: path }, async (c, form) => {
    const version = form.text('version')
    await pinInterfaceVersion(senderOf(inner, c), version)
    return goOn(c, path, { kind: 'good', text: `Requests without the header ${versionHeader} now get version ${version}.` })
  })
}

const changesOf = ({ version }: Version): Markup =>
  join(versionChanges.filter((each) => each.version === version).map(({ title }) => html`<p>${inCode(title)}</p>`))

/** Names between backquotes as code. */
const inCode = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const interfaceVersionPage: Page = { entry: { path, title: 'API version', section: 'Settings' }, mount }
