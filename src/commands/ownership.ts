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
    if (!submitted || event.type === 'ExampleRemoved') return { submitted: null }
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

/** SHA-256 by which a certification and the structure that it is about are compared: the order in which the owners are told does not matter. */
export const structureHash = ({ parties, interests }: SubmittedOwnership): string =>
  hashOf({ parties: inOrder(parties), interests: inOrder(interests) })

/** Whether the structure is the one with this hash. Certifications of release 0.2 hash it in the order in which it was told. */
export const isCertified = ({ parties, interests }: SubmittedOwnership, sha256: string): boolean =>
  [structureHash({ parties, interests }), hashOf({ parties, interests })].includes(sha256)

const inOrder = <Each extends object>(all: readonly Each[]): Each[] =>
  all.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1))

const hashOf = (structure: SubmittedOwnership): string => createHash('sha256').update(canonicalJson(structure)).digest('hex')
