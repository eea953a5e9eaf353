// The requests about businesses (specification 4.1 and 4.2; records.md, Addresses in requests, Orders), and their conversion.
import { z } from 'zod'
import type { NewOrder } from '../../commands/business-orders.ts'
import type { Created, Submitted } from '../../commands/business-state.ts'
import { defaultProducts, productRules } from '../../commands/products.ts'
import { products } from '../../events/business.ts'
import { entityTypes } from '../../events/entity-types.ts'
import { Id } from '../ids.ts'
import { AddressItem, addressFrom } from './address.ts'
import { Email } from './email.ts'
import { distinct, optional, orNull, phoneNumber, text, webAddress } from './fields.ts'
import { LeiText } from './lei.ts'
import { OwnershipList, ownershipFrom } from './ownership.ts'
import { PeopleList, personFrom } from './person.ts'
import { StateCode } from './state-code.ts'
import { TinItem, tinFrom } from './tin.ts'

export type { Product } from '../../events/business.ts'

import { memberLimits as limits } from '../limits.ts'

export { productRules }

export const WebsiteItem = z.object({ url: webAddress(limits.url.most) }).meta({ id: 'WebsiteItem' })

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
    subproducts: optional(z.array(z.string()).max(limits.subproducts.most).overwrite(distinct)).meta({
      description: subproductsOf(productRules),
    }),
    options: optional(OrderOptions),
  })
  .meta({ id: 'OrderItem', examples: [{ product: 'identity', subproducts: ['web_analysis'] }] })

/** The subproducts of each product, in words. */
function subproductsOf(rules: typeof productRules): string {
  const named = Object.entries(rules).filter(([, { subproducts }]) => subproducts.length > 0)
  return named.map(([product, { subproducts }]) => `\`${product}\`: ${subproducts.map((each) => `\`${each}\``).join(', ')}`).join('; ')
}

/** The fields that a creation and an update share. */
const further = {
  names: optional(
    z.array(z.object({ name: text(limits.businessName.most), type: optional(z.enum(['legal', 'dba'])) })).max(limits.furtherNames.most),
  ).meta({
    description: 'Further names, such as assumed business names (`dba`).',
  }),
  phone_numbers: optional(z.array(z.object({ phone_number: phoneNumber })).max(limits.phoneNumbers.most)),
  email_addresses: optional(z.array(z.object({ email_address: Email })).max(limits.emailAddresses.most)),
}

const ownership = {
  description:
    'Who owns and controls it, through chains of companies. Everyone in it is screened like the business. An update replaces the whole list.',
}

const lei = { description: 'Its legal entity identifier (ISO 17442), in letters of either case. Its record is looked up and monitored.' }

const FormationItem = z
  .object({
    entity_type: orNull(
      z
        .string()
        .trim()
        .transform((type) => type.toUpperCase().replace(/[\s-]+/g, '_'))
        .pipe(z.enum(entityTypes))
        .meta({ enum: [...entityTypes] }),
    ),
    formation_date: orNull(z.iso.date()),
    formation_state: orNull(StateCode),
  })
  .meta({ id: 'FormationItem', examples: [{ entity_type: 'LLC', formation_date: '2012-03-14', formation_state: 'OR' }] })

const tags = z.array(text(limits.tag.most)).max(limits.tags.most).overwrite(distinct)
const externalId = text(limits.externalId.most)

/** Checked together with everything else, so that all problems are reported at once. The values may be invalid themselves. */
const always = () => true
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const unlessPrefilled = 'unless a `connection_id` fills it in, or every order is of the website with a subproduct.'

export const CreateBusiness = z
  .object({
    name: optional(text(limits.businessName.most)).meta({ description: `Required, ${unlessPrefilled}` }),
    addresses: optional(z.array(AddressItem).max(limits.addresses.most)).meta({ description: `At least one, ${unlessPrefilled}` }),
    tin: optional(TinItem),
    website: optional(WebsiteItem),
    people: optional(PeopleList),
    ...further,
    ownership: optional(OwnershipList).meta(ownership),
    lei: optional(LeiText).meta(lei),
    formation: optional(FormationItem).meta({ description: 'What you were told about it: it is compared with what is found.' }),
    assignee_id: optional(Id).meta({ description: 'The user of the account who is to look at it.' }),
    external_id: optional(externalId).meta({ description: 'Yours; several businesses may have the same.' }),
    unique_external_id: optional(externalId).meta({ description: 'Yours; no two businesses of an account bear the same.' }),
    tags: optional(tags),
    connection_id: optional(text(limits.connectionId.most).toLowerCase()).meta({
      description: 'A connection of one of your businesses: fills in the name and address.',
    }),
    orders: optional(z.array(OrderItem).max(limits.orders.most)).meta({
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
  .refine(({ addresses, ...rest }) => !isEmptyList(addresses) || mayLackNameAndAddress(rest), {
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

/**
 * Name and addresses may be absent when a connection prefills them, or only the website is checked (records.md, Finer points). Where the website is
 * absent too, that is what its orders lack.
 */
function mayLackNameAndAddress({ connection_id, orders }: { connection_id?: unknown; orders?: unknown }): boolean {
  return connection_id !== undefined || (Array.isArray(orders) && orders.length > 0 && orders.every(isWebsiteOnly))
}

function isWebsiteOnly(order: { readonly product?: unknown; readonly subproducts?: unknown } | null): boolean {
  const subproducts: readonly unknown[] = Array.isArray(order?.subproducts) ? order.subproducts : []
  return order?.product === 'website' && subproducts.some((each) => each === 'web_analysis' || each === 'industry_classification')
}

export const settableStatuses = ['in_review', 'approved', 'rejected'] as const

const ReasonItem = z
  .object({
    code: text(limits.reasonCode.most).meta({ description: 'From the list of the account (`GET /v1/notice_settings`), or `other`.' }),
    text: optional(text(limits.reasonText.most)).meta({ description: 'Only of the reason `other`, which needs it.' }),
    findings: optional(z.array(text(limits.finding.most)).max(limits.findings.most)).meta({
      description: 'What it rests on: keys of review tasks, and ids of watchlist hits and owner discrepancies.',
    }),
  })
  .meta({ id: 'DecisionReasonItem', examples: [{ code: 'not_registered', findings: ['sos_match'] }] })

export const UpdateBusiness = z
  .object({
    name: optional(text(limits.businessName.most)),
    status: optional(z.enum(settableStatuses)).meta({ description: 'A decision; not while orders run.' }),
    status_reason: optional(text(limits.reason.most)).meta({
      description:
        'With a `status`: why it is decided so. An approval over undismissed watchlist hits is recorded as an override with this reason.',
    }),
    status_reasons: optional(z.array(ReasonItem).min(1).max(limits.statusReasons.most)).meta({
      description: 'With a `status`: the reasons, the most important first. A notice for the applicant states the first four.',
    }),
    tin: TinItem.nullish(),
    addresses: optional(z.array(AddressItem).min(1).max(limits.addresses.most)),
    people: optional(PeopleList),
    ...further,
    ownership: OwnershipList.nullish().meta(ownership),
    lei: LeiText.nullish().meta(lei),
    formation: FormationItem.nullish(),
    assignee_id: Id.nullish().meta({ description: 'The user of the account to assign it to; null: nobody.' }),
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
    assignee_id: Id.nullish().meta({ description: 'The user of the account to assign it to; null: nobody.' }),
    status: optional(text(limits.orderStatus.most)).meta({ description: 'Shown as it is; the work on the order goes on.' }),
  })
  .meta({ id: 'UpdateOrderRequest', examples: [{ status: 'approved' }] })

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

type Ids = (what: string) => string

export const phonesFrom = (items: z.output<typeof CreateBusiness>['phone_numbers'] = [], idOf: Ids): Submitted['phone_numbers'] =>
  items.map(({ phone_number: number }, index) => ({ id: idOf(`phone-${index}`), number }))

/** The further names and e-mail addresses of a request, if any. */
export const contactsFrom = (
  { names, email_addresses }: Pick<z.output<typeof CreateBusiness>, 'names' | 'email_addresses'>,
  idOf: Ids,
): Pick<Created, 'names' | 'email_addresses'> => ({
  ...(names ? { names: names.map(({ name, type }, index) => ({ id: idOf(`name-${index}`), name, type: type ?? null })) } : {}),
  ...(email_addresses
    ? { email_addresses: email_addresses.map(({ email_address: email }, index) => ({ id: idOf(`email-${index}`), email })) }
    : {}),
})

/** The business that a request describes, and its orders. `idOf` makes the ids. */
export const businessFrom = (
  request: z.output<typeof CreateBusiness>,
  { id, mode, requester, idOf }: Pick<Submitted, 'mode' | 'requester'> & { readonly id: string; readonly idOf: (what: string) => string },
): { readonly business: Created; readonly orders: readonly NewOrder[] } => {
  const people = (request.people ?? []).map((item, index) => personFrom(item, idOf(`person-${index}`)))
  const business: Created = {
    business_id: id,
    mode,
    name: request.name ?? '',
    addresses: (request.addresses ?? []).map((item, index) => addressFrom(item, idOf(`address-${index}`))),
    people,
    ...tinFrom(request.tin?.tin),
    website: request.website ?? null,
    ...contactsFrom(request, idOf),
    phone_numbers: phonesFrom(request.phone_numbers, idOf),
    ...(request.formation ? { formation: request.formation } : {}),
    ...(request.lei ? { lei: request.lei } : {}),
    ...(request.ownership
      ? { ownership: ownershipFrom(request.ownership, { businessId: id, name: request.name ?? '', people, idOf }) }
      : {}),
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
