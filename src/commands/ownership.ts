// Certifying who owns a business. The structure itself is part of the business; the certification of it decides in the business's stream.
import { createHash } from 'node:crypto'
import type { BusinessEvent } from '../events/business.ts'
import { canonicalJson } from '../events/canonical-json.ts'
import type { OwnershipEvent, SubmittedOwnership } from '../events/ownership.ts'
import type { Aggregate } from './decider.ts'
import { refused } from './refused.ts'

type Certification = Omit<OwnershipEvent['data']['certification'], 'structure_sha256'>
export type OwnershipCommand = { readonly type: 'CertifyOwnership'; readonly certification: Certification }

type OwnershipState = { readonly businessExists: boolean; readonly structure: SubmittedOwnership | null }

export const ownership: Aggregate<OwnershipState, OwnershipCommand, BusinessEvent | OwnershipEvent> = {
  name: 'ownership',
  of: 'business',
  initial: { businessExists: false, structure: null },
  evolve: (state, event) => {
    if (event.type === 'BusinessCreated') return { businessExists: true, structure: event.data.ownership ?? null }
    if (event.type !== 'BusinessUpdated' || event.data.ownership === undefined) return state
    return { ...state, structure: event.data.ownership }
  },
  decide: ({ certification }, { businessExists, structure }) => {
    if (!businessExists) throw refused('business_not_found')
    if (structure === null || structure.interests.length === 0) throw refused('ownership_missing', 'ownership')
    return [{ type: 'OwnershipCertified', data: { certification: { ...certification, structure_sha256: structureHash(structure) } } }]
  },
}

/** By which a certification and the structure that it is about are compared. */
export const structureHash = (structure: SubmittedOwnership): string => createHash('sha256').update(canonicalJson(structure)).digest('hex')
