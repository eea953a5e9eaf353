// Keys that show what two businesses or records share: a person or agent, a building, or a number in a register.
import { type AddressLike, addressKey } from './addresses.ts'
import { normaliseName } from './names.ts'
import { preparePerson } from './prepared-person.ts'

/**
 * Equal for two spellings of one person's or company's name as an officer or agent. Case, punctuation, word order, initials
 * and legal forms are ignored. Empty for a name without letters.
 */
export function personKey(name: string): string {
  const words = normaliseName(name).legalForm === null ? preparePerson(name).words.map((word) => word.text) : normaliseName(name).core
  const telling = words.filter((word) => word.length > 1)
  return [...new Set(telling.length > 0 ? telling : words)].sort().join(' ')
}

/** Equal for two spellings of one address, ignoring the unit. */
export const placeKey = (address: AddressLike): string => addressKey(address, { withoutUnit: true })

/** The keys of the addresses that say more than a city: where a business is. */
export const placesOf = (addresses: readonly AddressLike[]): ReadonlySet<string> =>
  new Set(addresses.filter(({ address_line1, full_address }) => (address_line1 ?? null) !== null || /\d/.test(full_address)).map(placeKey))

/** Equal for two spellings of a number in a register: with and without leading zeros, in upper and lower case. */
export const registerNumber = (number: string): string =>
  number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '')

/** As `placeKey`. Null if it has neither a street nor a box. */
export function buildingKey(address: AddressLike): string | null {
  const key = placeKey(address)
  return key.startsWith('|') || key.endsWith('|') ? null : key
}
