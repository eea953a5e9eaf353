// What a review says of the owners: whether enough of them are known, and how much listed parties hold in aggregate.
import { openHits } from '../events/evidence-file.ts'
import type { Business } from './business-state.ts'
import { aggregateListed, beneficialOwnerFrom, heldTogether, holdingsOf, listedFrom, ultimateHolders } from './effective-ownership.ts'
import { foundInterests, foundOnly } from './found-owners.ts'
import { discrepancyRule } from './owner-discrepancies.ts'
import { type ReviewRule, type Verdict, verdict } from './review-rule.ts'

/** Only where owners were submitted, except for hits of owners that published data names. */
export const ownershipRules: readonly ReviewRule[] = [
  { category: 'people', key: 'beneficial_owners', label: 'People', judge: judgeOwners },
  discrepancyRule,
  { category: 'watchlist', key: 'listed_owners', label: 'Watchlists', judge: judgeListed },
]

function judgeOwners({ submitted: { ownership, business_id } }: Business): Verdict | null {
  if (!ownership || ownership.interests.length === 0) return null
  const holdings = holdingsOf(ownership.interests, business_id)
  const ends = new Set(ultimateHolders(ownership.interests, business_id))
  const people = ownership.parties.filter(({ id, type }) => type === 'person' && ends.has(id)).map(({ id }) => holdings.get(id))
  const known = heldTogether(people.map((holding) => holding?.effective ?? 0))
  const owners = people.filter((holding) => holding && (holding.effective >= beneficialOwnerFrom || holding.controls)).length
  const told = `People are known for ${shown(known)} % of the ownership; ${owners === 0 ? 'none' : owners} of them ${owners === 1 ? 'holds' : 'hold'} ${beneficialOwnerFrom} % or more, or control.`
  const unknown = 100 - known
  return unknown >= beneficialOwnerFrom
    ? verdict('warning', 'Incomplete', `${told} The other ${shown(unknown)} % could have a beneficial owner that is not known.`)
    : verdict('success', 'Identified', told)
}

function judgeListed(business: Business): Verdict | null {
  const {
    submitted: { ownership, business_id },
    file,
  } = business
  const { screening } = file
  const found = foundOnly(business)
  const parties = new Set([...(ownership?.parties ?? []).map(({ id }) => id), ...found.map(({ party_id }) => party_id)])
  const hits = openHits(file).filter(({ screened_id }) => parties.has(screened_id))
  const isSubmitted = (ownership?.parties ?? []).length > 0
  if (!screening || (!isSubmitted && hits.length === 0)) return null
  const screened = new Set((screening.screened ?? []).map(({ id }) => id))
  const unscreened = [...parties].filter((id) => !screened.has(id)).length
  const interests = [...(ownership?.interests ?? []), ...foundInterests(business)]
  const listed = new Set(hits.map(({ screened_id }) => screened_id))
  const held = aggregateListed(interests, listed)
  const share = held.get(business_id) ?? 0
  const sources = hits.length > 0 ? hits.flatMap((hit) => hit.sources) : screening.sources
  const companies = [...held].filter(([id, percent]) => id !== business_id && percent >= listedFrom).length
  const chain =
    companies > 0 ? ` ${companies} ${companies === 1 ? 'company in the chain counts' : 'companies in the chain count'} as listed too.` : ''
  if (share >= listedFrom)
    return verdict(
      'failure',
      'Owned by Listed Parties',
      `Owners with a hit hold ${shown(share)} % in aggregate, which makes the business count as listed (50 percent rule).${chain}`,
      sources,
    )
  const unknown = [...listed].filter((id) => !interests.some(({ owner_id, percentage }) => owner_id === id && percentage !== null)).length
  if (unknown > 0)
    return verdict(
      'warning',
      'Hits',
      `Owners with a hit hold at least ${shown(share)} % in aggregate. How much ${unknown} of them ${unknown === 1 ? 'holds' : 'hold'} is not known.${chain}`,
      sources,
    )
  if (hits.length > 0)
    return verdict(
      'warning',
      'Hits',
      `Owners with a hit hold ${shown(share)} % in aggregate, less than the 50 % of the 50 percent rule.${chain}`,
      sources,
    )
  if (unscreened > 0)
    return verdict(
      'warning',
      'Not Screened',
      `${unscreened} of ${parties.size} owners became known after the last screening. Order a verification to screen them.`,
      sources,
    )
  return verdict('success', 'No Hits', `None of the ${parties.size} people and companies in the chain of owners has a hit.`, sources)
}

const shown = (percent: number): string => String(Math.round(percent * 100) / 100)
