// The watchlist hits on a business's page: the submitted party beside the listed one, word by word, with what was decided about the hit before.
import { html } from 'hono/html'
import type { z } from 'zod'
import { type MarkedWord, markWords } from '../../inner/word-marks.ts'
import type { Business } from '../../interface/records/business.ts'
import { scoreText } from '../../interface/score-text.ts'
import { withoutHits } from '../../interface/without-hits.ts'
import { scorePlot } from '../charts/score-plot.ts'
import {
  badge,
  card,
  counted,
  date,
  facts,
  join,
  type Markup,
  nothing,
  orDash,
  outside,
  sentence,
  time,
  words,
} from '../framework/markup.ts'

type BusinessRecord = z.output<typeof Business>
type Screened = NonNullable<BusinessRecord['watchlist']>
type List = Screened['lists'][number]
export type WatchlistHit = List['results'][number]
type Submitted = NonNullable<BusinessRecord['submitted']>

/** `dismissal`: the form that dismisses a hit. `certificate`: the link to the certificate of the screening. */
export const watchlistCard = (
  { id, watchlist, submitted, review }: BusinessRecord,
  { dismissal, certificate = nothing }: { readonly dismissal: (hit: WatchlistHit) => Markup; readonly certificate?: Markup },
): Markup => {
  if (!watchlist) return nothing
  const hits = watchlist.lists.flatMap((list) => list.results.map((hit) => ({ list, hit })))
  const openHits = hits.filter(({ hit }) => hit.status !== 'dismissed').length
  const shown = hits.map(({ list, hit }) =>
    hitItem({ list, hit, own: hit.screened_id === id, submitted: submitted ?? null, form: hit.dismissal ? nothing : dismissal(hit) }),
  )
  return card(
    'Watchlists',
    html`${scorePlot(hits.map(({ hit }) => ({ ...hit, isDismissed: hit.status === 'dismissed', screened: hit.screened ?? null })))}${hits.length === 0 ? nothingFound({ watchlist, review }) : join(shown)}${lists(watchlist.lists)}${certificate}`,
    { aside: openHits > 0 ? badge('failure', counted(openHits, 'hit')) : nothing },
  )
}

const nothingFound = (screened: Parameters<typeof withoutHits>[0]): Markup => {
  const { status, text, why } = withoutHits(screened)
  return html`<p>${badge(status, text)} ${why}</p>`
}

const lists = (all: readonly List[]): Markup =>
  html`<details class="more"><summary>${counted(all.length, 'list')} screened</summary><ul class="sources">${all.map(({ title, agency, version, results }) => html`<li><strong>${title}</strong> ${agency}${version ? html`, version ${version}` : nothing}: ${counted(results.length, 'hit')}</li>`)}</ul></details>`

/** `own`: of the business itself. */
type Shown = {
  readonly list: List
  readonly hit: WatchlistHit
  readonly own: boolean
  readonly submitted: Submitted | null
  readonly form: Markup
}

const hitItem = ({ list, hit, own, submitted, form }: Shown): Markup => html`<div class="item hit" id="hit-${hit.id}">
<div class="event-head"><strong>${hit.entity_name}</strong><span>${badge(hit.dismissal ? 'plain' : 'failure', list.abbr)}${hit.dismissal ? badge('plain', 'Dismissed') : nothing}${hit.score === null ? nothing : html` <span class="quiet">score ${scoreText(hit.score)}</span>`}</span></div>
${hit.explanation ? html`<p class="why">${sentence(hit.explanation)}</p>` : nothing}
${sides(hit, own ? submittedBusiness(submitted) : submittedParty(hit, submitted))}
${facts([
  ['List', `${list.title} (${list.agency})${hit.list_version ? `, version ${hit.list_version}` : ''}`],
  ['Entry', hit.entry_id ? html`<code>${hit.entry_id}</code>` : null],
  [
    'Publisher',
    hit.url
      ? outside(hit.url, 'The publisher’s entry')
      : html`${outside(hit.agency_list_url || hit.agency_information_url, 'The publisher’s list')} (the entry has no page of its own)`,
  ],
])}${decisions(hit)}${form}</div>`

type Row = readonly [title: string, submitted: Markup | string, listed: Markup | string]

/** Rows in which neither side says anything are left out. */
const sides = (hit: WatchlistHit, known: Known): Markup => {
  const marked = markWords(hit.screened_name ?? '', hit.matched_alias ?? hit.entity_name)
  const listed = (texts: readonly string[] | null | undefined) => (texts ?? []).join('; ')
  const aliases = hit.entity_aliases.filter((alias) => alias !== hit.matched_alias)
  const rows: readonly Row[] = [
    [hit.matched_alias ? 'Name and matched alias' : 'Name', markedName(marked.first), markedName(marked.second)],
    ['Listed under', '', hit.matched_alias ? hit.entity_name : ''],
    ['Other aliases', '', aliases.length > 12 ? `${aliases.slice(0, 12).join('; ')} and ${aliases.length - 12} more` : aliases.join('; ')],
    ['Type', hit.screened ? words(hit.screened) : '', hit.entity_type ? words(hit.entity_type) : ''],
    ['Born', known.born, listed(hit.dates_of_birth)],
    ['Countries', known.countries, listed(hit.nationalities)],
    ['Numbers', known.numbers, listed(hit.identifiers)],
    ['Addresses', known.addresses, (hit.addresses ?? []).map(({ full_address }) => full_address).join('; ')],
    ['Position', known.position, hit.title ?? ''],
    ['Programmes', '', (hit.categories ?? []).join(', ')],
    ['Listed', '', hit.listed_at ? date(hit.listed_at) : ''],
    ['Remarks', '', remarks(hit.remarks ?? '')],
  ]
  return html`<div class="table sides"><table><caption class="unseen">Submitted and listed party, compared</caption>
<thead><tr><th scope="col"><span class="unseen">What</span></th><th scope="col">Submitted</th><th scope="col">Listed</th></tr></thead>
<tbody>${rows
    .filter(([, own, other]) => own !== '' || other !== '')
    .map(
      ([title, own, other]) =>
        html`<tr><th scope="row">${title}</th><td data-title="Submitted">${orDashIn(own)}</td><td data-title="Listed">${orDashIn(other)}</td></tr>`,
    )}</tbody></table></div>`
}

const shortRemarks = 200

const remarks = (text: string): Markup | string =>
  text.length <= shortRemarks
    ? text
    : html`<details class="more"><summary>${text.slice(0, shortRemarks)}…</summary><p>${text}</p></details>`

const orDashIn = (value: Markup | string): Markup => (typeof value === 'string' ? orDash(value) : value)

const markTitles = { same: 'in both names', similar: 'similar in the other name', alone: 'only in this name' } as const

const markedName = (all: readonly MarkedWord[]): Markup =>
  html`<span class="marked">${all.map(({ text, mark }, at) => html`${at > 0 ? ' ' : ''}<span class="${mark}" title="${markTitles[mark]}">${text}</span>`)}</span>`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The text in a member of a value; empty where the value has none. */
const textIn = (value: unknown, member: string): string =>
  typeof value === 'object' && value !== null && member in value ? textOf(value[member as keyof typeof value]) : ''

/** What was submitted of the one who was screened. */
type Known = { readonly [Field in 'born' | 'countries' | 'numbers' | 'addresses' | 'position']: string }

const addressesOf = (submitted: Submitted | null): string =>
  (submitted?.addresses ?? []).map((each) => textIn(each, 'full_address')).join('; ')

const submittedBusiness = (submitted: Submitted | null): Known => {
  const [addresses, tin] = [addressesOf(submitted), textIn(submitted?.tin, 'tin')]
  const countries = addresses === '' ? '' : 'United States'
  return { born: '', countries, numbers: tin === '' ? '' : `TIN ${tin}`, addresses, position: '' }
}

/** A person, or a company behind the business. */
const submittedParty = ({ screened_id }: WatchlistHit, submitted: Submitted | null): Known => {
  const addresses = addressesOf(submitted)
  const person = (submitted?.people ?? []).find((each) => textIn(each, 'id') === screened_id)
  const ssn = textIn(person, 'ssn')
  return {
    born: textIn(person, 'dob'),
    countries: '',
    numbers: ssn === '' ? '' : `SSN ${ssn}`,
    addresses: addresses === '' ? '' : `of the business: ${addresses}`,
    position: textIn(person, 'title'),
  }
}

type Decided = NonNullable<WatchlistHit['dismissal']>

const nameOf = ({ dismissed_by: by }: Decided): string => {
  const name = textIn(by?.data, 'name')
  return name || (by ? `a ${by.actor_type}` : '')
}

const scopeWords = { hit: 'this hit', party: 'the whole party' } as const

const decided = (each: Decided, more: Markup = nothing): Markup =>
  html`<li><strong>${each.reason ? html`“${each.reason}”` : 'Without a reason'}</strong> <span class="quiet">${nameOf(each) ? `${nameOf(each)}, ` : ''}${time(each.dismissed_at)}, for ${scopeWords[each.scope]}</span>${more}</li>`

const decisions = ({ dismissal, earlier_dismissals: earlier }: WatchlistHit): Markup =>
  html`${dismissal ? html`<h3>Dismissed</h3><ul class="sources">${decided(dismissal)}</ul>` : nothing}${
    earlier?.length
      ? html`<h3>Dismissed earlier</h3><ul class="sources">${earlier.map((each) =>
          decided(
            each,
            html`<br>Ended ${time(each.ended_at)}, because ${each.cause === 'entry_changed' ? 'the list changed' : 'the party changed'}: ${each.changes.map(change)}`,
          ),
        )}</ul>`
      : nothing
  }`

const change = (
  { field, removed, added }: NonNullable<WatchlistHit['earlier_dismissals']>[number]['changes'][number],
  at: number,
): Markup =>
  html`${at > 0 ? '; ' : ''}${words(field).toLowerCase()}${removed.length > 0 ? html` <del>${removed.join('; ')}</del>` : nothing}${added.length > 0 ? html` <ins>${added.join('; ')}</ins>` : nothing}`
