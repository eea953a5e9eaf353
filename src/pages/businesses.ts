// Businesses: the list with search, filters and paging, and the form that creates one.
import { html } from 'hono/html'
import type { z } from 'zod'
import { type BusinessDocument, businessesWhere } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/environment.ts'
import type { Business } from '../interface/records/business.ts'
import { may } from './access.ts'
import { choice, evidenceChoices, type FormState, freshForm, input, type Sent } from './fields.ts'
import { type FormFields, formFields } from './forms.ts'
import { badge, type Markup, nothing, pager, table, time, words } from './markup.ts'
import { findings, statuses } from './overview.ts'
import type { Page, Pages } from './pages.ts'

const path = '/businesses'
const perPage = 25

const mount = ({ get, post, show, goOn, api, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const query = new URL(c.req.url).searchParams
    const text = (name: string) => (query.get(name) ?? '').trim()
    const page = Math.max(1, Math.min(Number.parseInt(text('page'), 10) || 1, 1_000_000))
    const status = statuses.find((each) => each === text('status'))
    const some = (name: string) => text(name) || undefined
    const { found, totalCount: total } = await businessesWhere(inner, c, {
      q: some('q'),
      status,
      tag: some('tag'),
      external_id: some('external_id'),
      business_batch_id: some('batch'),
      page,
      perPage,
    })
    const isFiltered = ['q', 'status', 'tag', 'external_id', 'batch'].some((name) => text(name) !== '')
    const empty = isFiltered ? 'No matching businesses.' : 'No businesses yet.'
    const content = html`${filters(text, status)}
<section class="card" aria-label="Businesses">${list(found, empty)}${pager({ path, query, page, perPage, total })}</section>`
    const actions = may(c.get('signedIn'), 'write') ? html`<a class="button primary" href="${path}/new">New business</a>` : nothing
    const subtitle = text('batch')
      ? html`<p>From <a href="/batches/${text('batch')}">one batch</a>. <a href="${path}">Show all</a></p>`
      : nothing
    return show(c, path, { title: 'Businesses', subtitle, content, actions })
  })

  const form = (c: ProbityContext, sent?: Sent) =>
    show(c, path, { title: 'New business', content: newForm(c, sent?.formState ?? freshForm()) }, sent)

  get(`${path}/new`, 'write', (c) => form(c))

  post(`${path}/new`, { access: 'write', places, again: form }, async (c, form) => {
    const body = requestFrom(form)
    const mode = form.text('mode') === 'test' ? 'test' : 'live'
    const created = (await api(c, { method: 'POST', path: '/v1/businesses', body, mode, idempotencyKey: form.key })) as z.output<
      typeof Business
    >
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

const filters = (
  text: (name: string) => string,
  status: string | undefined,
): Markup => html`<form class="row filters" method="get" action="${path}" role="search" data-auto>
<label>Name<input type="search" name="q" value="${text('q')}" placeholder="Words in the name"></label>
<label>Status<select name="status"><option value="">Any</option>${statuses.map((each) => html`<option value="${each}"${each === status ? html` selected` : ''}>${words(each)}</option>`)}</select></label>
<label>Tag<input name="tag" value="${text('tag')}"></label>
<label>External ID<input name="external_id" value="${text('external_id')}"></label>
${text('batch') ? html`<input type="hidden" name="batch" value="${text('batch')}">` : nothing}<button>Search</button></form>`

const list = (businesses: readonly BusinessDocument[], empty: string): Markup =>
  table(
    [
      {
        title: 'Business',
        kind: 'main',
        cell: ({
          id,
          name,
          mode,
          submitted,
        }) => html`<div><a href="${path}/${id}">${name || 'Without a name'}</a>${mode === 'test' ? html` <span class="badge plain">Test</span>` : nothing}
<br><span class="quiet">${submitted.addresses[0]?.full_address ?? ''}</span></div>`,
      },
      { title: 'Status', cell: ({ status }) => badge(status) },
      { title: 'Findings', cell: ({ review }) => findings(review?.tasks ?? []) },
      { title: 'Tags', cell: ({ tags }) => tagsOf(tags) },
      { title: 'Created', cell: ({ created_at }) => time(created_at) },
    ],
    businesses,
    { caption: 'Businesses, newest first', empty },
  )

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
