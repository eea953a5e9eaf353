// A tax number that is a submitted person's, where the order of its check asked for that (the option `person_match`).
import type { EvidenceFile } from '../events/evidence-file.ts'
import { comparePeople } from '../evidence/matching/people.ts'
import { samePerson } from '../evidence/matching/thresholds.ts'
import type { Business, Submitted } from './business-state.ts'
import { isOtherName } from './registered-name.ts'

type Person = Pick<Submitted['people'][number], 'name'>
type Check = Pick<NonNullable<EvidenceFile['tin']>, 'outcome' | 'name'>

/** Whether the authority has the number under the name of one of these people. */
export const isOneOf = (people: readonly Person[], { name }: Pick<Check, 'name'>): boolean =>
  name !== null && people.some((each) => comparePeople(each.name, name).score >= samePerson)

/** Whether a number counts as found for the name of a submitted person alone, and not for that of the business. */
export const isOfSubmitted = ({ submitted }: Pick<Business, 'submitted'>, { outcome, name }: Check): boolean =>
  outcome === 'found' && name !== null && isOtherName(submitted.name, name) && isOneOf(submitted.people, { name })
