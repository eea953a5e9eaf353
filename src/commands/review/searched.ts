// What was searched for the registrations of a business, and what never was: the sources of "it is on no registration".
import { registriesSearched } from '../../events/evidence-file.ts'
import type { Source } from '../../events/parts.ts'
import { stateName } from '../../evidence/matching/states.ts'
import type { Business } from '../business-state.ts'
import { isNotAsked, toldNotAsked } from '../former-names.ts'
import { sourcesOf } from './rule.ts'

/** All registrations on file, or the registries that have none. */
export const searchedFor = (business: Business): readonly Source[] => {
  const { file } = business
  const registrations = Object.values(file.registrations)
  if (registrations.length > 0) return sourcesOf(registrations)
  return isNotAsked(business) ? [] : registriesSearched(file)
}

/** How much of a state's registry was searched. A source that names no state holds all of them. */
export const searchedOf = (registries: readonly Source[], state: string): 'all' | 'lately filed' | 'nothing' => {
  const own = registries.filter(({ metadata }) => metadata.state === undefined || metadata.state === state)
  if (own.some(({ metadata }) => metadata.coverage !== 'lately filed')) return 'all'
  return own.length > 0 ? 'lately filed' : 'nothing'
}

const statesOf = ({ addresses }: Business['submitted']): readonly string[] => [
  ...new Set(addresses.flatMap(({ state }) => (state === null ? [] : [state]))),
]

/** The states of the submitted addresses whose registries were searched in part or not at all. None where nothing was searched at all. */
const unsearchedStates = ({ submitted, file }: Business, searched: 'lately filed' | 'nothing'): readonly string[] => {
  const registries = registriesSearched(file)
  return registries.length === 0 ? [] : statesOf(submitted).filter((state) => searchedOf(registries, state) === searched)
}

/** Whether only registries of states were searched, and no submitted address is in a state. */
const isElsewhere = ({ submitted, file }: Business): boolean => {
  const registries = registriesSearched(file)
  const isOfState = ({ metadata }: Source) => metadata.state !== undefined
  return registries.length > 0 && registries.every(isOfState) && statesOf(submitted).length === 0
}

/**
 * Whether nobody can say that there is no registration: the registries were not asked for the present name, or none is on file and no whole registry of
 * a submitted place was searched.
 */
export const isUnsearched = (business: Business): boolean => {
  if (isNotAsked(business)) return true
  const states = [...unsearchedStates(business, 'nothing'), ...unsearchedStates(business, 'lately filed')]
  const isEmpty = Object.keys(business.file.registrations).length === 0
  return isEmpty && (isElsewhere(business) || (states.length > 0 && states.length === statesOf(business.submitted).length))
}

/** Empty where the registry of every submitted place was searched. */
export const toldUnsearched = (business: Business): string => {
  if (isNotAsked(business)) return toldNotAsked
  const names = unsearchedStates(business, 'nothing').map(stateName)
  const lately = unsearchedStates(business, 'lately filed').map(stateName)
  const told = [
    ...(isElsewhere(business) ? ['No submitted address is in a state, and only registries of states are loaded.'] : []),
    ...(names.length === 0
      ? []
      : [
          `${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'} not searched: no data of ${names.length === 1 ? 'its registry' : 'their registries'} is loaded.`,
        ]),
    ...(lately.length === 0 ? [] : [`Of ${lately.join(' and ')} only what was filed lately is loaded.`]),
  ]
  return told.join(' ')
}
