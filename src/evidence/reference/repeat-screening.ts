// Repeats a screening of the past with the versions of the lists that are kept, to show that the same names give the same hits.
import { join } from 'node:path'
import { firstOfEach } from '../../events/parts.ts'
import { versionsOf } from './folder.ts'
import { dataSets } from './kinds.ts'
import { openReferenceFile } from './reference-file.ts'
import { type ListVersion, screeningOf } from './screening.ts'

export type PastScreening = {
  readonly screened: readonly { readonly kind: 'business' | 'person'; readonly id: string; readonly name: string }[]
  readonly index: readonly { readonly data_set: string; readonly version: string; readonly sha256: string }[]
  readonly lists: readonly {
    readonly abbr: string
    readonly version: string
    readonly data_set: string | null
    readonly entries: number | null
    readonly sha256: string | null
    readonly content_sha256: string | null
  }[]
}

export type RepeatedHit = {
  readonly party_id: string
  readonly screened_name: string
  readonly list: string
  readonly entry_id: string
  readonly entity_name: string
  readonly matched_name: string
  readonly score: number
  readonly explanation: string
}

/** `problems` name each list that is missing or not the same; then nothing was repeated. */
export type Repeated = { readonly hits: readonly RepeatedHit[] } | { readonly problems: readonly string[] }

/** @param folder of the reference data, with the versions that it keeps */
export function repeatScreening(folder: string, past: PastScreening): Repeated {
  const opened: ListVersion[] = []
  try {
    const missing = openVersions(folder, past, opened)
    if (missing.length > 0) return { problems: missing }
    const screening = screeningOf(opened)
    const different = past.lists.flatMap((list) =>
      differenceOf(
        list,
        screening.lists.find(({ abbr }) => abbr === list.abbr),
      ),
    )
    if (different.length > 0) return { problems: different }
    const abbrs = new Set(past.lists.map(({ abbr }) => abbr))
    const isListed = ({ record }: { readonly record: { readonly list: string } }) => abbrs.has(record.list)
    const hits = past.screened.flatMap(({ kind, id, name }) =>
      screening
        .screen({ kind, name })
        .filter(isListed)
        .map(({ record, matched_name, match }) => ({
          party_id: id,
          screened_name: name,
          list: record.list,
          entry_id: record.entry_id,
          entity_name: record.name,
          matched_name,
          score: match.score,
          explanation: match.explanation,
        })),
    )
    // As when it was recorded: several names of a party that find the same entry are one hit.
    return { hits: firstOfEach(hits, ({ list, party_id, entry_id }) => JSON.stringify([list, party_id, entry_id])) }
  } finally {
    for (const { db } of opened) db.close()
  }
}

/** By the hash of the published files: a version's name alone could be another content's. @returns what is missing */
function openVersions(folder: string, { index, lists }: PastScreening, opened: ListVersion[]): readonly string[] {
  const problems: string[] = []
  for (const { data_set: kind, version, sha256 } of index) {
    const ofKind = lists.filter(({ data_set }) => data_set === kind).map(({ abbr }) => abbr)
    const names = ofKind.length > 0 ? ofKind.join(', ') : kind
    const dataSet = dataSets.find((each) => each.kind === kind)
    const held = dataSet && versionsOf(folder, kind).find((each) => each.sha256 === sha256)
    if (!dataSet || !held) {
      problems.push(`${names}: version ${version} of ${kind} (SHA-256 ${sha256}) is missing in ${folder}`)
      continue
    }
    try {
      const { db, facts } = openReferenceFile(join(folder, held.file), { anyFormat: true })
      opened.push({ dataSet, facts, db })
    } catch (error) {
      problems.push(`${names}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const order = new Map(dataSets.map(({ kind }, at) => [kind as string, at]))
  opened.sort((a, b) => (order.get(a.dataSet.kind) ?? 0) - (order.get(b.dataSet.kind) ?? 0))
  return problems
}

function differenceOf(
  { abbr, version, entries, content_sha256 }: PastScreening['lists'][number],
  now: { readonly parties: number; readonly content_sha256: string } | undefined,
): readonly string[] {
  if (now === undefined) return [`${abbr}: version ${version} as it is kept has no entry of this list`]
  if (now.content_sha256 === content_sha256) return []
  return [
    `${abbr}: the kept entries of version ${version} are not those that were screened: ${entries} then, ${now.parties} now, of other content`,
  ]
}
