// Screening against the lists in the loaded data: chooses the data set for each list, and holds the index over all of them.

import type { ScreenedName } from '../matching/listed.ts'
import { type ScreeningIndex, screeningIndex } from '../matching/screening-index.ts'
import type { Match } from '../ports.ts'
import type { OpenVersion } from './open-versions.ts'
import { foundIn, type StoredRow } from './provenance.ts'
import type { Found, ListedParty, LoadedList } from './records.ts'
import { sanctionsLists } from './sanctions-lists.ts'

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

export function screeningOf(versions: readonly OpenVersion[]): Screening {
  const lists = listsOf(versions)
  const places = new Map<string, { readonly version: OpenVersion; readonly id: number }>()
  let index: ScreeningIndex | null = null
  return {
    lists,
    screen: (screened) => {
      // Takes a second or more for the complete lists, so it is made only when needed.
      index ??= screeningIndex(partiesOf(versions, lists, places))
      return index.screen(screened).flatMap((hit) => {
        const place = places.get(hit.party.id)
        if (place === undefined) return []
        const found = foundIn<ListedParty>(place.version, place.version.statements.byId.get(place.id) as StoredRow)
        return [{ ...found, matched_name: hit.matchedName, quality: hit.quality, match: hit.match }]
      })
    },
  }
}

/** An agency's own file takes precedence over the Consolidated Screening List, which copies the same lists later. */
function listsOf(versions: readonly OpenVersion[]): readonly LoadedList[] {
  const own = versions.filter(({ dataSet }) => dataSet.family === 'parties').toSorted((a, b) => rank(a) - rank(b))
  const held = new Map<string, LoadedList>()
  for (const { db, dataSet, facts } of own) {
    const counts = db.prepare("SELECT data ->> '$.list' AS abbr, count(*) AS parties FROM records GROUP BY 1").all() as {
      abbr: string
      parties: number
    }[]
    for (const { abbr, parties } of counts) {
      const list = sanctionsLists.find((known) => known.abbr === abbr)
      if (list && !held.has(abbr)) held.set(abbr, { ...list, kind: dataSet.kind, version: facts.version, as_of: facts.as_of, parties })
    }
  }
  return [...held.values()]
}

const rank = ({ dataSet }: OpenVersion): number => (dataSet.kind === 'csl' ? 1 : 0)

function* partiesOf(
  versions: readonly OpenVersion[],
  lists: readonly LoadedList[],
  places: Map<string, { readonly version: OpenVersion; readonly id: number }>,
) {
  const kindOfList = new Map(lists.map((list) => [list.abbr, list.kind]))
  for (const version of versions) {
    if (version.dataSet.family !== 'parties') continue
    for (const row of version.db.prepare('SELECT id, data FROM records').iterate() as Iterable<unknown>) {
      const { id, data } = row as Stored
      const { list, type, name, aliases } = JSON.parse(data) as ListedParty
      if (kindOfList.get(list) !== version.dataSet.kind) continue
      const partyId = `${version.dataSet.kind} ${id}`
      places.set(partyId, { version, id })
      yield { id: partyId, type, name, aliases }
    }
  }
}
