// Shared by the layouts of lien filings: folding the rows about one lien into one record, in any order, and telling the
// kind of a lien from the registry's word and from the secured party.

import type { Records } from './data-set.ts'
import { type Cell, isoDate } from './fields.ts'
import type { LienFiling, LienParty } from './records.ts'

type LienType = LienFiling['type']

/** What distinguishes a registry's data set, and its own words for the kinds of liens. */
export type LienRegistry = { readonly state: string; readonly types: Readonly<Record<string, LienType>> }

/** What one row says about a lien. */
export type LienTold = Partial<
  Pick<LienFiling, 'published_type' | 'filing_date' | 'lapse_date' | 'status' | 'debtors' | 'secured_parties' | 'collateral'>
>

/**
 * Adds a row to the lien with that number; the first row creates it. The date and the type belong to the initial filing, so
 * rows of later filings leave out `filing_date`.
 */
export function foldLien(records: Records<LienFiling>, { state, types }: LienRegistry, fileNumber: string, told: LienTold): void {
  const before = records.get(fileNumber)
  const isInitial = told.filing_date !== undefined
  const published_type = (isInitial ? told.published_type : undefined) ?? before?.published_type ?? told.published_type ?? null
  const secured_parties = joinedParties(before?.secured_parties ?? [], told.secured_parties ?? [])
  records.put(fileNumber, {
    state,
    file_number: fileNumber,
    type: typeOf(published_type, secured_parties, types),
    published_type,
    filing_date: earliest(before?.filing_date, told.filing_date),
    lapse_date: latest(before?.lapse_date, told.lapse_date),
    status: furthest(before?.status ?? 'active', told.status ?? 'active'),
    debtors: joinedParties(before?.debtors ?? [], told.debtors ?? []),
    secured_parties,
    collateral: joinedText(before?.collateral ?? null, told.collateral ?? null),
  })
}

const earliest = (one: Cell | undefined, other: Cell | undefined): Cell =>
  one && other ? (one < other ? one : other) : (one ?? other ?? null)
/** A continuation moves the lapse date. */
const latest = (one: Cell | undefined, other: Cell | undefined): Cell =>
  one && other ? (one > other ? one : other) : (one ?? other ?? null)

const stages: readonly LienFiling['status'][] = ['active', 'lapsed', 'terminated']
const furthest = (one: LienFiling['status'], other: LienFiling['status']): LienFiling['status'] =>
  stages.indexOf(one) > stages.indexOf(other) ? one : other

/** Rows repeat the parties of a filing. A party that one row gives without an address gets the address from another row. */
function joinedParties(before: readonly LienParty[], told: readonly LienParty[]): readonly LienParty[] {
  let all = before
  for (const party of told) {
    const name = party.name.toUpperCase()
    const known = all.findIndex((each) => each.name.toUpperCase() === name)
    if (known < 0) all = [...all, party]
    else if (all[known]?.address === null && party.address !== null) all = all.with(known, party)
  }
  return all
}

/** Some liens have hundreds of rows describing goods; this much is enough to understand them. */
const longestCollateral = 10_000

function joinedText(before: Cell, told: Cell): Cell {
  if (before === null || told === null) return before ?? told
  if (before.endsWith('…') || before.split('; ').includes(told) || before === told) return before
  const both = `${before}; ${told}`
  return both.length > longestCollateral ? `${both.slice(0, longestCollateral - 1)}…` : both
}

/** Words in registry types and in names of secured parties, the clearest first. */
const typeWords: readonly (readonly [RegExp, LienType])[] = [
  [/\bjudge?ment/i, 'judgment'],
  [/\battach/i, 'attachment'],
  [/\birs\b|internal revenue|\bfed(?:eral)?\b|department of the treasury|united states (?:treasury|of america)/i, 'federal_tax'],
  [
    /\btax|revenue|franchise|(?:department|dept\.?|commissioner) of labor|employment (?:security|department)|unemployment|\b(?:city|town|county|borough|village) of\b|treasurer/i,
    'state_tax',
  ],
]

function typeOf(published: string | null, holders: readonly LienParty[], known: LienRegistry['types']): LienType {
  const word = published?.toUpperCase().replaceAll('_', ' ') ?? null
  const own = word === null ? undefined : known[word]
  if (own !== undefined) return own
  for (const text of [word, ...holders.map(({ name }) => name)]) {
    const found = typeWords.find(([words]) => text !== null && words.test(text))
    if (found) return found[1]
  }
  // Most filings are financing statements, so a row without a known word is one.
  return published === null ? 'ucc' : 'statutory'
}

/** Null for a date at the end of time, which registries use when only a termination ends the lien. */
export function lapseDate(cell: Cell): Cell {
  const date = isoDate(cell)
  return date?.startsWith('9999') ? null : date
}

export const organization = (name: Cell, address: LienParty['address']): LienParty[] =>
  name === null ? [] : [{ name, type: 'organization', address }]

export const individual = (name: Cell, address: LienParty['address']): LienParty[] =>
  name === null ? [] : [{ name, type: 'individual', address }]
