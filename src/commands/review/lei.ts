// What a review says of the legal entity identifier, submitted or found: whether its record is the business's, and still maintained.
import type { LeiRecord } from '../../events/business-evidence.ts'
import type { Fact } from '../../events/evidence-file.ts'
import { type Judgement, judged, type ReviewRule, unanswered } from './rule.ts'

export const leiRules: readonly ReviewRule[] = [
  {
    category: 'lei',
    key: 'lei',
    label: 'LEI',
    judge: ({ submitted: { lei }, file }) => {
      const [record] = Object.values(file.lei_records)
      if (record) return judgeRecord(record)
      const search = Object.values(file.searches).find(({ product }) => product === 'lei')
      if (!lei || !search) return null
      if (search.outcome === 'unavailable') return unanswered('Not Available', `${lei} could not be looked up: ${search.reason}.`)
      const isPartial = search.sources.every(({ metadata }) => metadata.coverage === 'lately filed')
      return isPartial
        ? unanswered('Unknown', `${lei} is not in the loaded data, which is only a part of all identifiers.`, search.sources)
        : judged('failure', 'Not Found', `No record has the submitted identifier ${lei}.`, search.sources)
    },
  },
]

/** A record in another status is no longer the identifier of a company. */
const maintained: ReadonlySet<string> = new Set(['ISSUED', 'PENDING_TRANSFER', 'PENDING_ARCHIVAL'])

const judgeRecord = (record: Fact<LeiRecord>): Judgement => {
  const { lei, name, possible, vanished, registration_status, renews_on, match, sources } = record
  const told = `${registration_status === 'ISSUED' ? 'Issued' : words(registration_status)}: ${lei} of "${name}"`
  const also = `${parentsOf(record)}${changesOf(record)}`
  if (possible) return judged('failure', 'Other Name', `The submitted identifier ${lei} is of "${name}": ${match.explanation}.`, sources)
  if (vanished)
    return judged(
      'warning',
      'Unknown',
      `${lei} is no longer in version ${vanished.missing_from} of the data; it was last seen in version ${vanished.last_version}.`,
      sources,
    )
  if (maintained.has(registration_status)) return judged('success', 'Issued', `${told}.${also}`, sources)
  if (registration_status === 'LAPSED')
    return judged('warning', 'Lapsed', `${told}; it was to be renewed${renews_on ? ` by ${renews_on}` : ''}.${also}`, sources)
  return judged('failure', 'Not Valid', `${told}.${also}`, sources)
}

const words = (status: string): string => status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ')

const parentsOf = ({ direct_parent, ultimate_parent, head_office }: LeiRecord): string =>
  Object.entries({ 'Direct parent': direct_parent, 'Ultimate parent': ultimate_parent, 'Head office': head_office })
    .flatMap(([what, parent]) => (parent ? [` ${what}: ${parent.name ? `"${parent.name}" (${parent.lei})` : parent.lei}.`] : []))
    .join('')

const changesOf = ({ changed }: LeiRecord): string =>
  changed ? ` Changed since version ${changed.last_version}: ${changed.fields.join(', ')}.` : ''
