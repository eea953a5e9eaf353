// What clients send about liens (specification 4.6; records.md, Liens), and what is made of it.
import { z } from 'zod'
import { longestCollateral, problemsOf } from '../../commands/lien-rules.ts'
import { Refused } from '../../commands/refused.ts'
import { alternativeDesignations, type LienEvent, type LienParty } from '../../events/lien.ts'
import { ApiError, refusalEntry, refusalStatus } from '../errors.ts'
import { type ErrorEntry, entriesOf, predicate } from '../messages.ts'
import { State } from '../records/common.ts'
import { AddressItem, addressFrom } from './business.ts'

type Requested = Extract<LienEvent, { type: 'LienRequested' }>['data']
/** A filing as the rules of the state look at it. */
export type Filing = Pick<
  Requested,
  'state' | 'debtors' | 'secured_parties' | 'collateral' | 'loan_principal_amount_cents' | 'alternative_designation'
>

const text = (longest: number) => z.string().trim().min(1).max(longest)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)

const names = {
  organization_name: optional(text(300)),
  first_name: optional(text(100)),
  last_name: optional(text(100)),
}

/** Names and the one address are told by the rules of filing, so that all problems of an entry come at once. */
const DebtorItem = z
  .object({ ...names, addresses: z.array(AddressItem).nullish() })
  .refine(({ organization_name, first_name, last_name }) => organization_name || !first_name || last_name, {
    path: ['last_name'],
    error: 'is required beside first_name',
  })
  .refine(({ organization_name, first_name, last_name }) => organization_name || !last_name || first_name, {
    path: ['first_name'],
    error: 'is required beside last_name',
  })
  .meta({ id: 'LienDebtor' })

/** `name` is an accepted spelling of `organization_name`. */
export const SecuredPartyItem = z
  .object({ ...names, name: optional(text(300)), addresses: z.array(AddressItem).nullish() })
  .meta({ id: 'LienSecuredParty' })

/** Read by itself, because what is wrong with it is a 400 and not a 422 (specification 4.6). */
const unread = (schema: z.ZodType) => z.unknown().meta({ ...(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as object) })

const entry = {
  debtors: z.array(DebtorItem).max(1000),
  secured_parties: unread(z.array(z.object({ organization_name: z.string(), addresses: z.array(z.object({})) }))).optional(),
  secured_party: unread(z.object({ organization_name: z.string(), addresses: z.array(z.object({})) })).optional(),
  collateral: optional(z.string().trim().max(longestCollateral)),
  loan_principal_amount_cents: optional(z.int().min(0)),
  packet_number: optional(text(100)),
  alternative_designation: optional(z.enum(alternativeDesignations)),
}

export const LienEntry = z.object({ ...entry, state: State }).meta({ id: 'LienEntry' })

export const CreateLien = z
  .object({ ...entry, state: optional(State), states: z.array(State).min(1).max(60).nullish() })
  .refine(({ state, states }) => state !== undefined || (states !== undefined && states !== null), {
    path: ['state'],
    error: 'is required, or states',
    when: () => true,
  })
  .meta({ id: 'CreateLienRequest' })

export const CreateLienBatch = z
  .object({
    liens: z
      .array(z.unknown())
      .min(1)
      .max(50)
      .meta({ items: { $ref: '#/components/schemas/LienEntry' } }),
  })
  .meta({ id: 'CreateLienBatchRequest' })

export const TerminateLien = z.object({ packet_number: optional(text(100)) }).meta({ id: 'TerminateLienRequest' })

export type Defaults = { readonly secured_parties: readonly LienParty[]; readonly collateral: string | null }
/** An id for the party named so. */
type PartyId = (what: string) => string

type PartyItem = {
  readonly organization_name?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly addresses?: readonly z.output<typeof AddressItem>[] | null | undefined
}

export const partyFrom = (item: PartyItem, id: string): LienParty => ({
  id,
  organization_name: item.organization_name ?? null,
  first_name: item.first_name ?? null,
  last_name: item.last_name ?? null,
  addresses: (item.addresses ?? []).map((address) => {
    const { id: _, ...parts } = addressFrom(address, id)
    return parts
  }),
})

/** The secured parties of an entry: the list, the single one, or the account's. @throws ApiError 400 when they cannot be read */
const securedParties = (
  { secured_parties, secured_party }: { readonly secured_parties?: unknown; readonly secured_party?: unknown },
  defaults: Defaults,
  partyId: PartyId,
  at: string,
): LienParty[] => {
  const [field, given] = hasItems(secured_parties)
    ? (['secured_parties', secured_parties] as const)
    : (['secured_party', secured_party ?? undefined] as const)
  if (given === undefined) return [...defaults.secured_parties]
  const parsed =
    field === 'secured_party'
      ? z.object({ secured_party: SecuredPartyItem }).safeParse({ secured_party: given }, { error: predicate })
      : z.object({ secured_parties: z.array(SecuredPartyItem).max(100) }).safeParse({ secured_parties: given }, { error: predicate })
  if (!parsed.success) throw new ApiError(400, under(at, entriesOf(parsed.error.issues)))
  const items = 'secured_party' in parsed.data ? [parsed.data.secured_party] : parsed.data.secured_parties
  return items.map((item, index) =>
    partyFrom({ ...item, organization_name: item.organization_name ?? item.name }, partyId(`secured_party-${index}`)),
  )
}

const hasItems = (given: unknown): boolean => given !== undefined && given !== null && !(Array.isArray(given) && given.length === 0)

/** Paths within an entry as paths within the body: `debtors` → `liens.1.debtors`. */
const under = (at: string, entries: readonly ErrorEntry[]): readonly ErrorEntry[] =>
  entries.map((each) => (each.parameter === undefined ? each : { ...each, parameter: `${at}${each.parameter}` }))

type EntryFields = Omit<z.output<typeof LienEntry>, 'state' | 'packet_number'>

/**
 * The filing that an entry asks for in a state. `at` is the path of the entry in the body, such as `liens.1.`.
 * @throws ApiError with everything that is wrong with it: 400 when only its secured parties are, else 422
 */
export const filingFrom = (
  fields: EntryFields,
  { state, defaults, partyId, at = '' }: { state: string; defaults: Defaults; partyId: PartyId; at?: string },
): Filing => {
  const filing: Filing = {
    state,
    debtors: fields.debtors.map((item, index) => partyFrom(item, partyId(`debtor-${index}`))),
    secured_parties: securedParties(fields, defaults, partyId, at),
    collateral: fields.collateral || defaults.collateral,
    loan_principal_amount_cents: fields.loan_principal_amount_cents ?? null,
    alternative_designation: fields.alternative_designation ?? null,
  }
  const problems = problemsOf(filing)
  if (problems.length === 0) return filing
  const single = !hasItems(fields.secured_parties) && fields.secured_party !== undefined
  const entries = problems.map((problem) => {
    const parameter = single ? problem.parameter?.replace('secured_parties.0', 'secured_party') : problem.parameter
    return refusalEntry(new Refused(problem.reason, `${at}${parameter}`))
  })
  throw new ApiError(problems.every(({ reason }) => refusalStatus(reason) === 400) ? 400 : 422, entries)
}

/** An entry of a batch, read by itself. @throws ApiError with paths that begin with `at` */
export const entryFrom = (given: unknown, at: string): z.output<typeof LienEntry> => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ApiError(422, [{ message: `${at.slice(0, -1)} must be an object`, parameter: at.slice(0, -1) }])
  const parsed = LienEntry.safeParse(given, { error: predicate })
  if (!parsed.success) throw new ApiError(422, under(at, entriesOf(parsed.error.issues)))
  return parsed.data
}
