// Where the evidence speaks against itself. A table of rules: each looks at facts that cannot all be right, or that a reviewer must reconcile.
import type { Business } from '../../commands/business-state.ts'
import { claimedFormOf, entityTypeName } from '../../events/entity-types.ts'
import { normaliseName } from '../../evidence/matching/names.ts'
import { isSameParty } from '../../evidence/matching/parties.ts'
import { sameName } from '../../evidence/matching/thresholds.ts'
import type { Step } from './agent.ts'
import { listed, registrationsOf, shown } from './evidence.ts'
import type { Statement } from './statements.ts'

type Subject = 'registration' | 'tin' | 'people' | 'website'
type Rule = { readonly about: Subject; readonly find: (business: Business) => readonly Statement[] }

const legalRegistrations = (business: Business) => registrationsOf(business).filter(({ name_type }) => name_type === 'legal')

const contradiction = (text: string, facts: Parameters<typeof shown>[1]): Statement => ({
  ...shown(`Contradiction: ${text}`, facts),
  isVerdict: true,
})

const rules: readonly Rule[] = [
  /** The name claims one legal form, the registry has another. */
  {
    about: 'registration',
    find: (business) => {
      const claimed = claimedFormOf(business.submitted.name)
      return legalRegistrations(business).flatMap((registration) => {
        const { entity_type: type, state, file_number } = registration
        if (!claimed || type === null || claimed.types.includes(type)) return []
        const text = `the submitted name claims a ${claimed.form}, but ${state} ${file_number} is registered as ${entityTypeName(type)}.`
        return [contradiction(text, [registration])]
      })
    },
  },
  /** Two home states. */
  {
    about: 'registration',
    find: (business) => {
      const domestic = legalRegistrations(business).filter(({ jurisdiction }) => jurisdiction === 'DOMESTIC')
      const states = [...new Set(domestic.map(({ state }) => state))]
      return states.length > 1
        ? [contradiction(`registrations in ${listed(states)} each claim to be the home state’s: a business has one.`, domestic)]
        : []
    },
  },
  /** Active in one registry, inactive in another. */
  {
    about: 'registration',
    find: (business) => {
      const of = (status: string) => registrationsOf(business).filter((each) => each.status === status)
      const [active, inactive] = [of('active'), of('inactive')]
      const named = (registrations: typeof active) => listed(registrations.map(({ state, file_number }) => `${state} ${file_number}`))
      return active.length > 0 && inactive.length > 0
        ? [contradiction(`active as ${named(active)}, inactive as ${named(inactive)}.`, [...active, ...inactive])]
        : []
    },
  },
  /** None of the submitted addresses lies where the business is registered. */
  {
    about: 'registration',
    find: (business) => {
      const submitted = new Set(business.submitted.addresses.flatMap(({ state }) => (state === null ? [] : [state])))
      const home = legalRegistrations(business).filter(({ jurisdiction }) => jurisdiction === 'DOMESTIC')
      const registered = new Set(registrationsOf(business).flatMap(({ state, addresses }) => [state, ...addresses.map((at) => at.state)]))
      return home.length > 0 && submitted.size > 0 && ![...submitted].some((state) => registered.has(state))
        ? [
            contradiction(
              `every submitted address lies in ${listed([...submitted])}, but the business is registered in ${listed([...new Set(home.map(({ state }) => state))])} alone, and no registration has an address elsewhere.`,
              home,
            ),
          ]
        : []
    },
  },
  /** The registry knows the name, the tax authority knows the number under another. */
  {
    about: 'tin',
    find: (business) => {
      const { tin } = business.file
      const same = registrationsOf(business).filter(({ match }) => match.score >= sameName)
      return tin?.outcome === 'mismatch' && same.length > 0
        ? [contradiction('the registry carries the submitted name, the tax authority has the number under another.', [...same, tin])]
        : []
    },
  },
  /** A number that belongs to a person, for a business with owners of its own. */
  {
    about: 'tin',
    find: (business) => {
      const { tin } = business.file
      const form = normaliseName(business.submitted.name).legalForm
      return tin?.outcome === 'person' && form !== null
        ? [contradiction(`the name claims a ${form}, but the tax number is that of a person.`, [tin])]
        : []
    },
  },
  /** The registry names people, none of whom was submitted. */
  {
    about: 'people',
    find: (business) => {
      const { people } = business.submitted
      const officered = registrationsOf(business).filter(({ officers }) => officers.length > 0)
      const officers = officered.flatMap((each) => each.officers)
      const isKnown = officers.some(({ name }) => people.some((person) => isSameParty(person, name)))
      return people.length > 0 && officers.length > 0 && !isKnown
        ? [
            contradiction(
              `the registry names ${listed([...new Set(officers.map(({ name }) => name))].slice(0, 5))}, none of whom was submitted.`,
              officered,
            ),
          ]
        : []
    },
  },
  /** A site that names somebody else. */
  {
    about: 'website',
    find: (business) => {
      const { website } = business.file
      return website?.status === 'online' && !website.parked && website.name_match === null
        ? [contradiction('the submitted website is online, but does not name the business.', [website])]
        : []
    },
  },
  /** A site that is at home in another state. */
  {
    about: 'website',
    find: (business) => {
      const { website } = business.file
      const known = [...business.submitted.addresses, ...registrationsOf(business).flatMap(({ addresses }) => addresses)]
      const states = new Set([...known.map(({ state }) => state), ...registrationsOf(business).map(({ state }) => state)])
      const onSite = (website?.addresses ?? []).filter(({ state }) => state !== null)
      const elsewhere = onSite.every(({ state }) => !states.has(state))
      return website && onSite.length > 0 && states.size > 0 && elsewhere
        ? [
            contradiction(
              `the website gives addresses in ${listed([...new Set(onSite.map(({ state }) => String(state)))])} alone, where the business neither is registered nor has a submitted address.`,
              [...onSite, website],
            ),
          ]
        : []
    },
  },
]

/** `about`: only those of one subject. */
export const contradictionsIn = (business: Business, about?: Subject): readonly Statement[] =>
  rules
    .filter((rule) => about === undefined || rule.about === about)
    .flatMap(({ find }) => find(business))
    .filter(({ sources }) => sources.length > 0)

/** The step that looks for them; without any, it is skipped over. */
export const reconcile = (about?: Subject): Step => ({
  name: 'reconcile',
  label: 'Looking for contradictions',
  type: 'output',
  work: ({ business }) => {
    const statements = contradictionsIn(business, about)
    return statements.length === 0
      ? { resolution: 'skip' }
      : { drafts: [{ type: 'contradictions', title: 'Where the evidence speaks against itself', confidence: 'high', statements }] }
  },
})
