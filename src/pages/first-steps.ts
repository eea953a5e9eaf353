// The first ten minutes: what an account has still to do, as a checklist on the overview, and examples that can be loaded and removed.
import { html } from 'hono/html'
import { examples, removeExamples } from '../inner/examples.ts'
import type { FirstSteps } from '../inner/first-steps.ts'
import type { LoadedDataSet } from '../inner/loaded-data.ts'
import { formFields } from './framework/forms.ts'
import { ageText, badge, card, counted, date, type Markup, nothing } from './framework/markup.ts'
import { goInto } from './framework/mode.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/examples'

const mount = ({ post, goOn, api, inner }: Pages) => {
  post(path, { access: 'write', back: '/' }, async (c, form) => {
    goInto(c, 'test')
    for (const [index, body] of examples.entries())
      await api(c, { method: 'POST', path: '/v1/businesses', body, mode: 'test', idempotencyKey: `${form.key}${index}` })
    const text = `${counted(examples.length, 'example is', 'examples are')} loaded as test data. Their verification takes a few seconds.`
    return goOn(c, '/', { kind: 'good', text })
  })

  post(`${path}/removal`, { access: 'write', back: '/' }, async (c) => {
    goInto(c, 'test')
    const { removed, kept } = await removeExamples(inner, c)
    const stay = kept > 0 ? ` ${kept} stay, because they are monitored or still being verified.` : ''
    return goOn(c, '/', { kind: kept > 0 ? 'bad' : 'good', text: `${counted(removed, 'example is', 'examples are')} removed.${stay}` })
  })
}

type Step = {
  readonly title: string
  readonly about: Markup
  readonly path: string | null
  readonly isDone: boolean
  readonly access?: 'manage'
}

type Shown = {
  readonly steps: FirstSteps
  readonly now: Date
  readonly token: string
  /** Whether the mode has no businesses yet. */
  readonly isEmpty: boolean
  readonly mayManage: boolean
}

/** The card above everything on the overview; nothing once all is done and no example is left. */
export const firstStepsCard = ({ steps, now, token, isEmpty, mayManage }: Shown): Markup => {
  const all: readonly Step[] = [
    {
      title: 'Create a key',
      about: html`One for each program that calls the API.`,
      path: '/settings/credentials',
      isDone: steps.hasOwnKey,
      access: 'manage',
    },
    { title: 'Verify a first business', about: html`By form, upload or API.`, path: '/businesses/new', isDone: steps.hasBusiness },
    {
      title: 'Add a webhook',
      about: html`Your servers are notified of each result.`,
      path: '/webhooks',
      isDone: steps.hasWebhook,
      access: 'manage',
    },
    { title: 'Load reference data', about: dataWords(steps.data, now), path: null, isDone: isReal(steps.data) },
    {
      title: 'Invite a colleague',
      about: html`With their own role.`,
      path: '/settings/users',
      isDone: steps.hasColleague,
      access: 'manage',
    },
  ]
  const shown = all.filter(({ access }) => access === undefined || mayManage)
  const open = shown.filter(({ isDone }) => !isDone).length
  if (open === 0 && steps.examples === 0) return nothing
  const step = ({ title, about, path: to, isDone }: Step) =>
    html`<li>${badge(isDone ? 'success' : 'neutral', isDone ? 'Done' : 'To do')} <strong>${isDone || to === null ? title : html`<a href="${to}">${title}</a>`}</strong> <span class="quiet">${about}</span></li>`
  const list = open === 0 ? nothing : html`<ol class="steps-list">${shown.map(step)}</ol>`
  return card('First steps', html`${list}${exampleForms({ steps, token, isEmpty })}`, {
    aside: html`<span class="quiet">${shown.length - open} of ${shown.length} done</span>`,
  })
}

const exampleForms = ({ steps, token, isEmpty }: Pick<Shown, 'steps' | 'token' | 'isEmpty'>): Markup => {
  const hidden = formFields(token)
  if (steps.examples > 0)
    return html`<form class="row" method="post" action="${path}/removal">${hidden}<button>Remove ${steps.examples === 1 ? 'the example' : `the ${counted(steps.examples, 'example')}`}</button><span class="quiet">They are the test businesses with the tag “example”.</span></form>`
  return isEmpty
    ? html`<form class="row" method="post" action="${path}">${hidden}<button class="primary">Load examples</button><span class="quiet">${examples.length} invented test businesses, one for each kind of finding. You can remove them later.</span></form>`
    : nothing
}

const isReal = (data: readonly LoadedDataSet[]): boolean => data.some(({ isSample }) => !isSample)

const dataWords = (data: readonly LoadedDataSet[], now: Date): Markup => {
  const real = data.filter(({ isSample }) => !isSample)
  const [oldest] = real.map(({ importedAt }) => importedAt).toSorted()
  if (data.length === 0) return html`None loaded: run <code>npm run reference</code>.`
  if (!oldest) return html`Only the invented sample is loaded: <code>npm run reference -- --help</code> says how to import published data.`
  return html`${counted(real.length, 'data set')}; the oldest was imported ${ageText(oldest, now)} ago, on ${date(oldest)}.`
}

export const firstStepsPage: Page = { entry: null, mount }
