// What a review says of the screening: of all lists together, and of those outside the United States.
import type { Product } from '../../events/business.ts'
import { type EvidenceFile, openHits } from '../../events/evidence-file.ts'
import type { Source } from '../../events/parts.ts'
import type { Business } from '../business-state.ts'
import { spokenBy } from '../source-age.ts'
import { type Judgement, judged, listed, orNotAvailable, type ReviewRule, shareOf, sourcesOf, unanswered } from './rule.ts'

type Screening = NonNullable<EvidenceFile['screening']>
type List = Screening['lists'][number]

/** The global lists have a task of their own where one of them is loaded, and chosen by the account. */
export const watchlistRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'watchlist', key: 'watchlist', label: 'Watchlists', products, judge: orNotAvailable('watchlists', judgeWatchlist) },
  { category: 'global_watchlists', key: 'global_watchlists', label: 'Global Watchlists', products, judge: judgeGlobal },
]

/** Lists of screenings from before the country was kept are all of the United States. */
const isGlobal = ({ country = 'US' }: List): boolean => country !== 'US'

const judgeWatchlist: ReviewRule['judge'] = (business, at, ageLimitDays) => {
  const { screening } = business.file
  if (!screening) return null
  const { lists, index = [], not_loaded: missing = [] } = screening
  // Those against lists that are not loaded any more stand too.
  if (lists.length > 0 || openHits(business.file).length > 0)
    return judge({ business, screening, lists, missing, counts: () => true, at, ageLimitDays })
  return index.length > 0 && missing.length > 0
    ? judged('warning', 'Not Screened', `None of the chosen lists (${missing.join(', ')}) is loaded, so nothing was screened.`)
    : unanswered('Not Screened', 'No watchlist is loaded, so nothing was screened.')
}

const judgeGlobal: ReviewRule['judge'] = (business, at, ageLimitDays) => {
  const { screening } = business.file
  const lists = screening?.lists.filter(isGlobal) ?? []
  const counts = ({ list }: { readonly list: string }) => lists.some(({ abbr }) => abbr === list)
  return screening && lists.length > 0 ? judge({ business, screening, lists, missing: [], counts, at, ageLimitDays }) : null
}

type Judging = {
  readonly business: Business
  readonly screening: Screening
  /** Of the screening: those that are judged. */
  readonly lists: readonly List[]
  /** The chosen lists that are not loaded. */
  readonly missing: readonly string[]
  /** Whether a hit is one that is judged. */
  readonly counts: (hit: { readonly list: string }) => boolean
  readonly at: string
  readonly ageLimitDays: number
}

function judge({ business, screening, lists, missing, counts, at, ageLimitDays }: Judging): Judgement {
  const { file } = business
  const who = toldScreened(business, screening)
  const open = openHits(file).filter(counts)
  const dismissed = Object.values(file.hits).filter(counts).length - open.length
  const searched = lists.map(({ abbr, version }) => `${abbr} (${version})`).join(', ')
  const unread = screening.unread ?? []
  if (open.length === 0) {
    const sources = sourcesOn(lists, file, screening)
    const isOne = (screening.screened ?? []).every(({ kind, id }) => kind === 'person' || id === business.submitted.business_id)
    const names = unread.map(
      ({ screened, scripts }) =>
        `the name of ${screened === 'person' ? 'a person' : isOne ? 'the business' : 'a company'} in ${toldScripts(scripts)}`,
    )
    const lacks = [
      ...(unread.length > 0 ? [`${[...new Set(names)].join(' and ')} could not be read well enough to screen it`] : []),
      ...unscreened(business, screening).map((whose) => `${whose}, given since the screening, was not screened`),
      ...(missing.length > 0 ? [`of the chosen lists ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not loaded`] : []),
    ]
    if (lacks.length > 0)
      return judged('warning', 'Not Fully Screened', `No hit against: ${searched}. But ${lacks.join(', and ')}.${who}`, sources)
    const stale = lists.filter((list) => spokenBy(sources.filter(isOf(list)), at).some(({ days }) => days > ageLimitDays)).length
    const told = `Screened without a${dismissed > 0 ? ' standing' : ''} hit against: ${searched}.${dismissed > 0 ? ` Dismissed: ${dismissed}.` : ''}`
    return stale > 0
      ? judged(
          'warning',
          'Outdated Lists',
          `${told} ${shareOf(stale, lists.length, 'list')} ${stale === 1 ? 'is' : 'are'} out of date.${who}`,
          sources,
        )
      : judged('success', 'No Hits', `${told}${who}`, sources)
  }
  const named = open
    .map(({ screened, screened_id, screened_name, matched_name, list }) => {
      // The log names in plain text nobody but the business: a company behind it may bear a person's name.
      const isOwn = screened_id === business.submitted.business_id
      const who = isOwn ? `"${screened_name}"` : screened === 'person' ? 'a person' : 'a company behind the business'
      return `${who} against "${matched_name}" on ${list}`
    })
    .join('; ')
  return judged('warning', 'Hits', `${open.length} ${open.length === 1 ? 'hit' : 'hits'}: ${named}.${who}`, sourcesOf(open))
}

/** Whose names were given after the screening. Empty for screenings from before it was kept who was screened. */
const unscreened = ({ submitted, added }: Business, { screened = [] }: Screening): readonly string[] => {
  if (screened.length === 0) return []
  const isNew = (id: string, name: string) => name !== '' && !screened.some((each) => each.id === id && each.name === name)
  const parties = [...submitted.people, ...(submitted.ownership?.parties ?? [])]
  return [
    ...([submitted, ...added.names].some(({ name }) => isNew(submitted.business_id, name)) ? ['a name of the business'] : []),
    ...(parties.some(({ id, name }) => isNew(id, name)) ? ['the name of a person or owner'] : []),
  ]
}

/** A script without a name of its own is kept as `another script`. */
const toldScripts = (scripts: readonly string[]): string =>
  scripts.map((script) => (script.endsWith('script') ? script : `${script} script`)).join(' and ')

const isOf =
  ({ abbr }: List) =>
  ({ type, metadata }: Source): boolean =>
    type === 'watchlist' && metadata.data_set === abbr

/** The sources of the screening without other lists and their entries. */
const sourcesOn = (lists: readonly List[], { hits }: EvidenceFile, { lists: all, sources }: Screening): readonly Source[] => {
  const others = all.filter((list) => !lists.includes(list))
  const entries = Object.values(hits).filter(({ list }) => others.some(({ abbr }) => abbr === list))
  const ofOthers = new Set(entries.flatMap((hit) => hit.sources.map(({ id }) => id)))
  return sources.filter((source) => !ofOthers.has(source.id) && !others.some((list) => isOf(list)(source)))
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
  return told.length === 0 ? '' : ` Screened: ${listed(told)}.`
}

const roles = [
  { role: 'business', one: 'the business', more: 'businesses' },
  { role: 'person', one: '1 submitted person', more: 'submitted people' },
  { role: 'owner', one: '1 owner', more: 'owners' },
  { role: 'officer', one: '1 officer on a registration', more: 'officers on registrations' },
] as const
