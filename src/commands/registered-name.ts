// How the names on registrations compare with the name that a business has now. The comparison in the evidence may be with an earlier one.
import type { Registration } from '../events/business-evidence.ts'
import { compareRegisteredName, type RegisteredName } from '../evidence/matching/registration-names.ts'
import type { Business } from './business-state.ts'

export const nameOn = ({ name }: Pick<Registration, 'name'>, { submitted }: Pick<Business, 'submitted'>): RegisteredName =>
  compareRegisteredName(submitted.name, name)
