// The door to everything about postal addresses: reading and writing them, and comparing two.

export { type AddressComparison, compareAddresses, distanceMiles } from './address-comparison.ts'
export {
  type Address,
  type AddressLike,
  type AddressParts,
  type AddressProblem,
  addressKey,
  addressParts,
  formatAddress,
  type ParsedAddress,
  parseAddress,
} from './address-parsing.ts'
