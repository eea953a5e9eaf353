// A trial of a policy on the whole portfolio: its progress, and what it would have changed. The policy can be added from here.
import { html, raw } from 'hono/html'
import { businessNames } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { senderOf } from '../inner/framework/sending.ts'
import { addPolicyVersion, policyVersionOf } from '../inner/policies.ts'
import { type PolicyTrial, policyTrialOf, startPolicyTrial } from '../inner/policy-trials.ts'
import { businessLink } from './business/frame.ts'
import { may } from './framework/access.ts'
import { refreshing } from './framework/changes.ts'
import { confirmed } from './framework/confirmed.ts'
import { formFields } from './framework/forms.ts'
import { badge, card, count, counted, facts, type Markup, nothing, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { addQuestion } from './policies.ts'
import { screeningIn } from './trial-fields.ts'

const listPath = '/settings/policies'
const path = '/settings/policy-trials'

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  const trialOf = (c: ProbityContext) => policyTrialOf(inner, { accountId: c.get('principal').accountId }, c.req.param('id') ?? '')

  get(`${path}/:id`, 'operate', async (c) => {
    const trial = await trialOf(c)
    const nameOf = await businessNames(
      inner,
      c,
      trial.changes.slice(0, shownChanges).map(({ business_id }) => business_id),
    )
    const isRunning = trial.status === 'running'
    const titles = new Map(inner.heldLists().map(({ list, title }) => [list, title]))
    const add =
      may(c.get('signedIn'), 'operate') && !isRunning
        ? confirmed('Add this version', {
            action: `${path}/${trial.id}/add`,
            hidden: formFields(c.get('signedIn').session.token),
            about: trial.name,
            question: addQuestion,
          })
        : nothing
    const content = html`${isRunning ? raw(refreshing) : nothing}<div data-live="trial"${isRunning ? html` data-refresh="2"` : nothing}>${warning(trial)}${summary(trial, titles)}${isRunning ? nothing : html`${rules(trial)}${changes(trial, nameOf)}`}</div>`
    return show(c, listPath, {
      title: `Trial of ${trial.name}`,
      subtitle: html`<p data-live="status">${badge(trial.status, words(trial.status))}</p>`,
      content,
      actions: html`<div data-live="add">${add}</div>`,
    })
  })

  post(`${path}/:id/add`, { access: 'operate', back: `${path}/:id` }, async (c) => {
    const { definition } = await trialOf(c)
    await addPolicyVersion(inner, senderOf(inner, c), definition)
    return goOn(c, listPath, { kind: 'good', text: `A version of “${definition.name}” is added. Enable it to make it active.` })
  })

  post(`${listPath}/:policy/try`, { access: 'operate', back: listPath }, async (c, form) => {
    const definition = await policyVersionOf(inner, c.get('principal').accountId, {
      policyId: c.req.param('policy') ?? '',
      version: Number(form.text('version')),
    })
    const { id } = await startPolicyTrial(inner, c.get('principal'), { definition, ...screeningIn(form, inner) })
    return goOn(c, `${path}/${id}`)
  })
}

const warning = ({ approves_all, done }: PolicyTrial): Markup =>
  approves_all ? html`<p class="notice bad" role="alert">This policy approves every one of the ${count(done)} businesses.</p>` : nothing

type Titles = ReadonlyMap<string, string>

const summary = (trial: PolicyTrial, titles: Titles): Markup => {
  const { done, total, decided, otherwise, would, watchlist_threshold: threshold, screened_again, status } = trial
  const bar =
    status === 'running'
      ? html`<p role="status"><progress max="${Math.max(total, 1)}" value="${done}" aria-label="Progress">${done}</progress> ${count(done)} of ${counted(total, 'business', 'businesses')}</p>`
      : nothing
  return card(
    'Outcome',
    html`${bar}${status === 'interrupted' ? html`<p>The trial broke off before its end. Start it again.</p>` : nothing}${facts([
      ['Businesses', count(done)],
      ['Would have ended differently', `${count(otherwise)} of ${count(decided)} decided`],
      ['Would be approved', count(would.approved)],
      ['Would be rejected', count(would.rejected)],
      ['Left to a person', count(would.undecided)],
      ['Watchlist hits', screened_again ? 'Screened again' : 'As on file'],
      ['Watchlist threshold', threshold === null ? 'As usual' : `${threshold}`],
      ['Lists', screened_again ? listsUsed(trial, titles) : null],
      ['Started', time(trial.created_at)],
    ])}`,
  )
}

/** Those that were chosen first, since they are what the trial is about. */
const listsUsed = ({ list_versions, lists }: PolicyTrial, titles: Titles): Markup => {
  const chosen = list_versions.map(({ list, version }) => html`<strong>${titles.get(list) ?? list}, version ${version}</strong> (chosen)`)
  const all = (lists ?? []).map(({ title, version }) => html`${title}, version ${version}`)
  return html`<details class="more"><summary>${chosen.length > 0 ? chosen.map((each, index) => html`${index > 0 ? ', ' : nothing}${each}`) : 'Those in use'}</summary><ul>${all.map((each) => html`<li>${each}</li>`)}</ul></details>`
}

const rules = ({ rules: all }: PolicyTrial): Markup =>
  card(
    'By rule',
    table(
      [
        { title: 'Rule', kind: 'main', cell: ({ name }) => name ?? html`<span class="quiet">No rule matched</span>` },
        { title: 'Matched', kind: 'number', cell: ({ matched }) => count(matched) },
        { title: 'Ended differently', kind: 'number', cell: ({ otherwise }) => count(otherwise) },
      ],
      all,
      { caption: 'Rules of the policy', empty: 'No rules.' },
    ),
  )

const shownChanges = 200

const changes = ({ changes: all, otherwise }: PolicyTrial, nameOf: (id: string) => string | null): Markup =>
  card(
    'Would have ended differently',
    html`${table(
      [
        {
          title: 'Business',
          kind: 'main',
          cell: ({ business_id: id }) => businessLink(id, nameOf(id)),
        },
        { title: 'Decided', cell: ({ decided }) => badge(decided) },
        {
          title: 'Would be',
          cell: ({ would }) => (would === 'undecided' ? html`<span class="quiet">left to a person</span>` : badge(would)),
        },
        { title: 'Rule', cell: ({ rule }) => (rule === null ? html`<span class="quiet">No rule matched</span>` : words(rule)) },
      ],
      all.slice(0, shownChanges),
      { caption: 'Businesses that would have ended differently', empty: 'None: every decision would have been the same.' },
    )}${otherwise > shownChanges ? html`<p class="quiet">The first ${shownChanges} of ${count(otherwise)}. The API lists up to a thousand.</p>` : nothing}`,
  )

export const policyTrialPage: Page = { entry: null, needs: '/v1/businesses/:business_id/policy_results', mount }
