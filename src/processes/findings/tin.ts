// Turns the tax authority's answer about a TIN into evidence.
import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { isOneOf } from '../../commands/tin-of-person.ts'
import type { TinFinding } from '../../evidence/ports.ts'

/** @param attempt counts from 1 */
export const fromTin = (business: Business, { sources, ...finding }: TinFinding, attempt: number): Evidence => {
  const name = 'name' in finding ? finding.name : null
  const outcome = finding.outcome === 'person' && isWanted(business, name) ? 'found' : finding.outcome
  return { tin: { outcome, name, attempt, sources } }
}

/** Whether `person_match` was ordered and the number belongs to a person who was submitted. */
const isWanted = ({ orders, submitted }: Business, name: string | null): boolean =>
  Object.values(orders).some(({ product, options }) => product === 'tin' && options.person_match === true) &&
  isOneOf(submitted.people, { name })
