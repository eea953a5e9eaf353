// Settings: the account's policies. All versions are kept; an operator adds versions and enables one.
import { html } from 'hono/html'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { senderOf } from '../inner/framework/sending.ts'
import { type Names, namesInAccount } from '../inner/history.ts'
import { addPolicyVersion, disablePolicy, enablePolicy, type Policy, policiesOf } from '../inner/policies.ts'
import { policyOf, shadowOf } from '../inner/policy-shadows.ts'
import { badRequest } from '../interface/errors.ts'
import { entriesOf, predicate } from '../interface/messages.ts'
import { approvesEverybody } from '../interface/policy-form.ts'
import type { PolicyShadow } from '../interface/policy-shadows.ts'
import { PolicyDefinition, ruleMembers } from '../interface/requests/policies.ts'
import { may } from './framework/access.ts'
import { confirmed, confirmedSubmit } from './framework/confirmed.ts'
import { area, formIn, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { badge, card, join, type Markup, nothing } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { requireSeen, seenSettings } from './framework/seen.ts'
import { shadowLine, shadowStart } from './policy-shadow.ts'
import { versionBody } from './policy-versions.ts'
import { trialFields } from './trial-fields.ts'

const path = '/settings/policies'

export const addQuestion = 'It is added as a version, which cannot be removed. Nothing changes until you enable it.'

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  const overview = async (c: ProbityContext, sent?: Sent) => {
    const whose = c.get('principal')
    const [policies, names] = await Promise.all([policiesOf(inner, whose.accountId), namesInAccount(inner, whose.accountId)])
    const known = await Promise.all(
      policies.map(async (policy) => ({
        policy,
        names,
        shadow: policy.shadow ? await shadowOf(inner, whose, policy) : null,
      })),
    )
    const mayChange = may(c.get('signedIn'), 'operate')
    const trial = mayChange ? trialFields(inner, whose.mode) : nothing
    const hidden = formFields(c.get('signedIn').session.token)
    const list =
      known.length === 0
        ? card('Policies', html`<p class="empty">No policies yet. Every business needs a manual decision.</p>`)
        : join(known.map((each) => policyCard(each, { hidden: mayChange ? hidden : null, trial })))
    const form = html`<form method="post" action="${path}" class="stack">${hidden}
${area(formIn(sent, 'new'), 'definition', 'Definition', { rows: 14, hint: 'JSON with a name and rules, which are tried in order. An existing name gets a new version. Enable the version to make it active.', more: html` class="code" spellcheck="false" required placeholder="${example}"` })}
${confirmedSubmit('Add version', { question: addQuestion })}</form>`
    const content = html`${list}${mayChange ? card('As JSON', form) : nothing}`
    const actions = mayChange ? html`<a class="button primary" href="${path}/form">New policy</a>` : nothing
    return show(c, path, { title: 'Policies', content, actions }, sent)
  }

  get(path, 'read', (c) => overview(c))

  const options = { access: 'operate', back: path } as const

  // All errors belong to the only field.
  const places = { definition: 'definition', rules: 'definition' }

  post(path, { access: 'operate', scope: 'new', places, again: overview }, async (c, form) => {
    const parsed = PolicyDefinition.safeParse(jsonOf(form.text('definition')), { error: predicate })
    if (!parsed.success)
      throw badRequest(
        entriesOf(parsed.error.issues, ruleMembers)
          .map(({ message }) => message)
          .join('; '),
        'definition',
      )
    await addPolicyVersion(inner, senderOf(inner, c), parsed.data)
    return goOn(c, path, { kind: 'good', text: `A version of “${parsed.data.name}” is added. Enable it to make it active.` })
  })

  post(`${path}/:id`, options, async (c, form) => {
    const policyId = c.req.param('id') ?? ''
    const version = Number(form.text('version'))
    const sender = senderOf(inner, c)
    const { enabled, versions } = await policyOf(inner, sender.accountId, policyId)
    requireSeen(form, { now: enabled, wanted: versions.find((each) => each.version === version)?.version_id ?? null })
    await (version > 0 ? enablePolicy(sender, { policyId, version }) : disablePolicy(sender, policyId))
    return goOn(c, path, { kind: 'good', text: version > 0 ? `Version ${version} is active.` : 'The policy is no longer active.' })
  })
}

const example = `{
  "name": "Low risk",
  "rules": [{
    "name": "On no watchlist",
    "when": { "==": [{ "var": "watchlist.hits" }, 0] },
    "result": "approve",
    "actions": [{ "type": "set_status", "status": "approved" }]
  }]
}`

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`the definition is not valid JSON: ${complaintOf(error)}`, 'definition')
  }
}

/** What the reader of JSON says, with the place where it knows it: `expected double-quoted property name at line 1, column 10`. */
const complaintOf = (error: unknown): string => {
  const said = (error as Error).message
    .replace(/ in JSON at position \d+ \(line (\d+) column (\d+)\)$/, ' at line $1, column $2')
    .replace(/ is not valid JSON$/, '')
  return said === 'Unexpected end of JSON input' ? 'it ends too early' : `${said.charAt(0).toLowerCase()}${said.slice(1)}`
}

type Shown = { readonly policy: Policy; readonly shadow: PolicyShadow | null; readonly names: Names }

const policyCard = (
  { policy, shadow, names }: Shown,
  { hidden, trial }: { readonly hidden: Markup | null; readonly trial: Markup },
): Markup => {
  const { policy_id, name, enabled, versions } = policy
  const ask = (version: number, label: string, question: string) =>
    hidden === null
      ? nothing
      : confirmed(label, {
          action: `${path}/${policy_id}`,
          hidden: html`${hidden}${seenSettings(enabled)}<input type="hidden" name="version" value="${version}">`,
          about: `${name}, version ${version}`,
          question,
        })
  const attempt = (version: number) =>
    hidden === null
      ? nothing
      : html`<details class="confirm"><summary class="button">Try on all businesses<span class="unseen"> ${name}, version ${version}</span></summary><form method="post" action="${path}/${policy_id}/try" class="stack">${hidden}<input type="hidden" name="version" value="${version}">${trial}<button class="primary">Try</button></form></details>`
  const mayShadow = (id: string) => enabled !== null && id !== enabled && id !== policy.shadow?.version_id
  const enabling = (definition: PolicyDefinition) =>
    `From now on it is evaluated after every review, of live and of test businesses, and its actions are carried out.${approvesEverybody(definition) ? ' Warning: this version approves every business, whatever is found.' : ''}`
  const one = (each: Policy['versions'][number]) => {
    const { version_id, version, definition } = each
    const isActive = version_id === enabled
    const marks = html`${isActive ? badge('enabled', 'Active') : nothing}${version_id === policy.shadow?.version_id ? badge('plain', 'In shadow') : nothing}`
    const buttons = html`${attempt(version)}${mayShadow(version_id) && hidden !== null ? shadowStart(policy, version, hidden) : nothing}${isActive ? ask(0, 'Disable', 'Businesses will need a manual decision again.') : ask(version, 'Enable', enabling(definition))}`
    return html`<div class="item"><div class="event-head"><h3>Version ${version}</h3>${marks}${buttons}</div>
${versionBody(policy, each, names)}</div>`
  }
  return card(name, html`${shadow ? shadowLine(policy, shadow) : nothing}${join(versions.toReversed().map(one))}`, {
    id: `policy-${policy_id}`,
    aside: html`${enabled ? badge('enabled', 'Active') : badge('plain', 'Inactive')}${hidden === null ? nothing : html` <a href="${path}/form?policy=${policy_id}">Change</a>`}`,
  })
}

export const policyPages: Page = {
  entry: { path, title: 'Policies', section: 'Settings' },
  needs: '/v1/businesses/:business_id/policy_results',
  mount,
}
