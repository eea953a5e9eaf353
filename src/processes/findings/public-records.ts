// Published records beside the registrations that name the business (exempt organisations, carriers, loans, licences) as evidence of its names
// and addresses.
import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { endInWords, wasEnded } from '../../commands/review/records.ts'
import type { PublicRecord, RecordEnd } from '../../events/business-evidence.ts'
import { unique } from '../../events/parts.ts'
import { normaliseName } from '../../evidence/matching/names.ts'
import { compareRegisteredName } from '../../evidence/matching/registration-names.ts'
import { similarName } from '../../evidence/matching/thresholds.ts'
import type { EvidenceSource, LegalEntityFinding, LicenceFinding, Match, PostalAddress, Source, Subject } from '../../evidence/ports.ts'
import { identifier } from './parts.ts'

export type PublicRecordFinding = {
  readonly kind: PublicRecord['kind']
  /** The name that is compared with the submitted one first; then those that the record has beside it. */
  readonly names: readonly { readonly name: string; readonly type: 'dba' | null }[]
  readonly match: Match
  readonly addresses: readonly PostalAddress[]
  readonly ends?: RecordEnd | undefined
  readonly sources: readonly Source[]
}

export const publicRecords = async (
  source: EvidenceSource,
  subject: Subject,
  signal: AbortSignal | undefined,
): Promise<readonly PublicRecordFinding[]> => {
  const [exempt, carriers, loans, licences, entity] = await Promise.all([
    source.exemptOrganisations?.(subject, signal) ?? source.taxExempt(subject, signal).then((one) => (one ? [one] : [])),
    source.motorCarriers(subject, signal),
    source.loans(subject, signal),
    source.licences?.(subject, signal) ?? [],
    source.legalEntity?.(subject, signal),
  ])
  return [
    ...exempt.map((each) => ({
      ...about(each),
      kind: 'exempt_organisation' as const,
      names: named(each.matched_name ?? each.name),
      ends: each.revoked_at === null ? undefined : { how: 'revoked' as const, on: each.revoked_at.slice(0, 10) },
    })),
    ...carriers.map((each) => ({
      ...about(each),
      kind: 'motor_carrier' as const,
      names: named(each.legal_name, each.dba_name),
      addresses: each.addresses,
    })),
    ...loans.map((each) => ({ ...about(each), kind: 'loan' as const, names: named(each.name) })),
    ...licences.map((each) => ({
      ...about(each),
      kind: 'licence' as const,
      names: named(each.legal_name, each.dba_name),
      ends: endOf(each),
    })),
    ...(entity && entity.possible === undefined ? [legalEntityRecord(entity)] : []),
  ]
}

/** A licence that was cancelled before its term is over has no date of that. */
const endOf = ({ status, expires_on }: LicenceFinding): RecordEnd | undefined => {
  if (status === 'cancelled' || status === 'revoked') return { how: status, on: null }
  return expires_on === null ? undefined : { how: 'expires', on: expires_on }
}

/** Names that it has now: former ones and those in other letters are left out. One that was found by a former name has at most a similar one. */
const legalEntityRecord = ({
  name,
  other_names,
  matched_name,
  match,
  addresses,
  status,
  sources,
}: LegalEntityFinding): PublicRecordFinding => ({
  kind: 'legal_entity',
  names: [
    { name, type: null },
    ...other_names.flatMap((other) => (other.type === 'TRADING_OR_OPERATING_NAME' ? [{ name: other.name, type: 'dba' as const }] : [])),
  ],
  match:
    other_names.some((other) => other.name === matched_name && other.type === 'PREVIOUS_LEGAL_NAME') && matched_name !== name
      ? { ...match, score: Math.min(match.score, similarName) }
      : match,
  addresses,
  ends: status === 'inactive' ? { how: status, on: null } : undefined,
  sources: sources.slice(0, 1),
})

const about = ({
  match,
  address,
  sources,
}: {
  readonly match: Match
  readonly address?: PostalAddress | null
  readonly sources: readonly Source[]
}) => ({ match, addresses: address ? [address] : [], sources })

const named = (name: string, dba: string | null = null): PublicRecordFinding['names'] => [
  { name, type: null },
  ...(dba === null ? [] : [{ name: dba, type: 'dba' as const }]),
]

/** The evidence of the registrations, with what the records add to it. A name that a registration has is told as that has it. */
export const withPublicRecords = (business: Business, evidence: Evidence, records: readonly PublicRecordFinding[]): Evidence => {
  const id = identifier(business)
  const public_records = unique(
    records.map(({ kind, names, match, addresses, ends, sources }) => ({
      id: id('public_record', kind, sources[0]?.metadata.row ?? ''),
      kind,
      name: bestOf(business.submitted.name, names),
      match: { ...match },
      full_address: addresses[0]?.full_address ?? null,
      ...(ends && { ends }),
      sources,
    })),
  )
  const names = records.flatMap(({ names: held, sources }) =>
    held.map(({ name, type }) => ({ id: id('name', normaliseName(name).text), name, type, sources })),
  )
  return {
    ...evidence,
    public_records,
    names: unique([...(evidence.names ?? []), ...names]),
    name_comparisons: (evidence.name_comparisons ?? []).map((each) => compared(business, each, records)),
  }
}

const bestOf = (name: string, names: PublicRecordFinding['names']): string =>
  names.map((each) => ({ name: each.name, score: compareRegisteredName(name, each.name).score })).toSorted((a, b) => b.score - a.score)[0]
    ?.name ?? name

type Compared = NonNullable<Evidence['name_comparisons']>[number]

/** A further name that no registration verifies, but a record does. One that was ended does not, as it does not verify the business's own name. */
const compared = ({ added }: Business, before: Compared, records: readonly PublicRecordFinding[]): Compared => {
  const further = added.names.find(({ id }) => id === before.name_id)
  if (before.kind === 'verified' || !further) return before
  const same = records.flatMap(({ names, ends, sources }) =>
    names
      .map((held) => ({ ...compareRegisteredName(further.name, held.name), found_name: held.name, ended: endedBy({ ends }), sources }))
      .filter(({ kind }) => kind === 'same'),
  )
  const best = same.find(({ ended }) => ended === null) ?? same[0]
  if (!best) return before
  const { found_name, explanation, ended, sources } = best
  const told = { name_id: before.name_id, found_name, sources }
  return ended === null
    ? { ...told, kind: 'verified', explanation }
    : { ...told, kind: 'similar', explanation: `${explanation}, on a record that ${ended}` }
}

/** How somebody ended the record, in words; null: nobody did. */
export const endedBy = ({ ends }: Pick<PublicRecordFinding, 'ends'>): string | null =>
  ends && wasEnded({ ends }) ? endInWords(ends) : null
