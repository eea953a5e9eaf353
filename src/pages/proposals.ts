// Acts that wait for a second person: all of the account on a page, those about a business on its page, each with what may be done about it.
import { html } from 'hono/html'
import { type Right, rolesWith } from '../auth/rights.ts'
import { businessNames } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { confirmProposal, type Proposal, type ProposedEffect, proposalPage, refuseProposal, withdrawProposal } from '../inner/proposals.ts'
import { usersOf } from '../inner/users.ts'
import { unprocessable } from '../interface/errors.ts'
import { actNames, longestRefusal } from '../interface/proposals.ts'
import { businessesPath } from './business/frame.ts'
import { may, roleNames } from './framework/access.ts'
import { fieldChangesOf } from './framework/field-changes.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { badge, card, join, type Markup, nothing, pager, sentence, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/proposals'

const mount = (pages: Pages) => {
  const { get, post, show, goOn, inner } = pages

  get(path, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const status = query.get('status') === 'all' ? undefined : 'open'
    const { found, totalCount: total, lacking, effects } = await proposalPage(inner, c, { status, page, perPage })
    const choice = status
      ? html`<p><a href="${path}?status=all">Show closed ones too</a></p>`
      : html`<p><a href="${path}">Show open ones only</a></p>`
    const empty = html`<p class="empty">${status ? 'Nothing is waiting for a second person.' : 'No proposals yet.'}</p>`
    const names = await namesOf(pages, c, found)
    const list =
      found.length === 0
        ? empty
        : join(found.map((each) => one(c, each, { names, lacking: lacking.get(each.id), effect: effects.get(each.id) })))
    const content = html`${card('Proposals', html`<p class="quiet">Actions that one person proposed and another has to confirm. They stay open until someone confirms, refuses or withdraws them.</p>${list}${choice}${pager({ path, query, page, perPage, total })}`)}`
    return show(c, path, { title: 'Proposals', content })
  })

  const options = { access: 'write', back: path } as const
  const id = (c: ProbityContext) => c.req.param('id') ?? ''
  const back = ({ about }: Proposal) => (about.object === 'business' ? `${businessesPath}/${about.id}` : path)

  post(`${path}/:id/confirm`, options, async (c) => {
    const proposal = await confirmProposal(inner, c, id(c))
    return goOn(c, back(proposal), { kind: 'good', text: `Confirmed: ${proposal.title}.` })
  })

  post(`${path}/:id/refuse`, options, async (c, form) => {
    const reason = form.text('reason').slice(0, longestRefusal)
    if (reason === '') throw unprocessable('say why you refuse it')
    const proposal = await refuseProposal(inner, c, id(c), reason)
    return goOn(c, back(proposal), { kind: 'good', text: `Refused: ${proposal.title}.` })
  })

  post(`${path}/:id/withdraw`, options, async (c) => {
    const proposal = await withdrawProposal(inner, c, id(c))
    return goOn(c, back(proposal), { kind: 'good', text: `Withdrawn: ${proposal.title}.` })
  })
}

const onBusiness: Page['onBusiness'] = async ({ inner }, c, { id, name }) => {
  const { found, lacking, effects } = await proposalPage(inner, c, { businessId: id, page: 1, perPage: 5 })
  const names = new Map([[id, name ?? '']])
  const list = found.map((each) => one(c, each, { names, lacking: lacking.get(each.id), effect: effects.get(each.id) }))
  return list.length === 0 ? nothing : card('Proposals', join(list), { id: 'proposals' })
}

const statusKinds = { open: 'pending', confirmed: 'success', refused: 'failure', withdrawn: 'plain', superseded: 'plain' } as const

/** The names of the businesses and users that proposals are about, by id. */
const namesOf = async ({ inner }: Pages, c: ProbityContext, found: readonly Proposal[]): Promise<ReadonlyMap<string, string>> => {
  const ids = found.flatMap(({ about: { object, id } }) => (object === 'business' ? [id] : []))
  const business = await businessNames(inner, c, ids)
  const people = await usersOf(inner, c.get('principal').accountId)
  return new Map([...people.map(({ id, name }) => [id, name] as const), ...ids.map((id) => [id, business(id) ?? ''] as const)])
}

type Beside = {
  readonly names: ReadonlyMap<string, string>
  readonly lacking: Right | undefined
  readonly effect: ProposedEffect | undefined
}

const one = (c: ProbityContext, proposal: Proposal, { names, lacking, effect }: Beside): Markup => {
  const { title, about, acts, why, status, changed, proposed_by, created_at, decided_by, decided_at, reason } = proposal
  const name = names.get(about.id)
  const isOwn = proposed_by.id === c.get('signedIn').user.id
  const place =
    about.object === 'business'
      ? html` for <a href="${businessesPath}/${about.id}">${name || 'the business'}</a>`
      : about.object === 'user' && name
        ? html` for ${name}`
        : nothing
  const outdated =
    changed.length > 0
      ? html`<p class="notice bad">${sentence(changed.join(', '))} This has changed since the proposal, which can no longer be confirmed. ${isOwn ? 'Withdraw' : 'Refuse'} it, or propose it again.</p>`
      : nothing
  const end = decided_at
    ? html`<p class="quiet">${words(status)} ${decided_by ? html`by ${partyText(decided_by)}, ` : nothing}${time(decided_at)}</p>${reason ? html`<p>“${reason}”</p>` : nothing}`
    : nothing
  return html`<div class="item"><div class="event-head"><strong>${title}</strong>${badge(statusKinds[status], words(status))}<span class="quiet">${time(created_at)}</span></div>
<p>Proposed by ${partyText(proposed_by)}${place}. <span class="quiet">Needs a second person: ${acts.map((act) => actNames[act]).join(', ')}.</span></p>
${why ? html`<p>“${why}”</p>` : nothing}${effect ? effectText(effect, about) : nothing}${outdated}${end}${status === 'open' ? buttons(c, proposal, { isOwn, lacking }) : nothing}</div>`
}

/** What somebody confirms: against which findings, the hit that would be dismissed, and each field from its value now to the proposed one. */
const effectText = ({ changes, hit, verdict }: ProposedEffect, { id }: Proposal['about']): Markup =>
  html`${verdict ? html`<p>The findings: ${verdict}.</p>` : nothing}${hit ? html`<p>The hit: <a href="${businessesPath}/${id}#hit-${hit.id}">${hit.entity_name} (${hit.list})</a></p>` : nothing}${changes.length > 0 ? fieldChangesOf(changes) : nothing}`

const partyText = ({ type, name }: Proposal['proposed_by']): string => {
  if (type === 'user') return name ?? 'a user'
  if (type === 'api_key') return name ? `the API key “${name}”` : 'an API key'
  return type === 'operator' ? 'the operator' : (name ?? 'Probity')
}

/** Whose proposal it is decides what may be done; the decider has the last word on who is the same person. */
const buttons = (
  c: ProbityContext,
  { id, title, changed }: Proposal,
  { isOwn, lacking }: Pick<Beside, 'lacking'> & { readonly isOwn: boolean },
): Markup => {
  const { session } = c.get('signedIn')
  if (!may(c.get('signedIn'), 'write')) return nothing
  if (lacking) {
    const deciders = rolesWith[lacking].map((role) => roleNames[role].toLowerCase()).join(' or ')
    return html`<p class="quiet">Your role does not allow you to decide this: another ${deciders} has to.</p>`
  }
  const hidden = formFields(session.token)
  const isOutdated = changed.length > 0
  if (isOwn)
    return html`${isOutdated ? nothing : html`<p class="quiet">Another person has to confirm it.</p>`}<form method="post" action="${path}/${id}/withdraw">${hidden}<button>Withdraw<span class="unseen"> ${title}</span></button></form>`
  const confirm = isOutdated
    ? nothing
    : html`<form method="post" action="${path}/${id}/confirm">${hidden}<button class="good-button">Confirm<span class="unseen"> ${title}</span></button></form>`
  return html`<div class="row">${confirm}<details class="confirm"><summary class="button danger">Refuse<span class="unseen"> ${title}</span></summary>
<form method="post" action="${path}/${id}/refuse" class="stack">${hidden}<label>Reason<textarea name="reason" rows="2" required maxlength="${longestRefusal}"></textarea></label><button class="danger">Refuse</button></form></details></div>`
}

export const proposalPages: Page = {
  entry: { path, title: 'Proposals', section: 'Work', isLive: true },
  needs: '/v1/proposals',
  mount,
  onBusiness,
}
