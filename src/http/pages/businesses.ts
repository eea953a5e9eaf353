// Businesses: the list with search, filters and pages, and the form that creates one.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { ProbityContext } from '../environment.ts'
import { ApiError } from '../errors.ts'
import type { Business } from '../records/business.ts'
import { may } from './access.ts'
import { type FormFields, formFields } from './forms.ts'
import { badge, type Markup, nothing, pager, table, time, words } from './markup.ts'
import { findings, statuses } from './overview.ts'
import { type Page, type Pages, sentence } from './pages.ts'

const path = '/businesses'
const perPage = 25

const mount = ({ get, post, show, goOn, api, service: { documents } }: Pages) => {
  get(path, 'read', async (c) => {
    const query = new URL(c.req.url).searchParams
    const text = (name: string) => (query.get(name) ?? '').trim()
    const page = Math.max(1, Math.min(Number.parseInt(text('page'), 10) || 1, 1_000_000))
    const status = statuses.find((each) => each === text('status'))
    const where = {
      account_id: c.get('principal').accountId,
      ...(status ? { status } : {}),
      ...(text('q') ? { name: { contains: text('q') } } : {}),
      ...(text('tag') ? { 'tags[]': text('tag') } : {}),
      ...(text('external_id') ? { external_id: text('external_id') } : {}),
      ...(text('batch') ? { business_batch_id: text('batch') } : {}),
    }
    const [found, total] = await Promise.all([
      documents.find('businesses', { where, sort: [['created_at', 'desc']], page, perPage }),
      documents.count('businesses', where),
    ])
    const content = html`${filters(text, status)}
<section class="card" aria-label="Businesses">${list(found as unknown as readonly BusinessDocument[])}${pager({ path, query, page, perPage, total })}</section>`
    const actions = may(c.get('signedIn'), 'write') ? html`<a class="button primary" href="${path}/new">New business</a>` : nothing
    return show(c, path, { title: 'Businesses', content, actions })
  })

  get(`${path}/new`, 'write', (c) => show(c, path, { title: 'New business', content: newForm(c, () => '') }))

  post(`${path}/new`, { access: 'write', back: `${path}/new` }, async (c, form) => {
    try {
      const body = requestFrom(form)
      const mode = form.text('mode') === 'test' ? 'test' : 'live'
      const created = (await api(c, { method: 'POST', path: '/v1/businesses', body, mode, idempotencyKey: form.key })) as z.output<
        typeof Business
      >
      return goOn(c, `${path}/${created.id}`)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const notice = { kind: 'bad' as const, text: sentence(error.entries.map(({ message }) => message).join('; ')) }
      return show(c, path, { title: 'New business', notice, content: newForm(c, form.text) }, 422)
    }
  })
}

const filters = (
  text: (name: string) => string,
  status: string | undefined,
): Markup => html`<form class="row filters" method="get" action="${path}" role="search" data-auto>
<label>Name<input type="search" name="q" value="${text('q')}" placeholder="Words of the name"></label>
<label>Status<select name="status"><option value="">Any</option>${statuses.map((each) => html`<option value="${each}"${each === status ? html` selected` : ''}>${words(each)}</option>`)}</select></label>
<label>Tag<input name="tag" value="${text('tag')}"></label>
<label>External ID<input name="external_id" value="${text('external_id')}"></label>
<button>Search</button></form>`

const list = (businesses: readonly BusinessDocument[]): Markup =>
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
      { title: 'Tags', cell: ({ tags }) => html`<span class="tags">${tags.slice(0, 5).map((tag) => html`<span>${tag}</span>`)}</span>` },
      { title: 'Created', cell: ({ created_at }) => time(created_at) },
    ],
    businesses,
    { caption: 'Businesses, the newest first', empty: 'No business fits.' },
  )

const newForm = (
  c: ProbityContext,
  given: (name: string) => string,
): Markup => html`<form method="post" action="${path}/new" class="card stack">${formFields(c.get('signedIn').session.token)}
<div class="two"><label>Name<input name="name" value="${given('name')}" required autocomplete="off"></label>
<label>Address<input name="address" value="${given('address')}" placeholder="123 Main St, Portland, OR 97201" autocomplete="off"></label></div>
<div class="two"><label>TIN (optional)<input name="tin" value="${given('tin')}" placeholder="12-3456789" inputmode="numeric" autocomplete="off"></label>
<label>Website (optional)<input name="website" value="${given('website')}" placeholder="example.com" autocomplete="off"></label></div>
<fieldset><legend>Person (optional)</legend><div class="two"><label>Name<input name="person_name" value="${given('person_name')}" autocomplete="off"></label>
<label>Title<input name="person_title" value="${given('person_title')}" autocomplete="off"></label>
<label>Date of birth<input name="person_dob" type="date" value="${given('person_dob')}"></label></div></fieldset>
<div class="two"><label>External ID (optional)<input name="external_id" value="${given('external_id')}" autocomplete="off"></label>
<label>Tags (optional, with commas between)<input name="tags" value="${given('tags')}" autocomplete="off"></label>
<label>Verify against<select name="mode"><option value="live">The loaded reference data</option><option value="test"${given('mode') === 'test' ? html` selected` : ''}>Made-up evidence (test)</option></select></label></div>
<button class="primary">Create and verify</button></form>`

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
