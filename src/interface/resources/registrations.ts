// A registration in responses, and the formation according to the registrations.
import type { z } from 'zod'
import type { Registration as FoundRegistration, PossibleMatch } from '../../events/business-evidence.ts'
import type { EvidenceFile } from '../../events/evidence-file.ts'
import type { Source } from '../../events/parts.ts'
import type { Formation, PossibleRegistration, Registration } from '../records/evidence.ts'

export const registrationResource = (
  businessId: string,
  registration: FoundRegistration & { readonly sources?: readonly Source[] },
): z.output<typeof Registration> => ({
  object: 'registration',
  id: registration.id,
  business_id: businessId,
  name: registration.name,
  status: registration.status,
  sub_status: registration.sub_status,
  status_details: registration.status_details,
  jurisdiction: registration.jurisdiction,
  entity_type: registration.entity_type,
  ...filedIn(registration.sources),
  file_number: registration.file_number,
  addresses: registration.addresses.map(({ full_address }) => full_address),
  officers: registration.officers.map(({ name, titles }) => ({ name, roles: titles })),
  ...(registration.registered_agent
    ? { registered_agent: { name: registration.registered_agent.name, address: registration.registered_agent.address } }
    : {}),
  ...(registration.registration_date ? { registration_date: registration.registration_date } : {}),
  ...(registration.formed_in ? { formed_in: registration.formed_in } : {}),
  state: registration.state as z.output<typeof Registration>['state'],
  ...(registration.source_url ? { source: registration.source_url } : {}),
})

/** The registry's wording of the kind of entity. */
const filedIn = (sources: readonly Source[] = []): { readonly filed_as?: string } => {
  const filed = sources.map(({ metadata }) => metadata.filed_as).find((each) => typeof each === 'string')
  return filed === undefined ? {} : { filed_as: filed }
}

export const possibleRegistration = (
  found: PossibleMatch & { readonly sources?: readonly Source[] },
): z.output<typeof PossibleRegistration> => ({
  object: 'possible_registration',
  id: found.id,
  name: found.name,
  status: found.status,
  jurisdiction: found.jurisdiction,
  entity_type: found.entity_type,
  ...filedIn(found.sources),
  file_number: found.file_number,
  ...(found.registration_date ? { registration_date: found.registration_date } : {}),
  state: found.state as z.output<typeof Registration>['state'],
  address: found.full_address,
  explanation: `${found.match.explanation}; ${found.reason}`,
  ...(found.source_url ? { source: found.source_url } : {}),
})

export const formationOf = ({ formation }: EvidenceFile): z.output<typeof Formation> | null =>
  formation && (formation.entity_type || formation.formation_date || formation.formation_state)
    ? {
        ...(formation.entity_type ? { entity_type: formation.entity_type } : {}),
        ...(formation.formation_date ? { formation_date: formation.formation_date } : {}),
        ...(formation.formation_state ? { formation_state: formation.formation_state } : {}),
        created_at: formation.created_at,
        updated_at: formation.updated_at,
        sources: [...formation.sources],
      }
    : null
