// The phone numbers and e-mail addresses of a business, and when found ones leave its file: with the motor carrier or the website that told them.
import type { FoundEmail, FoundPhone } from '../events/business-evidence.ts'
import { derivedId } from '../events/derived-id.ts'
import type { EvidenceFile } from '../events/evidence-file.ts'
import { type Fact, undated } from '../events/fact-file.ts'
import { type BusinessFactEvent, facts } from '../events/facts.ts'
import type { Business } from './business-state.ts'
import type { Evidence } from './findings.ts'
import { restsOn, rowsOf, withOwnFile } from './own-file.ts'

type Email = { readonly id: string; readonly email: string; readonly subject_id: string }

/** The e-mail addresses of its people, its own, and those found. Left out is what only a search by a former name found. */
export const emailsOf = (business: Business): readonly Email[] => {
  const { submitted, added, file } = withOwnFile(business)
  const id = submitted.business_id
  return [
    ...submitted.people.flatMap((person) =>
      person.email
        ? [{ id: derivedId(['person-email', person.id, person.email].join('\n'), id), email: person.email, subject_id: person.id }]
        : [],
    ),
    ...[...added.email_addresses, ...Object.values(file.email_addresses)].map((each) => ({
      id: each.id,
      email: each.email,
      subject_id: id,
    })),
  ]
}

const kinds = ['phone_numbers', 'email_addresses'] as const

/** The rows that tell nothing of the business any more, because of this event. */
const rowsLost =
  ({ website }: EvidenceFile) =>
  (event: BusinessFactEvent): readonly string[] => {
    if (event.type === 'MotorCarrierGone') return rowsOf([event.data])
    const isOther = event.type === 'WebsiteGone' || (event.type === 'WebsiteAnalysed' && event.data.url !== website?.url)
    return isOther && website ? kinds.flatMap((kind) => rowsOf(website[kind])) : []
  }

/** What becomes of the found contacts whose only sources these events take away: they leave the file, or rest on what else tells them. */
export const contactsAfter = (
  { file }: Business,
  events: readonly BusinessFactEvent[],
  found: Evidence,
  order_id: string | null,
): readonly BusinessFactEvent[] => {
  const lost = events.flatMap(rowsLost(file))
  if (lost.length === 0) return []
  const isLost = restsOn(new Set(lost))
  const website = found.website === undefined ? file.website : found.website
  return kinds.flatMap((kind) =>
    Object.values<Fact<FoundPhone | FoundEmail>>(file[kind])
      .filter(isLost)
      .map(undated)
      .map(({ sources, ...contact }) => {
        const told = [...(found[kind] ?? []), ...(website?.[kind] ?? [])].find(({ id }) => id === contact.id)
        const data = { order_id, sources: told?.sources ?? sources, [facts[kind].as]: contact }
        // The types and the field are those of the kind.
        return { type: told ? facts[kind].found : facts[kind].gone, data } as BusinessFactEvent
      }),
  )
}
