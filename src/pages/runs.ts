// Agent runs: the lists of runs and threads, a live run, and the forms to start a run, answer its questions and rate its findings.
import { html, raw } from 'hono/html'
import { businessNames } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { ownAccount, type Reads } from '../inner/framework/reading.ts'
import { requesterNames } from '../inner/people.ts'
import { runStreams } from '../inner/run-stream.ts'
import {
  businessAtRun,
  countRuns,
  feedbackOn,
  ownRun as findOwnRun,
  ownThread as findOwnThread,
  type KnownAgents,
  latestRun,
  latestRuns,
  latestThread,
  type RunDocument,
  runPage,
  type ThreadDocument,
  threadPage,
} from '../inner/runs.ts'
import { notFound } from '../interface/errors.ts'
import { businessesPath, businessLink, ownBusiness } from './business/frame.ts'
import { may } from './framework/access.ts'
import { refreshing } from './framework/changes.ts'
import type { Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { badge, card, type Markup, nothing, pager, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { sourceView } from './run-source.ts'
import { runsPath, runView, took } from './run-view.ts'

const threadsPath = '/threads'

const mount = (pages: Pages) => {
  listRuns(pages)
  listThreads(pages)
  showThread(pages)
  startRuns(pages)
  showRun(pages)
}

const ownRun = ({ inner }: Pages, c: ProbityContext) => findOwnRun(inner, c, c.req.param('id') ?? '')
const ownThread = ({ inner }: Pages, c: ProbityContext) => findOwnThread(inner, c, c.req.param('id') ?? '')

const listRuns = ({ get, show, inner }: Pages) =>
  get(runsPath, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const { found, totalCount: total } = await runPage(inner, c, { page, perPage })
    const list = await runTable(inner, c, { runs: found, empty: 'No runs yet. Open a business to start one.' })
    const content = html`${tabs(runsPath)}${card('Runs', html`${list}${pager({ path: runsPath, query, page, perPage, total })}`)}`
    return show(c, runsPath, { title: 'Runs', content })
  })

const listThreads = ({ get, show, inner }: Pages) =>
  get(threadsPath, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const { found, totalCount: total } = await threadPage(inner, c, { page, perPage })
    const list = await threadTable(inner, c, found)
    const content = html`${tabs(threadsPath)}${card('Threads', html`${list}${pager({ path: threadsPath, query, page, perPage, total })}`)}`
    return show(c, runsPath, { title: 'Threads', content })
  })

const showThread = (pages: Pages) => {
  const { get, show, inner } = pages
  get(`${threadsPath}/:id`, 'read', async (c) => {
    const thread = await ownThread(pages, c)
    const { query, page } = listQuery(c)
    const { found, totalCount: total } = await runPage(inner, c, { threadId: thread.id, page, perPage })
    const nameOf = await namesOfBusinesses(inner, c, [thread])
    const path = `${threadsPath}/${thread.id}`
    const again = html`<form method="post" action="${path}/runs">${formFields(c.get('signedIn').session.token)}<button class="primary">Run again</button></form>`
    const list = html`${await runTable(inner, c, { runs: found, empty: 'No runs in this thread.' })}${pager({ path, query, page, perPage, total })}`
    return show(c, runsPath, {
      title: words(thread.agent),
      subtitle: html`<p>About ${businessLink(thread.context_id, nameOf(thread.context_id))}</p>`,
      actions: may(c.get('signedIn'), 'write') ? again : nothing,
      content: card('Runs of this thread', list),
    })
  })
}

/** From a thread, or from a business's page in the latest thread of the agent. */
const startRuns = (pages: Pages) => {
  const { post, api, inner, goOn } = pages
  const started = async (c: ProbityContext, body: object, idempotencyKey: string) => {
    const { id } = await api<{ readonly id: string }>(c, { method: 'POST', path: '/v1/runs', body, idempotencyKey })
    return goOn(c, `${runsPath}/${id}`)
  }

  post(`${threadsPath}/:id/runs`, { access: 'write', back: `${threadsPath}/:id` }, async (c, form) => {
    const { id, agent: type } = await ownThread(pages, c)
    return started(c, { type, thread_id: id }, form.key)
  })

  post(`${businessesPath}/:id/runs`, { access: 'write', back: `${businessesPath}/:id` }, async (c, form) => {
    const { id } = await ownBusiness(pages, c)
    const type = form.text('agent')
    const thread = await latestThread(inner, c, { businessId: id, agent: type })
    return started(c, { type, ...(thread ? { thread_id: thread.id } : { business_id: id }) }, form.key)
  })
}

/** One run: its page, which follows it while it runs, its sources, and the answers and ratings that users give. */
const showRun = (pages: Pages) => {
  const { get, post, show, api, inner, goOn } = pages
  const streamRun = runStreams(inner)
  const one = (c: ProbityContext, sent?: Sent) => runPageOf(pages, c, sent)

  get(`${runsPath}/:id`, 'read', (c) => one(c))

  get(`${runsPath}/:id/stream`, 'read', async (c) => streamRun(c, await ownRun(pages, c)))

  get(`${runsPath}/:id/sources/:source`, 'read', async (c) => {
    const run = await ownRun(pages, c)
    const source = run.steps
      .flatMap(({ artifacts }) => artifacts.flatMap(({ sources }) => sources))
      .find(({ id }) => id === c.req.param('source'))
    if (!source) throw notFound('object')
    return show(c, runsPath, {
      title: source.source_name,
      subtitle: html`<p><a href="${runsPath}/${run.id}">Back to the run</a></p>`,
      content: sourceView(source, run, await businessAtRun(inner, run)),
    })
  })

  post(`${runsPath}/:id/resume`, { access: 'write', scope: 'answer', places: { answer: 'answer' }, again: one }, async (c, form) => {
    const { id } = await ownRun(pages, c)
    const body = { interrupt_id: form.text('interrupt_id'), answer: form.text('answer') }
    await api(c, { method: 'POST', path: `/v1/runs/${id}/resume`, body, idempotencyKey: form.key })
    return goOn(c, `${runsPath}/${id}`, { kind: 'good', text: 'Answer sent. The run continues.' })
  })

  post(`${runsPath}/:id/feedback`, { access: 'write', scope: 'judgement', places: {}, again: one }, async (c, form) => {
    const { id } = await ownRun(pages, c)
    const body = { rating: form.text('rating'), artifact_id: form.text('artifact_id'), comment: form.text('comment') }
    await api(c, { method: 'POST', path: `/v1/runs/${id}/feedback`, body, idempotencyKey: `${form.key}${body.rating}` })
    return goOn(c, `${runsPath}/${id}#artifact-${body.artifact_id}`, { kind: 'good', text: 'Thank you. Your rating is saved.' })
  })
}

const runPageOf = async (pages: Pages, c: ProbityContext, sent?: Sent) => {
  const { show, inner } = pages
  const run = await ownRun(pages, c)
  const [judgements, account, nameOf] = await Promise.all([
    feedbackOn(inner, c, run),
    ownAccount(inner, c),
    namesOfBusinesses(inner, c, [run]),
  ])
  const reviewers = judgements.map(({ reviewer }) => ({ requester: { id: reviewer.id, type: reviewer.type.toLowerCase() } }))
  const view = {
    run,
    businessName: nameOf(run.context_id),
    names: await requesterNames(inner, [run, ...reviewers]),
    feedback: judgements,
    canJudge: account.features.includes('operator_feedback'),
    form: may(c.get('signedIn'), 'write') ? formFields(c.get('signedIn').session.token) : null,
    given: sent?.formState,
  }
  // Reloading would lose the refused form.
  const isFollowed = run.status === 'running' && !sent
  const following = isFollowed
    ? html`${raw(refreshing)}<span hidden data-live="following" data-follow="${runsPath}/${run.id}/stream"></span>`
    : html`<span hidden data-live="following"></span>`
  const subtitle = html`<p data-live="status">${badge(run.status)}</p>`
  return show(c, runsPath, { title: words(run.agent), subtitle, content: html`${following}${runView(view)}` }, sent)
}

const tabs = (current: string): Markup => {
  const tab = (path: string, title: string) => html`<a href="${path}"${path === current ? html` aria-current="page"` : ''}>${title}</a>`
  return html`<nav class="tabs" aria-label="Runs and threads">${tab(runsPath, 'Runs')}${tab(threadsPath, 'Threads')}</nav>`
}

/** The names of the businesses of runs or threads. */
const namesOfBusinesses = async (inner: Reads, c: ProbityContext, about: readonly { readonly context_id: string }[]) => {
  const nameOf = await businessNames(
    inner,
    c,
    about.map(({ context_id }) => context_id),
  )
  return (id: string): string => nameOf(id) || 'Unnamed'
}

const runTable = async (
  inner: Reads,
  c: ProbityContext,
  { runs, empty }: { readonly runs: readonly RunDocument[]; readonly empty: string },
): Promise<Markup> => {
  const [nameOf, names] = await Promise.all([namesOfBusinesses(inner, c, runs), requesterNames(inner, runs)])
  return table(
    [
      { title: 'Agent', kind: 'main', cell: ({ id, agent }) => html`<a href="${runsPath}/${id}">${words(agent)}</a>` },
      { title: 'Business', cell: ({ context_id }) => businessLink(context_id, nameOf(context_id)) },
      { title: 'Status', cell: ({ status }) => badge(status) },
      { title: 'Started', cell: ({ started_at }) => time(started_at) },
      { title: 'Took', cell: ({ started_at, ended_at }) => took(started_at, ended_at) ?? '–' },
      { title: 'Requested by', cell: ({ requester }) => names.get(requester.id) ?? '–' },
    ],
    runs,
    { caption: 'Runs, newest first', empty },
  )
}

const threadTable = async (inner: Reads, c: ProbityContext, threads: readonly ThreadDocument[]): Promise<Markup> => {
  const runsIn = async ({ id }: ThreadDocument) => {
    const [latest, count] = await Promise.all([latestRun(inner, c, id), countRuns(inner, c, id)])
    return [id, { latest, count }] as const
  }
  const [nameOf, runs] = await Promise.all([namesOfBusinesses(inner, c, threads), Promise.all(threads.map(runsIn))])
  const runsOf = new Map(runs)
  return table(
    [
      { title: 'Agent', kind: 'main', cell: ({ id, agent }) => html`<a href="${threadsPath}/${id}">${words(agent)}</a>` },
      { title: 'Business', cell: ({ context_id }) => businessLink(context_id, nameOf(context_id)) },
      { title: 'Latest run', cell: ({ id }) => badge(runsOf.get(id)?.latest?.status ?? 'none') },
      { title: 'Runs', cell: ({ id }) => String(runsOf.get(id)?.count ?? 0) },
      { title: 'Started', cell: ({ created_at }) => time(created_at) },
    ],
    threads,
    { caption: 'Threads, newest first', empty: 'No threads yet.' },
  )
}

const mostOnBusiness = 5

/** Statements shown on a business's page. */
const statementsOnBusiness = 4

/** The section on a business's page: what the latest run found, the latest runs, and a form to start another. */
export const agentsCard = async (
  inner: Reads & KnownAgents,
  c: ProbityContext,
  { id, token }: { readonly id: string; readonly token: string | null },
): Promise<Markup> => {
  const runs = await latestRuns(inner, c, { businessId: id, most: mostOnBusiness })
  const line = (run: RunDocument) =>
    html`<div class="item"><div class="event-head"><a href="${runsPath}/${run.id}">${words(run.agent)}</a>${badge(run.status)}</div><span class="quiet">${time(run.started_at)}</span></div>`
  const option = ({ type, name }: KnownAgents['agents'][number]) => html`<option value="${type}">${name}</option>`
  const start =
    token === null
      ? nothing
      : html`<form method="post" action="${businessesPath}/${id}/runs" class="row">${formFields(token)}<label>Agent<select name="agent">${inner.agents.map(option)}</select></label><button>Start</button></form>`
  const list = runs.length > 0 ? html`<div>${runs.map(line)}</div>` : html`<p class="empty">No runs for this business yet.</p>`
  return card('What the agent found', html`${conclusionOf(runs)}${list}${start}`, { id: 'agents' })
}

/** The last conclusion of the latest run that came to an end. */
const conclusionOf = (runs: readonly RunDocument[]): Markup => {
  const run = runs.find(({ status }) => status === 'completed')
  const found = run?.steps.flatMap(({ artifacts }) => artifacts).at(-1)
  if (!run || !found) return nothing
  const statements = found.summary.split('\n').map((line) => line.replaceAll(/ ?\[\d+\]/g, ''))
  return html`<p><strong>${found.title}</strong>${found.confidence ? html` <span class="quiet">${words(found.confidence)} confidence</span>` : nothing}</p>
<ul class="statements">${statements.slice(0, statementsOnBusiness).map((line) => html`<li>${line}</li>`)}</ul>
<p class="quiet">Agents make no decisions. <a href="${runsPath}/${run.id}">All findings and their sources</a></p>`
}

export const runPages: Page = { entry: { path: runsPath, title: 'Runs', section: 'Work' }, needs: '/v1/runs', mount }
