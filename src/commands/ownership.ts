// Certifying who owns a business. What was submitted is part of the business; the certification of it decides in the business's stream.
import { createHash } from 'node:crypto'
import type { BusinessEvent } from '../events/business.ts'
import { canonicalJson } from '../events/canonical-json.ts'
import type { OwnershipEvent, SubmittedOwnership } from '../events/ownership.ts'
import type { Submitted } from './business-state.ts'
import type { Aggregate } from './decider.ts'
import { refused } from './refused.ts'
import { submittedOwners } from './submitted-owners.ts'

type Certification = Omit<OwnershipEvent['data']['certification'], 'structure_sha256'>
export type OwnershipCommand = { readonly type: 'CertifyOwnership'; readonly certification: Certification }

/** null: there is no such business. */
type OwnershipState = { readonly submitted: Pick<Submitted, 'business_id' | 'people' | 'ownership'> | null }

export const ownership: Aggregate<OwnershipState, OwnershipCommand, BusinessEvent | OwnershipEvent> = {
  name: 'ownership',
  of: 'business',
  initial: { submitted: null },
  evolve: ({ submitted }, event) => {
    if (event.type === 'BusinessCreated') return { submitted: event.data }
    if (!submitted) return { submitted }
    if (event.type === 'AttributesAdded') return { submitted: { ...submitted, people: [...submitted.people, ...event.data.people] } }
    if (event.type !== 'BusinessUpdated') return { submitted }
    const { people = submitted.people, ownership = submitted.ownership } = event.data
    return { submitted: { ...submitted, people, ownership } }
  },
  decide: ({ certification }, { submitted }) => {
    if (!submitted) throw refused('business_not_found')
    const structure = submittedOwners(submitted)
    if (structure.interests.length === 0) throw refused('ownership_missing', 'ownership')
    return [{ type: 'OwnershipCertified', data: { certification: { ...certification, structure_sha256: structureHash(structure) } } }]
  },
}

/** By which a certification and the structure that it is about are compared. */
export const structureHash = ({ parties, interests }: SubmittedOwnership): string =>
  createHash('sha256').update(canonicalJson({ parties, interests })).digest('hex')
