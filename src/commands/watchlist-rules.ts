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

function judgeWatchlist({ file }: Business): Verdict | null {
  const { screening } = file
  if (!screening) return null
  if (screening.lists.length === 0) return unanswered('Not Screened', 'No watchlist is loaded, so nothing was screened.')
  return judge(file, screening, screening.lists)
}

function judgeGlobal({ file }: Business): Verdict | null {
  const lists = file.screening?.lists.filter(isGlobal) ?? []
  return file.screening && lists.length > 0 ? judge(file, file.screening, lists) : null
}

function judge(file: EvidenceFile, screening: Screening, lists: readonly List[]): Verdict {
  const isOnThem = ({ list }: { readonly list: string }) => lists.some(({ abbr }) => abbr === list)
  const open = openHits(file).filter(isOnThem)
  const dismissed = Object.values(file.hits).filter(isOnThem).length - open.length
  const searched = lists.map(({ abbr, version }) => `${abbr} (${version})`).join(', ')
  const unread = screening.unread ?? []
  if (open.length === 0 && unread.length > 0) {
    const who = unread.map(
      ({ screened, scripts }) => `the name of ${screened === 'person' ? 'a person' : 'the business'} in ${scripts.join(' and ')} script`,
    )
    return verdict(
      'warning',
      'Not Fully Screened',
      `No hit against: ${searched}. But ${[...new Set(who)].join(' and ')} could not be read well enough to screen it.`,
      screening.sources,
    )
  }
  if (open.length === 0)
    return verdict(
      'success',
      'No Hits',
      `Screened without a${dismissed > 0 ? ' standing' : ''} hit against: ${searched}.${dismissed > 0 ? ` Dismissed: ${dismissed}.` : ''}`,
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
    `${open.length} ${open.length === 1 ? 'hit' : 'hits'}: ${named}.`,
    open.flatMap(({ sources }) => sources),
  )
}
