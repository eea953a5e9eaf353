// An address in a request, in one line or in parts (records.md, Addresses in requests), and its conversion.
import { z } from 'zod'
import type { IdentifiedAddress } from '../../events/parts.ts'
import { parseAddress } from '../../evidence/matching/addresses.ts'
import { inlineSchema } from '../json-schema.ts'
import { memberLimits as limits } from '../limits.ts'
import { predicate } from '../messages.ts'
import { optional, text } from './fields.ts'
import { StateCode } from './state-code.ts'

const postalCode = z.string().regex(/^\d{5}(-?\d{4})?$/, 'must be a ZIP code of five or nine digits')
const ComponentAddress = z.object({
  address_line1: text(limits.addressPart.most),
  address_line2: optional(z.string().trim().max(limits.addressPart.most)),
  city: text(limits.addressPart.most),
  state: StateCode,
  postal_code: optional(postalCode),
  country: optional(z.string().trim().max(limits.country.most)),
})
const FullAddress = z.object({ full_address: text(limits.addressPart.most) })

/** The members of both forms. */
const members = Object.fromEntries(
  [...Object.keys(FullAddress.shape), ...Object.keys(ComponentAddress.shape), 'address_line_1', 'address_line_2'].map((name) => [
    name,
    z.unknown().optional(),
  ]),
)

/** Either form; `address_line_1` and `address_line_2` are accepted spellings. */
export const AddressItem = z
  .object(members)
  .transform((address, context) => {
    const { address_line_1, address_line_2, ...rest } = withoutNulls(address)
    const item = {
      ...rest,
      ...(address_line_1 !== undefined && rest.address_line1 === undefined ? { address_line1: address_line_1 } : {}),
      ...(address_line_2 !== undefined && rest.address_line2 === undefined ? { address_line2: address_line_2 } : {}),
    }
    const parsed = ('full_address' in item && !('address_line1' in item) ? FullAddress : ComponentAddress).safeParse(item, {
      error: predicate,
    })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: valueAt(item, issue.path) } as never)
    return z.NEVER
  })
  .meta({
    id: 'AddressItem',
    description: 'In one line, or in its parts; `address_line_1` and `address_line_2` are accepted spellings.',
    anyOf: [inlineSchema(FullAddress), inlineSchema(ComponentAddress)],
    examples: [
      { full_address: '123 Main St, Portland, OR 97201' },
      { address_line1: '123 Main St', address_line2: 'Suite 4', city: 'Portland', state: 'OR', postal_code: '97201' },
    ],
  })

const withoutNulls = (address: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null))

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  )

export type AddressItem = z.output<typeof AddressItem>

/** The address in both forms, parsed and normalised. Parts that cannot be parsed stay as sent. */
export const addressFrom = (item: AddressItem, id: string): IdentifiedAddress => {
  const { address } = parseAddress(item)
  const sent: Partial<z.output<typeof ComponentAddress>> = 'full_address' in item ? {} : item
  const written =
    'full_address' in item
      ? item.full_address
      : [item.address_line1, item.address_line2, item.city, item.state, item.postal_code].filter(Boolean).join(', ')
  return {
    id,
    full_address: address?.full_address ?? written,
    address_line1: address?.address_line1 ?? sent.address_line1 ?? null,
    address_line2: address?.address_line2 ?? sent.address_line2 ?? null,
    city: address?.city ?? sent.city ?? null,
    // A state that was sent with another country than the United States is none to the parser.
    state: address?.state ?? sent.state ?? null,
    postal_code: address?.postal_code ?? sent.postal_code ?? null,
  }
}
