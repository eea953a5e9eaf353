// The requests about liens (specification 4.6; records.md, Liens), and their conversion.
import { z } from 'zod'
import { type NamedParty, problemsOf } from '../../commands/lien-rules.ts'
import { type Refused, refused } from '../../commands/refused.ts'
import { alternativeDesignations, type LienEvent, type LienParty } from '../../events/lien.ts'
import { ApiError, refusalEntry, unprocessable } from '../errors.ts'
import { memberLimits as limits } from '../limits.ts'
import { type ErrorEntry, entriesOf, predicate } from '../messages.ts'
import { AddressItem, addressFrom } from './address.ts'
import { optional, text } from './fields.ts'
import { StateCode } from './state-code.ts'

export { alternativeDesignations }

type Requested = Extract<LienEvent, { type: 'LienRequested' }>['data']
/** A filing in the form that the state's rules check. */
export type Filing = Pick<
  Requested,
  'state' | 'debtors' | 'secured_parties' | 'collateral' | 'loan_principal_amount_cents' | 'alternative_designation'
>

const names = {
  organization_name: optional(text(limits.partyOrganization.most)),
  first_name: optional(text(limits.partyPerson.most)),
  last_name: optional(text(limits.partyPerson.most)),
}

/** The filing rules check names and addresses, so that all problems of an entry are reported at once. */
const DebtorItem = z.object({ ...names, addresses: z.array(AddressItem).nullish() }).meta({ id: 'LienDebtor' })

/** `name` is an accepted spelling of `organization_name`. */
export const SecuredPartyItem = z
  .object({
    ...names,
    name: optional(text(limits.partyOrganization.most)),
    addresses: z.array(AddressItem).max(limits.addresses.most).nullish(),
  })
  .meta({ id: 'LienSecuredParty' })

const entry = {
  debtors: z.array(DebtorItem).max(limits.debtors.most).meta({ minItems: 1 }),
  secured_parties: optional(z.array(SecuredPartyItem).max(limits.securedParties.most)).meta({
    description: "The account's own when neither is given.",
  }),
  secured_party: optional(SecuredPartyItem).meta({ description: 'In place of a list of one.' }),
  collateral: optional(z.string().trim().max(limits.collateral.most)).meta({ description: "The account's own when absent." }),
  loan_principal_amount_cents: optional(z.int().min(0)),
  packet_number: optional(text(limits.packetNumber.most)).meta({
    description: 'Unique per account; made when absent. With one state only.',
  }),
  alternative_designation: optional(z.enum(alternativeDesignations)).meta({ description: 'For Tennessee only.' }),
}

const example = {
  debtors: [{ organization_name: 'Acme Widgets LLC', addresses: [{ full_address: '12 Main St, Nashville, TN 37201' }] }],
  secured_parties: [{ organization_name: 'First Bank', addresses: [{ full_address: '2 Side St, Salem, OR 97301' }] }],
  collateral: 'All inventory and receivables',
  loan_principal_amount_cents: 2_500_000,
}

export const LienEntry = z.object({ ...entry, state: StateCode }).meta({ id: 'LienEntry', examples: [{ state: 'TN', ...example }] })

export const CreateLien = z
  .object({
    ...entry,
    state: optional(StateCode).meta({ description: 'Required without `states`.' }),
    states: z.array(StateCode).min(1).max(limits.lienStates.most).nullish().meta({ description: 'A lien in each; it wins over `state`.' }),
  })
  .refine(({ state, states }) => state !== undefined || (states !== undefined && states !== null), {
    path: ['state'],
    error: 'is required, or states',
    when: () => true,
  })
  .meta({ id: 'CreateLienRequest', examples: [{ state: 'TN', ...example }] })

const Entries = z.array(z.unknown()).min(1).max(limits.lienBatch.most)

/** The batch itself. Its entries are parsed one by one. */
export const LienBatch = z.object({ liens: Entries })

export const CreateLienBatch = z
  .object({ liens: z.array(LienEntry).min(1).max(limits.lienBatch.most) })
  .meta({ id: 'CreateLienBatchRequest', examples: [{ liens: [{ state: 'TN', ...example }] }] })

export const TerminateLien = z
  .object({ packet_number: optional(text(limits.packetNumber.most)).meta({ description: 'Unique per account; made when absent.' }) })
  .meta({ id: 'TerminateLienRequest', examples: [{ packet_number: 'UCC3-2026-0007' }] })

export type Defaults = { readonly secured_parties: readonly LienParty[]; readonly collateral: string | null }

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

type Entry = z.output<typeof LienEntry> | z.output<typeof CreateLien>
type WithStates = Entry & { readonly states?: readonly string[] | null | undefined }

/** The states to file an entry in. */
const statesOf = ({ state, states }: WithStates): readonly string[] => states ?? (state === undefined ? [] : [state])

/**
 * The filings that an entry requests, one per state. `at`: the path of the entry in the body, such as `liens.1.`.
 * @throws ApiError with all problems: 400 when only its secured parties have some, else 422
 */
export const filingsFrom = (
  schema: typeof LienEntry | typeof CreateLien,
  entry: unknown,
  { defaults, partyId, at = '' }: { defaults: Defaults; partyId: (state: string, what: string) => string; at?: string },
): { readonly filings: readonly Filing[]; readonly packetNumber: string | undefined } => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw unprocessable(`${at.slice(0, -1)} must be an object`, at.slice(0, -1))
  const parsed = schema.safeParse(withFewAddresses(entry), { error: predicate })
  const unread = parsed.success ? [] : entriesOf(parsed.error.issues)
  const places = new Set(unread.map(({ parameter }) => parameter))
  const isUnread = ({ parameter = '' }: ErrorEntry) => withHolders(parameter).some((each) => places.has(each))
  const broken = problemsWith(entry, defaults).filter((problem) => !isUnread(problem))
  const entries = [...unread, ...broken]
  if (!parsed.success || entries.length > 0) {
    const isConfiguration = entries.every(({ parameter = '' }) => parameter.startsWith('secured_part'))
    throw new ApiError(isConfiguration ? 400 : 422, under(at, entries))
  }
  const fields: WithStates = parsed.data
  const parties = securedItems(fields)
  const filings = statesOf(fields).map((state) => ({
    state,
    debtors: fields.debtors.map((item, index) => partyFrom(item, partyId(state, `debtor-${index}`))),
    secured_parties:
      parties.length === 0
        ? [...defaults.secured_parties]
        : parties.map((item, index) => partyFrom(named(item), partyId(state, `secured_party-${index}`))),
    collateral: fields.collateral || defaults.collateral,
    loan_principal_amount_cents: fields.loan_principal_amount_cents ?? null,
    alternative_designation: fields.alternative_designation ?? null,
  }))
  return { filings, packetNumber: fields.packet_number }
}

type Secured<Item> = { readonly secured_parties?: readonly Item[] | undefined; readonly secured_party?: Item | undefined }

/** The list, or the single value. An empty list counts as absent. */
const securedItems = <Item>({ secured_parties = [], secured_party }: Secured<Item>): readonly Item[] =>
  secured_parties.length > 0 || secured_party === undefined ? secured_parties : [secured_party]

const named = ({ name, ...item }: z.output<typeof SecuredPartyItem>) => ({ ...item, organization_name: item.organization_name ?? name })

type Members = { readonly [field: string]: unknown }

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** The input of the filing rules, read from a body of any shape. The schema has already reported what does not match it. */
const partyOf = (value: unknown): NamedParty => {
  const { organization_name, name, first_name, last_name, addresses } = membersOf(value)
  return {
    organization_name: textOf(organization_name) ?? textOf(name),
    first_name: textOf(first_name),
    last_name: textOf(last_name),
    addresses: listOf(addresses),
  }
}

/** A debtor has one address. Where there are many, what is wrong with the first two says enough, and finding it out of each would take long. */
const withFewAddresses = (entry: object): object => {
  const { debtors } = membersOf(entry)
  if (!Array.isArray(debtors)) return entry
  const fewOf = (debtor: unknown) => {
    const { addresses } = membersOf(debtor)
    return Array.isArray(addresses) && addresses.length > 2 ? { ...membersOf(debtor), addresses: addresses.slice(0, 2) } : debtor
  }
  return { ...entry, debtors: debtors.map(fewOf) }
}

/** `a.0.b` with `a.0` and `a`. */
const withHolders = (parameter: string): readonly string[] => {
  const names = parameter.split('.')
  return names.map((_, at) => names.slice(0, at + 1).join('.'))
}

/** As many are told of one entry. Making each takes time while other requests wait. */
const mostProblems = 1_000

/** The problems that the states' rules find in an entry, even if it has others. A problem that all states share is told once. */
const problemsWith = (lien: object, defaults: Defaults): readonly ErrorEntry[] => {
  const { state, states, debtors, secured_parties, secured_party, collateral, alternative_designation, packet_number } = membersOf(lien)
  const own = securedItems<unknown>({ secured_parties: listOf(secured_parties), secured_party: secured_party ?? undefined })
  const isSingle = listOf(secured_parties).length === 0 && own.length > 0
  const asked = Array.isArray(states) ? states.slice(0, limits.lienStates.most) : [state ?? '']
  const wanted = asked.map((each) => String(each).trim().toUpperCase())
  const filing = {
    debtors: listOf(debtors).slice(0, limits.debtors.most).map(partyOf),
    secured_parties: own.length > 0 ? own.slice(0, limits.securedParties.most).map(partyOf) : defaults.secured_parties,
    collateral: textOf(collateral),
    alternative_designation: textOf(alternative_designation),
  }
  const told = new Map<string, ErrorEntry>()
  const tell = (problems: readonly Refused[]) => {
    for (const { reason, parameter, details } of problems) {
      const named = isSingle ? parameter?.replace('secured_parties.0', 'secured_party') : parameter
      const problem = refusalEntry(refused(reason, named, details))
      told.set(`${problem.parameter} ${problem.message}`, problem)
    }
  }
  tell(wanted.flatMap((each, index) => (wanted.indexOf(each) < index ? [refused('lien_state_repeated', `states.${index}`)] : [])))
  if (wanted.length > 1 && textOf(packet_number) !== null) tell([refused('packet_number_for_several', 'packet_number')])
  for (const each of wanted) {
    if (told.size >= mostProblems) break
    tell(problemsOf({ ...filing, state: each }))
  }
  return [...told.values()]
}

/** Paths within an entry as paths within the body: `debtors` → `liens.1.debtors`. */
const under = (at: string, entries: readonly ErrorEntry[]): readonly ErrorEntry[] =>
  entries.map((each) => (each.parameter === undefined ? each : { ...each, parameter: `${at}${each.parameter}` }))
