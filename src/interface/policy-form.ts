// Policies as a form shows them: rules of plain conditions on facts, each with the operators that fit it and the values to choose from. Turns such rules
// into a definition, and a definition back into rules where it is that plain.
import { factNames } from '../commands/policy-facts.ts'
import { businessStatuses } from '../events/business-status.ts'
import { entityTypes } from '../events/entity-types.ts'
import type { PolicyDefinition } from '../events/policy.ts'
import { verdictRules } from './verdict.ts'

type Kind = 'number' | 'flag' | 'text' | 'list'

export type Fact = { readonly path: string; readonly kind: Kind; readonly values: readonly string[] }

export type FormCondition = { readonly fact: string; readonly operator: string; readonly value: string }
export type FormRule = {
  readonly name: string
  readonly join: 'and' | 'or'
  readonly conditions: readonly FormCondition[]
  /** '': nothing is decided. */
  readonly status: '' | 'approved' | 'rejected' | 'in_review'
  readonly tag: string
}
export type FormPolicy = { readonly name: string; readonly rules: readonly FormRule[] }

const flags: ReadonlySet<string> = new Set([
  'business.has_website',
  'tin.submitted',
  'tin.verified',
  'watchlist.screened',
  'industry.high_risk',
  'industry.prohibited',
  'website.parked',
  'tax_exempt.found',
  'tax_exempt.revoked',
])
const lists: ReadonlySet<string> = new Set([
  'business.tags',
  'business.products',
  'business.states',
  'registrations.states',
  'industry.naics',
  'industry.mcc',
])
const texts: Readonly<Record<string, readonly string[]>> = {
  'business.status': businessStatuses,
  'business.mode': ['live', 'test'],
  'business.name': [],
  'business.external_id': [],
  'tin.type': ['ein', 'ssn'],
  'tin.outcome': ['found', 'person', 'mismatch', 'not_found', 'unknown', 'unavailable'],
  'registrations.domestic_status': ['active', 'inactive', 'unknown'],
  'formation.entity_type': entityTypes,
  'formation.state': [],
  'formation.date': [],
  'website.status': ['online', 'offline'],
}

const named: readonly Fact[] = Object.entries(factNames).flatMap(([group, fields]) =>
  fields.map((field): Fact => {
    const path = `${group}.${field}`
    return {
      path,
      kind: flags.has(path) ? 'flag' : lists.has(path) ? 'list' : path in texts ? 'text' : 'number',
      values: texts[path] ?? [],
    }
  }),
)
const ofTasks: readonly Fact[] = [...new Set(verdictRules.flatMap(({ keys = [] }) => keys))].map((key) => ({
  path: `tasks.${key}.status`,
  kind: 'text',
  values: ['success', 'warning', 'failure', 'neutral'],
}))

/** Every fact that a rule may use, by its name. */
export const facts: ReadonlyMap<string, Fact> = new Map([...named, ...ofTasks].map((fact) => [fact.path, fact]))

const known = { known: 'is known', unknown: 'is unknown' }

/** The operators that fit each kind of fact, with their words. */
export const operators: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  number: { '==': 'is', '!=': 'is not', '<': 'is less than', '<=': 'is at most', '>': 'is more than', '>=': 'is at least', ...known },
  flag: { yes: 'is yes', no: 'is no', ...known },
  text: { '==': 'is', '!=': 'is not', ...known },
  list: { has: 'includes', lacks: 'does not include' },
}

const needsValue = (operator: string): boolean => !['yes', 'no', 'known', 'unknown'].includes(operator)

type Json = PolicyDefinition['rules'][number]['when']

/** What is wrong, in words, and at which field of the rule: `name`, or `1.value` of the second condition. */
export type RuleProblem = { readonly field: string; readonly text: string }

/** What is wrong with a rule of the form; null: nothing. `nameOf`: the name that the form has for a fact. */
export const ruleProblem = ({ name, conditions, status, tag }: FormRule, nameOf: (fact: string) => string): RuleProblem | null => {
  if (name === '') return { field: 'name', text: 'Give the rule a name.' }
  for (const [index, { fact, operator, value }] of conditions.entries()) {
    const at = (part: string, text: string): RuleProblem => ({ field: `${index}.${part}`, text })
    const { kind } = facts.get(fact) ?? {}
    if (!kind || !(operator in operators[kind])) return at('operator', `“${nameOf(fact)}” has an operator that does not fit.`)
    if (needsValue(operator) && value === '') return at('value', `Enter a value for “${nameOf(fact)}”.`)
    if (kind === 'number' && needsValue(operator) && !Number.isFinite(Number(value)))
      return at('value', `“${nameOf(fact)}” needs a number.`)
  }
  if (status === '' && tag === '') return { field: 'status', text: 'Choose what the rule does.' }
  return null
}

/** A rule without conditions always holds. */
const always: Json = { '==': [1, 1] }

/** The definition that the form stands for. */
export const definitionOf = ({ name, rules }: FormPolicy): PolicyDefinition => ({
  name,
  description: '',
  rules: rules.map((rule) => {
    const parts = rule.conditions.map(conditionOf)
    const [only = always] = parts
    return {
      name: rule.name,
      when: parts.length > 1 ? { [rule.join]: parts } : only,
      result: resultOf[rule.status],
      actions: [
        ...(rule.status === '' ? [] : [{ type: 'set_status' as const, status: rule.status }]),
        ...(rule.tag === '' ? [] : [{ type: 'add_tag' as const, tag: rule.tag }]),
      ],
    }
  }),
})

const resultOf: Readonly<Record<FormRule['status'], string>> = { approved: 'approve', rejected: 'reject', in_review: 'review', '': 'tag' }

const conditionOf = ({ fact, operator, value }: FormCondition): Json => {
  const is = { var: fact }
  const given = facts.get(fact)?.kind === 'number' ? Number(value) : value
  switch (operator) {
    case 'yes':
      return { '==': [is, true] }
    case 'no':
      return { '==': [is, false] }
    case 'known':
      return { '!=': [is, null] }
    case 'unknown':
      return { '==': [is, null] }
    case 'has':
      return { in: [given, is] }
    case 'lacks':
      return { '!': [{ in: [given, is] }] }
    default:
      return { [operator]: [is, given] }
  }
}

/** The rules of a definition for the form; null where one is not plain enough. */
export const formOf = ({ name, rules }: PolicyDefinition): FormPolicy | null => {
  const plain = rules.map((rule): FormRule | null => {
    const { join, parts } = partsOf(rule.when)
    const conditions = parts.map(conditionFrom)
    const statuses = rule.actions.flatMap((action) => (action.type === 'set_status' ? [action.status] : []))
    const tags = rule.actions.flatMap((action) => (action.type === 'add_tag' ? [action.tag] : []))
    if (
      conditions.includes(null) ||
      statuses.length > 1 ||
      tags.length > 1 ||
      statuses.length + tags.length < rule.actions.length ||
      rule.actions.some((action) => action.type === 'set_status' && action.reasons)
    )
      return null
    return { name: rule.name, join, conditions: conditions as FormCondition[], status: statuses[0] ?? '', tag: tags[0] ?? '' }
  })
  return plain.includes(null) ? null : { name, rules: plain as FormRule[] }
}

/** The conditions of a rule. None: it always holds. */
export const partsOf = (when: Json): { readonly join: 'and' | 'or'; readonly parts: readonly Json[] } => {
  if (JSON.stringify(when) === JSON.stringify(always)) return { join: 'and', parts: [] }
  if (typeof when !== 'object' || when === null || Array.isArray(when)) return { join: 'and', parts: [when] }
  if (Array.isArray(when.and)) return { join: 'and', parts: when.and }
  if (Array.isArray(when.or)) return { join: 'or', parts: when.or }
  return { join: 'and', parts: [when] }
}

/** The condition for the form; null where it is not plain enough. */
export const conditionFrom = (part: Json): FormCondition | null => {
  for (const fact of factsNamedIn(part))
    for (const operator of Object.keys(operators[fact.kind])) {
      const value = valueIn(part)
      const condition = { fact: fact.path, operator, value: needsValue(operator) ? value : '' }
      if (JSON.stringify(conditionOf(condition)) === JSON.stringify(part)) return condition
    }
  return null
}

const factsNamedIn = (part: Json): readonly Fact[] =>
  [...JSON.stringify(part).matchAll(/"var":"([a-z_.]+)"/g)].flatMap(([, path = '']) => facts.get(path) ?? [])

/** The value beside the fact. */
const valueIn = (part: Json): string => {
  const [args] = typeof part === 'object' && part !== null ? Object.values(part) : []
  const inner =
    Array.isArray(args) && args.length === 1 && typeof args[0] === 'object' && args[0] !== null ? Object.values(args[0])[0] : args
  const value = Array.isArray(inner) ? inner.find((each) => typeof each !== 'object') : null
  return value === undefined || value === null ? '' : String(value)
}

/**
 * Whether a definition approves every business whatever is found: the first rule that always holds approves, and no rule before it does otherwise.
 * @example
 * const approval = { type: 'set_status', status: 'approved' } as const
 * const rule = { name: 'All', when: { '==': [1, 1] }, result: 'approve', actions: [approval] }
 * approvesEverybody({ name: 'Open door', description: '', rules: [rule] }) // => true
 */
export const approvesEverybody = ({ rules }: PolicyDefinition): boolean => {
  const end = rules.findIndex(({ when }) => !JSON.stringify(when).includes('"var"') && !JSON.stringify(when).includes('"missing"'))
  return (
    end >= 0 &&
    rules.slice(0, end + 1).every(({ actions }) => actions.some((each) => each.type === 'set_status' && each.status === 'approved'))
  )
}
