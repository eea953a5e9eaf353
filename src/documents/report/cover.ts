// The first page of a report: the business, its status, the evidence that it rests on, and the key facts.
import type { z } from 'zod'
import type { Mode } from '../../events/modes.ts'
import { entityTypeWords } from '../../interface/entity-type-words.ts'
import type { Business } from '../../interface/records/business.ts'
import type { Conclusion } from '../../interface/resources/report.ts'
import { isSample } from '../../interface/source-ages.ts'
import type { Colour } from './canvas.ts'
import type { Cell, Sheet } from './sheet.ts'
import { words } from './words.ts'

type Record_ = z.output<typeof Business>

const statusColours: { readonly [Status in Record_['status']]: Colour } = {
  open: 'neutral',
  pending: 'neutral',
  in_audit: 'warning',
  in_review: 'warning',
  approved: 'success',
  rejected: 'failure',
}

type Covered = {
  readonly business: Record_
  readonly conclusion: Conclusion
  readonly account: string
  readonly mode: Mode
  readonly at: Date
  /** The moment in the past that the report is about (ISO 8601); null: when it is made. */
  readonly asOf: string | null
}

type Told = {
  readonly title: string
  /** Writes a time as the report does. */
  readonly moment: (iso: string | null | undefined) => string | null
}

export const cover = (sheet: Sheet, { business, conclusion, account, mode, at, asOf }: Covered, { title, moment }: Told) => {
  sheet.paragraph('Business verification report', { size: 10, weight: 'bold', colour: 'brand' })
  sheet.space(6)
  sheet.title(title, title.length > 120 ? 14 : 22)
  sheet.space(8)
  const { isErased } = conclusion
  sheet.pills([isErased ? { text: 'Erased', colour: 'neutral' } : { text: words(business.status), colour: statusColours[business.status] }])
  sheet.space(6)
  const { tin, formation, website, review: reviewed } = business
  sheet.facts([
    ['Business ID', business.id],
    ['External ID', business.external_id],
    ['Unique external ID', business.unique_external_id],
    ['Account', account],
    ['Kind', kindOf(mode, conclusion)],
    ['Requested by', business.requester?.name],
    ['Submitted', moment(business.created_at)],
    ['Reviewed', moment(reviewed?.completed_at)],
    ['As it stood on', asOf && { text: moment(asOf) ?? asOf, weight: 'bold' }],
    ['Report created', moment(at.toISOString())],
    ['Tags', business.tags?.join(', ')],
  ])
  sheet.section('Key facts')
  sheet.facts([
    ['Submitted address', list(business.addresses?.filter(({ submitted }) => submitted).map(({ full_address }) => full_address ?? ''))],
    ['TIN', tin && `${tin.tin} (${tin.verified ? 'verified' : tin.unknown ? 'not checked by any source' : 'not verified'})`],
    ['Entity type', entityTypeWords(formation)],
    ['Formed', [formation?.formation_date, formation?.formation_state].filter(Boolean).join(', ')],
    ['Website', website?.url && `${website.url} (${website.status})`],
    ['Industry', business.industry_classification?.categories?.[0]?.name],
    ['Other names', list(business.names?.map(({ name }) => name).filter((name) => name !== business.name))],
    ['Phone numbers', list(business.phone_numbers?.map(({ number }) => number ?? ''))],
    ['E-mail addresses', list(business.email_addresses?.map(({ email }) => email ?? ''))],
    ['Registrations', String(business.registrations?.length ?? 0)],
    ['Watchlist hits', hitsOf(business)],
  ])
}

/** Who files the report must see where the evidence is made up. */
const kindOf = (mode: Mode, { sources }: Conclusion): Cell => {
  const warned = (text: string): Cell => ({ text, colour: 'warning', weight: 'bold' })
  if (mode === 'test') return warned('Sandbox: the evidence is made up')
  return sources.some(({ version }) => version !== null && isSample(version)) ? warned('Live, with data of the invented sample') : 'Live'
}

/** A hit that was dismissed does not count, and yet a reader must not take the screening for one without. */
const hitsOf = ({ watchlist }: Record_): string => {
  if (!watchlist?.lists.length) return 'not screened'
  const dismissed = watchlist.lists.flatMap(({ results }) => results).filter(({ status }) => status === 'dismissed').length
  return dismissed === 0 ? String(watchlist.hit_count) : `${watchlist.hit_count}, and ${dismissed} dismissed`
}

const list = (values: readonly string[] | undefined): string => [...new Set(values ?? [])].filter(Boolean).join('; ')
