// The rules that a lien must meet before it can be filed, those of all states and of single states (records.md, Liens).
import type { LienEvent, LienParty } from '../events/lien.ts'
import { yearsAfter } from '../events/years.ts'
import { type Refused, refused } from './refused.ts'

type Requested = Extract<LienEvent, { type: 'LienRequested' }>['data']

/** What the rules read of a party: its names, and how many addresses it has. */
export type NamedParty = Pick<LienParty, 'organization_name' | 'first_name' | 'last_name'> & { readonly addresses: readonly unknown[] }

type Filing = Pick<Requested, 'state' | 'collateral'> & {
  readonly debtors: readonly NamedParty[]
  readonly secured_parties: readonly NamedParty[]
  readonly alternative_designation: string | null
}

type StateRule = {
  /** null: the state sets no limit. */
  readonly debtors: number | null
  readonly alternativeDesignation: boolean
}

const anyState: StateRule = { debtors: null, alternativeDesignation: false }

/** The most debtors that one filing may name, in the states that set a limit. */
export const debtorLimits = { GA: 8, MN: 25, NH: 100, OK: 8, OR: 20 } as const

const stateRules: { readonly [state: string]: StateRule } = {
  ...Object.fromEntries(Object.entries(debtorLimits).map(([state, debtors]) => [state, { ...anyState, debtors }])),
  TN: { ...anyState, alternativeDesignation: true },
}

const ruleOf = (state: string): StateRule => stateRules[state] ?? anyState

/** In characters. */
export const longestCollateral = 10_000

/** The years that a filing is effective (UCC 9-515), and the days before their end on which the account is reminded. */
const lapseYears = 5
export const lapseReminders: readonly number[] = [180, 30]

/** @param date YYYY-MM-DD */
export const lapseDate = (date: string): string => yearsAfter(new Date(date), lapseYears).toISOString().slice(0, 10)

/** A filing is effective to the end of its lapse date (the same rules). The day ends last in American Samoa. @param date YYYY-MM-DD */
export const lapsesAt = (date: string): Date => new Date(`${date}T24:00:00-11:00`)

/** The missing name of a party: an organization's, or the other one of a person. Empty when none is missing. */
const missingName = ({ organization_name, first_name, last_name }: NamedParty): readonly (keyof NamedParty)[] => {
  if (organization_name !== null || (first_name !== null && last_name !== null)) return []
  return first_name !== null ? ['last_name'] : last_name !== null ? ['first_name'] : ['organization_name']
}

/** All problems of a filing; each parameter is a path within the entry. */
export const problemsOf = ({ state, debtors, secured_parties, collateral, alternative_designation }: Filing): readonly Refused[] => {
  const { debtors: most, alternativeDesignation } = ruleOf(state)
  return [
    ...(debtors.length === 0 ? [refused('debtor_missing', 'debtors')] : []),
    ...(most !== null && debtors.length > most ? [refused('debtors_too_many', 'debtors', { state, most })] : []),
    ...debtors.flatMap((debtor, index) => [
      ...missingName(debtor).map((name) =>
        refused(name === 'organization_name' ? 'debtor_name_missing' : 'debtor_name_incomplete', `debtors.${index}.${name}`),
      ),
      ...(debtor.addresses.length === 1 ? [] : [refused('debtor_address_not_one', `debtors.${index}.addresses`)]),
    ]),
    ...(secured_parties.length === 0 ? [refused('secured_party_missing', 'secured_parties')] : []),
    ...secured_parties.flatMap((party, index) => [
      ...missingName(party).map((name) => refused('secured_party_incomplete', `secured_parties.${index}.${name}`)),
      ...(party.addresses.length > 0 ? [] : [refused('secured_party_incomplete', `secured_parties.${index}.addresses`)]),
    ]),
    ...((collateral?.length ?? 0) > longestCollateral ? [refused('collateral_too_long', 'collateral')] : []),
    ...(alternative_designation !== null && !alternativeDesignation
      ? [refused('alternative_designation_does_not_fit', 'alternative_designation')]
      : []),
  ]
}
