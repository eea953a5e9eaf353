// The requests for identities and prefills (specification 4.11).
import { z } from 'zod'
import { entityTypes } from '../../events/entity-types.ts'
import type { IdentityQuestion, PrefillQuestion } from '../../evidence/identities.ts'
import { parseAddress } from '../../evidence/matching/addresses.ts'
import { undescribed } from '../json-schema.ts'
import { memberLimits as limits } from '../limits.ts'
import { addressFrom } from './address.ts'
import { WebsiteItem } from './business.ts'
import { text } from './fields.ts'
import { TinItem } from './tin.ts'

const part = z.string().trim().max(limits.addressPart.most).nullish()

const AddressFilterItem = z
  .object({
    full_address: part,
    address_line1: part,
    address_line_1: part.clone().register(undescribed, {}),
    city: part,
    state: part,
    postal_code: part,
  })
  .meta({ id: 'AddressFilter', description: 'The known parts of an address; `address_line_1` is an accepted spelling.' })

export const Autocomplete = z
  .object({
    name: z
      .string()
      .trim()
      .min(limits.typedName.least)
      .max(limits.typedName.most)
      .meta({ description: 'As typed so far; at least 3 characters.' }),
    entity_type: z.enum(entityTypes).nullish(),
    addresses: z.array(AddressFilterItem).max(limits.addressFilters.most).nullish(),
  })
  .meta({ id: 'AutocompleteRequest', examples: [{ name: 'acme wid', entity_type: 'LLC', addresses: [{ state: 'OR' }] }] })

export const identityQuestion = ({ name, entity_type, addresses }: z.output<typeof Autocomplete>): IdentityQuestion => ({
  name,
  entityKind: entity_type ?? undefined,
  addresses: (addresses ?? []).flatMap((item) => {
    const { address } = item.full_address ? parseAddress({ full_address: item.full_address }) : { address: null }
    const filter = {
      address_line1: item.address_line1 || item.address_line_1 || address?.address_line1 || null,
      city: item.city || address?.city || null,
      state: item.state || address?.state || null,
      postal_code: item.postal_code || address?.postal_code || null,
    }
    return Object.values(filter).some((value) => value !== null) ? [filter] : []
  }),
})

export const PrefillBusinessRequest = z
  .object({
    names: z.array(text(limits.businessName.most)).max(limits.furtherNames.most).nullish(),
    addresses: z.array(text(limits.addressPart.most)).max(limits.addresses.most).nullish(),
    tin: TinItem.shape.tin.nullish(),
    website_url: WebsiteItem.shape.url.nullish(),
    autocomplete_result_id: text(limits.identityId.most).nullish().meta({ description: 'The `id` of a result of the autocomplete.' }),
  })
  .meta({ id: 'PrefillBusinessRequest', examples: [{ names: ['Acme Widgets LLC'], addresses: ['123 Main St, Portland, OR 97201'] }] })

/** null when the request has nothing to search by. */
export const prefillQuestion = (request: z.output<typeof PrefillBusinessRequest>): PrefillQuestion | null => {
  const names = request.names ?? []
  const { tin, website_url, autocomplete_result_id } = request
  if (names.length === 0 && !tin && !website_url && !autocomplete_result_id) return null
  return {
    names,
    addresses: (request.addresses ?? []).map((full_address) => addressFrom({ full_address }, '')),
    tin: tin?.replace(/\D/g, '') ?? null,
    website: website_url ?? null,
    identity: autocomplete_result_id ?? null,
  }
}

/** Many businesses share a name: a name alone would fill the form with another business's data. */
export const isNameAlone = ({ addresses, tin, website, identity }: PrefillQuestion): boolean =>
  addresses.length === 0 && tin === null && website === null && identity === null
