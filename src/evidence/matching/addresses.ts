// The door to everything about postal addresses: reading and writing them, and comparing two.

export { type AddressComparison, compareAddresses, distanceMiles } from './address-comparison.ts'
export { type AddressLike, addressKey, formatAddress, parseAddress } from './address-parsing.ts'
