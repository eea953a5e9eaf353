// Signals: the scored companies with search and filters, and one with the reasons of its score.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { Signal as Shape } from '../interface/records/signals.ts'
import { reasonWords, SignalReasonsItemCode } from '../interface/records/signals.ts'
import { type ApiList, listQuery, perPage } from './framework/lists.ts'
import { card, facts, join, type Markup, nothing, orDash, pager, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/signals'

type Signal = z.output<typeof Shape>

/** The filters of the page, by the API's parameters. */
const filters = ['q', 'external_id', 'reason_codes', 'start_date', 'end_date'] as const

const mount = ({ get, show, api }: Pages) => {
  get(path, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const text = (name: string) => (query.get(name) ?? '').trim()
    const asked = new URLSearchParams(filters.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]])))
    const isFiltered = asked.size > 0
    for (const [name, value] of Object.entries({ page, per_page: perPage, mode: c.get('principal').mode })) asked.set(name, String(value))
    const { data, total_count: total } = await api<ApiList<Signal>>(c, { method: 'GET', path: `/v1/signals?${asked.toString()}` })
    const empty = isFiltered
      ? 'No matching signals.'
      : html`No signals yet. They are created through the API: <code>POST /v1/signals</code>.`
    const list = html`${signalTable(data, empty)}${pager({ path, query, page, perPage, total })}`
    return show(c, path, { title: 'Signals', content: html`${filterForm(text)}${card('Signals', list)}` })
  })

  get(`${path}/:id`, 'read', async (c) => {
    const signal = await api<Signal>(c, { method: 'GET', path: `/v1/signals/${encodeURIComponent(c.req.param('id') ?? '')}` })
    return show(c, path, { title: signal.name || 'Without a name', content: html`${about(signal)}${reasons(signal)}` })
  })
}

const filterForm = (text: (name: string) => string): Markup => {
  const option = (code: Parameters<typeof reasonWords>[0]) =>
    html`<option value="${code}"${code === text('reason_codes') ? html` selected` : nothing}>${code} ${reasonWords(code)}</option>`
  return html`<form class="filters card" method="get" action="${path}" role="search" data-auto><div class="row">
<label>Search<input type="search" name="q" value="${text('q')}" placeholder="Name or address" data-key="/"></label>
<label>Reason<select name="reason_codes"><option value="">Any</option>${SignalReasonsItemCode.options.map(option)}</select></label>
<label>External ID<input name="external_id" value="${text('external_id')}"></label>
<label>Created from (UTC)<input type="date" name="start_date" value="${text('start_date')}"></label>
<label>Created to (UTC)<input type="date" name="end_date" value="${text('end_date')}"></label><button>Search</button></div></form>`
}

const scoreOf = ({ score }: Signal): Markup => orDash(score)

const signalTable = (signals: readonly Signal[], empty: Markup | string): Markup =>
  table(
    [
      {
        title: 'Company',
        kind: 'main',
        cell: ({ id, name, addresses }) =>
          html`<div><a href="${path}/${id}">${name || 'Without a name'}</a><br><span class="quiet">${addresses?.[0] ?? ''}</span></div>`,
      },
      { title: 'Score', kind: 'number', cell: scoreOf },
      { title: 'Reasons', cell: ({ reasons }) => tags(reasons ?? []) },
      { title: 'Model', cell: ({ model_slug }) => orDash(model_slug) },
      { title: 'Created', cell: ({ created_at }) => time(created_at) },
    ],
    signals,
    { caption: 'Signals, newest first', empty },
  )

const mostTags = 3

const tags = (reasons: NonNullable<Signal['reasons']>): Markup =>
  html`<span class="tags">${reasons.slice(0, mostTags).map(({ code, description }) => html`<span>${code} ${description}</span>`)}${reasons.length > mostTags ? html`<span class="quiet">and ${reasons.length - mostTags} more</span>` : nothing}</span>`

const about = (signal: Signal): Markup =>
  card(
    'Signal',
    facts([
      ['Score', scoreOf(signal)],
      ['Addresses', join((signal.addresses ?? []).map((each) => html`<div>${each}</div>`))],
      ['People', (signal.people ?? []).join(', ')],
      ['TIN', signal.tin],
      ['External ID', signal.external_id],
      ['Model', signal.model_slug],
      ['Requested by', signal.requester?.name],
      ['Created', time(signal.created_at)],
      ['Business', signal.business_id ? html`<a href="/businesses/${signal.business_id}">Open</a>` : null],
    ]),
  )

const reasons = ({ reasons }: Signal): Markup =>
  card(
    'Reasons',
    table(
      [
        { title: 'Reason', kind: 'main', cell: ({ description }) => html`<div class="long">${description}</div>` },
        { title: 'Category', cell: ({ category }) => words(category) },
        { title: 'Importance', kind: 'number', cell: ({ importance }) => orDash(importance) },
        { title: 'Code', cell: ({ code }) => html`<code>${code}</code>` },
      ],
      reasons ?? [],
      { caption: 'The reasons of the score', empty: 'No reasons.' },
    ),
  )

export const signalPages: Page = { entry: { path, title: 'Signals', section: 'Work' }, needs: '/v1/signals', mount }
