// The data of a business, section by section, for its current state and its past states.
import { html } from 'hono/html'
import { entityTypeWords } from '../../interface/entity-type-words.ts'
import { mapCard } from '../charts/business-map.ts'
import { badge, card, date, facts, join, type Markup, nothing, orDash, outside, table, time, words } from '../framework/markup.ts'
import { leiCard } from './lei.ts'
import type { BusinessRecord } from './record.ts'
import { sourceList } from './sources.ts'
import { type Decided, verdictSection } from './verdict.ts'
import { type WatchlistHit, watchlistCard } from './watchlist.ts'
import { indicatorList, websiteCard } from './website.ts'

type Member<Field extends keyof BusinessRecord> = Extract<BusinessRecord[Field], readonly unknown[]>[number]

type AtTheHits = {
  /** The form that dismisses a watchlist hit. */
  readonly dismissal?: (hit: WatchlistHit) => Markup
  /** The links to the certificate of the latest screening. */
  readonly certificate?: Markup
}

/** What was found, for the wide column. */
export const businessData = (business: BusinessRecord, { dismissal = () => nothing, certificate = nothing }: AtTheHits = {}): Markup =>
  html`${registrations(business)}${mapCard(business)}${addresses(business)}${watchlistCard(business, { dismissal, certificate })}${people(business)}${websiteCard(business.website)}${findingsOf(business)}`

/** The facts in short, for the column beside it. */
export const businessFacts = (business: BusinessRecord): Markup =>
  html`${summary(business)}${leiCard(business)}${tax(business)}${industry(business)}${contact(business)}${documents(business)}${policies(business)}`

/** A past state: the verdict, then the data. */
export const pastView = (
  business: BusinessRecord,
  around: { readonly isErased: boolean; readonly decided: Decided | null },
): Markup => html`${verdictSection(business, around)}<div class="columns">
<div>${businessData(business)}</div><div class="one">${businessFacts(business)}</div></div>`

const summary = (business: BusinessRecord): Markup =>
  card(
    'Business',
    html`${facts([
      [
        'Names',
        join(
          (business.names ?? []).map(
            ({ name, type, submitted }) =>
              html`<div>${name} ${submitted ? badge('plain', 'Submitted') : badge('plain', type === 'dba' ? 'DBA' : 'Found')}</div>`,
          ),
        ),
      ],
      ['Entity type', entityTypeWords(business.formation)],
      [
        'Formed',
        business.formation?.formation_date
          ? html`${date(business.formation.formation_date)}${business.formation.formation_state ? html` in ${business.formation.formation_state}` : nothing}`
          : null,
      ],
      ['Website', business.submitted?.website ? outside(String(business.submitted.website.url)) : null],
      ['External ID', business.external_id],
      ['Unique external ID', business.unique_external_id],
      ['Tags', business.tags?.length ? html`<span class="tags">${business.tags.map((tag) => html`<span>${tag}</span>`)}</span>` : null],
      ['Requested by', business.requester ? html`${business.requester.name}` : null],
      ['Created', time(business.created_at)],
      ['Updated', time(business.updated_at)],
    ])}${sourceList(business.formation?.sources)}`,
  )

const tax = ({ tin, tax_exempt_organization: exempt }: BusinessRecord): Markup => {
  if (!tin && !exempt) return nothing
  const outcome = tin?.error
    ? badge('warning', 'Unavailable')
    : tin?.verified
      ? badge('success', 'Found')
      : tin?.mismatch
        ? badge('failure', 'Mismatch')
        : badge('neutral', tin?.unknown ? 'Unknown' : 'Not found')
  return card(
    'Tax number',
    html`${
      tin
        ? facts([
            ['TIN', html`<code>${tin.tin}</code> ${outcome}`],
            ['Belongs to', tin.name],
            ['Verified by', tin.verified_by ? words(tin.verified_by) : null],
            ['Note', tin.error],
          ])
        : nothing
    }
${
  exempt
    ? facts([
        ['Exempt organisation', exempt.name],
        ['Section', exempt.section],
        ['Revoked', exempt.revoked_at ? date(exempt.revoked_at) : null],
      ])
    : nothing
}`,
  )
}

type Industry = NonNullable<BusinessRecord['industry_classification']>['categories'][number]

const codesOf = ({ naics_codes, mcc_codes }: Industry): string => {
  const systems = [
    ['NAICS', naics_codes],
    ['MCC', mcc_codes],
  ] as const
  return systems.flatMap(([system, codes]) => (codes && codes.length > 0 ? [`${system} ${codes.join(', ')}`] : [])).join(' · ')
}

const industry = ({ industry_classification: found }: BusinessRecord): Markup =>
  found && found.categories.length > 0
    ? card(
        'Industry',
        join(
          found.categories.slice(0, 8).map(
            (
              each,
            ) => html`<div class="item"><strong>${orDash(each.name)}</strong> ${each.high_risk ? badge('warning', 'High risk') : nothing}
<div class="quiet">${codesOf(each)}</div></div>`,
          ),
        ),
      )
    : nothing

const contact = ({ phone_numbers: phones, email_addresses: emails, profiles }: BusinessRecord): Markup =>
  phones?.length || emails?.length || profiles?.length
    ? card(
        'Contact',
        facts([
          ['Phone', phones?.length ? join(phones.map(({ number }) => html`<div>${number}</div>`)) : null],
          ['E-mail', emails?.length ? join(emails.map(({ email }) => html`<div>${email}</div>`)) : null],
          [
            'Profiles',
            profiles?.length
              ? join(profiles.map((profile) => html`<div>${outside(String((profile as { url?: unknown }).url ?? ''))}</div>`))
              : null,
          ],
        ]),
      )
    : nothing

const registrations = ({ registrations: found, possible_registrations: possible, review }: BusinessRecord): Markup =>
  card(
    'Registrations',
    html`${table<Member<'registrations'>>(
      [
        {
          title: 'Name',
          kind: 'main',
          cell: ({ name, source, officers }) =>
            html`<div>${name}${source ? html`<br>${outside(source, 'Registry page')}` : nothing}${officersOf(officers)}</div>`,
        },
        {
          title: 'State',
          cell: ({ state, jurisdiction }) => html`<div>${orDash(state)}<br><span class="quiet">${words(jurisdiction)}</span></div>`,
        },
        {
          title: 'Status',
          cell: ({ status, sub_status }) =>
            html`<div>${badge(status)}${sub_status ? html`<br><span class="quiet">${words(sub_status)}</span>` : nothing}</div>`,
        },
        {
          title: 'File',
          cell: (each) => html`<div>${each.file_number}<br><span class="quiet">${entityTypeWords(each)}</span></div>`,
        },
        { title: 'Registered', cell: ({ registration_date }) => date(registration_date) },
      ],
      found ?? [],
      { caption: 'Registrations', empty: review ? 'No registrations found.' : 'Nothing found yet.' },
    )}${possible?.length ? html`<h3>Possible matches</h3><p class="quiet">These may be other businesses and do not affect the review.</p>${possibleTable(possible)}` : nothing}`,
  )

/** Under the name, because a column of their own would be narrower than a name. */
const officersOf = (officers: Member<'registrations'>['officers']): Markup =>
  officers?.length ? html`<br><span class="quiet">Officers: ${officers.map((officer) => String(officer.name)).join(', ')}</span>` : nothing

const possibleTable = (possible: readonly Member<'possible_registrations'>[]): Markup =>
  table<Member<'possible_registrations'>>(
    [
      { title: 'Name', kind: 'main', cell: ({ name }) => name },
      { title: 'State', cell: ({ state }) => orDash(state) },
      { title: 'File', cell: ({ file_number }) => file_number },
      { title: 'Reason', cell: ({ explanation }) => html`<div class="long">${explanation}</div>` },
    ],
    possible,
    { caption: 'Possible matches', empty: '' },
  )

const addresses = ({ addresses: known }: BusinessRecord): Markup => {
  const one = (address: Member<'addresses'>) => html`<div class="item"><div class="event-head"><strong>${address.full_address}</strong>
<span>${badge('plain', address.submitted ? 'Submitted' : 'Found')}${address.rating && address.rating.risk_rating !== 'not_available' ? badge(address.rating.risk_rating, `${words(address.rating.risk_rating)} risk`) : nothing}</span></div>
${indicatorList(address.rating?.indicators)}
${sourceList(address.sources)}</div>`
  return known?.length ? card('Addresses', join(known.map(one))) : nothing
}

const people = ({ people: known }: BusinessRecord): Markup =>
  known?.length
    ? card(
        'People',
        table<Member<'people'>>(
          [
            { title: 'Name', kind: 'main', cell: ({ name }) => name ?? '' },
            {
              title: 'Titles',
              cell: ({ titles }) => html`<div class="long">${orDash((titles ?? []).map(({ title }) => title).join(', '))}</div>`,
            },
            { title: 'Origin', cell: ({ submitted }) => badge('plain', submitted ? 'Submitted' : 'Found') },
            { title: 'Sources', cell: ({ sources }) => sourceList(sources) || orDash(null) },
          ],
          known,
          { caption: 'People', empty: '' },
        ),
      )
    : nothing

const documents = ({ documents: held }: BusinessRecord): Markup =>
  held?.length
    ? card(
        'Documents',
        join(
          held.map(
            (each) =>
              html`<div class="item"><a href="${each.download_url}">${each.filename}</a><div class="quiet">${each.document_type}, ${date(each.created_at)}</div></div>`,
          ),
        ),
      )
    : nothing

const policies = ({ policy_results: results }: BusinessRecord): Markup =>
  results?.length
    ? card(
        'Policies',
        join(
          results.map(
            ({ name, result, matched, created_at }) =>
              html`<div class="item"><div class="event-head"><strong>${orDash(name)}</strong>${result ? badge(result) : nothing}</div><span class="quiet">${matched ? html`${matched} · ` : nothing}${time(created_at)}</span></div>`,
          ),
        ),
      )
    : nothing

type Finding = Readonly<Record<string, unknown>>

/** The findings of further products, each with the fields to show. */
const findingKinds: readonly {
  readonly field: keyof BusinessRecord
  readonly title: string
  readonly name: readonly string[]
  readonly rest: readonly string[]
}[] = [
  {
    field: 'liens',
    title: 'Liens',
    name: ['file_number', 'lien_type', 'packet_number', 'id'],
    rest: ['status', 'state', 'filing_date', 'secured_party'],
  },
  { field: 'bankruptcies', title: 'Bankruptcies', name: ['case_number', 'id'], rest: ['chapter', 'status', 'filed_at', 'court'] },
  { field: 'litigations', title: 'Litigations', name: ['case_name', 'case_number', 'id'], rest: ['court', 'status', 'filed_at'] },
  { field: 'loans', title: 'Loans', name: ['lender', 'id'], rest: ['amount', 'issued_date'] },
  { field: 'fmcsa_registrations', title: 'Motor carrier registrations', name: ['legal_name'], rest: ['dot_number', 'dba_name'] },
  { field: 'certifications', title: 'Certifications', name: ['name'], rest: ['certification_type'] },
]

const findingsOf = (business: BusinessRecord): Markup =>
  join(
    findingKinds.map(({ field, title, name, rest }) => {
      const found = (business[field] ?? []) as readonly Finding[]
      if (found.length === 0) return nothing
      const first = (each: Finding) => String(name.map((key) => each[key]).find((value) => typeof value === 'string' && value !== '') ?? '')
      const told = (each: Finding) =>
        facts(rest.map((key) => [words(key), key === 'status' ? statusBadge(each[key]) : plain(each[key] ?? published(each, key))]))
      const named = (each: Finding) => (isOwnLien(each) ? html`<a href="/liens/${each.id}">${first(each)}</a>` : first(each))
      return card(title, join(found.slice(0, 50).map((each) => html`<div class="item"><strong>${named(each)}</strong>${told(each)}</div>`)))
    }),
  )

/** Of a loan that was published with a range alone, the range. */
const published = ({ details }: Finding, key: string): unknown =>
  key === 'amount' ? (details as { readonly amount_range?: string | null } | undefined)?.amount_range : null

/** Liens filed here have a page; liens found in a register have none. */
const isOwnLien = ({ object, packet_number }: Finding): boolean => object === 'lien' && typeof packet_number === 'string'

const statusBadge = (status: unknown): Markup | null => (typeof status === 'string' && status !== '' ? badge(status) : null)

const plain = (value: unknown): Markup | string | null => {
  if (value === null || value === undefined || typeof value === 'object') return null
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? date(value) : String(value)
}
