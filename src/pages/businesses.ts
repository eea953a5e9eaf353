// Businesses: the list with search, filters and paging, and the form that creates one.
import { html } from 'hono/html'
import type { z } from 'zod'
import { businessesWhere, waitingCounts } from '../inner/business/list.ts'
import type { BusinessDocument } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { withOpenProposals } from '../inner/proposals.ts'
import { type UserDocument, usersOf } from '../inner/users.ts'
import type { Business } from '../interface/records/business.ts'
import { verdictRules } from '../interface/verdict.ts'
import { bulkBar, bulkPath } from './bulk.ts'
import { assigneeName, choosable } from './business/assignee.ts'
import { caseBadge, erasedBadge, shownName } from './business/frame.ts'
import { may } from './framework/access.ts'
import { choice, evidenceChoices, type FormState, freshForm, input, type Sent } from './framework/fields.ts'
import { type FormFields, formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { ageText, badge, count, type Markup, nothing, orDash, pager, table, words } from './framework/markup.ts'
import { goInto, modeOfForm, modes } from './framework/mode.ts'
import type { Page, Pages } from './framework/pages.ts'
import { findings } from './overview.ts'
import {
  askedBy,
  casePath,
  caseStatuses,
  dues,
  type FilterName,
  filterNames,
  foldedFilters,
  keyboardHelp,
  risks,
  sortNames,
  sourceAgeChoices,
  tiers,
} from './queue.ts'
import { dueBadge } from './review-calendar.ts'
import { savedViews } from './saved-views.ts'

const path = '/businesses'

const mount = ({ get, post, show, goOn, api, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const mode = modes.find((each) => each === query.get('mode'))
    if (mode) goInto(c, mode)
    query.delete('mode')
    const { user, session } = c.get('signedIn')
    const asked = askedBy(query, inner, user.id)
    const [{ found, totalCount: total }, users, counts] = await Promise.all([
      businessesWhere(inner, c, { ...asked.filter, sort: asked.sort, page, perPage }),
      usersOf(inner, user.account_id),
      waitingCounts(inner, c),
    ])
    const proposed = await withOpenProposals(
      inner,
      c,
      found.map(({ id }) => id),
    )
    const isFiltered = filterNames.some((name) => (query.get(name) ?? '').trim() !== '')
    const empty = isFiltered ? 'No matching businesses.' : 'No businesses yet.'
    const given = [...query].filter(([, value]) => value !== '')
    const own = new URLSearchParams(given.filter(([name]) => name !== 'page')).toString()
    const listing = {
      query: own,
      first: (page - 1) * perPage,
      users,
      proposed,
      now: inner.now(),
      canSelect: may(c.get('signedIn'), 'write'),
    }
    const rows = html`${list(found, empty, listing)}${listing.canSelect && found.length > 0 ? bulkBar : nothing}`
    const selectable = listing.canSelect
      ? html`<form method="post" action="${bulkPath}">${formFields(session.token)}<input type="hidden" name="query" value="${new URLSearchParams(given).toString()}">${rows}</form>`
      : rows
    const views = await savedViews(inner, c, own)
    const content = html`${views.tabs}${filters(query, users)}${views.form}
<section class="card" aria-label="Businesses" data-live="queue" data-refresh="15" data-rows>${selectable}${pager({ path, query, page, perPage, total })}</section>${keyboardHelp}`
    const actions = may(c.get('signedIn'), 'write') ? html`<a class="button primary" href="${path}/new">New business</a>` : nothing
    const waiting = html`<p class="quiet" data-live="waiting"><a href="${path}?status=waiting&amp;sort=waiting&amp;mode=live">${count(counts.live)} live</a> and <a href="${path}?status=waiting&amp;sort=waiting&amp;mode=test">${count(counts.test)} test</a> businesses wait for a decision</p>`
    const ofBatch = query.get('batch')
      ? html`<p>From <a href="/batches/${query.get('batch')}">one batch</a>. <a href="${path}">Show all</a></p>`
      : nothing
    return show(c, path, { title: 'Businesses', subtitle: html`${waiting}${ofBatch}`, content, actions })
  })

  const form = (c: ProbityContext, sent?: Sent) =>
    show(c, path, { title: 'New business', content: newForm(c, sent?.formState ?? freshForm({ mode: c.get('principal').mode })) }, sent)

  get(`${path}/new`, 'write', (c) => form(c))

  post(`${path}/new`, { access: 'write', places, again: form }, async (c, form) => {
    const body = requestFrom(form)
    const mode = modeOfForm(c, form)
    const created = await api<z.output<typeof Business>>(c, {
      method: 'POST',
      path: '/v1/businesses',
      body,
      mode,
      idempotencyKey: form.key,
    })
    return goOn(c, `${path}/${created.id}`)
  })
}

const places = {
  name: 'name',
  addresses: 'address',
  address: 'address',
  tin: 'tin',
  website: 'website',
  external_id: 'external_id',
  tags: 'tags',
  people: 'person_name',
  'people.0.title': 'person_title',
  'people.0.dob': 'person_dob',
}

const filters = (query: URLSearchParams, users: readonly UserDocument[]): Markup => {
  const text = (name: FilterName | 'sort') => (query.get(name) ?? '').trim()
  const select = (name: FilterName | 'sort', label: string, choices: readonly (readonly [value: string, text: string])[], any = 'Any') =>
    html`<label>${label}<select name="${name}">${any ? html`<option value="">${any}</option>` : nothing}${choices.map(([value, words]) => html`<option value="${value}"${value === text(name) ? html` selected` : ''}>${words}</option>`)}</select></label>`
  const more = foldedFilters.some((name) => text(name) !== '')
  const findings = [...new Set(verdictRules.flatMap(({ title }) => (title ? [[title, title] as const] : [])))]
  return html`<form class="filters card" method="get" action="${path}" role="search" data-auto><div class="row">
<label>Search<input type="search" name="q" value="${text('q')}" placeholder="Name, TIN, address, person" data-key="/"></label>
${select('status', 'Status', [['waiting', 'Waiting'], ...caseStatuses.map((each) => [each, words(each)] as const)])}
${select('risk', 'Risk', Object.entries(risks))}
${select('assignee', 'Assigned to', [['me', 'Me'], ['nobody', 'Nobody'], ...choosable(users, text('assignee')).map((each) => [each.id, assigneeName(each)] as const)])}
${select('sort', 'Sort', Object.entries(sortNames), '')}<button>Search</button></div>
<details class="more"${more ? html` open` : nothing}><summary>More filters</summary><div class="row">
${select('finding', 'Finding', findings)}${select('tier', 'Risk tier', Object.entries(tiers))}<label>Tag<input name="tag" value="${text('tag')}"></label>
<label>External ID<input name="external_id" value="${text('external_id')}"></label>
<label>Created from (UTC)<input type="date" name="from" value="${text('from')}"></label><label>Created to (UTC)<input type="date" name="to" value="${text('to')}"></label>
${select(
  'source_age',
  'Oldest source',
  sourceAgeChoices.map((days) => [String(days), `More than ${days} days`] as const),
)}
${select('due', 'Next review', Object.entries(dues))}</div></details>
${text('batch') ? html`<input type="hidden" name="batch" value="${text('batch')}">` : nothing}</form>`
}

type Listing = {
  /** The filters and the sort, as a query. */
  readonly query: string
  /** The place of the first row in the queue. */
  readonly first: number
  readonly users: readonly UserDocument[]
  /** The businesses that a proposal waits for. */
  readonly proposed: ReadonlySet<string>
  readonly now: Date
  readonly canSelect: boolean
}

const list = (
  businesses: readonly BusinessDocument[],
  empty: string,
  { query, first, users, proposed, now, canSelect }: Listing,
): Markup => {
  const places = new Map(businesses.map(({ id }, index) => [id, first + index]))
  const names = new Map(users.map((user) => [user.id, assigneeName(user)]))
  return table<BusinessDocument>(
    [
      {
        title: 'Business',
        kind: 'main',
        cell: ({ id, name, mode, submitted }) =>
          html`<div class="pick">${canSelect ? html`<input type="checkbox" name="id" value="${id}" aria-label="Select ${name || 'a business without a name'}">` : nothing}<div><a href="${casePath(id, { query, at: places.get(id) ?? 0 })}">${shownName(name)}</a>${mode === 'test' ? html` <span class="badge plain">Test</span>` : nothing}
<br><span class="quiet">${submitted.addresses[0]?.full_address ?? ''}</span></div></div>`,
      },
      {
        title: 'Status',
        cell: ({ id, status, erased_at, ...dated }) =>
          html`<div>${caseBadge(status)}${erasedBadge({ erased_at })}${dueBadge(dated, now)}${proposed.has(id) ? html` <a href="/proposals">${badge('warning', 'Proposal open')}</a>` : nothing}</div>`,
      },
      { title: 'Findings', cell: findings },
      { title: 'Assigned', cell: ({ assignee_id }) => orDash(names.get(assignee_id ?? '')) },
      { title: 'Tags', cell: ({ tags }) => tagsOf(tags) },
      {
        title: 'Age',
        cell: ({ status, waiting_since, created_at }) => {
          const since = status === 'in_review' && waiting_since ? waiting_since : created_at
          return html`<time datetime="${since}" title="${since}">${ageText(since, now)}</time>`
        },
      },
    ],
    businesses,
    { caption: 'Businesses', empty },
  )
}

const tagsOf = (tags: readonly string[]): Markup =>
  tags.length > 0 ? html`<span class="tags">${tags.slice(0, 5).map((tag) => html`<span>${tag}</span>`)}</span>` : nothing

const newForm = (c: ProbityContext, formState: FormState): Markup => {
  const required = html` required`
  return html`<form method="post" action="${path}/new" class="card stack">${formFields(c.get('signedIn').session.token)}
<div class="two">${input(formState, 'name', 'Name', { more: required })}${input(formState, 'address', 'Address', { hint: 'As on an envelope, such as 123 Main St, Portland, OR 97201' })}</div>
<div class="two">${input(formState, 'tin', 'TIN (optional)', { hint: 'Nine digits, such as 12-3456789' })}${input(formState, 'website', 'Website (optional)', { hint: 'Such as example.com' })}</div>
<fieldset><legend>Person (optional)</legend><div class="two">${input(formState, 'person_name', 'Full name')}${input(formState, 'person_title', 'Title')}
${input(formState, 'person_dob', 'Date of birth', { type: 'date' })}</div></fieldset>
<div class="two">${input(formState, 'external_id', 'External ID (optional)')}${input(formState, 'tags', 'Tags (optional, separated by commas)')}
${choice(formState, 'mode', 'Verify against', evidenceChoices)}</div>
<button class="primary">Create and verify</button></form>`
}

const requestFrom = (form: FormFields): object => {
  const some = (name: string, make: (value: string) => object) => (form.text(name) === '' ? {} : make(form.text(name)))
  const person = {
    name: form.text('person_name'),
    ...some('person_title', (title) => ({ title })),
    ...some('person_dob', (dob) => ({ dob })),
  }
  const tags = form
    .text('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return {
    ...some('name', (name) => ({ name })),
    ...some('address', (full_address) => ({ addresses: [{ full_address }] })),
    ...some('tin', (tin) => ({ tin: { tin } })),
    ...some('website', (url) => ({ website: { url } })),
    ...some('external_id', (external_id) => ({ external_id })),
    ...(person.name === '' ? {} : { people: [person] }),
    ...(tags.length > 0 ? { tags } : {}),
  }
}

export const businessListPages: Page = { entry: { path, title: 'Businesses', section: 'Work' }, mount }
