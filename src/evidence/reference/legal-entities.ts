// The business's own record in the Global LEI System, and its parents. A submitted identifier leads to its record; otherwise a record is the
// business's when its name and one more thing agree: the number in a register, an address, or the state where there is but one of that name.
import { unique } from '../../events/parts.ts'
import { placeKey, placesOf, registerNumber } from '../matching/link-keys.ts'
import type { RegisteredName } from '../matching/registration-names.ts'
import type { EvidenceSource, LegalEntityFinding, LegalParent, Subject } from '../ports.ts'
import { askedOnce } from './asked-once.ts'
import { entityTypeOfLegalForm } from './legal-forms.ts'
import { bestName } from './own-records.ts'
import { isLoaded, wholeOf } from './provenance.ts'
import type { Found, LegalEntity, LegalRelationship } from './records.ts'
import { authorityOf, stateOfAuthority } from './registration-authorities.ts'
import type { ReferenceThread } from './thread.ts'

const legalEntityKinds: readonly string[] = ['gleif_lei', 'gleif_rr']

/** Records under one name that are compared. */
const candidatesAtMost = 30

type Own = { readonly found: Found<LegalEntity>; readonly name: RegisteredName & { readonly of: string }; readonly possible: string | null }

export const fromLegalEntities = (reference: ReferenceThread): Pick<EvidenceSource, 'legalEntity' | 'legalEntityData' | 'controllers'> => ({
  controllers: async (number, signal) =>
    (await reference.controllersOf(number, { signal }))
      .filter(({ record }) => record.type !== 'statement' && record.ceased_on === null)
      .map(({ id, record, source }) => ({
        key: id,
        type: record.type === 'business' ? 'business' : 'person',
        name: record.name,
        born: record.born,
        country: record.country,
        registration_number: record.registration_number,
        natures: record.natures,
        since: record.notified_on,
        sources: [source],
      })),
  legalEntity: askedOnce<LegalEntityFinding | null>(async (subject, signal) => {
    const own = await ownRecord(reference, subject, signal)
    return own && findingOf(own, await parentsOf(reference, own.found.record.lei, signal))
  }),
  legalEntityData: async (signal) =>
    (await reference.versions(undefined, { signal })).flatMap((loaded) =>
      isLoaded(loaded) && legalEntityKinds.includes(loaded.kind) ? [wholeOf(loaded)] : [],
    ),
})

const ownRecord = async (reference: ReferenceThread, subject: Subject, signal: AbortSignal | undefined): Promise<Own | null> => {
  const options = { signal }
  if (subject.lei) {
    const found = await reference.legalEntityByLei(subject.lei, options)
    return found && known(subject, found)
  }
  const [name = ''] = subject.names
  const numbers = (subject.registrations ?? []).flatMap(({ state, file_number: number }) => {
    const authority = authorityOf(state)
    return authority === null ? [] : [{ authority, number }]
  })
  const [before, byName, ...byNumber] = await Promise.all([
    subject.found_lei ? reference.legalEntityByLei(subject.found_lei, options) : null,
    reference.searchLegalEntities({ name, limit: candidatesAtMost }, options),
    ...numbers.map((each) => reference.legalEntitiesByNumber(each, options)),
  ])
  // Once it was found, the number is the business's, whatever the record's name is now.
  return before ? known(subject, before) : ownOf(subject, unique([...byNumber.flat(), ...byName]))
}

/** The record with an identifier that is the business's. Another name says that the identifier may be another's. */
const known = (subject: Subject, found: Found<LegalEntity>): Own | null => {
  const name = nameOf(subject, found.record)
  if (!name) return null
  const isOther = name.kind === 'different' && !isTied(subject, found.record) && !subject.found_lei
  return { found, name, possible: isOther ? 'the record of the submitted identifier has another name' : null }
}

/**
 * The one record of the business's own; null where none or several agree.
 * @param all each record once
 */
const ownOf = (subject: Subject, all: readonly Found<LegalEntity>[]): Own | null => {
  const candidates = all.flatMap((found): readonly Own[] => {
    const name = isReplaced(found.record) ? null : nameOf(subject, found.record)
    return name && name.kind !== 'different' ? [{ found, name, possible: null }] : []
  })
  const tied = candidates.filter(({ found }) => isTied(subject, found.record))
  if (tied.length > 0) return only(tied)
  const states = new Set(
    [...subject.addresses.map(({ state }) => state), ...(subject.registered_in ?? [])].filter((state) => state !== null),
  )
  return only(candidates.filter(({ found, name }) => name.kind === 'same' && statesOf(found.record).some((state) => states.has(state))))
}

/** Several that agree equally are several companies: none of them is taken. A same name goes before a near one. */
const only = (own: readonly Own[]): Own | null => {
  const same = own.filter(({ name }) => name.kind === 'same')
  const best = same.length > 0 ? same : own
  return best.length === 1 ? (best[0] as Own) : null
}

/** Another identifier of the same company is the valid one, or the record was withdrawn. */
const isReplaced = ({ registration_status: status }: LegalEntity): boolean => ['DUPLICATE', 'ANNULLED', 'CANCELLED'].includes(status)

const nameOf = (subject: Subject, { name, other_names }: LegalEntity): Own['name'] | null =>
  bestName(subject.names[0] ?? '', [name, ...other_names.map((other) => other.name)])

const isTied = (subject: Subject, { authority, number, addresses }: LegalEntity): boolean => {
  const state = stateOfAuthority(authority)
  const isRegistered = (subject.registrations ?? []).some(
    (each) => each.state === state && registerNumber(each.file_number) === registerNumber(number ?? ''),
  )
  const here = placesOf(subject.addresses)
  return isRegistered || addresses.some((address) => here.has(placeKey(address)))
}

const statesOf = ({ addresses, jurisdiction }: LegalEntity): readonly string[] => [
  ...addresses.flatMap(({ state }) => state ?? []),
  ...(jurisdiction?.startsWith('US-') ? [jurisdiction.slice(3)] : []),
]

type Parents = Pick<LegalEntityFinding, 'direct_parent' | 'ultimate_parent' | 'head_office'>

/** The relationships by which an entity belongs to another. Who manages a fund does not own it. */
const parentTypes: { readonly [Parent in keyof Parents]: string } = {
  direct_parent: 'IS_DIRECTLY_CONSOLIDATED_BY',
  ultimate_parent: 'IS_ULTIMATELY_CONSOLIDATED_BY',
  head_office: 'IS_INTERNATIONAL_BRANCH_OF',
}

const parentsOf = async (reference: ReferenceThread, lei: string, signal: AbortSignal | undefined): Promise<Parents> => {
  const all = (await reference.relationshipsOf(lei, { signal })).filter(({ record }) => isInForce(record))
  const one = async (type: string): Promise<LegalParent | null> => {
    const [found] = all.filter(({ record }) => record.type === type).toSorted((a, b) => newest(b.record).localeCompare(newest(a.record)))
    if (!found) return null
    const { record, source } = found
    const parent = await reference.legalEntityByLei(record.end, { signal })
    return {
      lei: record.end,
      name: parent?.record.name ?? null,
      country: parent?.record.addresses[0]?.country ?? null,
      percentage: record.percentage,
      since: record.since,
      sources: [source, ...(parent ? [parent.source] : [])],
    }
  }
  const [direct_parent, ultimate_parent, head_office] = await Promise.all(
    (['direct_parent', 'ultimate_parent', 'head_office'] as const).map((each) => one(parentTypes[each])),
  )
  return { direct_parent: direct_parent ?? null, ultimate_parent: ultimate_parent ?? null, head_office: head_office ?? null }
}

const isInForce = ({ status, until, registration_status }: LegalRelationship): boolean =>
  status !== 'INACTIVE' && until === null && !['ANNULLED', 'DUPLICATE', 'RETIRED', 'CANCELLED'].includes(registration_status ?? '')

const newest = ({ updated_on, since }: LegalRelationship): string => updated_on ?? since ?? ''

/** A record is also found by a name that it does not bear, or not any more. */
const otherName = ({ name, other_names }: LegalEntity, matched: string): string => {
  const other = matched === name ? undefined : other_names.find((each) => each.name === matched)
  return other ? `, by ${nameKinds[other.type ?? ''] ?? 'another name'} "${matched}"` : ''
}

const nameKinds: { readonly [type: string]: string } = {
  PREVIOUS_LEGAL_NAME: 'its former name',
  TRADING_OR_OPERATING_NAME: 'its trading name',
}

const findingOf = ({ found: { record, source }, name, possible }: Own, parents: Parents): LegalEntityFinding => ({
  lei: record.lei,
  name: record.name,
  match: { score: name.score, explanation: `${name.explanation}${otherName(record, name.of)}` },
  matched_name: name.of,
  ...(possible === null ? {} : { possible }),
  other_names: record.other_names,
  addresses: record.addresses.map(({ country: _, ...address }) => address),
  authority: record.authority,
  state: stateOfAuthority(record.authority),
  number: record.number,
  jurisdiction: record.jurisdiction,
  category: record.category,
  entity_type: entityTypeOfLegalForm(record.legal_form),
  status: record.status,
  registration_status: record.registration_status,
  created_on: record.created_on,
  registered_on: record.registered_on,
  renews_on: record.renews_on,
  successor_lei: record.successor_lei,
  ...parents,
  sources: [source, ...Object.values(parents).flatMap((parent) => parent?.sources ?? [])],
})
