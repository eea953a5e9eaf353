// What was asked of a lien, in words: for its page and its history.
import type { StoredEvent } from '../inner/history.ts'
import type { LienParty } from '../inner/liens.ts'
import { facts, type Markup, words } from './framework/markup.ts'

/** The name of an organization or a person. */
export const nameOf = (party: Pick<LienParty, 'organization_name' | 'first_name' | 'last_name'> | undefined): string =>
  party?.organization_name ?? [party?.first_name, party?.last_name].filter(Boolean).join(' ')

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/**
 * An amount of money.
 * @example dollars(125_050) // => '$1,250.50'
 */
export const dollars = (cents: number): string => currency.format(cents / 100)

/**
 * What the debtor and the secured party are called where it is no loan.
 * @example designationWords('buyer_seller') // => 'Buyer, seller'
 */
export const designationWords = (designation: string): string => words(designation).replace(' ', ', ')

const partyText = (party: LienParty): string => [nameOf(party), ...party.addresses.map(({ full_address }) => full_address)].join(', ')

/** The values of the event that asked for the lien; undefined: another event, whose values say enough by their names. */
export const lienRequestWords = (event: StoredEvent): Markup | undefined => {
  if (event.type !== 'LienRequested') return undefined
  const { data } = event
  const numbered = (title: string, parties: readonly LienParty[]) =>
    parties.map((party, at) => [parties.length > 1 ? `${title} ${at + 1}` : title, partyText(party)] as const)
  return facts([
    ['State', data.state],
    ...numbered('Debtor', data.debtors),
    ...numbered('Secured party', data.secured_parties),
    ['Collateral', data.collateral],
    ['Loan principal', data.loan_principal_amount_cents === null ? null : dollars(data.loan_principal_amount_cents)],
    ['Names for the parties', data.alternative_designation && designationWords(data.alternative_designation)],
    ['Packet number', data.packet_number],
  ])
}
