// A policy without JSON: a form of rules. Facts are chosen by name; each then has the operators that fit it and values to choose from. It is tried on
// past decisions before it is added.
import { html } from 'hono/html'
import { asApiError } from '../inner/framework/api-errors.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { senderOf } from '../inner/framework/sending.ts'
import { addPolicyVersion, type Policy, policiesOf } from '../inner/policies.ts'
import { startPolicyTrial } from '../inner/policy-trials.ts'
import {
  definitionOf,
  type FormCondition,
  type FormPolicy,
  type FormRule,
  facts,
  formOf,
  operators,
  type RuleProblem,
  ruleProblem,
} from '../interface/policy-form.ts'
import { confirmedSubmit } from './framework/confirmed.ts'
import { freshForm } from './framework/fields.ts'
import { type FormFields, formFields } from './framework/forms.ts'
import type { Notice } from './framework/layout.ts'
import { card, join, type Markup, nothing, sentence, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { requireSeen, seenBefore, seenSettings } from './framework/seen.ts'
import { addQuestion } from './policies.ts'
import { factWords, joinWords } from './policy-words.ts'
import { screeningIn, trialFields } from './trial-fields.ts'

const listPath = '/settings/policies'
const path = `${listPath}/form`
const trialsPath = '/settings/policy-trials'

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  type Shown = { readonly hidden: Markup; readonly given?: FormFields['text']; readonly notice?: Notice; readonly at?: Cursor }

  const page = (c: ProbityContext, policy: FormPolicy, { hidden, given, notice, at = nowhere }: Shown) =>
    show(
      c,
      listPath,
      {
        title: policy.name === '' ? 'New policy' : 'Policy',
        content: form(policy, {
          hidden: html`${formFields(c.get('signedIn').session.token)}${hidden}`,
          trial: trialFields(inner, c.get('principal').mode, given),
          at,
        }),
      },
      notice && { formState: freshForm(), notice },
    )

  /** The policy that the form is about to change. */
  const changedPolicy = async (c: ProbityContext, id: string | undefined): Promise<Policy | undefined> =>
    (await policiesOf(inner, c.get('principal').accountId)).find(({ policy_id }) => policy_id === id)

  get(path, 'operate', async (c) => {
    const known = await changedPolicy(c, c.req.query('policy'))
    const latest = latestOf(known)
    const plain = latest ? formOf(latest) : null
    if (latest && !plain) {
      const text = 'This policy has conditions that the form cannot show. Change it as JSON below.'
      return goOn(c, listPath, { kind: 'bad', text })
    }
    return page(c, plain ?? { name: '', rules: [emptyRule] }, { hidden: seenPolicy(known) })
  })

  post(path, { access: 'operate', back: listPath }, async (c, fields) => {
    const policy = changedBy(fields.text('do'), readPolicy(fields))
    const pressed = fields.text('do')
    const given = fields.text
    const hidden = html`${seenBefore(fields)}${idField(fields.text('policy'))}`
    if (pressed !== 'try' && pressed !== 'add')
      return page(c, policy, { hidden, given, at: { field: nextAfter(pressed, policy), problem: null } })
    const problem = policyProblem(policy)
    if (problem)
      return page(c, policy, {
        hidden,
        given,
        notice: { kind: 'bad', text: problem.text },
        at: { field: problem.field, problem: problem.text },
      })
    const definition = definitionOf(policy)
    const known = await changedPolicy(c, fields.text('policy'))
    try {
      if (pressed === 'try') {
        const { id } = await startPolicyTrial(inner, c.get('principal'), { definition, ...screeningIn(fields, inner) })
        return goOn(c, `${trialsPath}/${id}`)
      }
      if (known?.name === policy.name) requireSeen(fields, { now: latestOf(known), wanted: definition })
      await addPolicyVersion(inner, senderOf(inner, c), definition)
    } catch (error) {
      const { status, entries } = asApiError(error)
      if (status < 400 || status >= 500) throw error
      const text = sentence(entries.map(({ message }) => message).join('; '))
      return page(c, policy, { hidden: pressed === 'add' ? seenPolicy(known) : hidden, given, notice: { kind: 'bad', text } })
    }
    return goOn(c, listPath, { kind: 'good', text: `A version of “${policy.name}” is added. Enable it to make it active.` })
  })
}

const latestOf = (policy: Policy | undefined): Policy['versions'][number]['definition'] | undefined => policy?.versions.at(-1)?.definition

const idField = (policyId: string): Markup => html`<input type="hidden" name="policy" value="${policyId}">`

const seenPolicy = (policy: Policy | undefined): Markup =>
  html`${seenSettings(latestOf(policy) ?? null)}${idField(policy?.policy_id ?? '')}`

const emptyRule: FormRule = { name: '', join: 'and', conditions: [], status: '', tag: '' }
const mostRules = 100
const mostConditions = 30

/** The first problem, and the field of the form that it is at. */
const policyProblem = ({ name, rules }: FormPolicy): RuleProblem | null => {
  if (name === '') return { field: 'name', text: 'Give the policy a name.' }
  if (rules.length === 0) return { field: '', text: 'Add a rule.' }
  for (const [index, rule] of rules.entries()) {
    const problem = ruleProblem(rule, factWords)
    if (problem) return { field: `rule.${index}.${problem.field}`, text: `Rule ${index + 1}: ${problem.text}` }
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

/** The field that the cursor goes to after a button was pressed: the one that the button made, or the next one. */
const nextAfter = (pressed: string, { rules }: FormPolicy): string => {
  const [name, at, place] = pressed.split('.')
  if (name === 'rule') return `rule.${rules.length - 1}.name`
  const added = (rules[Number(at)]?.conditions.length ?? 0) - 1
  if (name === 'condition') return added < 0 ? `rule.${at}.new` : `rule.${at}.${added}.operator`
  return name === 'remove' && place !== undefined ? `rule.${at}.new` : ''
}

const form = (
  policy: FormPolicy,
  { hidden, trial, at }: { readonly hidden: Markup; readonly trial: Markup; readonly at: Cursor },
): Markup => html`<form method="post" action="${path}" class="stack">${hidden}
<button class="unseen" name="do" value="keep" tabindex="-1" aria-hidden="true">Keep</button>
<div class="card stack"><label>Name<input name="name" value="${policy.name}" maxlength="200"${cursor('name', at)}></label>${wrong('name', at)}<p class="quiet">An existing name gets a new version. Rules are tried in order; the first that matches decides.</p></div>
${join(policy.rules.map((rule, index) => ruleCard(rule, index, at)))}
<div class="row"><button name="do" value="rule">Add a rule</button></div>
<div class="card row">${trial}
<button class="primary" name="do" value="try">Try on past decisions</button></div>
${confirmedSubmit('Add version', { question: addQuestion, value: 'add' })}</form>`

const optionsOf = (choices: readonly (readonly [value: string, text: string])[], chosen: string): Markup =>
  html`${choices.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : nothing}>${text}</option>`)}`

const factChoices = [...facts.keys()].map((fact) => [fact, factWords(fact)] as const)
const statusChoices = [
  ['', 'Nothing'],
  ['approved', 'Approve'],
  ['rejected', 'Reject'],
  ['in_review', 'Leave to a person'],
] as const

/** The field that gets the focus, and what is wrong with it. */
type Cursor = { readonly field: string; readonly problem: string | null }
const nowhere: Cursor = { field: '', problem: null }

const cursor = (name: string, { field, problem }: Cursor): Markup =>
  name !== field ? nothing : problem === null ? html` autofocus` : html` autofocus aria-invalid="true" aria-describedby="wrong"`

/** The problem, beside its field or in the card that the field is in. */
const wrong = (place: string, { field, problem }: Cursor): Markup =>
  problem !== null && (field === place || field.startsWith(`${place}.`)) ? html`<p class="problem" id="wrong">${problem}</p>` : nothing

const ruleCard = (rule: FormRule, at: number, next: Cursor): Markup =>
  card(
    `Rule ${at + 1}`,
    html`<div class="stack"><div class="row"><label>Name of the rule<input name="rule.${at}.name" value="${rule.name}" maxlength="200"${cursor(`rule.${at}.name`, next)}></label>
<label>Matches when<select name="rule.${at}.join">${optionsOf(Object.entries(joinWords), rule.join)}</select></label></div>
${rule.conditions.length === 0 ? html`<p class="quiet">Without a condition the rule always matches.</p>` : join(rule.conditions.map((each, place) => conditionRow(each, `rule.${at}.${place}`, next)))}
<div class="row"><label>New condition<select name="rule.${at}.new"${cursor(`rule.${at}.new`, next)}><option value="">Choose a fact</option>${optionsOf(factChoices, '')}</select></label><button name="do" value="condition.${at}">Add condition</button></div>
<div class="row"><label>Then<select name="rule.${at}.status"${cursor(`rule.${at}.status`, next)}>${optionsOf(statusChoices, rule.status)}</select></label><label>Add a tag (optional)<input name="rule.${at}.tag" value="${rule.tag}" maxlength="100"></label></div>${wrong(`rule.${at}`, next)}</div>`,
    { id: `rule-${at}`, aside: html`<button name="do" value="remove.${at}">Remove<span class="unseen"> rule ${at + 1}</span></button>` },
  )

/** `name`: `rule.0.1` is the second condition of the first rule. */
const conditionRow = ({ fact, operator, value }: FormCondition, name: string, next: Cursor): Markup => {
  const { kind = 'text', values = [] } = facts.get(fact) ?? {}
  const label = factWords(fact)
  const field =
    kind === 'flag'
      ? html`<input type="hidden" name="${name}.value" value="">`
      : values.length > 0
        ? html`<label>Value<select name="${name}.value"${cursor(`${name}.value`, next)}><option value="">Choose</option>${optionsOf(
            values.map((each) => [each, words(each)] as const),
            value,
          )}</select></label>`
        : html`<label>Value<input name="${name}.value" value="${value}"${cursor(`${name}.value`, next)}${kind === 'number' ? html` inputmode="decimal"` : nothing}></label>`
  return html`<div class="row" role="group" aria-label="${label}"><input type="hidden" name="${name}.fact" value="${fact}"><label>${label}<select name="${name}.operator"${cursor(`${name}.operator`, next)}>${optionsOf(Object.entries(operators[kind]), operator)}</select></label>${field}<button name="do" value="${name.replace('rule', 'remove')}">Remove<span class="unseen"> the condition on ${label}</span></button></div>`
}

export const policyFormPage: Page = { entry: null, needs: '/v1/businesses/:business_id/policy_results', mount }
