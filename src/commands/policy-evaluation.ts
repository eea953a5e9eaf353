// Policies evaluated: which rule of a policy holds for a business, and why. Conditions are JsonLogic, interpreted and never compiled.
import jsonLogic from 'json-logic-js'
import type { z } from 'zod'
import { closestWord, likelyWord } from '../events/closest-word.ts'
import { ownValue } from '../events/own-value.ts'
import type { PolicyDefinition, PolicyReason } from '../events/policy.ts'
import type { Business } from './business-state.ts'
import { factNames, isFact, policyFacts } from './policy-facts.ts'

export type Evaluation = {
  /** The rule that holds first, by its place; null when none does. */
  readonly matched: number | null
  readonly result: string
  /** The rules that were tried, in order. The one that held is the last. */
  readonly rules: readonly { readonly name: string; readonly holds: boolean; readonly reasons: readonly Reason[] }[]
}
type Reason = z.output<typeof PolicyReason>

const noMatch = 'no_match'

/**
 * Which rule holds for the business now, and why. Pure: the same business, time and policy give the same answer.
 * @param at up to when ages are counted (ISO 8601); of a past evaluation, the time of its event
 */
export const evaluatePolicy = ({ rules }: PolicyDefinition, business: Business, at: string): Evaluation => {
  const facts = policyFacts(business, at)
  const tried: Evaluation['rules'][number][] = []
  for (const [place, { name, when, result }] of rules.entries()) {
    const holds = holdsFor(when, facts)
    tried.push({ name, holds, reasons: partsOf(when).map((part) => reasonFor(part, facts)) })
    if (holds) return { matched: place, result, rules: tried }
  }
  return { matched: null, result: noMatch, rules: tried }
}

type Json = PolicyDefinition['rules'][number]['when']
type Facts = ReturnType<typeof policyFacts>

const known = (value: unknown): boolean => value !== null && value !== undefined

const compared =
  (holds: (one: never, other: never) => boolean) =>
  (...values: unknown[]): boolean =>
    values.length > 1 && values.every(known) && values.slice(1).every((value, at) => holds(values[at] as never, value as never))

/** A result that depends on something unknown is unknown. */
const calculated =
  (result: (...values: number[]) => number) =>
  (...values: unknown[]): number | null => {
    const worked = values.every(known) ? result(...values.map(Number)) : Number.NaN
    return Number.isFinite(worked) ? worked : null
  }

// An unknown value is neither more nor less than anything, and equals neither zero nor the empty text.
jsonLogic.add_operation(
  '<',
  compared((one, other) => one < other),
)
jsonLogic.add_operation(
  '<=',
  compared((one, other) => one <= other),
)
jsonLogic.add_operation(
  '>',
  compared((one, other) => one > other),
)
jsonLogic.add_operation(
  '>=',
  compared((one, other) => one >= other),
)
jsonLogic.add_operation('==', (one, other) => (one ?? null) === (other ?? null))
jsonLogic.add_operation('!=', (one, other) => (one ?? null) !== (other ?? null))

const calculations: { readonly [name: string]: (...values: number[]) => number } = {
  '+': (...values) => values.reduce((sum, each) => sum + each),
  '-': (...[one = 0, other]) => (other === undefined ? -one : one - other),
  '*': (...values) => values.reduce((product, each) => product * each),
  '/': (one, other) => one / other,
  '%': (one, other) => one % other,
  min: Math.min,
  max: Math.max,
}
for (const [name, result] of Object.entries(calculations)) jsonLogic.add_operation(name, calculated(result))
// The default replaces an unknown value, whether its name is missing or it has no value yet.
jsonLogic.add_operation('var', function (this: unknown, path: unknown, otherwise: unknown = null) {
  const steps = String(path ?? '')
    .split('.')
    .filter((step) => step !== '')
  return steps.reduce((value: unknown, step) => (value as Record<string, unknown> | null | undefined)?.[step], this) ?? otherwise
})

/** What may be used of JsonLogic, with how many arguments: nothing that calls methods or writes to the console. */
const operators: { readonly [name: string]: readonly [least: number, most: number] } = {
  var: [1, 2],
  missing: [1, 20],
  and: [1, 100],
  or: [1, 100],
  '!': [1, 1],
  '!!': [1, 1],
  if: [2, 100],
  '==': [2, 2],
  '!=': [2, 2],
  '===': [2, 2],
  '!==': [2, 2],
  '<': [2, 3],
  '<=': [2, 3],
  '>': [2, 2],
  '>=': [2, 2],
  in: [2, 2],
  some: [2, 2],
  all: [2, 2],
  none: [2, 2],
  '+': [1, 20],
  '-': [1, 2],
  '*': [1, 20],
  '/': [2, 2],
  '%': [2, 2],
  min: [1, 20],
  max: [1, 20],
}
/** They go over the items of a fact. Inside their second argument, `var` refers to one item, which is no list. */
const overItems: ReadonlySet<string> = new Set(['some', 'all', 'none'])

const deepest = 30

export type Problem = { readonly path: string; readonly message: string }

/** What is wrong with a condition, with the path to it; nothing when it can be evaluated. */
export const conditionProblems = (condition: Json, path: string): readonly Problem[] =>
  typeof condition === 'object' && condition !== null && !Array.isArray(condition)
    ? problemsIn(condition, { path, inItem: false, depth: 0 })
    : [{ path, message: 'must be an object with one operator, such as {">": [{"var": "watchlist.hits"}, 0]}' }]

type Place = { readonly path: string; readonly inItem: boolean; readonly depth: number }

const problemsIn = (value: Json, { path, inItem, depth }: Place): readonly Problem[] => {
  if (typeof value !== 'object' || value === null) return []
  const wrong = (message: string): readonly Problem[] => [{ path, message }]
  const deeper = (part: string, item = inItem): Place => ({ path: `${path}.${part}`, inItem: item, depth: depth + 1 })
  if (depth > deepest) return wrong('is nested too deeply')
  if (Array.isArray(value)) return value.flatMap((each, index) => problemsIn(each, deeper(String(index))))
  const [name, ...others] = Object.keys(value)
  if (name === undefined || others.length > 0) return wrong('must hold exactly one operator')
  const arity = ownValue(operators, name)
  if (!arity) return wrong(`has the unknown operator "${name}"${likeOperator(name)}; known are ${Object.keys(operators).join(' ')}`)
  const given = value[name] as Json
  const args = Array.isArray(given) ? given : [given]
  const [least, most] = arity
  if (args.length < least || args.length > most)
    return wrong(`gives "${name}" ${args.length} arguments, but it takes ${least === most ? least : `${least} to ${most}`}`)
  // Lists within lists would multiply: a short condition could take for ever.
  if (overItems.has(name) && (inItem || !isVar(args[0])))
    return wrong(`must give "${name}" a fact with a list, such as {"var": "business.tags"}, and not within another some, all or none`)
  const named = inItem ? [] : name === 'var' ? args.slice(0, 1) : name === 'missing' ? args : []
  const unknown = named.find((fact) => typeof fact !== 'string' || !isFact(fact))
  if (unknown !== undefined) return wrong(`has the unknown fact ${JSON.stringify(unknown)}${likeFacts(unknown)}`)
  return args.flatMap((arg, index) => problemsIn(arg, deeper(`${name}.${index}`, inItem || (overItems.has(name) && index === 1))))
}

/** Of one name, without a default. */
const isVar = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && [value.var].flat().length === 1 && 'var' in value

const groups: { readonly [group: string]: readonly string[] } = { ...factNames, tasks: ['KEY.status', 'KEY.sub_label'] }
const allFacts = Object.entries(groups).flatMap(([group, fields]) => fields.map((field) => `${group}.${field}`))
const mostLettersApart = 2

/** The fact that was probably meant, and the facts of its group; where there is no such group, the groups. Short enough for an error. */
const likeFacts = (name: Json): string => {
  const path = String(name)
  const nearest = closestWord(path, allFacts, mostLettersApart)
  const group = (nearest ?? path).split('.')[0] ?? ''
  const fields = ownValue(groups, group)
  const known = fields ? `facts of ${group} are ${fields.join(', ')}` : `facts are in ${Object.keys(groups).join(', ')}`
  return nearest === undefined ? `; ${known}` : `: did you mean ${nearest}? ${known.replace('facts', 'Facts')}`
}

/** As other languages write them. */
const otherSigns: { readonly [sign: string]: string } = { '=': '==', '=>': '>=', '=<': '<=', '<>': '!=', '&&': 'and', '||': 'or', not: '!' }

const likeOperator = (name: string): string => {
  const meant = ownValue(otherSigns, name) ?? likelyWord(name, Object.keys(operators))
  return meant === undefined ? '' : `: did you mean "${meant}"?`
}

const holdsFor = (condition: Json, facts: Facts): boolean => jsonLogic.truthy(jsonLogic.apply(condition, facts))

/** The conditions that an `and` or `or` joins, each to be explained on its own. */
const partsOf = (condition: Json): readonly Json[] => {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) return [condition]
  const joined = condition.and ?? condition.or
  return Array.isArray(joined) ? joined.flatMap(partsOf) : [condition]
}

const reasonFor = (condition: Json, facts: Facts): Reason => ({
  condition: textOf(condition),
  holds: holdsFor(condition, facts),
  facts: Object.fromEntries(factsIn(condition).map((path) => [path, (jsonLogic.apply({ var: path }, facts) ?? null) as Json])),
})

const factsIn = (condition: Json): readonly string[] => {
  if (typeof condition !== 'object' || condition === null) return []
  if (Array.isArray(condition)) return [...new Set(condition.flatMap(factsIn))]
  return [
    ...new Set(
      Object.entries(condition).flatMap(([name, given]) => {
        const args = (Array.isArray(given) ? given : [given]) as Json[]
        const named = name === 'var' ? args.slice(0, 1) : name === 'missing' ? args : []
        const paths = named.filter((path): path is string => typeof path === 'string' && isFact(path))
        return name === 'var' ? paths : [...paths, ...factsIn(args)]
      }),
    ),
  ]
}

/** `watchlist.hits > 0`: as a person would write it. */
const textOf = (condition: Json): string => {
  if (typeof condition !== 'object' || condition === null) return JSON.stringify(condition)
  if (Array.isArray(condition)) return `[${condition.map(textOf).join(', ')}]`
  const [[name, given] = ['', null]] = Object.entries(condition)
  const args = (Array.isArray(given) ? given : [given]) as Json[]
  if (name === 'var') {
    const fact = String(args[0]) || 'it'
    return args.length === 1 ? fact : `(${fact}, otherwise ${textOf(args[1] ?? null)})`
  }
  if (name === '!') return `not ${withinText(args[0] ?? null)}`
  if (isInfix(condition)) return args.map(withinText).join(` ${name} `)
  return `${name}(${args.map(textOf).join(', ')})`
}

/** Operators written between their two arguments. Within another condition they are put in brackets. */
const isInfix = (condition: Json): boolean => {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) return false
  const [[name, given] = ['', null]] = Object.entries(condition)
  return name !== 'var' && Array.isArray(given) && given.length === 2 && !overItems.has(name)
}

const withinText = (condition: Json): string => (isInfix(condition) ? `(${textOf(condition)})` : textOf(condition))
