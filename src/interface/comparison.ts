// What was submitted beside what was found, field by field, for the page and the report of a business.
import { onFiling, spellingOf } from '../commands/review/people.ts'
import { shownTin } from '../commands/shown-tin.ts'
import { entityTypeName } from '../events/entity-types.ts'
import { lastTenDigits } from '../events/parts.ts'
import { sameName, similarName } from '../evidence/matching/thresholds.ts'
import type { BusinessDocument } from '../projections/businesses.ts'

/** `unknown`: nothing was found to compare it with. */
export const agreements = ['same', 'similar', 'differs', 'unknown'] as const
export type Agreement = (typeof agreements)[number]

const words: { readonly [Each in Agreement]: string } = { same: 'Same', similar: 'Similar', differs: 'Differs', unknown: 'Nothing found' }

/** In words. Before the first review nothing has been looked for. */
export const agreementText = (agreement: Agreement, { review }: { readonly review?: object | null | undefined }): string =>
  agreement === 'unknown' && !review ? 'Not searched yet' : words[agreement]

export type Compared = {
  readonly field: string
  readonly submitted: string
  readonly found: string
  readonly agreement: Agreement
  /** Why, where that is not plain to see. */
  readonly explanation: string
}

type Compare = (business: Pick<BusinessDocument, 'submitted' | 'added' | 'file' | 'name' | 'review'>) => readonly Compared[]

/** Only fields that were submitted have rows, in the order of the table. */
export const comparisonOf: Compare = (business) => compared.flatMap((compare) => compare(business))

const row = (field: string, submitted: string, found: string, agreement: Agreement, explanation = ''): Compared => ({
  field,
  submitted,
  found,
  agreement,
  explanation,
})

const name: Compare = ({ name: submitted, file }) => {
  const registrations = Object.values(file.registrations)
  const records = Object.values(file.public_records).filter(({ match }) => match.score >= similarName)
  // As in the review, another published record has the name where no registration was found.
  const [best] = (registrations.length > 0 ? registrations : records).toSorted((a, b) => b.match.score - a.match.score)
  if (submitted === '') return []
  if (!best) return [row('Name', submitted, '', 'unknown')]
  const { score, explanation } = best.match
  const agreement = score >= sameName ? 'same' : score >= similarName ? 'similar' : 'differs'
  return [row('Name', submitted, best.name, agreement, agreement === 'same' ? '' : explanation)]
}

const nameAgreements = { verified: 'same', similar: 'similar', unverified: 'differs' } as const

const furtherNames: Compare = ({ added, file }) =>
  added.names.map(({ id, name: submitted }) => {
    const comparison = file.name_comparisons[id]
    return comparison
      ? row('Further name', submitted, comparison.found_name ?? '', nameAgreements[comparison.kind], comparison.explanation)
      : row('Further name', submitted, '', 'unknown')
  })

const addressAgreements = {
  verified: 'same',
  approximate: 'similar',
  similar: 'similar',
  incomplete: 'similar',
  unverified: 'differs',
} as const

const addresses: Compare = ({ submitted, file }) =>
  submitted.addresses.map(({ id, full_address }) => {
    const comparison = file.assessments[id]?.comparison
    if (!comparison) return row('Address', full_address, '', 'unknown')
    const isNothingFound = comparison.kind === 'unverified' && comparison.full_address === null && Object.keys(file.addresses).length === 0
    const agreement = isNothingFound ? 'unknown' : addressAgreements[comparison.kind]
    return row('Address', full_address, comparison.full_address ?? '', agreement, agreement === 'same' ? '' : comparison.explanation)
  })

const tinAgreements = {
  found: ['same', 'Found with this name'],
  person: ['similar', 'Found with a person’s name'],
  mismatch: ['differs', 'Belongs to another name'],
  not_found: ['differs', 'No such name and number'],
  unknown: ['unknown', ''],
  unavailable: ['unknown', 'Not answered yet'],
} as const

const tin: Compare = ({ submitted, file }) => {
  const shown = shownTin(submitted)
  if (shown === null) return []
  if (file.tin_vouched) {
    const { verified } = file.tin_vouched
    return [row('TIN', shown, verified ? 'Verified manually' : 'Rejected manually', verified ? 'same' : 'differs')]
  }
  if (!file.tin) return [row('TIN', shown, '', 'unknown')]
  const [agreement, found] = tinAgreements[file.tin.outcome]
  return [row('TIN', shown, found, agreement)]
}

const people: Compare = ({ submitted, file }) => {
  const isSearched = Object.keys(file.registrations).length > 0
  return submitted.people.map((person) => {
    const { name: own, title } = person
    const found = onFiling({ file }, person)
    const told = title ? `${own}, ${title}` : own
    if (found) {
      const { isSame, explanation } = spellingOf(person, found)
      return row('Person', told, [found.name, ...found.titles].join(', '), isSame ? 'same' : 'similar', isSame ? '' : explanation)
    }
    return isSearched ? row('Person', told, 'Not on a filing', 'differs') : row('Person', told, '', 'unknown')
  })
}

const formation: Compare = ({ submitted: { formation: told }, file: { formation: found } }) => {
  if (!told) return []
  const pairs = [
    ['Entity type', told.entity_type && entityTypeName(told.entity_type), found?.entity_type && entityTypeName(found.entity_type)],
    ['Formed in', told.formation_state, found?.formation_state],
    ['Formed on', told.formation_date, found?.formation_date],
  ] as const
  return pairs.flatMap(([field, own, other]) => {
    if (!own) return []
    return [row(field, own, other ?? '', !other ? 'unknown' : own === other ? 'same' : 'differs')]
  })
}

const phones: Compare = ({ submitted, file }) =>
  submitted.phone_numbers.map(({ number }) => {
    const found = Object.values(file.phone_numbers).find((each) => lastTenDigits(each.number) === lastTenDigits(number))
    return found ? row('Phone', number, found.number, 'same') : row('Phone', number, '', 'unknown')
  })

const website: Compare = ({ submitted, review }) => {
  const task = review?.tasks.find(({ key }) => key === 'website_verification')
  if (!submitted.website) return []
  const agreements = { success: 'same', warning: 'similar', failure: 'differs', neutral: 'unknown' } as const
  return [
    row(
      'Website',
      submitted.website.url,
      task?.sub_label ?? '',
      task ? agreements[task.status] : 'unknown',
      task?.status === 'success' ? '' : (task?.message ?? ''),
    ),
  ]
}

const compared: readonly Compare[] = [name, furtherNames, addresses, tin, people, formation, phones, website]
