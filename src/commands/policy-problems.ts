// What is wrong with the definition of a policy: conditions that cannot be evaluated, and actions that the interface would refuse.
import { likelyWord } from '../events/closest-word.ts'
import type { PolicyAction, PolicyDefinition } from '../events/policy.ts'
import { monitorNames } from './monitor.ts'
import { conditionProblems, type Problem } from './policy-evaluation.ts'
import { productRules } from './products.ts'

/** With the path to each problem; nothing when the definition can be put in force. `before` stands before each path. */
export const policyProblems = ({ rules }: PolicyDefinition, before = ''): readonly Problem[] =>
  rules.flatMap(({ when, actions }, index) => {
    const at = `${before}rules.${index}`
    return [
      ...conditionProblems(when, `${at}.when`).map(({ path, message }) => ({ path, message: `condition ${message}` })),
      ...actions.flatMap((action, place) => actionProblems(action, `${at}.actions.${place}`)),
    ]
  })

const actionProblems = (action: PolicyAction, at: string): readonly Problem[] => {
  switch (action.type) {
    case 'enable_monitor':
      return unlisted(action.event_types, [...monitorNames], `${at}.event_types`, 'event type')
    case 'order_product':
      return unlisted(action.subproducts, productRules[action.product].subproducts, `${at}.subproducts`, `subproduct of ${action.product}`)
    case 'set_status':
    case 'add_tag':
      return []
  }
}

/** The known name that was probably meant, before all of them. */
const orNear = (name: string, known: readonly string[]): string => {
  const near = likelyWord(name, known)
  return near === undefined ? '; ' : `: did you mean ${near}? Otherwise, `
}

const unlisted = (names: readonly string[], known: readonly string[], at: string, what: string): readonly Problem[] =>
  names.flatMap((name, index) =>
    known.includes(name)
      ? []
      : [
          {
            path: `${at}.${index}`,
            message: `"${name}" is no ${what}${orNear(name, known)}${known.length === 0 ? 'there are none' : `known are ${known.join(', ')}`}`,
          },
        ],
  )
