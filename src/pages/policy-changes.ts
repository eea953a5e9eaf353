// What changed between two versions of a policy, a line for each difference: rules, the place of rules, conditions with their values, results and actions.
import { partsOf } from '../interface/policy-form.ts'
import { actionWords, conditionWords, type Definition, joinWords, type Rule } from './policy-words.ts'

/** `rule` null: of the policy itself. `before` and `after` in words; null: there was none, or there is none any more. */
export type PolicyChange = {
  readonly rule: string | null
  readonly what: string
  readonly before: string | null
  readonly after: string | null
}

/** From one version to the next. Empty: only the order of conditions or actions within rules is another. */
export const policyChanges = (from: Definition, to: Definition): readonly PolicyChange[] => {
  const pairs = pairsOf(from.rules, to.rules)
  const both = pairs.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []))
  return [
    ...differing(null, 'Description', from.description || null, to.description || null),
    ...pairs.flatMap(({ before, after }) => ruleChanges(before, after)),
    ...differing(
      null,
      'Order of the rules',
      namesOf(from.rules.flatMap((rule) => both.find(({ before }) => before === rule)?.after ?? [])),
      namesOf(both.map(({ after }) => after)),
    ),
  ]
}

const namesOf = (rules: readonly Rule[]): string => rules.map(({ name }) => name).join(', ')

const differing = (rule: string | null, what: string, before: string | null, after: string | null): readonly PolicyChange[] =>
  before === after ? [] : [{ rule, what, before, after }]

type Pair = { readonly before: Rule | null; readonly after: Rule | null }

/** Pairs rules of the same name, and then those that do the same under another name. In the order of the later version; removed ones come last. */
const pairsOf = (from: readonly Rule[], to: readonly Rule[]): readonly Pair[] => {
  const byName = paired(from, to, ({ name }) => name)
  const [gone, come] = [from.filter((rule) => !byName.has(rule)), to.filter((rule) => ![...byName.values()].includes(rule))]
  const renamed = paired(gone, come, ({ when, result, actions }) => JSON.stringify([when, result, actions]))
  const earlier = new Map([...byName, ...renamed].map(([before, after]) => [after, before]))
  const kept = new Set(earlier.values())
  return [
    ...to.map((after) => ({ before: earlier.get(after) ?? null, after })),
    ...from.filter((before) => !kept.has(before)).map((before) => ({ before, after: null })),
  ]
}

/** Those with the same key, each with one: the first with the first. */
const paired = <Item>(from: readonly Item[], to: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<Item, Item> => {
  const pairs = new Map<Item, Item>()
  const taken = new Set<Item>()
  for (const before of from) {
    const after = to.find((each) => !taken.has(each) && keyOf(each) === keyOf(before))
    if (after === undefined) continue
    taken.add(after)
    pairs.set(before, after)
  }
  return pairs
}

const ruleChanges = (before: Rule | null, after: Rule | null): readonly PolicyChange[] => {
  if (!after) return before ? [{ rule: before.name, what: 'Rule removed', before: ruleWords(before), after: null }] : []
  if (!before) return [{ rule: after.name, what: 'Rule added', before: null, after: ruleWords(after) }]
  const { name } = after
  const [was, is] = [partsOf(before.when), partsOf(after.when)]
  return [
    ...differing(name, 'Name', before.name, name),
    ...(was.parts.length > 1 && is.parts.length > 1 ? differing(name, 'Matches when', joinWords[was.join], joinWords[is.join]) : []),
    ...partChanges(name, 'Condition', was.parts.map(partOf), is.parts.map(partOf)),
    ...differing(name, 'Result', before.result, after.result),
    ...partChanges(name, 'Action', before.actions.map(actionOf), after.actions.map(actionOf)),
  ]
}

/** `about`: what it is on. Of the same subject, one part has become the other. */
type Part = { readonly text: string; readonly about: string }

const partOf = (condition: Rule['when']): Part => ({
  text: conditionWords(condition),
  about: [...JSON.stringify(condition).matchAll(/"(?:var|missing)":\[?"([a-z_.]*)"/g)].map(([, fact]) => fact).join(' '),
})

const actionOf = (action: Rule['actions'][number]): Part => ({ text: actionWords(action), about: action.type })

const partChanges = (rule: string, what: string, from: readonly Part[], to: readonly Part[]): readonly PolicyChange[] => {
  const same = paired(from, to, ({ text }) => text)
  const kept = new Set(same.values())
  const [gone, come] = [from.filter((part) => !same.has(part)), to.filter((part) => !kept.has(part))]
  const changed = paired(gone, come, ({ about }) => about)
  const put = new Set(changed.values())
  return [
    ...[...changed].map(([before, after]) => ({ rule, what: `${what} changed`, before: before.text, after: after.text })),
    ...gone.filter((part) => !changed.has(part)).map(({ text }) => ({ rule, what: `${what} removed`, before: text, after: null })),
    ...come.filter((part) => !put.has(part)).map(({ text }) => ({ rule, what: `${what} added`, before: null, after: text })),
  ]
}

/** A whole rule in a line. */
const ruleWords = ({ when, result, actions }: Rule): string => {
  const { join, parts } = partsOf(when)
  const conditions = parts.length === 0 ? 'Always' : parts.map(conditionWords).join(` ${join} `)
  return [conditions, `result ${result}`, ...actions.map(actionWords)].join('; ')
}
