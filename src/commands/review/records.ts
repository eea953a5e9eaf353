// The review's rules about published records beside the registrations: exempt organisations, motor carriers, loans and licences. They verify a name
// that no registration carries; carriers and loans have tasks of their own.
import type { PublicRecord, RecordEnd } from '../../events/business-evidence.ts'
import { sameName, similarName } from '../../evidence/matching/thresholds.ts'
import type { Business } from '../business-state.ts'
import { forInformation, type Judgement, judged, type ReviewRule, unanswered } from './rule.ts'

const bearers: Readonly<Record<PublicRecord['kind'], string>> = {
  exempt_organisation: 'an exempt organisation',
  motor_carrier: 'a motor carrier',
  loan: 'the borrower of a loan',
  licence: 'the holder of a licence',
  legal_entity: 'the holder of a legal entity identifier',
}

/**
 * The name as the records have it. Where a term has run out, that is told, but it says nothing against the name: the data may be older than a renewal.
 * A record that was revoked or cancelled verifies no name. Null: none has the name, or a registration decides.
 * @param also what is to be told beside it, such as that no registration was found
 */
export const judgeRecordedName = ({ file }: Business, also: () => string, at: string): Judgement | null => {
  const isRegistered = Object.values(file.registrations).some(({ vanished }) => vanished === undefined)
  if (isRegistered) return null
  const lastEnd = ({ ends }: PublicRecord) => ends?.on ?? ''
  const records = Object.values(file.public_records).toSorted(
    (a, b) => b.match.score - a.match.score || lastEnd(b).localeCompare(lastEnd(a)),
  )
  const same = records.filter(({ match }) => match.score >= sameName)
  const best = same.find((record) => !hasEnded(record, at)) ?? same.find((record) => !wasEnded(record)) ?? records[0]
  if (!best || best.match.score < similarName) return null
  const told = `The name "${best.name}" is on record for ${bearers[best.kind]}: ${best.match.explanation}.${toldEnd(best, at)} ${also()}`
  if (best.match.score < sameName) return judged('warning', 'Similar Match', told, best.sources)
  return wasEnded(best) ? judged('warning', 'Record Ended', told, best.sources) : judged('success', 'Verified', told, best.sources)
}

/** By somebody, and not by its term. */
export const wasEnded = ({ ends }: Pick<PublicRecord, 'ends'>): boolean => ends !== undefined && ends.how !== 'expires'

/** The last day of a term still counts. */
const hasEnded = (record: PublicRecord, at: string): boolean =>
  wasEnded(record) || (typeof record.ends?.on === 'string' && record.ends.on < at.slice(0, 10))

const toldEnd = (record: PublicRecord, at: string): string => {
  const { ends } = record
  if (!ends || !hasEnded(record, at)) return ''
  return ` That record ${endInWords(ends)}.`
}

/**
 * @example
 * endInWords({ how: 'expires', on: '2019-05-31' }) // => 'expired on 2019-05-31'
 */
export const endInWords = ({ how, on }: RecordEnd): string => `${ended[how]}${on === null ? '' : ` on ${on}`}`

const ended: Readonly<Record<RecordEnd['how'], string>> = {
  expires: 'expired',
  revoked: 'was revoked',
  cancelled: 'was cancelled',
  inactive: 'is no longer active',
}

const judgeCarriers = ({ file }: Business): Judgement | null => {
  const carriers = Object.values(file.carriers)
  if (carriers.length === 0) return null
  const sources = carriers.flatMap((each) => each.sources)
  const revoked = carriers.filter(({ revocations }) => revocations.length > 0)
  const told = carriers
    .map(({ dot_number, legal_name, revocations }) => {
      const last = revocations.map(({ effective_on }) => effective_on ?? '').toSorted()
      const since = last.at(-1)
      const authority = revocations.length === 0 ? '' : `, operating authority revoked${since ? ` on ${since}` : ''}`
      return `"${legal_name}", DOT number ${dot_number}${authority}`
    })
    .join('; ')
  return revoked.length > 0
    ? judged('warning', 'Revoked', `Registered as a motor carrier: ${told}.`, sources)
    : judged('success', 'Registered', `Registered as a motor carrier: ${told}.`, sources)
}

const judgeLoans = (business: Business): Judgement | null => {
  const searches = Object.values(business.file.searches)
  const search = searches.find(({ product }) => product === 'loans')
  if (!search) return null
  const directory = searches.find(({ product }) => product === 'business_enrichment')
  const also = directory?.outcome === 'unavailable' ? ` Contacts in a directory: ${directory.reason}.` : ''
  if (search.outcome === 'unavailable') return unanswered('Not Available', `No answer: ${search.reason}.${also}`)
  const loans = search.record_ids.flatMap((id) => business.file.loans[id] ?? [])
  if (loans.length === 0) return forInformation('None Found', `No PPP loan was found.${also}`, search.sources)
  const told = loans.map(({ amount_range, amount, issued_date }) =>
    [amount_range ?? (amount === null ? 'an unknown amount' : `$${amount.toLocaleString('en-US')}`), issued_date && `on ${issued_date}`]
      .filter(Boolean)
      .join(' '),
  )
  return forInformation(
    'Found',
    `PPP loans: ${told.join('; ')}.${also}`,
    loans.flatMap(({ sources }) => sources),
  )
}

export const recordRules: readonly ReviewRule[] = [
  { category: 'motor_carriers', key: 'motor_carriers', label: 'Motor Carriers', judge: judgeCarriers },
  // The verification notes a search of loans where it found some.
  { category: 'loans', key: 'ppp_loans', label: 'PPP Loans', judge: judgeLoans },
]
