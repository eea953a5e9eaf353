// How the names on registrations and records compare with the names that a business has now. The comparison in the evidence may be with an earlier one.
import type { Registration } from '../events/business-evidence.ts'
import { bearsName, compareRegisteredName, type RegisteredName } from '../evidence/matching/registration-names.ts'
import type { Business } from './business-state.ts'

export const nameOn = ({ name }: Pick<Registration, 'name'>, { submitted }: Pick<Business, 'submitted'>): RegisteredName =>
  compareRegisteredName(submitted.name, name)

type Named = Pick<Business, 'submitted' | 'added' | 'former_names'>

/** Whether a record is of a name that the business was given before, and of none that it has now. @param recorded the names on the record */
export const hasFormerName = ({ submitted, added, former_names = [] }: Named, recorded: readonly string[]): boolean => {
  const bears = (names: readonly string[]) =>
    recorded.some((name) => names.some((each) => compareRegisteredName(each, name).kind !== 'different'))
  return bears(former_names) && !bears([submitted.name, ...added.names.map(({ name }) => name)])
}

/** Whether two names are of different businesses. Authorities and courts know a name also with another legal form. */
export const isOtherName = (name: string, other: string): boolean => name !== other && !bearsName(compareRegisteredName(name, other))
