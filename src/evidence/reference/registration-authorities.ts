// The company registries of the states by their codes in GLEIF's list of Registration Authorities (version 1.7): an LEI record names the registry
// in which its company is registered by such a code.
import { registerNumber } from '../matching/link-keys.ts'

const codes =
  'AK:000594 AL:000595 AR:000596 AZ:000597 CA:000598 CO:000599 CT:000600 DC:000601 DE:000602 FL:000603 GA:000604 HI:000605 IA:000606 ID:000607 IL:000608 IN:000609 KS:000610 KY:000611 LA:000612 MA:000613 MD:000614 ME:000615 MI:000616 MN:000617 MO:000618 MS:000619 MT:000620 NC:000621 ND:000622 NE:000623 NH:000624 NJ:000625 NM:000626 NV:000627 NY:000628 OH:000629 OK:000630 OR:000631 PA:000632 RI:000633 SC:000634 SD:000635 TN:000636 TX:000637 UT:000638 VA:000639 VT:000640 WA:000641 WI:000642 WV:000643 WY:000644'

const pairs = codes.split(' ').map((pair) => [pair.slice(0, 2), `RA${pair.slice(3)}`] as const)
const byState: ReadonlyMap<string, string> = new Map(pairs)
const byAuthority: ReadonlyMap<string, string> = new Map(pairs.map(([state, authority]) => [authority, state]))

/** `RA000602` for `DE`. */
export const authorityOf = (state: string): string | null => byState.get(state) ?? null

/** `DE` for `RA000602`; null for every other register. */
export const stateOfAuthority = (authority: string | null): string | null =>
  authority === null ? null : (byAuthority.get(authority) ?? null)

/** A number in a register, to look up records by it. */
export const numberInRegister = (authority: string, number: string): string => `${authority} ${registerNumber(number)}`
