// A policy without JSON: a form of rules. Facts are chosen by name; each then has the operators that fit it and values to choose from. It is tried on
// past decisions before it is added.
import { html } from 'hono/html'
import type { ProbityContext } from '../inner/environment.ts'
import { addPolicyVersion, policiesOf } from '../inner/policies.ts'
import { startPolicyTrial } from '../inner/policy-trials.ts'
import { senderOf } from '../inner/sending.ts'
import { badRequest } from '../interface/errors.ts'
import {
  definitionOf,
  type FormCondition,
  type FormPolicy,
  type FormRule,
  facts,
  formOf,
  operators,
  ruleProblem,
} from '../interface/policy-form.ts'
import { freshForm } from './fields.ts'
import { type FormFields, formFields } from './forms.ts'
import type { Notice } from './layout.ts'
import { card, join, type Markup, nothing, words } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const listPath = '/settings/policies'
const path = `${listPath}/form`
const trialsPath = '/settings/policy-trials'

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  const page = (c: ProbityContext, policy: FormPolicy, notice?: Notice) =>
    show(c, listPath, { title: 'Policy', content: form(c, policy) }, notice && { formState: freshForm(), notice })

  get(path, 'operate', async (c) => {
    const known = (await policiesOf(inner, c.get('principal').accountId)).find(({ policy_id }) => policy_id === c.req.query('policy'))
    const latest = known?.versions.at(-1)?.definition
    const plain = latest ? formOf(latest) : null
    if (latest && !plain) {
      const text = 'This policy has conditions that the form cannot show. Change it as JSON below.'
      return goOn(c, listPath, { kind: 'bad', text })
    }
    return page(c, plain ?? { name: '', rules: [emptyRule] })
  })

  post(path, { access: 'operate', back: listPath }, async (c, fields) => {
    const policy = changedBy(fields.text('do'), readPolicy(fields))
    if (fields.text('do') !== 'try' && fields.text('do') !== 'add') return page(c, policy)
    const problem = policyProblem(policy)
    if (problem) return page(c, policy, { kind: 'bad', text: problem })
    const definition = definitionOf(policy)
    if (fields.text('do') === 'try') {
      const { id } = await startPolicyTrial(inner, c.get('principal'), { definition, watchlist_threshold: thresholdIn(fields) })
      return goOn(c, `${trialsPath}/${id}`)
    }
    await addPolicyVersion(senderOf(inner, c), definition)
    return goOn(c, listPath, { kind: 'good', text: `A version of “${policy.name}” is added. Enable it to make it active.` })
  })
}

const thresholdIn = (fields: FormFields): number | null => {
  const text = fields.text('threshold')
  const score = Number(text)
  if (text !== '' && !(score >= 0 && score <= 100)) throw badRequest('the watchlist threshold must be a number from 0 to 100')
  return text === '' ? null : score
}

const emptyRule: FormRule = { name: '', join: 'and', conditions: [], status: '', tag: '' }
const mostRules = 100
const mostConditions = 30

const policyProblem = ({ name, rules }: FormPolicy): string | null => {
  if (name === '') return 'Give the policy a name.'
  if (rules.length === 0) return 'Add a rule.'
  for (const [index, rule] of rules.entries()) {
    const problem = ruleProblem(rule)
    if (problem) return `Rule ${index + 1}: ${problem}`
  }
  return null
}

const readPolicy = (fields: FormFields): FormPolicy => {
  const rules: FormRule[] = []
  for (let at = 0; at < mostRules && fields.has(`rule.${at}.name`); at++) {
    const text = (name: string) => fields.text(`rule.${at}.${name}`)
    const conditions: FormCondition[] = []
    for (let place = 0; place < mostConditions && fields.has(`rule.${at}.${place}.fact`); place++)
      conditions.push({ fact: text(`${place}.fact`), operator: text(`${place}.operator`), value: text(`${place}.value`) })
    const status = (['approved', 'rejected', 'in_review'] as const).find((each) => each === text('status')) ?? ''
    const added = fields.text('do') === `condition.${at}` && facts.has(text('new')) ? [newCondition(text('new'))] : []
    rules.push({
      name: text('name'),
      join: text('join') === 'or' ? 'or' : 'and',
      conditions: [...conditions, ...added],
      status,
      tag: text('tag'),
    })
  }
  return { name: fields.text('name'), rules }
}

const newCondition = (fact: string): FormCondition => {
  const [operator = ''] = Object.keys(operators[facts.get(fact)?.kind ?? 'text'])
  return { fact, operator, value: '' }
}

/** What a button of the form does to it. */
const changedBy = (what: string, policy: FormPolicy): FormPolicy => {
  const [name, at, place] = what.split('.')
  const without = <Item>(items: readonly Item[], index: string | undefined) => items.filter((_, each) => each !== Number(index))
  switch (name) {
    case 'rule':
      return { ...policy, rules: [...policy.rules, emptyRule] }
    case 'remove':
      return place === undefined
        ? { ...policy, rules: without(policy.rules, at) }
        : {
            ...policy,
            rules: policy.rules.map((rule, index) =>
              index === Number(at) ? { ...rule, conditions: without(rule.conditions, place) } : rule,
            ),
          }
    default:
      return policy
  }
}

const form = (
  c: ProbityContext,
  policy: FormPolicy,
): Markup => html`<form method="post" action="${path}" class="stack">${formFields(c.get('signedIn').session.token)}
<div class="card stack"><label>Name<input name="name" value="${policy.name}" maxlength="200"></label><p class="quiet">An existing name gets a new version. Rules are tried in order; the first that holds decides.</p></div>
${join(policy.rules.map(ruleCard))}
<div class="row"><button name="do" value="rule">Add a rule</button></div>
<div class="card row"><label>Watchlist threshold for the trial (optional)<input name="threshold" inputmode="decimal" placeholder="present hits"></label>
<button class="primary" name="do" value="try">Try on past decisions</button><button name="do" value="add">Add version</button></div></form>`

const optionsOf = (choices: readonly (readonly [value: string, text: string])[], chosen: string): Markup =>
  html`${choices.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : nothing}>${text}</option>`)}`

/** `watchlist.hits` in words. */
const factWords = (fact: string): string => fact.split('.').map(words).join(': ')

const factChoices = [...facts.keys()].map((fact) => [fact, factWords(fact)] as const)
const statusChoices = [
  ['', 'Nothing'],
  ['approved', 'Approve'],
  ['rejected', 'Reject'],
  ['in_review', 'Leave to a person'],
] as const

const ruleCard = (rule: FormRule, at: number): Markup =>
  card(
    `Rule ${at + 1}`,
    html`<div class="stack"><div class="row"><label>Name of the rule<input name="rule.${at}.name" value="${rule.name}" maxlength="200"></label>
<label>Holds when<select name="rule.${at}.join">${optionsOf(
      [
        ['and', 'all conditions hold'],
        ['or', 'one condition holds'],
      ],
      rule.join,
    )}</select></label></div>
${rule.conditions.length === 0 ? html`<p class="quiet">Without a condition the rule always holds.</p>` : join(rule.conditions.map((each, place) => conditionRow(each, at, place)))}
<div class="row"><label>New condition<select name="rule.${at}.new"><option value="">Choose a fact</option>${optionsOf(factChoices, '')}</select></label><button name="do" value="condition.${at}">Add condition</button></div>
<div class="row"><label>Then<select name="rule.${at}.status">${optionsOf(statusChoices, rule.status)}</select></label><label>Add a tag (optional)<input name="rule.${at}.tag" value="${rule.tag}" maxlength="100"></label></div></div>`,
    { id: `rule-${at}`, aside: html`<button name="do" value="remove.${at}">Remove<span class="unseen"> rule ${at + 1}</span></button>` },
  )

const conditionRow = ({ fact, operator, value }: FormCondition, at: number, place: number): Markup => {
  const { kind = 'text', values = [] } = facts.get(fact) ?? {}
  const name = `rule.${at}.${place}`
  const label = factWords(fact)
  const field =
    kind === 'flag'
      ? html`<input type="hidden" name="${name}.value" value="">`
      : values.length > 0
        ? html`<label>Value<select name="${name}.value"><option value="">Choose</option>${optionsOf(
            values.map((each) => [each, words(each)] as const),
            value,
          )}</select></label>`
        : html`<label>Value<input name="${name}.value" value="${value}"${kind === 'number' ? html` inputmode="decimal"` : nothing}></label>`
  return html`<div class="row" role="group" aria-label="${label}"><input type="hidden" name="${name}.fact" value="${fact}"><label>${label}<select name="${name}.operator">${optionsOf(Object.entries(operators[kind]), operator)}</select></label>${field}<button name="do" value="remove.${at}.${place}">Remove<span class="unseen"> the condition on ${label}</span></button></div>`
}

export const policyFormPage: Page = { entry: null, needs: '/v1/businesses/:business_id/policy_results', mount }
