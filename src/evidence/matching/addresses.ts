// The public module for postal addresses: reads, writes and compares them.

export { type AddressComparison, compareAddresses, distanceMiles } from './address-comparison.ts'
export { type Address, type AddressLike, addressKey, countryOf, formatAddress, parseAddress } from './address-parsing.ts'
