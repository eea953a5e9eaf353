// What a review says of the screening: of all lists together, and of those outside the United States.
import type { Product } from '../events/business.ts'
import { type EvidenceFile, openHits } from '../events/evidence-file.ts'
import type { Business } from './business-state.ts'
import { orNotAvailable, type ReviewRule, unanswered, type Verdict, verdict } from './review-rule.ts'

type Screening = NonNullable<EvidenceFile['screening']>
type List = Screening['lists'][number]

/** The global lists have a task of their own where one of them is loaded, and chosen by the account. */
export const watchlistRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'watchlist', key: 'watchlist', label: 'Watchlists', products, judge: orNotAvailable('watchlists', judgeWatchlist) },
  { category: 'global_watchlists', key: 'global_watchlists', label: 'Global Watchlists', products, judge: judgeGlobal },
]

/** Lists of screenings from before the country was kept are all of the United States. */
const isGlobal = ({ country = 'US' }: List): boolean => country !== 'US'

function judgeWatchlist(business: Business): Verdict | null {
  const { screening } = business.file
  if (!screening) return null
  if (screening.lists.length === 0) return unanswered('Not Screened', 'No watchlist is loaded, so nothing was screened.')
  return judge(business, screening, screening.lists)
}

function judgeGlobal(business: Business): Verdict | null {
  const { screening } = business.file
  const lists = screening?.lists.filter(isGlobal) ?? []
  return screening && lists.length > 0 ? judge(business, screening, lists) : null
}

function judge(business: Business, screening: Screening, lists: readonly List[]): Verdict {
  const { file } = business
  const who = toldScreened(business, screening)
  const isOnThem = ({ list }: { readonly list: string }) => lists.some(({ abbr }) => abbr === list)
  const open = openHits(file).filter(isOnThem)
  const dismissed = Object.values(file.hits).filter(isOnThem).length - open.length
  const searched = lists.map(({ abbr, version }) => `${abbr} (${version})`).join(', ')
  const unread = screening.unread ?? []
  if (open.length === 0 && unread.length > 0) {
    const names = unread.map(
      ({ screened, scripts }) => `the name of ${screened === 'person' ? 'a person' : 'the business'} in ${scripts.join(' and ')} script`,
    )
    return verdict(
      'warning',
      'Not Fully Screened',
      `No hit against: ${searched}. But ${[...new Set(names)].join(' and ')} could not be read well enough to screen it.${who}`,
      screening.sources,
    )
  }
  if (open.length === 0)
    return verdict(
      'success',
      'No Hits',
      `Screened without a${dismissed > 0 ? ' standing' : ''} hit against: ${searched}.${dismissed > 0 ? ` Dismissed: ${dismissed}.` : ''}${who}`,
      screening.sources,
    )
  const named = open
    .map(({ screened, screened_name, matched_name, list }) => {
      const who = screened === 'person' ? 'a person' : `"${screened_name}"`
      return `${who} against "${matched_name}" on ${list}`
    })
    .join('; ')
  return verdict(
    'warning',
    'Hits',
    `${open.length} ${open.length === 1 ? 'hit' : 'hits'}: ${named}.${who}`,
    open.flatMap(({ sources }) => sources),
  )
}

/** By their roles: the log names nobody in plain text. Empty for screenings from before it was kept who was screened. */
function toldScreened({ submitted, file }: Business, { screened = [] }: Screening): string {
  const people = new Set(submitted.people.map(({ id }) => id))
  const owners = new Set([
    ...(submitted.ownership?.parties ?? []).map(({ id }) => id),
    ...Object.values(file.found_owners).map(({ party_id }) => party_id),
  ])
  const roleOf = (id: string) =>
    id === submitted.business_id ? 'business' : people.has(id) ? 'person' : owners.has(id) ? 'owner' : 'officer'
  const ids = Map.groupBy(new Set(screened.map(({ id }) => id)), roleOf)
  const told = roles.flatMap(({ role, one, more }) => {
    const count = ids.get(role)?.length ?? 0
    return count === 0 ? [] : [count === 1 ? one : `${count} ${more}`]
  })
  const [last] = told.slice(-1)
  return last === undefined ? '' : ` Screened: ${[told.slice(0, -1).join(', '), last].filter((part) => part !== '').join(' and ')}.`
}

const roles = [
  { role: 'business', one: 'the business', more: 'businesses' },
  { role: 'person', one: '1 submitted person', more: 'submitted people' },
  { role: 'owner', one: '1 owner', more: 'owners' },
  { role: 'officer', one: '1 officer on a registration', more: 'officers on registrations' },
] as const
