// The views above the list of businesses: some that every team needs, and those that the account saved under a name. A view is a set of filters and a
// sort, so each is a link.
import { html } from 'hono/html'
import { longestViewName, removeQueueView, saveQueueView } from '../inner/account-settings.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { ownAccount, type Reads } from '../inner/framework/reading.ts'
import { senderOf } from '../inner/framework/sending.ts'
import { businessesPath } from './business/frame.ts'
import { may } from './framework/access.ts'
import { formFields } from './framework/forms.ts'
import { type Markup, nothing } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { filterNames } from './queue.ts'

const path = `${businessesPath}/views`

const common = [
  { query: '', name: 'All' },
  { query: 'status=waiting&sort=waiting', name: 'Waiting longest' },
  { query: 'status=waiting&sort=risk', name: 'Worst first' },
  { query: 'status=waiting&assignee=me&sort=waiting', name: 'Assigned to me' },
  { query: 'status=waiting&assignee=nobody&sort=waiting', name: 'Not assigned' },
  { query: 'due=either&sort=due', name: 'Reviews due' },
] as const

/** What a view keeps. Search words and external ids may be personal data, which an event keeps for ever, so they are left out. */
const keptNames = [...filterNames.filter((name) => name !== 'q' && name !== 'external_id'), 'sort']

/** The part of a page's query that a view keeps, in one order. */
const keptOf = (query: string): string => {
  const asked = new URLSearchParams(query)
  const kept = keptNames.flatMap((name) => {
    const value = (asked.get(name) ?? '').trim().slice(0, 200)
    return value === '' || (name === 'sort' && value === 'newest') ? [] : [[name, value]]
  })
  return new URLSearchParams(kept).toString()
}

/** The links above the list, and the form that saves or removes the view shown. `query`: of the page. */
export const savedViews = async (
  inner: Reads,
  c: ProbityContext,
  query: string,
): Promise<{ readonly tabs: Markup; readonly form: Markup }> => {
  const { queue_views: saved } = await ownAccount(inner, c)
  const current = keptOf(query)
  const search = new URLSearchParams(query)
  const isWhole = !search.get('q') && !search.get('external_id')
  const isShown = (view: { readonly query: string }) => isWhole && keptOf(view.query) === current
  const link = (view: { readonly query: string; readonly name: string }) =>
    html`<a href="${businessesPath}${view.query ? `?${view.query}` : ''}"${isShown(view) ? html` aria-current="page"` : ''}>${view.name}</a>`
  const tabs = html`<nav class="tabs" aria-label="Views">${[...common, ...saved].map(link)}</nav>`
  const { session } = c.get('signedIn')
  if (!may(c.get('signedIn'), 'write')) return { tabs, form: nothing }
  return { tabs, form: viewForm(session.token, { current, isWhole, saved: saved.find(isShown), isCommon: common.some(isShown) }) }
}

type Shown = {
  readonly current: string
  /** Nothing is left out when it is saved. */
  readonly isWhole: boolean
  readonly isCommon: boolean
  readonly saved: { readonly id: string; readonly name: string } | undefined
}

const viewForm = (token: string, { current, isWhole, isCommon, saved }: Shown): Markup => {
  if (saved)
    return html`<form method="post" action="${path}/${saved.id}/remove" class="row view">${formFields(token)}<span class="quiet">“${saved.name}” is a saved view of your team.</span><button>Remove view</button></form>`
  if (current === '' || isCommon) return nothing
  const note = isWhole ? nothing : html`<span class="quiet">The search words are not saved.</span>`
  return html`<form method="post" action="${path}" class="row view">${formFields(token)}<input type="hidden" name="query" value="${current}">
<label>Save these filters as<input name="view_name" maxlength="${String(longestViewName)}" required placeholder="Such as Worst first, east"></label><button>Save view</button>${note}</form>`
}

const mount = ({ post, goOn, inner }: Pages) => {
  post(path, { access: 'write', back: businessesPath }, async (c, form) => {
    const [name, query] = [form.text('view_name'), keptOf(form.text('query'))]
    await saveQueueView(senderOf(inner, c), { name, query })
    return goOn(c, `${businessesPath}?${query}`, { kind: 'good', text: `Saved the view “${name}”. Everyone in your account can see it.` })
  })

  post(`${path}/:view_id/remove`, { access: 'write', back: businessesPath }, async (c) => {
    await removeQueueView(senderOf(inner, c), c.req.param('view_id') ?? '')
    return goOn(c, businessesPath, { kind: 'good', text: 'Removed the view.' })
  })
}

export const savedViewsPage: Page = { entry: null, mount }
