// Turns the answer about a legal entity identifier into evidence: the record on file, what changed in it, that it is gone from a newer version of
// the data, and what it says of the formation.
import { isDeepStrictEqual } from 'node:util'
import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { isStillOwnLei } from '../../commands/former-names.ts'
import type { LeiRecord } from '../../events/business-evidence.ts'
import { undated } from '../../events/fact-file.ts'
import type { Source } from '../../events/parts.ts'
import type { LegalEntityFinding, LegalParent } from '../../evidence/ports.ts'
import { addressParts, dataSetOf, identifier } from './parts.ts'
import { searchOfLoaded } from './search-notes.ts'

type Found = LeiRecord & { readonly sources: readonly Source[] }

/** The product under which a search for a submitted identifier is noted. */
const leiSearch = 'lei'

/** @param data that was searched, each data set as a whole; empty: nothing is known, and the file stays as it is */
export const fromLegalEntity = (business: Business, finding: LegalEntityFinding | null, data: readonly Source[]): Evidence => {
  const { lei } = business.submitted
  const identifiers = data.filter((source) => dataSetOf(source) !== 'gleif_rr')
  const current = finding ? [withChanges(business, recordOf(business, finding))] : []
  const records = [...current, ...(finding ? [] : vanishedFrom(business, identifiers))]
  const note = { dataSets: identifiers, nothing: 'no data of legal entity identifiers is loaded', record_ids: records.map(({ id }) => id) }
  return {
    ...(identifiers.length > 0 ? { lei_records: records } : {}),
    ...(lei ? { searches: [searchOfLoaded(business, leiSearch, note)] } : {}),
  }
}

const recordOf = (business: Business, { sources, possible, match, ...finding }: LegalEntityFinding): Found => ({
  id: identifier(business)('lei', finding.lei),
  lei: finding.lei,
  name: finding.name,
  match: { ...match },
  possible: possible ?? null,
  other_names: finding.other_names.map((other) => ({ ...other })),
  addresses: finding.addresses.map(({ labels, ...address }) => ({ ...addressParts(address), labels: [...labels] })),
  authority: finding.authority,
  state: finding.state,
  number: finding.number,
  jurisdiction: finding.jurisdiction,
  category: finding.category,
  entity_type: finding.entity_type,
  status: finding.status,
  registration_status: finding.registration_status,
  created_on: finding.created_on,
  registered_on: finding.registered_on,
  renews_on: finding.renews_on,
  successor_lei: finding.successor_lei,
  direct_parent: parent(finding.direct_parent),
  ultimate_parent: parent(finding.ultimate_parent),
  head_office: parent(finding.head_office),
  sources: [...sources],
})

const parent = (of: LegalParent | null): LeiRecord['direct_parent'] => {
  if (of === null) return null
  const { sources: _, ...told } = of
  return told
}

/** What the record said otherwise before, in words; a changed share or date of a parent is a change of the parent. */
const told: Readonly<Record<string, (of: LeiRecord) => unknown>> = {
  name: ({ name }) => name,
  status: ({ status }) => status,
  'registration status': ({ registration_status }) => registration_status,
  'direct parent': ({ direct_parent }) => direct_parent,
  'ultimate parent': ({ ultimate_parent }) => ultimate_parent,
  'head office': ({ head_office }) => head_office,
  'number in the register': ({ authority, number }) => [authority, number],
  addresses: ({ addresses }) => addresses.map(({ full_address }) => full_address).toSorted(),
}

const versionsOf = (sources: readonly Source[]): string => [...new Set(sources.map(({ metadata }) => String(metadata.version)))].join(', ')

const withChanges = ({ file }: Business, found: Found): Found => {
  const held = file.lei_records[found.id]
  if (!held) return found
  const fields = Object.entries(told).flatMap(([field, of]) => (isDeepStrictEqual(of(held), of(found)) ? [] : [field]))
  if (fields.length === 0) return held.changed === undefined ? found : { ...found, changed: held.changed }
  return { ...found, changed: { fields, last_version: versionsOf(held.sources), since_version: versionsOf(found.sources) } }
}

/** The record on file that a newer version of the whole data no longer holds. */
const vanishedFrom = (business: Business, data: readonly Source[]): readonly Found[] =>
  Object.values(business.file.lei_records)
    .map(undated)
    .flatMap((held): readonly Found[] => {
      const { submitted } = business
      if ((submitted.lei && submitted.lei !== held.lei) || !isStillOwnLei(business, held)) return []
      const whole = data.find(({ metadata }) => metadata.coverage !== 'lately filed')
      const before = String(held.sources[0]?.metadata.version)
      if (held.vanished || !whole || before === whole.metadata.version) return [held]
      const vanished = { last_version: before, missing_from: String(whole.metadata.version) }
      return [{ ...held, status: 'unknown', vanished, sources: [...held.sources, whole] }]
    })

/** What a record says of the formation, where no registration says it. */
export const formationByLei = (finding: LegalEntityFinding | null): Evidence['formation'] =>
  finding && finding.possible === undefined
    ? {
        entity_type: finding.entity_type,
        formation_date: finding.created_on,
        formation_state: finding.jurisdiction?.startsWith('US-') ? finding.jurisdiction.slice(3) : null,
        sources: [...finding.sources.slice(0, 1)],
      }
    : undefined
