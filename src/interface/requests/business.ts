// What clients send about businesses (specification 4.1 and 4.2; records.md, Addresses in requests, Orders), and what is made of it.
import { z } from 'zod'
import type { NewOrder } from '../../commands/business.ts'
import type { Submitted } from '../../commands/business-state.ts'
import { defaultProducts, productRules } from '../../commands/products.ts'
import { products } from '../../events/business.ts'
import type { IdentifiedAddress, SubmittedPerson } from '../../events/parts.ts'
import { parseAddress } from '../../evidence/matching/addresses.ts'
import { Id } from '../ids.ts'
import { inlineSchema } from '../json-schema.ts'
import { predicate } from '../messages.ts'
import { Email } from './email.ts'
import { optional, text } from './fields.ts'
import { StateCode } from './state-code.ts'

export type { Product } from '../../events/business.ts'
export { productRules }

const postalCode = z.string().regex(/^\d{5}(-?\d{4})?$/, 'must be a ZIP code of five or nine digits')
const ComponentAddress = z.object({
  address_line1: text(500),
  address_line2: optional(z.string().trim().max(500)),
  city: text(500),
  state: StateCode,
  postal_code: optional(postalCode),
  country: optional(z.string().trim().max(100)),
})
const FullAddress = z.object({ full_address: text(500) })

/** Either form; `address_line_1` and `address_line_2` are accepted spellings. */
export const AddressItem = z
  .looseObject({})
  .transform((given, context) => {
    const { address_line_1, address_line_2, ...rest } = withoutNulls(given)
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

const withoutNulls = (given: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (held, key) => (typeof held === 'object' && held !== null ? (held as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  )

export type AddressItem = z.output<typeof AddressItem>

/** Nine digits, with or without the hyphens of an EIN or SSN. */
export const nineDigits = z
  .string()
  .trim()
  .regex(/^(\d{9}|\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/, 'must be nine digits, with or without hyphens')
  .meta({ description: 'Nine digits: `12-3456789` and `123456789` are EINs, `123-45-6789` is an SSN.' })

export const TinItem = z.object({ tin: nineDigits }).meta({ id: 'TinItem' })

export const WebsiteItem = z
  .object({
    url: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .transform(withScheme)
      .pipe(z.url({ protocol: /^https?$/, error: 'must be a web address' })),
  })
  .meta({ id: 'WebsiteItem' })

export const PersonItem = z
  .object({
    name: text(200),
    title: optional(z.string().trim().max(200)),
    email: optional(Email),
    phone: optional(z.string().trim().min(5).max(40)),
    dob: optional(z.iso.date()).meta({ description: 'Date of birth; with it or an `ssn` the person’s identity is checked (`kyc`).' }),
    ssn: optional(nineDigits).meta({ description: 'Shown but for its last four digits.' }),
  })
  .meta({ id: 'PersonItem', examples: [{ name: 'Ann Smith', title: 'Owner', email: 'ann@acme.example' }] })

export type PersonItem = z.output<typeof PersonItem>

const OrderOptions = z
  .object({
    person_match: z.boolean().optional().meta({
      description: 'Only with `tin`: a number that the tax authority has under the name of a submitted person counts as found.',
    }),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))

const OrderItem = z
  .object({
    product: z.enum(products),
    subproducts: optional(z.array(z.string()).max(10)).meta({ description: subproductsOf(productRules) }),
    options: optional(OrderOptions),
  })
  .meta({ id: 'OrderItem', examples: [{ product: 'identity', subproducts: ['web_analysis'] }] })

/** Which subproducts fit which product, in words. */
function subproductsOf(rules: typeof productRules): string {
  const named = Object.entries(rules).filter(([, { subproducts }]) => subproducts.length > 0)
  return named.map(([product, { subproducts }]) => `\`${product}\`: ${subproducts.map((each) => `\`${each}\``).join(', ')}`).join('; ')
}

const tags = z.array(text(100)).max(100)
const externalId = text(255)

/** Checked beside all other problems, so that they are all told at once; what is looked at may be wrong itself. */
const always = () => true

const unlessPrefilled = 'unless a `connection_id` fills it in, or every order is of the website with a subproduct.'

export const CreateBusiness = z
  .object({
    name: optional(text(500)).meta({ description: `Required, ${unlessPrefilled}` }),
    addresses: optional(z.array(AddressItem).max(20)).meta({ description: `At least one, ${unlessPrefilled}` }),
    tin: optional(TinItem),
    website: optional(WebsiteItem),
    people: optional(z.array(PersonItem).max(100)),
    external_id: optional(externalId).meta({ description: 'Yours; several businesses may bear the same.' }),
    unique_external_id: optional(externalId).meta({ description: 'Yours; no two businesses of an account bear the same.' }),
    tags: optional(tags),
    connection_id: optional(text(255).toLowerCase()).meta({
      description: 'A connection of one of your businesses: fills in the name and address.',
    }),
    orders: optional(z.array(OrderItem).max(30)).meta({
      description:
        'Without any, `business_verification_verify` is ordered, and `website`, `tin` and `kyc` where a website, a TIN or a person’s `dob` or `ssn` is given.',
    }),
  })
  .refine(({ name, ...rest }) => name !== undefined || mayLackNameAndAddress(rest), { path: ['name'], error: 'is required', when: always })
  .refine(({ addresses, ...rest }) => addresses !== undefined || mayLackNameAndAddress(rest), {
    path: ['addresses'],
    error: 'is required',
    when: always,
  })
  .refine(({ addresses, ...rest }) => addresses?.length !== 0 || mayLackNameAndAddress(rest), {
    path: ['addresses'],
    error: 'must hold at least one address',
    when: always,
  })
  .meta({
    id: 'CreateBusinessRequest',
    examples: [
      {
        name: 'Acme Widgets LLC',
        addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
        tin: { tin: '12-3456789' },
        website: { url: 'https://acme.example' },
        people: [{ name: 'Ann Smith', title: 'Owner' }],
        unique_external_id: 'customer-42',
        tags: ['onboarding'],
      },
    ],
  })

/** Name and addresses may be absent when a connection prefills them, or only the website is to be looked at (records.md, Finer points). */
function mayLackNameAndAddress({
  connection_id,
  website,
  orders,
}: {
  connection_id?: unknown
  website?: unknown
  orders?: unknown
}): boolean {
  if (connection_id !== undefined) return true
  return website !== undefined && Array.isArray(orders) && orders.length > 0 && orders.every(isWebsiteOnly)
}

function isWebsiteOnly(order: { readonly product?: unknown; readonly subproducts?: unknown } | null): boolean {
  const subproducts: readonly unknown[] = Array.isArray(order?.subproducts) ? order.subproducts : []
  return order?.product === 'website' && subproducts.some((each) => each === 'web_analysis' || each === 'industry_classification')
}

export const settableStatuses = ['in_review', 'approved', 'rejected'] as const

export const UpdateBusiness = z
  .object({
    name: optional(text(500)),
    status: optional(z.enum(settableStatuses)).meta({ description: 'A decision; not while orders run.' }),
    tin: TinItem.nullish(),
    addresses: optional(z.array(AddressItem).min(1).max(20)),
    people: optional(z.array(PersonItem).max(100)),
    external_id: externalId.nullish(),
    unique_external_id: externalId.nullish(),
    tags: optional(tags),
  })
  .meta({ id: 'UpdateBusinessRequest', examples: [{ status: 'approved' }, { tags: ['onboarding', 'vip'] }] })

export const PlaceOrder = OrderItem.meta({
  id: 'CreateOrderRequest',
  examples: [{ product: 'documents', subproducts: ['articles_of_incorporation'] }],
})

export const UpdateOrder = z
  .object({
    assignee_id: optional(Id).meta({ description: 'A user of the account.' }),
    status: optional(z.string().trim().min(1).max(64)).meta({ description: 'Shown as it is; the work on the order goes on.' }),
  })
  .meta({ id: 'UpdateOrderRequest', examples: [{ status: 'approved' }] })

/** The address in both its forms, parsed and normalised; what cannot be read stays as it was sent. */
export const addressFrom = (item: AddressItem, id: string): IdentifiedAddress => {
  const { address } = parseAddress(item)
  const given =
    'full_address' in item
      ? item.full_address
      : [item.address_line1, item.address_line2, item.city, item.state, item.postal_code].filter(Boolean).join(', ')
  return {
    id,
    full_address: address?.full_address ?? given,
    address_line1: address?.address_line1 ?? null,
    address_line2: address?.address_line2 ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    postal_code: address?.postal_code ?? null,
  }
}

export const personFrom = (item: PersonItem, id: string): SubmittedPerson => ({
  id,
  name: item.name,
  title: item.title ?? null,
  email: item.email ?? null,
  phone: item.phone ?? null,
  dob: item.dob ?? null,
  ssn: item.ssn?.replaceAll('-', '') ?? null,
})

/** Digits, and what their writing says they are: `12-3456789` is an EIN, `123-45-6789` an SSN; nine digits alone are taken for an EIN. */
export const tinFrom = (tin: string | undefined): Pick<Submitted, 'tin' | 'tin_type'> =>
  tin === undefined ? { tin: null, tin_type: null } : { tin: tin.replaceAll('-', ''), tin_type: /^\d{3}-/.test(tin) ? 'ssn' : 'ein' }

export const orderFrom = (item: z.output<typeof OrderItem>, id: string, requester: NewOrder['requester']): NewOrder => ({
  order_id: id,
  product: item.product,
  subproducts: item.subproducts ?? [],
  options: item.options ?? {},
  requester,
})

/** Where a business names the account, its orders name an API key. */
export const orderRequester = ({ id, type }: Submitted['requester']): NewOrder['requester'] => ({
  id,
  type: type === 'user' ? 'user' : 'api_key',
})

/** The business that a request describes, and its orders. `idOf` gives what they are made of their ids. */
export const businessFrom = (
  request: z.output<typeof CreateBusiness>,
  { id, mode, requester, idOf }: Pick<Submitted, 'mode' | 'requester'> & { readonly id: string; readonly idOf: (what: string) => string },
): { readonly business: Submitted; readonly orders: readonly NewOrder[] } => {
  const business: Submitted = {
    business_id: id,
    mode,
    name: request.name ?? '',
    addresses: (request.addresses ?? []).map((item, index) => addressFrom(item, idOf(`address-${index}`))),
    people: (request.people ?? []).map((item, index) => personFrom(item, idOf(`person-${index}`))),
    ...tinFrom(request.tin?.tin),
    website: request.website ?? null,
    phone_numbers: [],
    external_id: request.external_id ?? null,
    unique_external_id: request.unique_external_id ?? null,
    tags: request.tags ?? [],
    business_batch_id: null,
    connection_id: request.connection_id ?? null,
    requester,
  }
  const items = request.orders?.length ? request.orders : defaultProducts(business).map((product) => ({ product }))
  const orders = items.map((item, index) =>
    orderFrom({ subproducts: undefined, options: undefined, ...item }, idOf(`order-${index}`), orderRequester(requester)),
  )
  return { business, orders }
}

function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
}
