// Pieces that several aggregates' events share: sources, addresses, people, review tasks.
import { z } from 'zod'
import { inOrder } from './canonical-json.ts'
import { personal, subjectOf } from './define.ts'

/** Where something comes from. */
export const Source = z.object({
  id: z.uuid(),
  /** The kind of data set in snake case: `or_sos`, `fl_sunbiz`, `ofac_sdn`, `irs_eo`, `sandbox`, `submitted`, ... */
  type: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type Source = z.output<typeof Source>

/**
 * The source in the order in which events hold it. It stands in many events, each of which would order it again.
 * @example
 * const { metadata } = sourceInOrder({ id: '0198c0de-0000-7000-8000-000000000001', type: 'sandbox', metadata: { version: '1', row: 'all' } })
 * Object.keys(metadata) // => ['row', 'version']
 */
export const sourceInOrder = <Metadata extends Source['metadata']>({ id, metadata, type }: Source & { readonly metadata: Metadata }) => ({
  id,
  metadata: inOrder<Metadata>(metadata),
  type,
})

export const Sources = z.array(Source)

/** The `row` of a source that is a whole data set. */
export const wholeRow = 'all'

/** What the sources of an address's assessment may carry. A row with a ZIP code carries its place, and nothing else. */
const addressClaims = ['location', 'registered_agent', 'location_count', 'comparison'] as const
export type AddressClaim = (typeof addressClaims)[number]

/** The source, noted as carrying these claims and no others. */
export const carrying = <Each extends Source>(source: Each, ...claims: readonly AddressClaim[]): Each => ({
  ...source,
  metadata: inOrder({ ...source.metadata, carries: claims.join(', ') }),
})

/** The sources that carry a claim. Those that do not say what they carry were noted before sources said so, and carry everything. */
export const carriersOf = <Each extends Source>(sources: readonly Each[], claim: AddressClaim): readonly Each[] =>
  sources.filter(({ metadata: { carries } }) => carries === undefined || String(carries).split(', ').includes(claim))

/**
 * Whether it is a legal entity identifier with the right check digits (ISO 17442; ISO 7064, modulo 97-10: letters count from 10 to 35).
 * @example
 * isLei('5493001KJTIIGC8Y1R12') // => true
 * isLei('5493001KJTIIGC8Y1R13') // => false
 */
export const isLei = (lei: string): boolean =>
  /^[0-9A-Z]{18}[0-9]{2}$/.test(lei) && [...lei].reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0) === 1

export const AddressParts = z.object({
  full_address: z.string(),
  address_line1: z.string().nullable(),
  address_line2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postal_code: z.string().nullable(),
  latitude: z.number().nullable().optional(),
  longitude: z.number().nullable().optional(),
})
export type AddressParts = z.output<typeof AddressParts>

/** The lines of an address by themselves. */
export const addressLines = ({ full_address, address_line1, address_line2, city, state, postal_code }: AddressParts) => ({
  full_address,
  address_line1,
  address_line2,
  city,
  state,
  postal_code,
})

export const IdentifiedAddress = AddressParts.extend({ id: z.uuid() })
export type IdentifiedAddress = z.output<typeof IdentifiedAddress>

/** A person as the client submitted them; each is the subject of their own data. */
export const SubmittedPerson = subjectOf(
  'id',
  z.object({
    id: z.uuid(),
    name: personal(z.string()),
    title: z.string().nullable(),
    /** All titles, where more than one may have been submitted. */
    titles: z.array(z.string()).optional(),
    email: personal(z.string().nullable()),
    phone: personal(z.string().nullable()),
    dob: personal(z.string().nullable()),
    ssn: personal(z.string().nullable()),
    /** Of the business, in percent. */
    ownership_percentage: personal(z.number().nullable().optional()),
  }),
)
export type SubmittedPerson = z.output<typeof SubmittedPerson>

/** A person as a registry names them. */
export const NamedPerson = subjectOf('id', z.object({ id: z.uuid(), name: personal(z.string()), titles: z.array(z.string()) }))
export type NamedPerson = z.output<typeof NamedPerson>

/**
 * The digits that identify a US telephone number, with or without the country's code before it.
 * @example
 * lastTenDigits('+1 (503) 555-0100') // => '5035550100'
 */
export const lastTenDigits = (number: string): string => number.replace(/\D/g, '').slice(-10)

/** The first of each key, in their order. */
export const firstOfEach = <Each>(all: readonly Each[], keyOf: (each: Each) => string): Each[] => {
  if (all.length < 2) return [...all]
  const first = new Map<string, Each>()
  for (const each of all) {
    const key = keyOf(each)
    if (!first.has(key)) first.set(key, each)
  }
  return [...first.values()]
}

/** The first of each id, in their order. */
export const unique = <Each extends { readonly id: string }>(all: readonly Each[]): Each[] => firstOfEach(all, ({ id }) => id)

const taskStatuses = ['success', 'failure', 'warning', 'neutral'] as const

export const ReviewTask = z.object({
  category: z.string(),
  key: z.string(),
  label: z.string(),
  name: z.string(),
  status: z.enum(taskStatuses),
  sub_label: z.string(),
  /** Names no person and quotes no number: it is in the log in plain text. */
  message: z.string(),
  sources: Sources,
})
export type ReviewTask = z.output<typeof ReviewTask>
