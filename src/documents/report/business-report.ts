// The report on a business for a compliance officer's files: all evidence with its sources and its assessment, from the same record as
// GET /v1/businesses/{id}.
import type { z } from 'zod'
import type { Business } from '../../interface/records/business.ts'
import type { ReportContents } from '../../interface/resources/report.ts'
import { scoreText } from '../../interface/score-text.ts'
import { wholeRow } from '../../interface/source-ages.ts'
import { timelineDetails, timelineWords } from '../../interface/timeline-words.ts'
import { type Judged, verdictOf } from '../../interface/verdict.ts'
import { withoutHits } from '../../interface/without-hits.ts'
import type { TimelineDocument } from '../../projections/timeline.ts'
import type { Colour } from './canvas.ts'
import { compared, decided, sourceDates } from './conclusion.ts'
import { cover } from './cover.ts'
import { dismissals, notes, officers, policies, record } from './file.ts'
import { lei } from './lei.ts'
import { ownership } from './ownership.ts'
import { possibleRegistrations, registrations } from './registrations.ts'
import { risk } from './risk.ts'
import { type Cell, newSheet, type Sheet } from './sheet.ts'
import { words } from './words.ts'

type Record_ = z.output<typeof Business>

export const businessReport = async (contents: ReportContents): Promise<Uint8Array> => {
  const { business, conclusion, ownership: owned, account, mode, timeline, at, asOf } = contents
  const title = business.name || business.website?.url || 'Business without a name'
  const sheet = await newSheet({
    title: `Verification report: ${title}`,
    footer: `Business ${business.id} · ${asOf === null ? '' : `as it stood on ${moment(asOf)} · `}created ${moment(at.toISOString())} · record ${contents.record.hash.slice(0, 16)}`,
    at,
  })
  cover(sheet, { business, conclusion, account, mode, at, asOf }, { title, moment })
  decided(sheet, conclusion, {
    tasks: business.review ? judged(business.review.tasks ?? []) : null,
    hits: business.watchlist?.hit_count ?? 0,
    moment,
  })
  risk(sheet, contents.risk, moment)
  policies(sheet, business, moment)
  dismissals(sheet, business, moment)
  notes(sheet, contents.notes, moment)
  compared(sheet, conclusion, business)
  review(sheet, business)
  sourceDates(sheet, conclusion)
  registrations(sheet, business)
  lei(sheet, business)
  officers(sheet, business)
  possibleRegistrations(sheet, business)
  people(sheet, business)
  ownership(sheet, owned, moment)
  addresses(sheet, business)
  watchlist(sheet, business)
  records(sheet, business)
  history(sheet, timeline)
  record(sheet, contents.record)
  return sheet.bytes()
}

type Task = NonNullable<NonNullable<Record_['review']>['tasks']>[number]

/** What the verdict is drawn from. */
const judged = (tasks: readonly Task[]): readonly Judged[] =>
  tasks.map(({ key, status, label, sub_label }) => ({
    key: key ?? '',
    status: (status ?? 'neutral') as Judged['status'],
    label: label ?? '',
    sub_label: sub_label ?? '',
  }))

const review = (sheet: Sheet, { review: reviewed }: Record_) => {
  const tasks = reviewed?.tasks ?? []
  if (tasks.length === 0) return
  sheet.section('Review tasks')
  sheet.table({
    columns: [
      { title: 'Task', share: 0.2 },
      { title: 'Outcome', share: 0.17 },
      { title: 'Why', share: 0.38 },
      { title: 'Sources', share: 0.25 },
    ],
    rows: tasks.map((task) => {
      const { label, status, sub_label, message, sources } = task
      const shown = isBlocking(task) ? 'failure' : (status as keyof typeof marks)
      return [
        { text: label ?? '', weight: 'bold' },
        { text: `${marks[shown] ?? ''} ${sub_label ?? words(status ?? '')}`, colour: shown as Colour, weight: 'bold' },
        message ?? '',
        sourceLines(sources ?? []),
      ]
    }),
  })
}

/** A watchlist hit is a warning among the tasks, and yet the worst there is: the verdict decides. */
const isBlocking = (task: Judged): boolean => ['sanctions', 'blocks'].includes(verdictOf([task]).outcome)

/** Outcomes must be readable without colours. */
const marks = { success: '✔', warning: '▲', failure: '✘', neutral: '●' } as const

type Sources = readonly { readonly type?: string | null; readonly metadata?: { readonly [field: string]: unknown } | null }[]

const sourceLines = (sources: Sources): string => {
  const told = sources.map(({ type, metadata }) => {
    const { data_set, version, row } = metadata ?? {}
    return [data_set ?? type, version, row === wholeRow ? null : row]
      .filter((each) => each !== undefined && each !== null && each !== '')
      .join(' · ')
  })
  const shown = [...new Set(told)]
  return shown.length > 6 ? [...shown.slice(0, 6), `and ${shown.length - 6} more`].join('\n') : shown.join('\n')
}

const people = (sheet: Sheet, { people: all }: Record_) => {
  sheet.section('People')
  if (!all?.length) return sheet.paragraph('No person is on file.', { colour: 'faint' })
  sheet.table({
    columns: [
      { title: 'Name', share: 0.35 },
      { title: 'Titles', share: 0.25 },
      { title: 'Submitted', share: 0.12 },
      { title: 'Sources', share: 0.28 },
    ],
    rows: all.map(({ name, titles, submitted, sources }) => [
      { text: name ?? '', weight: 'bold' },
      (titles ?? []).map(({ title }) => title ?? '').join(', '),
      submitted ? 'Yes' : 'No',
      sourceLines(sources ?? []),
    ]),
  })
}

const known = (value: boolean | null | undefined, yes: string, no: string): string | null =>
  value === true ? yes : value === false ? no : null

const addresses = (sheet: Sheet, { addresses: all }: Record_) => {
  sheet.section('Addresses')
  if (!all?.length) return sheet.paragraph('No address is on file.', { colour: 'faint' })
  sheet.table({
    columns: [
      { title: 'Address', share: 0.38 },
      { title: 'Type', share: 0.22 },
      { title: 'Submitted', share: 0.12 },
      { title: 'Sources', share: 0.28 },
    ],
    rows: all.map((each) => [
      { text: each.full_address ?? '', weight: 'bold' },
      [
        known(each.deliverable, 'Deliverable', 'Undeliverable'),
        each.property_type,
        known(each.cmra, 'Private mailbox agent', ''),
        known(each.is_registered_agent, 'Registered agent', ''),
      ]
        .filter(Boolean)
        .map((text) => words(String(text)))
        .join(', '),
      each.submitted ? 'Yes' : 'No',
      sourceLines(each.sources ?? []),
    ]),
  })
}

const watchlist = (sheet: Sheet, { watchlist: screened, review: reviewed }: Record_) => {
  sheet.section('Watchlists')
  if (!screened) return sheet.paragraph('Nothing has been screened.', { colour: 'faint' })
  const hits = screened.lists.flatMap(({ title, abbr, results }) => results.map((result) => ({ list: title || abbr, ...result })))
  if (screened.lists.length > 0) {
    const { length } = screened.lists
    const named = screened.lists.map(({ title, agency_abbr }) => `${title} (${agency_abbr})`).join('; ')
    sheet.paragraph(`${length === 1 ? '1 list was' : `${length} lists were`} screened: ${named}.`, { size: 8.5 })
    sheet.space(4)
  }
  if (hits.length === 0) {
    const { status, text, why } = withoutHits({ watchlist: screened, review: reviewed })
    sheet.paragraph(`${text}.`, { colour: status, weight: 'bold' })
    return sheet.paragraph(why, { size: 8.5 })
  }
  sheet.table({
    columns: [
      { title: 'Screened', share: 0.18 },
      { title: 'Listed entity', share: 0.2 },
      { title: 'List', share: 0.15 },
      { title: 'Score', share: 0.08 },
      { title: 'Status', share: 0.12 },
      { title: 'Detail', share: 0.27 },
    ],
    rows: hits.map(
      ({ entity_name, list: name, score, status, entity_aliases, addresses: places, listed_at, categories, url, ...hit }): Cell[] => [
        [hit.screened_name, hit.screened && words(hit.screened)].filter(Boolean).join('\n'),
        { text: entity_name, weight: 'bold' },
        [name, hit.entry_id && `Entry ${hit.entry_id}`].filter(Boolean).join('\n'),
        score === null ? '' : scoreText(score),
        { text: words(status), colour: status === 'dismissed' ? 'neutral' : 'failure', weight: 'bold' },
        [
          entity_aliases.length > 0 ? `Also known as: ${entity_aliases.join('; ')}` : null,
          hit.dates_of_birth?.length ? `Born: ${hit.dates_of_birth.join('; ')}` : null,
          hit.nationalities?.length ? `Countries: ${hit.nationalities.join('; ')}` : null,
          hit.identifiers?.length ? `Numbers: ${hit.identifiers.join('; ')}` : null,
          hit.matched_alias ? `Matches as: ${hit.matched_alias}` : null,
          hit.explanation ? `Why: ${hit.explanation}` : null,
          hit.list_version ? `List version ${hit.list_version}` : null,
          places?.length ? `Addresses: ${places.map(({ full_address }) => full_address).join('; ')}` : null,
          categories?.length ? `Programmes: ${categories.join(', ')}` : null,
          listed_at ? `Listed ${listed_at.slice(0, 10)}` : null,
          url,
        ]
          .filter(Boolean)
          .join('\n'),
      ],
    ),
  })
}

/** Records of courts, filing offices and agencies, one line each. */
const records = (
  sheet: Sheet,
  { liens, bankruptcies, litigations, loans, tax_exempt_organization: exempt, fmcsa_registrations: carriers, documents }: Record_,
) => {
  const rows: readonly (readonly [string, string])[] = [
    ...(liens ?? []).map((each) => ['Lien', [describeRecord(each), ...partiesOf(each)].join('; ')] as const),
    ...(bankruptcies ?? []).map((each) => ['Bankruptcy', describeRecord(each)] as const),
    ...(litigations ?? []).map((each) => ['Litigation', describeRecord(each)] as const),
    ...(loans ?? []).map(
      (each) =>
        [
          'Loan',
          [each.lender, each.issued_date, each.amount ? dollars.format(each.amount) : each.details?.amount_range]
            .filter(Boolean)
            .join(', '),
        ] as const,
    ),
    ...(carriers ?? []).map((each) => ['Motor carrier', [each.legal_name, `DOT ${each.dot_number}`].filter(Boolean).join(', ')] as const),
    ...(exempt ? [['Tax-exempt organisation', [exempt.name, exempt.section, exempt.ein].filter(Boolean).join(', ')] as const] : []),
    ...(documents ?? []).map((each) => ['Document', `${each.filename} (${each.document_type})`] as const),
  ]
  if (rows.length === 0) return
  sheet.section('Other records')
  sheet.table({
    columns: [
      { title: 'Kind', share: 0.22 },
      { title: 'Record', share: 0.78 },
    ],
    rows,
  })
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

type Lien = NonNullable<Record_['liens']>[number]

/** Whose property secures what is owed, and to whom. */
const partiesOf = ({ debtors, secured_parties }: Lien): readonly string[] => {
  const named = (label: string, parties: readonly { readonly name: string }[] | undefined) =>
    parties?.length ? [`${label}: ${parties.map(({ name }) => name).join(', ')}`] : []
  return [...named('Debtors', debtors), ...named('Secured parties', secured_parties)]
}

/** The plain fields of a record, under their own names. */
const describeRecord = (record: object): string =>
  Object.entries(record)
    .filter(
      ([field, value]) => !/^(id|object|.*_id|.*_url|updated_at|created_at)$/.test(field) && ['string', 'number'].includes(typeof value),
    )
    .map(([field, value]) =>
      /_cents$/.test(field) ? `${words(field.replace(/_cents$/, ''))}: ${cents.format(Number(value) / 100)}` : `${words(field)}: ${value}`,
    )
    .join('; ')

const history = (sheet: Sheet, timeline: readonly TimelineDocument[]) => {
  sheet.section('Timeline')
  if (timeline.length === 0) return sheet.paragraph('Nothing has been recorded for this business.', { colour: 'faint' })
  sheet.table({
    columns: [
      { title: 'When', share: 0.17 },
      { title: 'What', share: 0.28 },
      { title: 'Details', share: 0.55 },
    ],
    rows: timeline.map(({ type, plain_type, occurred_at, data }) => [
      occurred_at.slice(0, 10),
      { text: `${timelineWords(plain_type)}${type === plain_type ? '' : ' (from the registry’s history)'}`, weight: 'bold' },
      timelineDetails(data.object),
    ]),
  })
}

const moment = (iso: string | null | undefined): string | null => (iso ? `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` : null)
