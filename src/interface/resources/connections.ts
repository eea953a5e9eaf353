// Connections between a business and others in responses.
import type { z } from 'zod'
import { derivedId } from '../../events/derived-id.ts'
import type { Link, LinkKind } from '../../evidence/links.ts'
import type { Connected } from '../../projections/connections.ts'
import type { Connection } from '../records/connections.ts'

export const connectionResource = (
  businessId: string,
  { id, name, businessId: connected_business_id, links, confidence }: Connected & { readonly confidence: number },
): z.output<typeof Connection> => {
  const of = (kind: LinkKind) => links.filter((link) => link.kind === kind)
  const named = ({ label, titles, sources }: Link) => ({ name: label, titles: [...titles], sources: [...sources] })
  return {
    object: 'connection',
    id: derivedId(`connection/${id}`, businessId),
    name,
    confidence,
    connected_business_id,
    connecting_people: of('person').map(named),
    connecting_addresses: of('address').map(({ label, titles, sources }) => ({
      full_address: label,
      labels: [...titles],
      sources: [...sources],
    })),
    connecting_businesses: of('business').map(named),
  }
}
