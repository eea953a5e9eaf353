// Keys that show what two businesses share: a person or agent, or a building.
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

/** Equal for two spellings of one address, ignoring the unit. Null if it has neither a street nor a box. */
export function buildingKey(address: AddressLike): string | null {
  const key = addressKey(address, { withoutUnit: true })
  return key.startsWith('|') || key.endsWith('|') ? null : key
}
