// What was searched for the registrations of a business: the sources of "it is on no registration".
import { registriesSearched } from '../events/evidence-file.ts'
import type { Source } from '../events/parts.ts'
import type { Business } from './business-state.ts'

/** All registrations on file, or the registries that have none. */
export const searchedFor = ({ file }: Business): readonly Source[] => {
  const registrations = Object.values(file.registrations)
  return registrations.length > 0 ? registrations.flatMap(({ sources }) => sources) : registriesSearched(file)
}
