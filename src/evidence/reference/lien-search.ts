// Searches the open data for liens: looks for a business's names among the debtors of every loaded register, in the business's states.
// A state whose register is not loaded is reported as a gap, so that it does not read as "none".

import { ownRecord } from '../matching/thresholds.ts'
import type { Subject } from '../ports.ts'
import { type FoundRecord, notConfigured, type ProductSource, type SearchProduct } from '../products/products.ts'
import { dataSets } from './kinds.ts'
import { wholeOf } from './provenance.ts'
import type { LienFiling, LienParty, NameFound } from './records.ts'
import type { ReferenceThread } from './thread.ts'

type LienType = LienFiling['type']

const taxes: readonly LienType[] = ['federal_tax', 'state_tax']

/** The liens that each product covers. */
const products: { readonly [Each in SearchProduct]?: (type: LienType) => boolean } = {
  liens: () => true,
  ucc_liens: (type) => type === 'ucc',
  tax_liens: (type) => taxes.includes(type),
}

/** The API's terms; a statutory lien that is not for taxes is a lien created by state law. */
const types: { readonly [Type in LienType]: string } = {
  ucc: 'ucc',
  federal_tax: 'federal',
  state_tax: 'state',
  judgment: 'judgment',
  attachment: 'attachment',
  statutory: 'state',
}

const registers = dataSets.flatMap(({ family, kind, state }) => (family === 'liens' && state !== undefined ? [{ kind, state }] : []))
/** The maximum number of filings to look through per name and register. */
const filingsAtMost = 100
const namesAtMost = 3

type LienSearchDependencies = {
  readonly reference: Pick<ReferenceThread, 'searchLiens' | 'versions'>
  /** The loaded kinds, without asking the thread. */
  readonly loaded: () => readonly string[]
  readonly now: () => Date
}

export const lienSearches = ({ reference, loaded, now }: LienSearchDependencies): ProductSource => ({
  answers: (product) => product in products && loaded().some((kind) => registers.some((register) => register.kind === kind)),

  search: async (product, subject, signal) => {
    const isAbout = products[product]
    const inUse = await reference.versions(undefined, { signal })
    const searched = registers.flatMap(({ kind, state }) =>
      inUse.flatMap((each) => (each.kind === kind && each.version !== null ? [{ ...each, version: each.version, state }] : [])),
    )
    if (isAbout === undefined || searched.length === 0) return { outcome: 'unavailable', reason: notConfigured, passing: false }
    const states = statesOf(subject)
    const asked = await Promise.all(
      subject.names
        .slice(0, namesAtMost)
        .flatMap((name) =>
          searched.map(({ state }) => reference.searchLiens({ name, state, limit: filingsAtMost, likeness: ownRecord }, { signal })),
        ),
    )
    const own = [...new Map(asked.flat().map((found) => [found.id, found])).values()].filter((found) => isOwn(found, states))
    const covered = searched.filter(({ state }) => states.size === 0 || states.has(state))
    const missing = [...states].filter((state) => !covered.some((register) => register.state === state))
    const unsearched = missing.length === 0 ? null : `${notConfigured} for ${missing.join(', ')}`
    if (covered.length === 0 && own.length === 0) return { outcome: 'unavailable', reason: unsearched ?? notConfigured, passing: false }
    const crowded = asked.some((found) => found.length === filingsAtMost) ? `more than ${filingsAtMost} filings of one name` : null
    const reason = [unsearched, crowded].filter((each) => each !== null).join('; ')
    const today = now().toISOString().slice(0, 10)
    return {
      outcome: 'searched',
      records: own
        .filter(({ record }) => isAbout(record.type))
        .sort((one, other) => (other.record.filing_date ?? '').localeCompare(one.record.filing_date ?? ''))
        .map((found) => recordOf(found, today)),
      sources: covered.map(wholeOf),
      ...(reason === '' ? {} : { gap: { reason, passing: false, stands: false } }),
    }
  },
})

/** Liens are filed where a business is organised, which may be a state where it has no address. */
const statesOf = ({ addresses, registered_in = [] }: Subject): ReadonlySet<string> =>
  new Set([...addresses.flatMap(({ state }) => (state === null ? [] : [state])), ...registered_in])

/** In a state of the business: the register's state, or the debtor's. */
const isOwn = ({ record }: NameFound<LienFiling>, states: ReadonlySet<string>): boolean =>
  states.size === 0 || states.has(record.state) || record.debtors.some(({ address }) => address?.state != null && states.has(address.state))

const recordOf = ({ record, source }: NameFound<LienFiling>, today: string): FoundRecord => {
  const { state, file_number, filing_date, lapse_date, collateral } = record
  const closedBy =
    record.status === 'terminated' ? 'termination' : record.status === 'lapsed' || (lapse_date ?? today) < today ? 'lapse' : null
  return {
    kind: 'lien',
    person_id: null,
    key: `${state} ${file_number}`,
    content: {
      type: types[record.type],
      state,
      file_number,
      status: closedBy === null ? 'open' : 'closed',
      ...(closedBy === null ? {} : { closed_by: closedBy }),
      filing_date,
      lapse_date,
      collateral,
      // No register publishes amounts.
      liability_cents: null,
      debtors: record.debtors.map(party),
      secured_parties: record.secured_parties.map(party),
    },
    sources: [source],
  }
}

const party = ({ name, type, address }: LienParty) => ({
  name,
  address: address?.full_address ?? null,
  type: type === 'organization' ? 'ORGANIZATION' : 'INDIVIDUAL',
})
