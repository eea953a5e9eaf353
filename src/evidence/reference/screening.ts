// Screening against the lists in the loaded data: chooses the data set for each list, and holds the index over all of them.

import { createHash, type Hash } from 'node:crypto'
import { firstOfEach } from '../../events/parts.ts'
import type { ScreenedName } from '../matching/listed.ts'
import type { ScreeningHit } from '../matching/screening.ts'
import { type ScreeningIndex, screeningIndex } from '../matching/screening-index.ts'
import type { Match } from '../ports.ts'
import type { OpenVersion, StoredRow } from './open-versions.ts'
import { foundIn } from './provenance.ts'
import type { Found, ListedParty, LoadedList } from './records.ts'
import { sanctionsLists } from './sanctions-lists.ts'
import { query } from './typed-rows.ts'

export type PartyHit = Found<ListedParty> & {
  readonly matched_name: string
  readonly quality: 'name' | 'alias' | 'weak alias'
  readonly match: Match
}

export type Screening = {
  readonly lists: readonly LoadedList[]
  screen(screened: ScreenedName): readonly PartyHit[]
}

type Stored = { readonly id: number; readonly data: string }

/** A version whose entries can be read. Those that are only kept have nothing else. */
export type ListVersion = Pick<OpenVersion, 'dataSet' | 'facts' | 'db'>

/** @param shift moves every threshold, for trials */
export function screeningOf(versions: readonly ListVersion[], shift = 0): Screening {
  const lists = listsOf(versions)
  const places = new Map<string, { readonly version: ListVersion; readonly id: number }>()
  const rows = new Map(
    versions
      .filter(({ dataSet }) => dataSet.family === 'parties')
      .map((version) => [version, query<StoredRow>(version.db, 'SELECT id, key, data FROM records WHERE id = ?')]),
  )
  let index: ScreeningIndex | null = null
  return {
    lists,
    screen: (screened) => {
      // Takes a second or more for the complete lists, so it is made only when needed.
      index ??= screeningIndex(partiesOf(versions, lists, places))
      return hitsOf(index, screened, shift).flatMap((hit) => {
        const place = places.get(hit.party.id)
        const row = place && rows.get(place.version)?.get(place.id)
        if (!row) return []
        const found = foundIn<ListedParty>(place.version, row)
        return [{ ...found, matched_name: hit.matchedName, quality: hit.quality, match: hit.match }]
      })
    },
  }
}

/** As what a name is compared. One that passes for a person's may be a company's without its legal form: `BANK MELLI IRAN`, manager. */
export const comparedAs = ({ kind, name }: ScreenedName): readonly ScreenedName[] =>
  kind === 'person'
    ? [
        { kind, name },
        { kind: 'business', name },
      ]
    : [{ kind, name }]

/** The hits of a name, one per listed party, best first. */
export function hitsOf(index: Pick<ScreeningIndex, 'screen'>, screened: ScreenedName, shift = 0): readonly ScreeningHit[] {
  const hits = comparedAs(screened).flatMap((each) => index.screen(each, shift))
  return firstOfEach(
    hits.toSorted((a, b) => b.match.score - a.match.score),
    ({ party }) => party.id,
  )
}

/** An agency's own file takes precedence over the Consolidated Screening List, which copies the same lists later. */
function listsOf(versions: readonly ListVersion[]): readonly LoadedList[] {
  const own = versions.filter(({ dataSet }) => dataSet.family === 'parties').toSorted((a, b) => rank(a) - rank(b))
  const held = new Map<string, LoadedList>()
  for (const { db, dataSet, facts } of own) {
    for (const [abbr, { parties, content_sha256 }] of contentsOf(db)) {
      const list = sanctionsLists.find((known) => known.abbr === abbr)
      const { version, as_of, imported_at, sha256 } = facts
      if (list && !held.has(abbr))
        held.set(abbr, { ...list, kind: dataSet.kind, version, as_of, imported_at, sha256, parties, content_sha256 })
    }
  }
  return [...held.values()]
}

/** How many entries each list has, and the hash over them, in the order of the lists' names. */
function contentsOf(db: ListVersion['db']): readonly (readonly [abbr: string, Pick<LoadedList, 'parties' | 'content_sha256'>])[] {
  const lists = new Map<string, { parties: number; readonly hash: Hash }>()
  const entries = query<{ abbr: string; key: string; data: string }>(
    db,
    "SELECT data ->> '$.list' AS abbr, key, data FROM records ORDER BY id",
  )
  for (const { abbr, key, data } of entries.iterate()) {
    const list = lists.get(abbr) ?? { parties: 0, hash: createHash('sha256') }
    list.parties++
    list.hash.update(`${JSON.stringify([key, data])}\n`)
    lists.set(abbr, list)
  }
  return [...lists]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([abbr, { parties, hash }]) => [abbr, { parties, content_sha256: hash.digest('hex') }])
}

const rank = ({ dataSet }: ListVersion): number => (dataSet.kind === 'csl' ? 1 : 0)

function* partiesOf(
  versions: readonly ListVersion[],
  lists: readonly LoadedList[],
  places: Map<string, { readonly version: ListVersion; readonly id: number }>,
) {
  const kindOfList = new Map(lists.map((list) => [list.abbr, list.kind]))
  for (const version of versions) {
    if (version.dataSet.family !== 'parties') continue
    for (const { id, data } of query<Stored>(version.db, 'SELECT id, data FROM records ORDER BY id').iterate()) {
      const { list, type, name, aliases }: ListedParty = JSON.parse(data)
      if (kindOfList.get(list) !== version.dataSet.kind) continue
      const partyId = `${version.dataSet.kind} ${id}`
      places.set(partyId, { version, id })
      yield { id: partyId, type, name, aliases }
    }
  }
}
