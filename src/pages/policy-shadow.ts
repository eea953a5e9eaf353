// A version of a policy in shadow: how its outcomes compare with those of the active version, for which businesses, and by which rule. From here it is
// ended or made the active one.
import { html } from 'hono/html'
import { businessNames } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { senderOf } from '../inner/framework/sending.ts'
import type { Policy } from '../inner/policies.ts'
import { endShadow, policyOf, promoteShadow, shadowOf, shadowOutcomes, startShadow } from '../inner/policy-shadows.ts'
import type { PolicyShadow } from '../interface/policy-shadows.ts'
import { businessLink } from './business/frame.ts'
import { may } from './framework/access.ts'
import { confirmed } from './framework/confirmed.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { badge, card, count, counted, facts, type Markup, nothing, pager, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { requireSeen, seenSettings } from './framework/seen.ts'
import { actionWords } from './policy-words.ts'

const listPath = '/settings/policies'
const path = `${listPath}/:id/shadow`

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  const ownPolicy = (c: ProbityContext) => policyOf(inner, c.get('principal').accountId, c.req.param('id') ?? '')

  get(path, 'read', async (c) => {
    const policy = await ownPolicy(c)
    const { query, page } = listQuery(c)
    const isAll = query.get('outcomes') === 'all'
    const whose = c.get('principal')
    const shadow = await shadowOf(inner, whose, policy)
    const asked = { policy, page, perPage, ...(isAll ? {} : { differs: true }) }
    const { found, totalCount } = await shadowOutcomes(inner, whose, asked)
    const names = found.map(({ business_id }) => business_id)
    const list = html`${outcomes(found, await businessNames(inner, c, names), isAll)}${pager({ path: pathOf(policy), query, page, perPage, total: totalCount })}`
    const other = isAll
      ? html`<a href="${pathOf(policy)}">Only those that differ</a>`
      : html`<a href="${pathOf(policy)}?outcomes=all">All outcomes</a>`
    return show(c, listPath, {
      title: `${policy.name} in shadow`,
      subtitle: html`<p>${badge('plain', `Version ${shadow.version}`)} is evaluated alongside version ${shadow.active_version} over the same facts, and does nothing.</p>`,
      content: html`${summary(shadow)}${rules(shadow)}${card(isAll ? 'All outcomes' : 'Outcomes that differ', list, { aside: other })}`,
      actions: may(c.get('signedIn'), 'operate') ? actions(policy, shadow, formFields(c.get('signedIn').session.token)) : nothing,
    })
  })

  const options = { access: 'operate', back: listPath } as const

  post(`${path}/start`, options, async (c, form) => {
    const policy = await ownPolicy(c)
    const version = Number(form.text('version'))
    await startShadow(senderOf(inner, c), { policyId: policy.policy_id, version })
    return goOn(c, listPath, { kind: 'good', text: `Version ${version} runs in shadow.` })
  })

  post(`${path}/end`, options, async (c) => {
    await endShadow(senderOf(inner, c), (await ownPolicy(c)).policy_id)
    return goOn(c, listPath, { kind: 'good', text: 'The shadow has ended. Its outcomes stay in the history of each business.' })
  })

  post(`${path}/promote`, options, async (c, form) => {
    const version = Number(form.text('version'))
    const { policy_id, enabled, versions } = await ownPolicy(c)
    requireSeen(form, { now: enabled, wanted: versions.find((each) => each.version === version)?.version_id })
    await promoteShadow(senderOf(inner, c), { policyId: policy_id, version })
    return goOn(c, listPath, { kind: 'good', text: `Version ${version} is active.` })
  })
}

const pathOf = ({ policy_id }: Policy): string => `${listPath}/${policy_id}/shadow`

/** The button that starts a version in shadow, beside the active one. */
export const shadowStart = (policy: Policy, version: number, hidden: Markup): Markup =>
  confirmed('Run in shadow', {
    action: `${pathOf(policy)}/start`,
    hidden: html`${hidden}<input type="hidden" name="version" value="${version}">`,
    about: `${policy.name}, version ${version}`,
    question: 'From now on it is evaluated alongside the active version. Its outcomes are recorded; none of its actions is carried out.',
  })

/** What a policy's card says of its shadow. */
export const shadowLine = (policy: Policy, { version, started_at, outcomes, differing, failed }: PolicyShadow): Markup =>
  html`<p>Version ${version} in shadow since ${time(started_at)}: <a href="${pathOf(policy)}">${count(differing)} of ${counted(outcomes, 'outcome differs', 'outcomes differ')}</a>${failed > 0 ? html`, ${count(failed)} failed` : nothing}.</p>`

const actions = (policy: Policy, { version }: PolicyShadow, hidden: Markup): Markup => {
  const about = `${policy.name}, version ${version}`
  const fields = html`${hidden}<input type="hidden" name="version" value="${version}">`
  const end = confirmed('End shadow', {
    action: `${pathOf(policy)}/end`,
    hidden: fields,
    about,
    question: 'It is no longer evaluated. Its outcomes stay on record.',
  })
  const promote = confirmed('Make active', {
    action: `${pathOf(policy)}/promote`,
    hidden: html`${fields}${seenSettings(policy.enabled)}`,
    about,
    question: 'It replaces the active version. From now on its actions are carried out after every review.',
  })
  return html`${end}${promote}`
}

const summary = ({ version, active_version, started_at, outcomes: all, differing, failed }: PolicyShadow): Markup =>
  card(
    'Comparison',
    facts([
      ['Outcomes', count(all)],
      ['Differ from the active version', count(differing)],
      ['Failed', failed > 0 ? html`${count(failed)} <span class="quiet">its rules could not be evaluated</span>` : null],
      ['In shadow', `Version ${version}`],
      ['Active', active_version === null ? null : `Version ${active_version}`],
      ['Started', time(started_at)],
    ]),
  )

const noRule = html`<span class="quiet">No rule matched</span>`

const rules = ({ rules: all }: PolicyShadow): Markup =>
  card(
    'By rule',
    table(
      [
        { title: 'Rule', kind: 'main', cell: ({ name }) => name ?? noRule },
        { title: 'Outcomes', kind: 'number', cell: ({ outcomes: number }) => count(number) },
        { title: 'Differ', kind: 'number', cell: ({ differing }) => count(differing) },
      ],
      all,
      { caption: 'Rules of the version in shadow', empty: 'No rules.' },
    ),
  )

type Outcome = Awaited<ReturnType<typeof shadowOutcomes>>['found'][number]

const outcomes = (found: readonly Outcome[], nameOf: (id: string) => string | null, isAll: boolean): Markup => {
  const made = (result: string, rule: string | null): Markup =>
    html`<div>${words(result)}<br>${rule === null ? noRule : html`<span class="quiet">${rule}</span>`}</div>`
  return table(
    [
      { title: 'Business', kind: 'main', cell: ({ business_id: id }) => businessLink(id, nameOf(id)) },
      {
        title: 'In shadow',
        cell: ({ result, matched, failure }) =>
          failure === null ? made(result, matched) : html`<div>${badge('failed')}<br><span class="quiet">${failure}</span></div>`,
      },
      { title: 'Active version', cell: ({ active }) => made(active.result, active.matched) },
      { title: 'Would have done', cell: ({ actions: all }) => all.map(({ action }) => actionWords(action)).join('; ') || 'Nothing' },
      { title: 'Evaluated', cell: ({ created_at }) => time(created_at) },
    ],
    found,
    {
      caption: isAll ? 'Outcomes of the version in shadow' : 'Outcomes that differ from those of the active version',
      empty: isAll ? 'No business has been reviewed since the shadow was started.' : 'None: every outcome was the same.',
    },
  )
}

export const policyShadowPage: Page = { entry: null, needs: '/v1/policies/:policy_id/shadow', mount }
