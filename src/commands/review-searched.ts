// What was searched for the registrations of a business, and what never was: the sources of "it is on no registration".
import { registriesSearched } from '../events/evidence-file.ts'
import type { Source } from '../events/parts.ts'
import { stateName } from '../evidence/matching/states.ts'
import type { Business } from './business-state.ts'

/** All registrations on file, or the registries that have none. */
export const searchedFor = ({ file }: Business): readonly Source[] => {
  const registrations = Object.values(file.registrations)
  return registrations.length > 0 ? registrations.flatMap(({ sources }) => sources) : registriesSearched(file)
}

/** Whether one of the searched registries is the state's. A source that names no state holds all of them. */
export const isSearched = (registries: readonly Source[], state: string): boolean =>
  registries.some(({ metadata }) => metadata.state === undefined || metadata.state === state)

/** The states of the submitted addresses of whose registries no data is loaded. None where nothing was searched at all. */
const unsearchedStates = ({ submitted, file }: Business): readonly string[] => {
  const registries = registriesSearched(file)
  if (registries.length === 0) return []
  return statesOf(submitted).filter((state) => !isSearched(registries, state))
}

const statesOf = ({ addresses }: Business['submitted']): readonly string[] => [
  ...new Set(addresses.flatMap(({ state }) => (state === null ? [] : [state]))),
]

/** Whether no registration is on file and no registry of a submitted state was searched: then nobody can say that there is none. */
export const isUnsearched = (business: Business): boolean => {
  const unsearched = unsearchedStates(business)
  const isEmpty = Object.keys(business.file.registrations).length === 0
  return isEmpty && unsearched.length > 0 && unsearched.length === statesOf(business.submitted).length
}

/** Empty where every state of the submitted addresses was searched. */
export const toldUnsearched = (business: Business): string => {
  const names = unsearchedStates(business).map(stateName)
  return names.length === 0
    ? ''
    : `${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'} not searched: no data of ${names.length === 1 ? 'its registry' : 'their registries'} is loaded.`
}
