// The reasons behind a signal's score: the meaning of each code, its importance, and its condition. They are defined only here
// (records.md, section 4: `I` identification, `V` verification, `E` evaluation; the areas follow from the digits).
import type { Facts } from './facts.ts'

export type ReasonRule = {
  readonly category: 'identification' | 'verification' | 'evaluation'
  readonly group: string
  readonly description: string
  /** 0 to 1: the weight in the score, and the order of reasons. */
  readonly importance: number
  /** Whether it counts for or against the company; `neither` is only information. */
  readonly speaks: 'for' | 'against' | 'neither'
  /** The highest score where it holds, whatever else speaks for the company. */
  readonly atMost?: number
  readonly holds: (facts: Facts) => boolean
}

const identification = (group: string) => ({ category: 'identification' as const, group })
const verification = (group: string) => ({ category: 'verification' as const, group })
const evaluation = (group: string) => ({ category: 'evaluation' as const, group })

const all = (flags: readonly boolean[]): boolean => flags.length > 0 && flags.every(Boolean)
const some = (flags: readonly boolean[]): boolean => flags.some(Boolean)

export const reasonRules = {
  I102: {
    ...identification('name'),
    description: 'A registration carries the name',
    importance: 0.9,
    speaks: 'for',
    holds: ({ name }) => name.match === 'same',
  },
  I103: {
    ...identification('name'),
    description: 'Only a similar name is registered',
    importance: 0.5,
    speaks: 'against',
    holds: ({ name }) => name.match === 'similar',
  },
  I107: {
    ...identification('name'),
    description: 'No registration has the name or a similar one',
    importance: 1,
    speaks: 'against',
    holds: ({ name }) => name.match === 'none',
  },
  I108: {
    ...identification('name'),
    description: 'The name ends in a legal form',
    importance: 0.15,
    speaks: 'for',
    holds: ({ name }) => name.legalForm,
  },
  I109: {
    ...identification('name'),
    description: 'The name is registered in more than one state',
    importance: 0.2,
    speaks: 'for',
    holds: ({ registry }) => registry.states > 1,
  },
  I111: {
    ...identification('name'),
    description: 'The name is a registered trade name',
    importance: 0.2,
    speaks: 'for',
    holds: ({ name }) => name.tradeName,
  },
  I201: {
    ...identification('address'),
    description: 'A registration of the name carries one of the addresses',
    importance: 0.8,
    speaks: 'for',
    holds: ({ addresses }) => some(addresses.map(({ registered }) => registered)),
  },
  I202: {
    ...identification('address'),
    description: 'A registration of the name has an address like one of these',
    importance: 0.3,
    speaks: 'for',
    holds: ({ addresses }) => !some(addresses.map(({ registered }) => registered)) && some(addresses.map(({ near }) => near)),
  },
  I203: {
    ...identification('address'),
    description: 'No registration of the name carries any of the addresses',
    importance: 0.5,
    speaks: 'against',
    holds: ({ addresses, name }) => name.match !== 'none' && !some(addresses.map(({ registered, near }) => registered || near)),
  },
  I204: {
    ...identification('address'),
    description: 'An address cannot be read as one of the United States',
    importance: 0.5,
    speaks: 'against',
    holds: ({ addresses }) => some(addresses.map(({ readable }) => !readable)),
  },
  I301: {
    ...identification('formation'),
    description: 'Registered in the state of one of the addresses',
    importance: 0.5,
    speaks: 'for',
    holds: ({ registry }) => registry.homeState,
  },
  I302: {
    ...identification('formation'),
    description: 'Registered only in other states than those of the addresses',
    importance: 0.3,
    speaks: 'against',
    holds: ({ registry, name }) => name.match === 'same' && !registry.homeState,
  },
  I304: {
    ...identification('formation'),
    description: 'The date of formation is known',
    importance: 0.1,
    speaks: 'for',
    holds: ({ registry }) => registry.formedYears !== null,
  },
  I601: {
    ...identification('web'),
    description: 'A motor-carrier record carries the name',
    importance: 0.3,
    speaks: 'for',
    holds: ({ records }) => records.carriers > 0,
  },
  I603: {
    ...identification('web'),
    description: 'A published loan record carries the name',
    importance: 0.3,
    speaks: 'for',
    holds: ({ records }) => records.loans > 0,
  },
  V010: {
    ...verification('tin'),
    description: 'The tax authority has this name with this number',
    importance: 0.8,
    speaks: 'for',
    holds: ({ tin }) => tin === 'found',
  },
  V011: {
    ...verification('tin'),
    description: 'The tax authority does not have the name and number together',
    importance: 0.9,
    speaks: 'against',
    atMost: 0.5,
    holds: ({ tin }) => tin === 'mismatch' || tin === 'not_found' || tin === 'person',
  },
  V101: {
    ...verification('registry status'),
    description: 'Every registration of the name is active',
    importance: 0.6,
    speaks: 'for',
    holds: ({ registry }) => all(registry.active),
  },
  V102: {
    ...verification('registry status'),
    description: 'Some registrations of the name are active, others not',
    importance: 0.2,
    speaks: 'against',
    holds: ({ registry }) => some(registry.active) && !all(registry.active),
  },
  V103: {
    ...verification('registry status'),
    description: 'No registration of the name is active',
    importance: 0.8,
    speaks: 'against',
    atMost: 0.5,
    holds: ({ registry }) => registry.active.length > 0 && !some(registry.active) && !registry.unknownStatus,
  },
  V104: {
    ...verification('registry status'),
    description: 'The registry does not tell the status',
    importance: 0.2,
    speaks: 'neither',
    holds: ({ registry }) => registry.unknownStatus,
  },
  V501: {
    ...verification('address'),
    description: 'Every address can be delivered to',
    importance: 0.3,
    speaks: 'for',
    holds: ({ addresses }) => all(addresses.map(({ deliverable }) => deliverable === true)),
  },
  V502: {
    ...verification('address'),
    description: 'An address cannot be delivered to',
    importance: 0.6,
    speaks: 'against',
    holds: ({ addresses }) => some(addresses.map(({ deliverable }) => deliverable === false)),
  },
  V503: {
    ...verification('address'),
    description: 'An address is commercial',
    importance: 0.2,
    speaks: 'for',
    holds: ({ addresses }) => some(addresses.map(({ property }) => property === 'commercial')),
  },
  V505: {
    ...verification('address'),
    description: 'Every address is residential',
    importance: 0.3,
    speaks: 'against',
    holds: ({ addresses }) => all(addresses.map(({ property }) => property === 'residential')),
  },
  V748: {
    ...verification('people'),
    description: 'Every person stands on a registration of the name',
    importance: 0.4,
    speaks: 'for',
    holds: ({ people }) => all(people),
  },
  V749: {
    ...verification('people'),
    description: 'Some of the people stand on a registration of the name',
    importance: 0.2,
    speaks: 'for',
    holds: ({ people }) => some(people) && !all(people),
  },
  V750: {
    ...verification('people'),
    description: 'None of the people stands on a registration of the name',
    importance: 0.4,
    speaks: 'against',
    holds: ({ people }) => people.length > 0 && !some(people),
  },
  V751: {
    ...verification('people'),
    description: 'Registrations of the name list officers',
    importance: 0.1,
    speaks: 'neither',
    holds: ({ registry }) => registry.officers > 0,
  },
  V752: {
    ...verification('people'),
    description: 'A published record of the name tells a phone number',
    importance: 0.1,
    speaks: 'for',
    holds: ({ records }) => records.phones > 0,
  },
  V753: {
    ...verification('people'),
    description: 'A published record of the name tells an e-mail address',
    importance: 0.1,
    speaks: 'for',
    holds: ({ records }) => records.emails > 0,
  },
  V801: {
    ...verification('watchlists'),
    description: 'The name or a person is on a watchlist',
    importance: 1,
    speaks: 'against',
    atMost: 0.2,
    holds: ({ watchlistHits }) => watchlistHits > 0,
  },
  V1101: {
    ...verification('web'),
    description: 'The name is an exempt organisation of the tax authority',
    importance: 0.5,
    speaks: 'for',
    holds: ({ records }) => records.taxExempt === 'current',
  },
  V1201: {
    ...verification('industry'),
    description: 'The industry is known',
    importance: 0.1,
    speaks: 'for',
    holds: ({ industry }) => industry.known,
  },
  V1302: {
    ...verification('profiles'),
    description: 'The motor-carrier authority has been revoked',
    importance: 0.4,
    speaks: 'against',
    holds: ({ records }) => records.revocations > 0,
  },
  E500: {
    ...evaluation('name and address'),
    description: 'The name does not read like that of a company',
    importance: 0.8,
    speaks: 'against',
    holds: ({ name }) => name.implausible,
  },
  E501: {
    ...evaluation('name and address'),
    description: 'An address is a mail receiving agency or a virtual office',
    importance: 0.5,
    speaks: 'against',
    holds: ({ addresses }) => some(addresses.map(({ mailbox }) => mailbox)),
  },
  E502: {
    ...evaluation('name and address'),
    description: 'An address is that of a commercial registered agent',
    importance: 0.4,
    speaks: 'against',
    holds: ({ addresses }) => some(addresses.map(({ agent }) => agent)),
  },
  E503: {
    ...evaluation('name and address'),
    description: 'Very many businesses stand at an address',
    importance: 0.3,
    speaks: 'against',
    holds: ({ addresses }) => some(addresses.map(({ crowded }) => crowded)),
  },
  E1101: {
    ...evaluation('formation'),
    description: 'Formed less than a year ago',
    importance: 0.4,
    speaks: 'against',
    holds: ({ registry }) => registry.formedYears !== null && registry.formedYears < 1,
  },
  E1102: {
    ...evaluation('tax exemption'),
    description: 'The tax exemption has been revoked',
    importance: 0.5,
    speaks: 'against',
    holds: ({ records }) => records.taxExempt === 'revoked',
  },
  E1201: {
    ...evaluation('industry'),
    description: 'The industry is one of high risk',
    importance: 0.5,
    speaks: 'against',
    holds: ({ industry }) => industry.highRisk,
  },
} satisfies { readonly [code: string]: ReasonRule }
