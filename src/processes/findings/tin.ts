// Turns the tax authority's answer about a TIN into evidence.
import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { comparePeople } from '../../evidence/matching/people.ts'
import { samePerson } from '../../evidence/matching/thresholds.ts'
import type { TinFinding } from '../../evidence/ports.ts'

/** @param attempt counts from 1 */
export const fromTin = (business: Business, { sources, ...finding }: TinFinding, attempt: number): Evidence => {
  const name = 'name' in finding ? finding.name : null
  const outcome = finding.outcome === 'person' && isWanted(business, name) ? 'found' : finding.outcome
  return { tin: { outcome, name, attempt, sources } }
}

/** Whether `person_match` was ordered and the number belongs to a person who was submitted. */
const isWanted = ({ orders, submitted }: Business, name: string | null): boolean =>
  name !== null &&
  Object.values(orders).some(({ product, options }) => product === 'tin' && options.person_match === true) &&
  submitted.people.some((each) => comparePeople(each.name, name).score >= samePerson)
