// What a review says of the owners: whether enough of them are known, and how much listed parties hold in aggregate.
import { openHits } from '../../events/evidence-file.ts'
import type { FoundInterest, OwnershipInterest } from '../../events/ownership.ts'
import type { Business } from '../business-state.ts'
import {
  aggregateListed,
  beneficialOwnerFrom,
  heldTogether,
  holdingsOf,
  isBeneficial,
  listedFrom,
  overOwned,
  ultimateHolders,
} from '../effective-ownership.ts'
import { foundBeside, heldInterests } from '../found-owners.ts'
import { openShares } from '../open-shares.ts'
import { discrepancyRule } from '../owner-discrepancies.ts'
import { type SubmittedOwners, submittedOwners } from '../submitted-owners.ts'
import { type Judgement, judged, type ReviewRule } from './rule.ts'

/** Only where owners were submitted, except for hits of owners that published data names. */
export const ownershipRules: readonly ReviewRule[] = [
  { category: 'people', key: 'beneficial_owners', label: 'People', judge: judgeOwners },
  discrepancyRule,
  { category: 'watchlist', key: 'listed_owners', label: 'Watchlists', judge: judgeListed },
]

function judgeOwners({ submitted }: Business): Judgement | null {
  const { business_id } = submitted
  const owners = submittedOwners(submitted)
  const { parties, interests } = owners
  if (interests.length === 0) return null
  const holdings = holdingsOf(interests, business_id)
  const ends = new Set(ultimateHolders(interests, business_id))
  const ultimate = parties.filter(({ id, type }) => type === 'person' && ends.has(id))
  const people = ultimate.map(({ id }) => holdings.get(id))
  const shares = openShares({ business_id, interests }).effective
  const open = ultimate.filter(({ id }) => shares.has(id)).length
  const known = heldTogether(people.map((holding) => holding?.effective ?? 0))
  const beneficial = people.filter((holding) => holding && isBeneficial(holding)).length
  const hold = open > 0 ? `${beneficial === 1 ? 'is' : 'are'} known to hold` : beneficial === 1 ? 'holds' : 'hold'
  const toldOpen = open > 0 ? ` How much ${counted(open, 'of them holds', 'of them hold')} is not known.` : ''
  const told = `People are known for ${shown(known)} % of the ownership; ${beneficial === 0 ? 'none' : beneficial} of them ${hold} ${beneficialOwnerFrom} % or more, or control.${toldOpen}`
  const unknown = 100 - known
  const isMissing = unknown >= beneficialOwnerFrom
  const missing = isMissing ? ` The other ${shown(unknown)} % could have a beneficial owner that is not known.` : ''
  const contradictions = contradictionsIn(owners, business_id)
  const message = `${told}${missing}${contradictions} ${restsOn(owners)}`
  if (contradictions !== '') return judged('warning', 'Contradictory', message)
  return isMissing ? judged('warning', 'Incomplete', message) : judged('success', 'Identified', message)
}

const restsOn = ({ parties, of_people }: SubmittedOwners): string => {
  const { length } = of_people
  if (length === 0) return 'This rests on the submitted owners.'
  if (length === parties.length) return 'This rests on the shares of submitted people; no other owners were submitted.'
  return `This rests on the submitted owners, and on the ${length === 1 ? 'share of a person' : `shares of ${length} people`} submitted beside them.`
}

/** What was submitted and cannot all be so. */
const contradictionsIn = ({ interests, differing }: SubmittedOwners, businessId: string): string => {
  const more = overOwned(interests).includes(businessId) ? ' More than 100 % was submitted in all.' : ''
  const { length } = differing
  const other =
    length === 0
      ? ''
      : ` ${counted(length, 'of them was', 'of them were')} also submitted as a person with another share; the owners count.`
  return `${more}${other}`
}

function judgeListed(business: Business): Judgement | null {
  const { submitted, file } = business
  const { business_id } = submitted
  const { screening } = file
  const owners = submittedOwners(submitted)
  const found = foundBeside(owners, business)
  const parties = new Set([...owners.parties.map(({ id }) => id), ...found.map(({ party_id }) => party_id)])
  const hits = openHits(file).filter(({ screened_id }) => parties.has(screened_id))
  if (!screening || (owners.parties.length === 0 && hits.length === 0)) return null
  const screened = new Set((screening.screened ?? []).map(({ id }) => id))
  const unscreened = [...parties].filter((id) => !screened.has(id)).length
  const interests = heldInterests(owners, found)
  const listed = new Set(hits.map(({ screened_id }) => screened_id))
  const held = aggregateListed(interests, listed)
  const share = held.get(business_id) ?? 0
  const sources = hits.length > 0 ? hits.flatMap((hit) => hit.sources) : screening.sources
  const companies = [...held].flatMap(([id, percent]) => (id !== business_id && percent >= listedFrom ? [id] : []))
  const chain =
    companies.length > 0
      ? ` ${counted(companies.length, 'company in the chain counts', 'companies in the chain count')} as listed too.`
      : ''
  if (share >= listedFrom)
    return judged(
      'failure',
      'Owned by Listed Parties',
      `Owners with a hit hold ${shown(share)} % in aggregate, which makes the business count as listed (50 percent rule).${chain}`,
      sources,
    )
  const unknown = withoutShare(interests, [...new Set([...listed, ...companies])])
  const ranges = found.filter(({ party_id, interests: told }) => listed.has(party_id) && told.some(isRange)).length
  const control = toldControl(interests, business_id, listed)
  if (unknown > 0 || ranges > 0) {
    const told = [
      ...(unknown > 0 ? [`How much ${counted(unknown, 'of them holds', 'of them hold')} is not known.`] : []),
      ...(ranges > 0 ? [`For ${ranges} of them only a range is known, of which the lower end is counted.`] : []),
    ]
    return judged(
      'warning',
      'Hits',
      `Owners with a hit hold at least ${shown(share)} % in aggregate.${chain} ${told.join(' ')}${control}`,
      sources,
    )
  }
  if (hits.length > 0)
    return judged(
      'warning',
      'Hits',
      `Owners with a hit hold ${shown(share)} % in aggregate, less than the 50 % of the 50 percent rule.${chain}${control}`,
      sources,
    )
  if (unscreened > 0)
    return judged(
      'warning',
      'Not Screened',
      `${unscreened} of ${parties.size} owners became known after the last screening. Order a verification to screen them.`,
      sources,
    )
  return judged(
    'success',
    'No Hits',
    parties.size === 1
      ? 'The only party in the chain of owners has no hit.'
      : `None of the ${parties.size} people and companies in the chain of owners has a hit.`,
    sources,
  )
}

const isOpen = ({ kind, percentage }: OwnershipInterest): boolean => kind === 'ownership' && percentage === null

/** Of how many of these nobody says how much they own: votes and other control are no share. */
const withoutShare = (interests: readonly OwnershipInterest[], ids: readonly string[]): number => {
  const owned = Map.groupBy(
    interests.filter(({ kind }) => kind === 'ownership'),
    ({ owner_id }) => owner_id,
  )
  return ids.filter((id) => owned.get(id)?.some(isOpen) !== false).length
}

const isRange = ({ kind, from, to }: FoundInterest): boolean => kind === 'ownership' && from !== null && from !== to

/** Listed parties that control the business with less than half of it. OFAC's rule counts ownership alone. */
const toldControl = (interests: readonly OwnershipInterest[], businessId: string, listed: ReadonlySet<string>): string => {
  const controlling = [...holdingsOf(interests, businessId)].filter(([id, { controls }]) => controls && listed.has(id)).length
  if (controlling === 0) return ''
  return ` ${counted(controlling, 'of them controls', 'of them control')} the business, by votes or otherwise: the rules of the United Kingdom and the European Union count control, too.`
}

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

const shown = (percent: number): string => String(Math.round(percent * 100) / 100)
