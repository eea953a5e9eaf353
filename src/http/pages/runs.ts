// Runs of agents: the list, and a run with its steps and what it found out.
import { html, raw } from 'hono/html'
import type { z } from 'zod'
import type { AgentsRun, AgentsStep } from '../records/agents.ts'
import { changes, refreshing } from './changes.ts'
import { apiList, listQuery, perPage } from './lists.ts'
import { badge, card, facts, join, type Markup, nothing, orDash, outside, pager, table, time, words } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const path = '/runs'
type Run = z.output<typeof AgentsRun>
type Step = z.output<typeof AgentsStep>

const mount = ({ get, show, api, service }: Pages) => {
  get(path, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const { data, total_count: total } = await apiList<Run>(api, c, { path: '/v1/runs', page })
    const list = table(
      [
        { title: 'Agent', kind: 'main', cell: ({ id, agent }) => html`<a href="${path}/${id}">${words(agent ?? 'run')}</a>` },
        { title: 'Status', cell: ({ status }) => badge(status) },
        { title: 'Begun', cell: (run) => time(begun(run)) },
      ],
      data,
      { caption: 'Runs, the newest first', empty: 'No agent has run.' },
    )
    return show(c, path, { title: 'Runs', content: card('Runs', html`${list}${pager({ path, query, page, perPage, total })}`) })
  })

  const own = (id: string | undefined) => `/v1/runs/${encodeURIComponent(id ?? '')}`

  get(`${path}/:id`, 'read', async (c) => {
    const run = (await api(c, { method: 'GET', path: `${own(c.req.param('id'))}?include=steps` })) as Run
    const isRunning = run.status === 'running'
    const artifacts = (run as { readonly output?: { readonly artifacts?: readonly Artifact[] } | null }).output?.artifacts ?? []
    const content = html`${isRunning ? raw(refreshing) : nothing}<div data-live="run"${isRunning ? html` data-follow="${path}/${run.id}/changes"` : ''}>
${card(
  'Run',
  facts([
    ['Status', badge(run.status)],
    ['Agent', words(run.agent ?? '')],
    ['Begun', time(begun(run))],
  ]),
)}
${artifacts.length > 0 ? card('Result', join(artifacts.map(artifact))) : nothing}
${card('Steps', run.steps?.length ? html`<ol class="events">${run.steps.map(step)}</ol>` : html`<p class="empty">None yet.</p>`)}</div>`
    return show(c, path, { title: words(run.agent ?? 'run'), content })
  })

  get(`${path}/:id/changes`, 'read', async (c) => {
    const { id } = (await api(c, { method: 'GET', path: own(c.req.param('id')) })) as Run
    return changes(service, c, `run-${id}`)
  })
}

type Artifact = {
  readonly title: string
  readonly type: string
  readonly summary?: string | null
  readonly confidence?: string | null
  readonly sources?: readonly { readonly url: string; readonly source_name?: string | null }[] | null
}

const begun = (run: Run): string | null =>
  (run as { readonly started_at?: string | null; readonly created_at?: string | null }).started_at ??
  (run as { readonly created_at?: string | null }).created_at ??
  null

const artifact = ({
  title,
  type,
  summary,
  confidence,
  sources,
}: Artifact): Markup => html`<div class="item"><div class="event-head"><strong>${title}</strong><span>${badge('plain', words(type))}${confidence ? badge('plain', `Confidence: ${confidence}`) : nothing}</span></div>
<p>${orDash(summary)}</p>${sources?.length ? html`<ul class="sources">${sources.map(({ url, source_name }) => html`<li>${outside(url, source_name ?? url)}</li>`)}</ul>` : nothing}</div>`

const step = ({ label, name, status, type }: Step): Markup =>
  html`<li><div class="event-head"><strong>${label || name}</strong>${badge(status)}<span class="quiet">${words(type)}</span></div></li>`

export const runPages: Page = { entry: { path, title: 'Runs', section: 'Work' }, needs: '/v1/runs', mount }
