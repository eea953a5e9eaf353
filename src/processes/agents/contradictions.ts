// Where the evidence speaks against itself. A table of rules: each looks at two facts that cannot both be right, or that a reviewer must reconcile.
import type { Business } from '../../commands/business-state.ts'
import type { Statement } from './statements.ts'

type Rule = (business: Business) => readonly Statement[]

const ids = (facts: readonly { readonly sources: readonly { readonly id: string }[] }[]): string[] =>
  facts.flatMap(({ sources }) => sources.map(({ id }) => id))
const registrationsOf = ({ file }: Business) => Object.values(file.registrations)

const legalForms: readonly (readonly [RegExp, RegExp, string])[] = [
  [/\b(llc|l\.l\.c\.|limited liability)/i, /limited liability|llc/i, 'limited liability company'],
  [/\b(inc|incorporated|corp|corporation)\b/i, /corporation|inc/i, 'corporation'],
  [/\b(lp|limited partnership)\b/i, /partnership/i, 'partnership'],
]

const rules: readonly Rule[] = [
  /** The name claims one legal form, the registry has another. */
  (business) =>
    legalForms.flatMap(([inName, inRegistry, form]) => {
      if (!inName.test(business.submitted.name)) return []
      const other = registrationsOf(business).filter(({ name_type, entity_type }) => name_type === 'legal' && !inRegistry.test(entity_type))
      return other.map((registration) => ({
        text: `Contradiction: the submitted name claims a ${form}, but ${registration.state} ${registration.file_number} is registered as ${registration.entity_type}.`,
        sources: ids([registration]),
      }))
    }),
  /** Two home states. */
  (business) => {
    const domestic = registrationsOf(business).filter(({ jurisdiction, name_type }) => jurisdiction === 'DOMESTIC' && name_type === 'legal')
    const states = new Set(domestic.map(({ state }) => state))
    return states.size > 1
      ? [
          {
            text: `Contradiction: registrations in ${[...states].join(' and ')} each claim to be the home state's.`,
            sources: ids(domestic),
          },
        ]
      : []
  },
  /** Active in one registry, inactive in another. */
  (business) => {
    const [active, inactive] = (['active', 'inactive'] as const).map((status) =>
      registrationsOf(business).filter((each) => each.status === status),
    )
    return active?.length && inactive?.length
      ? [
          {
            text: `Contradiction: active in ${active.map(({ state }) => state).join(', ')}, inactive in ${inactive.map(({ state }) => state).join(', ')}.`,
            sources: ids([...active, ...inactive]),
          },
        ]
      : []
  },
  /** The registry knows the name, the tax authority knows the number under another. */
  (business) => {
    const { tin } = business.file
    const same = registrationsOf(business).filter(({ match }) => match.score >= 0.97)
    return tin?.outcome === 'mismatch' && same.length > 0
      ? [
          {
            text: 'Contradiction: the registry carries the submitted name, the tax authority has the number under another.',
            sources: ids([...same, tin]),
          },
        ]
      : []
  },
  /** A site that names somebody else. */
  (business) => {
    const { website } = business.file
    return website?.status === 'online' && website.name_match === null
      ? [{ text: 'Contradiction: the submitted website is online, but does not name the business.', sources: ids([website]) }]
      : []
  },
]

export const contradictionsIn = (business: Business): readonly Statement[] =>
  rules.flatMap((rule) => rule(business)).filter(({ sources }) => sources.length > 0)
