// An address in a request, in one line or in parts (records.md, Addresses in requests), and its conversion.
import { z } from 'zod'
import type { IdentifiedAddress } from '../../events/parts.ts'
import { type Address, countryOf, parseAddress } from '../../evidence/matching/addresses.ts'
import { inlineSchema, undescribed } from '../json-schema.ts'
import { memberLimits as limits } from '../limits.ts'
import { predicate } from '../messages.ts'
import { passedOver } from '../passed-over.ts'
import { optional, text } from './fields.ts'
import { StateCode } from './state-code.ts'

const postalCode = z.string().regex(/^\d{5}(-?\d{4})?$/, 'must be a ZIP code of five or nine digits')
const line2 = optional(z.string().trim().max(limits.addressPart.most))
const country = optional(z.string().trim().max(limits.country.most))
const ComponentAddress = z.object({
  address_line1: text(limits.addressPart.most),
  address_line2: line2,
  city: text(limits.addressPart.most),
  state: StateCode,
  postal_code: optional(postalCode),
  country,
})
const FullAddress = z.object({ full_address: text(limits.addressPart.most), address_line2: line2, country })
/** Beside a whole address these are not used, but a value of the wrong type is still refused. */
const besideFull = { city: z.string().optional(), state: z.string().optional(), postal_code: z.string().optional() }
/** Made once: the library compiles a schema when it is used first. */
const FullAddressAndMore = FullAddress.extend(besideFull)

/** The members of both forms, and their other spellings. */
const members = Object.fromEntries([
  ...[...Object.keys(FullAddress.shape), ...Object.keys(ComponentAddress.shape)].map((name) => [name, z.unknown().optional()]),
  ...['address_line_1', 'address_line_2'].map((name) => [name, z.unknown().optional().register(undescribed, {})]),
])

const withoutNulls = (address: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null))

const aliases = { address_line_1: 'address_line1', address_line_2: 'address_line2' } as const

/** With the usual names alone. */
const withoutAliases = (sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { address_line_1: address_line1, address_line_2: address_line2, ...rest } = sent
  return withoutUndefined({ ...withoutUndefined({ address_line1, address_line2 }), ...withoutUndefined(rest) })
}

const withoutUndefined = (members: object) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

const isFull = (item: object): boolean => 'full_address' in item && !('address_line1' in item)

/** What is sent beside what is used of an address. */
const notUsed = (address: object): readonly string[] => {
  const sent = withoutNulls(address)
  const item = withoutAliases(sent)
  const twice = Object.entries(aliases).flatMap(([alias, name]) => (sent[alias] !== undefined && sent[alias] !== item[name] ? [alias] : []))
  if (!isFull(item)) return 'full_address' in item ? ['full_address', ...twice] : twice
  if (Object.keys(item).length === 1) return twice
  const parsed = FullAddress.safeParse(item)
  if (!parsed.success) return []
  const { hasUnit, hasCountry } = whole(parsed.data)
  const unit = 'address_line2' in sent ? 'address_line2' : 'address_line_2'
  return [
    ...Object.keys(besideFull).filter((name) => name in sent),
    ...(hasUnit ? [] : [unit]),
    ...(hasCountry ? [] : ['country']),
    ...twice,
  ]
}

/** Either form; `address_line_1` and `address_line_2` are accepted spellings. */
export const AddressItem = z
  .object(members)
  .register(passedOver, { namesIn: notUsed })
  .transform((address, context): AddressItem => {
    const item = withoutAliases(withoutNulls(address))
    const parsed = (isFull(item) ? FullAddressAndMore : ComponentAddress).safeParse(item, { error: predicate })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: valueAt(item, issue.path) } as never)
    return z.NEVER
  })
  .meta({
    id: 'AddressItem',
    description: 'In one line, or in its parts; `address_line_1` and `address_line_2` are accepted spellings.',
    // Generators of clients name the two forms by these titles.
    anyOf: [
      { title: 'FullAddress', ...inlineSchema(FullAddress) },
      { title: 'ComponentAddress', ...inlineSchema(ComponentAddress) },
    ],
    examples: [
      { full_address: '123 Main St, Portland, OR 97201' },
      { address_line1: '123 Main St', address_line2: 'Suite 4', city: 'Portland', state: 'OR', postal_code: '97201' },
    ],
  })

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  )

type Full = { readonly full_address: string; readonly address_line2?: string | undefined; readonly country?: string | undefined }
export type AddressItem = z.output<typeof ComponentAddress> | Full

/** An address in one line, with the unit and the country that were sent beside it where it lacks them, and whether it has them then. */
const whole = ({ full_address, address_line2, country }: Full) => {
  const { address } = parseAddress({ full_address })
  const within = address && address_line2 ? parseAddress({ ...address, full_address: '', address_line2 }).address : address
  const hasUnit = !address_line2 || (!!address?.address_line1 && [null, within?.address_line2].includes(address.address_line2))
  const known = hasUnit ? within : address
  const sent = countryOf(country ?? '')
  const isElsewhere = known?.country === 'US' && sent !== 'US'
  const hasCountry = !country || isElsewhere || known?.country.toLowerCase() === sent.toLowerCase()
  const abroad: Address | null = known && isElsewhere ? { ...known, full_address: `${known.full_address}, ${sent}` } : known
  return { address: abroad, hasUnit, hasCountry }
}

/** The address in both forms, parsed and normalised. Parts that cannot be parsed stay as sent. */
export const addressFrom = (item: AddressItem, id: string): IdentifiedAddress => {
  const { address } = 'full_address' in item ? whole(item) : parseAddress(item)
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
