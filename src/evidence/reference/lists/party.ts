// What the readers of all lists share: making a party, and gathering one from several rows.

import type { Records } from '../data-set.ts'
import type { Cell } from '../fields.ts'
import type { ListedParty } from '../records.ts'

type Needed = Pick<ListedParty, 'list' | 'entry_id' | 'name' | 'type'>

/** A party of whom the list says no more than is given. */
export const newParty = (known: Needed & Partial<ListedParty>): ListedParty => ({
  aliases: [],
  addresses: [],
  programs: [],
  title: null,
  remarks: null,
  listed_at: null,
  ends_at: null,
  dates_of_birth: [],
  nationalities: [],
  countries: [],
  identifiers: [],
  federal_register_notice: null,
  information_url: null,
  ...known,
})

/** The cells that say something, each once. */
export const told = (...cells: readonly (Cell | undefined)[]): readonly string[] => [
  ...new Set(cells.filter((cell) => cell !== null && cell !== undefined)),
]

/** The parts of an address in one line; null if all are empty. */
export const inOneLine = (...parts: readonly (Cell | undefined)[]): Cell => told(...parts).join(', ') || null

/** `Passport AB123 (Iran)`; null without a number. */
export function numbered(kind: Cell, number: Cell, country: Cell = null): Cell {
  if (number === null) return null
  return `${kind ?? 'Number'} ${number}${country === null ? '' : ` (${country})`}`
}

/** `Doe, John Henry`, so that the family name is known; a name in one part as it is. */
export function familyFirst(family: Cell, ...given: readonly (Cell | undefined)[]): Cell {
  const first = told(...given).join(' ')
  if (family === null) return first || null
  return first === '' ? family : `${family}, ${first}`
}

/** The aliases that differ from the name and from each other. */
export function aliasesOf(name: string, ...aliases: readonly ListedParty['aliases'][number][]): ListedParty['aliases'] {
  const byName = new Map<string, boolean>()
  // An alias that is listed twice is weak only where both say so.
  for (const alias of aliases) if (alias.name !== name) byName.set(alias.name, (byName.get(alias.name) ?? true) && alias.weak)
  return [...byName].map(([alias, weak]) => ({ name: alias, weak }))
}

/** `a) Iran b) Iraq`, `(1) Iran (2) Iraq`, `1) Iran 2) Iraq`: the numbered parts of a cell, or the cell. */
export function parts(cell: Cell): readonly string[] {
  if (cell === null) return []
  return told(
    ...cell.split(/(?:^|[\s;,]+)(?:\((?:\d{1,2}|[a-z])\)|(?:\d{1,2}|[a-z])\))\s+/).map((part) => part.replace(/[;,]$/, '').trim() || null),
  )
}

/** `isPrimary`: the row has the name by which the list knows the party. */
type PartyRow = { readonly key: string; readonly row: ListedParty; readonly isPrimary: boolean }

/**
 * Puts a row about a party that may have more rows: what the rows say is gathered. A row with an alias before the row with the name is
 * known by its name being among its aliases.
 */
export function gather(records: Records<ListedParty>, { key, row, isPrimary }: PartyRow): void {
  const before = records.get(key)
  const named = { name: row.name, weak: row.aliases.some(({ name, weak }) => name === row.name && weak) }
  if (before === undefined) {
    records.put(key, isPrimary ? { ...row, aliases: aliasesOf(row.name, ...row.aliases) } : { ...row, aliases: [named, ...row.aliases] })
    return
  }
  const isProvisional = before.aliases.some(({ name }) => name === before.name)
  const name = isPrimary && isProvisional ? row.name : before.name
  const aliases = [...before.aliases, named, ...row.aliases]
  const both = <K extends keyof ListedParty>(field: K) => [...new Set([...(before[field] as string[]), ...(row[field] as string[])])]
  records.put(key, {
    ...before,
    name,
    aliases: isProvisional && !isPrimary ? [{ name, weak: false }, ...aliasesOf(name, ...aliases)] : aliasesOf(name, ...aliases),
    addresses: both('addresses'),
    programs: both('programs'),
    title: before.title ?? row.title,
    remarks: before.remarks ?? row.remarks,
    listed_at: before.listed_at ?? row.listed_at,
    dates_of_birth: both('dates_of_birth'),
    nationalities: both('nationalities'),
    countries: both('countries'),
    identifiers: both('identifiers'),
    information_url: before.information_url ?? row.information_url,
  })
}
