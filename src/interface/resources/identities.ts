// Identities and prefills in responses.
import type { z } from 'zod'
import { addressLines } from '../../events/parts.ts'
import type { Identity, Prefill } from '../../evidence/identities.ts'
import type { LabelledAddress } from '../../evidence/ports.ts'
import type { BusinessIdentity, PrefillBusiness } from '../records/identities.ts'

const addressOf = (address: LabelledAddress) => ({ ...addressLines(address), labels: [...address.labels] })

const peopleOf = (people: Identity['people']) => people.map(({ name, titles }) => ({ name, titles: [...titles] }))

export const identityResource = ({ id, names, addresses, people, entity_type }: Identity): z.output<typeof BusinessIdentity> => ({
  id,
  names: names.map(({ name, type }) => ({ name, type })),
  addresses: addresses.map(addressOf),
  people: peopleOf(people),
  entity_type,
})

/** Only the last four digits of a tax number are shown. An unknown business has empty lists. */
export const prefillResource = (found: Prefill | null): z.output<typeof PrefillBusiness> => ({
  object: 'prefill_business',
  names: (found?.names ?? []).map(({ name, type }) => ({ name, type })),
  addresses: (found?.addresses ?? []).map(addressOf),
  tin: found?.tin ? { last_four: found.tin.slice(-4), tin_type: 'ein' } : null,
  formation: { entity_type: found?.entity_type ?? null },
  industry_classifications: (found?.industries ?? []).map(({ sources: _, ...industry }) => ({
    ...industry,
    naics_codes: [...industry.naics_codes],
    sic_codes: [...industry.sic_codes],
    mcc_codes: [...industry.mcc_codes],
    prohibited_labels: [...industry.prohibited_labels],
  })),
  people: peopleOf(found?.people ?? []),
  website: found?.website ? { url: found.website } : null,
})
