// The file on a business without what is another's since its client gave it another name. The next verification replaces what is left out here;
// until then the review, policies and contacts rest on the rest.
import type { AddressAssessment, PublicRecord } from '../events/business-evidence.ts'
import type { EvidenceFile, Fact } from '../events/evidence-file.ts'
import { carriersOf, type Source } from '../events/parts.ts'
import { compareRegisteredName } from '../evidence/matching/registration-names.ts'
import type { Business } from './business-state.ts'
import { isNotAsked, isStillOwnLei, isWebsiteNotAsked, tellersOf } from './former-names.ts'
import { hasFormerName } from './registered-name.ts'

type Facts<Each> = { readonly [id: string]: Each }

const kept = <Each>(facts: Facts<Each>, keep: (fact: Each) => boolean): Facts<Each> =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => keep(fact)))

const mapped = <Each>(facts: Facts<Each>, change: (fact: Each) => Each): Facts<Each> =>
  Object.fromEntries(Object.entries(facts).map(([id, fact]) => [id, change(fact)]))

type Sourced = { readonly sources: readonly Source[] }

/** Another version of the same data set has the same rows. */
const rowOf = ({ type, metadata }: Source): string => JSON.stringify([metadata.kind ?? type, metadata.row])

export const rowsOf = (facts: readonly Sourced[]): readonly string[] => facts.flatMap(({ sources }) => sources.map(rowOf))

/** Whether a fact rests on these rows alone. */
export const restsOn =
  (rows: ReadonlySet<string>) =>
  ({ sources }: Sourced): boolean =>
    sources.length > 0 && sources.every((source) => rows.has(rowOf(source)))

/** A business without another name before has all of its file. What is left out is still on file, and shown as it was found. */
export const withOwnFile = (business: Business): Business => {
  if (!business.former_names) return business
  const { submitted, file } = business
  const tellers = tellersOf(business)
  const isOwn = (fact: Sourced) => tellers(fact) !== 'lost'
  const isNew = isNotAsked(business)
  const carriers = kept(
    file.carriers,
    ({ legal_name, dba_name }) => !hasFormerName(business, [legal_name, ...(dba_name === null ? [] : [dba_name])]),
  )
  const website = isNew && file.website?.submitted === false ? null : withoutName(file.website, isWebsiteNotAsked(business))
  const isOthers = restsOn(
    new Set(
      rowsOf([
        ...Object.values(file.carriers).filter(({ id }) => !carriers[id]),
        ...(file.website && !website ? [...file.website.phone_numbers, ...file.website.email_addresses] : []),
      ]),
    ),
  )
  const isOwnContact = (contact: Sourced) => !isOthers(contact)
  const own: Partial<EvidenceFile> = {
    registrations: kept(file.registrations, isOwn),
    names: kept(file.names, isOwn),
    name_comparisons: kept(file.name_comparisons, isOwn),
    addresses: kept(file.addresses, isOwn),
    people: kept(file.people, isOwn),
    found_owners: kept(file.found_owners, isOwn),
    formation: file.formation && isOwn(file.formation) ? file.formation : null,
    assessments: mapped(file.assessments, (each) =>
      isOwn({ sources: carriersOf(each.sources, 'comparison') }) ? each : { ...each, comparison: notFound },
    ),
    public_records: mapped(file.public_records, (record) => comparedAnew(record, submitted.name)),
    lei_records: kept(file.lei_records, (record) => isStillOwnLei(business, record)),
    tax_exempt: file.tax_exempt && hasFormerName(business, [file.tax_exempt.name]) ? null : file.tax_exempt,
    carriers,
    phone_numbers: kept(file.phone_numbers, isOwnContact),
    email_addresses: kept(file.email_addresses, isOwnContact),
    website,
    ...(website ? {} : { profiles: {} }),
    ...(isNew ? { loans: {}, industry: null, possible_matches: {} } : {}),
  }
  return { ...business, file: { ...file, ...own } }
}

const notFound: AddressAssessment['comparison'] = {
  kind: 'unverified',
  full_address: null,
  distance_miles: null,
  explanation: 'no registration or record of the present name carries it',
}

const comparedAnew = (record: Fact<PublicRecord>, name: string): Fact<PublicRecord> => {
  const { score, explanation } = compareRegisteredName(name, record.name)
  return { ...record, match: { score, explanation } }
}

/** A submitted website stays the business's; which name it carries was looked for under another one. */
const withoutName = (website: EvidenceFile['website'], isNotLookedFor: boolean): EvidenceFile['website'] =>
  website && isNotLookedFor ? { ...website, name_match: null } : website
