// The terms that find each family's records: names, addresses, people and numbers.

import { personKey } from '../matching/link-keys.ts'
import type { PostalAddress } from '../ports.ts'
import { naicsSector } from './codes.ts'
import type { Entity, Family, RecordOf } from './records.ts'
import { numberInRegister } from './registration-authorities.ts'

export type Terms = {
  readonly names: readonly string[]
  readonly addresses: readonly PostalAddress[]
  readonly people: readonly string[]
  /** Numbers and codes other than the record's own key. */
  readonly numbers: readonly string[]
}

const none: Terms = { names: [], addresses: [], people: [], numbers: [] }
const given = <T>(...values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)

export const termsOf: { readonly [F in Family]: (record: RecordOf[F]) => Terms } = {
  entities: (entity) => ({
    names: [entity.name],
    addresses: entity.addresses,
    people: peopleOf(entity),
    numbers: given(entity.tin),
  }),
  parties: (party) => ({ ...none, names: [party.name, ...party.aliases.map((alias) => alias.name)] }),
  exempt: (organisation) => ({ ...none, names: given(organisation.name, organisation.sort_name), addresses: given(organisation.address) }),
  carriers: (carrier) => ({ ...none, names: given(carrier.legal_name, carrier.dba_name), addresses: carrier.addresses }),
  revocations: (revocation) => ({ ...none, numbers: given(revocation.dot_number) }),
  loans: (loan) => ({ ...none, names: [loan.name], addresses: given(loan.address) }),
  licences: (licence) => ({ ...none, names: given(licence.legal_name, licence.dba_name), addresses: given(licence.address) }),
  // Searches are for businesses; people among the debtors are only found along with them.
  liens: (lien) => ({ ...none, names: lien.debtors.flatMap(({ name, type }) => (type === 'organization' ? [name] : [])) }),
  codes: (code) => ({ ...none, names: [code.title], numbers: [code.code, ...rangeOf(code.code)] }),
  zips: () => none,
  leis: ({ name, other_names, addresses, authority, number }) => ({
    ...none,
    names: [name, ...other_names.map((other) => other.name)],
    addresses,
    numbers: authority === null || number === null ? [] : [numberInRegister(authority, number)],
  }),
  relationships: ({ start }) => ({ ...none, numbers: [start] }),
  controllers: ({ company_number }) => ({ ...none, numbers: [company_number] }),
}

/** `31-33` is looked up as `31`, `32` or `33`. */
function rangeOf(code: string): readonly string[] {
  const [from, to] = code.split('-').map(Number)
  if (from === undefined || to === undefined) return []
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at)).filter((two) => naicsSector(two) === code)
}

function peopleOf({ officers, registered_agent }: Entity): readonly string[] {
  const names = [...officers.map((officer) => officer.name), ...given(registered_agent?.name ?? null)]
  return [...new Set(names.map(personKey).filter((key) => key !== ''))]
}
