// Rules of policies in words: facts, conditions and actions. Conditions that the form knows read as they do there; all others are put together from
// the words of their parts.
import { ownValue } from '../events/own-value.ts'
import type { Policy } from '../inner/policies.ts'
import { conditionFrom, facts, operators } from '../interface/policy-form.ts'
import { words } from './framework/markup.ts'

export type Definition = Policy['versions'][number]['definition']
export type Rule = Definition['rules'][number]
type Json = Rule['when']
type Action = Rule['actions'][number]

/** `watchlist.hits` in words. */
export const factWords = (fact: string): string => fact.split('.').map(words).join(': ')

/** What a rule asks of all its conditions. */
export const joinWords = { and: 'all conditions are met', or: 'any condition is met' } as const

export const actionWords = (action: Action): string => {
  switch (action.type) {
    case 'set_status':
      return `Status: ${words(action.status).toLowerCase()}${action.reasons ? ` (${action.reasons.join(', ')})` : ''}`
    case 'add_tag':
      return `Tag: ${action.tag}`
    case 'enable_monitor':
      return `Monitor: ${action.event_types.includes('*') ? 'everything' : action.event_types.map(monitorWords).join(', ')}`
    case 'order_product':
      return `Order: ${[action.product, ...action.subproducts].map(words).join(', ')}`
  }
}

const monitorWords = (type: string): string => words(type).toLowerCase()

/**
 * A condition as a sentence without its end.
 * @example conditionWords({ in: [{ var: 'formation.state' }, ['OR', 'WA']] }) // => 'Formation: State is one of “OR”, “WA”'
 */
export const conditionWords = (condition: Json): string => {
  const plain = conditionFrom(condition)
  if (plain) {
    const { kind = 'text', values = [] } = facts.get(plain.fact) ?? {}
    const value =
      kind === 'number' || plain.value === '' ? plain.value : valueWords(values.includes(plain.value) ? words(plain.value) : plain.value)
    return `${factWords(plain.fact)} ${operators[kind][plain.operator]} ${value}`.trim()
  }
  const said = partWords(condition)
  const [[name, given] = ['', null]] = entriesOf(condition)
  if (name !== 'var') return said
  return facts.get(String([given].flat()[0]))?.kind === 'flag' ? `${said} is yes` : holding(said)
}

/** JsonLogic takes a value for true that is not empty, zero or no. */
const holding = (said: string): string => `${said} is known, and not empty, zero or no`

const entriesOf = (value: Json): readonly [string, Json][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

const valueWords = (value: Json): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(partWords).join(', ')
  if (value === null) return 'unknown'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? `“${value}”` : String(value)
}

/** A condition, a fact, a calculation or a value: any part of a condition. */
const partWords = (part: Json): string => {
  const [entry] = entriesOf(part)
  if (!entry) return valueWords(part)
  const [name, given] = entry
  const args = Array.isArray(given) ? given : [given]
  const say = ownValue(sayings, name)
  return say ? say(args) : `${name} of ${args.map(partWords).join(', ')}`
}

const asCondition = (part: Json | undefined): string =>
  entriesOf(part ?? null).length > 0 ? conditionWords(part ?? null) : valueWords(part ?? null)

/** In brackets where it holds parts of its own. */
const within = (part: Json | undefined): string => {
  const [[name] = ['']] = entriesOf(part ?? null)
  const isSingle = name === '' || name === 'var' || (part !== undefined && conditionFrom(part) !== null)
  return isSingle ? partWords(part ?? null) : `(${partWords(part ?? null)})`
}

const conditionWithin = (part: Json | undefined): string => {
  const [[name] = ['']] = entriesOf(part ?? null)
  return name === 'and' || name === 'or' || name === 'if' ? `(${asCondition(part)})` : asCondition(part)
}

type Saying = (args: readonly Json[]) => string

const compared =
  (said: string): Saying =>
  (args) =>
    args
      .slice(1)
      .map((each, at) => `${within(args[at])} ${said} ${within(each)}`)
      .join(' and ')

const signed =
  (sign: string): Saying =>
  (args) =>
    args.length === 1 && sign === '−' ? `−${within(args[0])}` : args.map(within).join(` ${sign} `)

const overItems =
  (said: string): Saying =>
  ([list, condition]) =>
    `${said} of ${within(list)} meets: ${asCondition(condition)}`

/** The branches of `if`: pairs of a condition and what then counts, and what counts otherwise. */
const branches: Saying = (args) => {
  const pairs = Array.from(
    { length: Math.floor(args.length / 2) },
    (_, at) => `if ${conditionWithin(args[2 * at])}: ${conditionWithin(args[2 * at + 1])}`,
  )
  return [...pairs, ...(args.length % 2 === 1 ? [`otherwise ${conditionWithin(args.at(-1))}`] : [])].join('; ')
}

/** The words for each operator of a condition. */
const sayings: Readonly<Record<string, Saying>> = {
  var: ([path = '', otherwise]) => {
    const fact = path === '' ? 'the item' : factWords(String(path))
    return otherwise === undefined ? fact : `${fact} (${partWords(otherwise)} if unknown)`
  },
  missing: (args) => `${args.map((fact) => factWords(String(fact))).join(' or ')} is unknown`,
  and: (args) => args.map(conditionWithin).join(' and '),
  or: (args) => args.map(conditionWithin).join(' or '),
  '!': ([part]) => `not (${asCondition(part)})`,
  '!!': ([part]) => holding(within(part)),
  if: branches,
  '==': compared('is'),
  '===': compared('is'),
  '!=': compared('is not'),
  '!==': compared('is not'),
  '<': compared('is less than'),
  '<=': compared('is at most'),
  '>': compared('is more than'),
  '>=': compared('is at least'),
  in: ([item, list]) =>
    Array.isArray(list) ? `${within(item)} is one of ${valueWords(list)}` : `${within(list)} includes ${within(item)}`,
  some: overItems('an item'),
  all: overItems('every item'),
  none: overItems('no item'),
  '+': signed('+'),
  '-': signed('−'),
  '*': signed('×'),
  '/': signed('÷'),
  '%': signed('modulo'),
  min: (args) => `the least of ${args.map(within).join(', ')}`,
  max: (args) => `the greatest of ${args.map(within).join(', ')}`,
}
